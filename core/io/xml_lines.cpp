// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/xml_lines.h"

#include <algorithm>

namespace clank {

std::size_t countXmlLines(std::string_view xml, std::size_t at) {
  const auto before = xml.substr(0, std::min(at, xml.size()));
  return 1 + static_cast<std::size_t>(std::ranges::count(before, '\n'));
}

std::size_t findXmlLine(std::string_view xml, std::size_t index) {
  std::size_t depth = 0, at = 0;
  for (;; ++at) {
    at = xml.find('<', at);
    if (at == std::string_view::npos) break;
    if (xml.substr(at).starts_with("<!--")) {
      at = xml.find("-->", at);
      if (at == std::string_view::npos) break;
      continue;
    }
    const char next = at + 1 < xml.size() ? xml[at + 1] : '>';
    if (next == '?' || next == '!') continue;
    if (next == '/') {
      depth -= depth > 0 ? 1 : 0;
      continue;
    }
    if (depth == 1 && index-- == 0) break;
    const std::size_t end = xml.find('>', at);
    if (end != std::string_view::npos && xml[end - 1] != '/') ++depth;
  }
  return countXmlLines(xml, at);
}

std::optional<std::size_t> findTooDeep(std::string_view xml, std::size_t deepest) {
  constexpr auto kNone = std::string_view::npos;
  const auto isAt = [&](std::size_t at, std::string_view sign) { return xml.substr(at).starts_with(sign); };
  const auto skip = [&](std::size_t at, std::string_view sign) {
    const std::size_t end = xml.find(sign, at);
    return end == kNone ? xml.size() : end + sign.size();
  };
  std::size_t depth = 0, at = 0;
  while ((at = xml.find('<', at)) != kNone) {
    const std::size_t begin = at;
    if (isAt(at, "<!--")) {
      at = skip(at + 4, "-->");
    } else if (isAt(at, "<![CDATA[")) {
      at = skip(at + 9, "]]>");
    } else if (isAt(at, "<?")) {
      at = skip(at + 2, "?>");
    } else if (isAt(at, "<!")) {
      for (int brackets = 0; at < xml.size() && (brackets > 0 || xml[at] != '>'); ++at)
        brackets += xml[at] == '[' ? 1 : xml[at] == ']' && brackets > 0 ? -1 : 0;
    } else if (isAt(at, "</")) {
      depth -= depth > 0 ? 1 : 0;
      at = skip(at, ">");
    } else {
      for (char quote = '\0'; ++at < xml.size() && (quote != '\0' || xml[at] != '>');)
        quote = quote == xml[at]                                       ? '\0'
                : quote == '\0' && (xml[at] == '"' || xml[at] == '\'') ? xml[at]
                                                                       : quote;
      const bool isEmpty = at < xml.size() && xml[at - 1] == '/';
      if (!isEmpty && ++depth > deepest) return begin;
    }
  }
  return std::nullopt;
}

}  // namespace clank
