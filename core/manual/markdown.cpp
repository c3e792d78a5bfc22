// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manual/markdown.h"

#include <fmt/format.h>
#include <md4c-html.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <utility>

namespace clank {
namespace {

void append(const MD_CHAR* text, MD_SIZE size, void* html) {
  static_cast<std::string*>(html)->append(text, size);
}

bool startsWith(std::string_view text, std::size_t at, std::string_view what) {
  return text.substr(at, what.size()) == what;
}

// "<h2>Words</h2>": its level at the place of a tag, or 0.
int readHeadingLevel(std::string_view html, std::size_t at) {
  const bool isHeading = startsWith(html, at, "<h") && at + 3 < html.size() && html[at + 3] == '>' &&
                         html[at + 2] >= '1' && html[at + 2] <= '6';
  return isHeading ? html[at + 2] - '0' : 0;
}

// The second heading of the same words gets a number, as code hosts do it.
std::string makeUnlike(std::string anchor, std::map<std::string, int>& used) {
  const int before = used[anchor]++;
  return before == 0 ? anchor : fmt::format("{}-{}", anchor, before);
}

std::string giveAnchors(std::string_view html) {
  std::string out;
  std::map<std::string, int> used;
  for (std::size_t at = 0; at < html.size();) {
    const int level = readHeadingLevel(html, at);
    if (level == 0) {
      out += html[at++];
      continue;
    }
    const std::size_t begin = at + 4, end = html.find(fmt::format("</h{}>", level), begin);
    const std::string_view words = html.substr(begin, end - begin);
    out += fmt::format("<h{} id=\"{}\">", level, makeUnlike(makeAnchor(toPlainText(words)), used));
    at = begin;
  }
  return out;
}

std::string giveLinks(std::string_view html, const LinkRule& toLink) {
  std::string out;
  for (std::size_t at = 0; at < html.size();) {
    std::string_view attribute;
    for (const std::string_view one : {" href=\"", " src=\""})
      if (startsWith(html, at, one)) attribute = one;
    // Quotes in text are entities: what looks like an attribute is one.
    const std::size_t begin = at + attribute.size();
    const std::size_t end = attribute.empty() ? std::string_view::npos : html.find('"', begin);
    if (end == std::string_view::npos) {
      out += html[at++];
      continue;
    }
    out += attribute;
    out += escapeHtml(toLink(toPlainText(html.substr(begin, end - begin))));
    at = end;
  }
  return out;
}

constexpr std::array kEntities{std::pair{"&amp;", "&"}, std::pair{"&lt;", "<"}, std::pair{"&gt;", ">"},
                               std::pair{"&quot;", "\""}};

}  // namespace

std::string toHtml(std::string_view markdown, const LinkRule& toLink) {
  std::string html;
  constexpr unsigned kDialect = MD_FLAG_TABLES | MD_FLAG_NOHTML | MD_FLAG_PERMISSIVEURLAUTOLINKS;
  md_html(markdown.data(), static_cast<MD_SIZE>(markdown.size()), &append, &html, kDialect, 0);
  html = giveAnchors(html);
  return toLink ? giveLinks(html, toLink) : html;
}

std::string makeAnchor(std::string_view heading) {
  std::string anchor;
  for (const char c : heading) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80 || std::isalnum(byte) || c == '-' || c == '_')
      anchor += byte < 0x80 ? static_cast<char>(std::tolower(byte)) : c;
    else if (c == ' ')
      anchor += '-';
  }
  return anchor;
}

std::string toPlainText(std::string_view html) {
  std::string text;
  for (std::size_t at = 0; at < html.size();) {
    if (html[at] == '<') {
      at = std::min(html.find('>', at), html.size() - 1) + 1;
      continue;
    }
    bool isEntity = false;
    for (const auto& [entity, letter] : kEntities) {
      if (!startsWith(html, at, entity)) continue;
      text += letter;
      at += std::string_view(entity).size();
      isEntity = true;
      break;
    }
    if (!isEntity) text += html[at++];
  }
  return text;
}

std::string escapeHtml(std::string_view text) {
  std::string html;
  for (const char c : text) {
    const auto found = std::string_view("&<>\"").find(c);
    html += found == std::string_view::npos ? std::string(1, c) : kEntities[found].first;
  }
  return html;
}

}  // namespace clank
