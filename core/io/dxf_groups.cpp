// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/dxf_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/io/number_text.h"

namespace clank {
namespace {

constexpr int kComment = 999;
constexpr int kEmbedded = 101;     // another object, with groups of its own, begins inside the record
constexpr double kLargest = 1e12;  // that a value can be

std::string_view trimBlanks(std::string_view text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\r' || text.back() == '\t'))
    text.remove_suffix(1);
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  return text;
}

// Line after line of a text.
class LineReader {
 public:
  explicit LineReader(std::string_view text) : text_(text) {}
  bool atEnd() const { return text_.empty(); }
  std::size_t line() const { return line_; }  // of the last that was read, from 1
  std::string_view next() {
    const auto end = std::min(text_.find('\n'), text_.size());
    const std::string_view whole = text_.substr(0, end);
    text_.remove_prefix(std::min(end + 1, text_.size()));
    ++line_;
    return trimBlanks(whole);
  }

 private:
  std::string_view text_;
  std::size_t line_ = 0;
};

// What stands in the place of text, in words; empty: text may be DXF.
std::string explainOther(std::string_view text) {
  if (trimBlanks(text).empty()) return "the file is empty";
  if (text.starts_with("AutoCAD Binary DXF"))
    return "this is a binary DXF file: save the drawing as ASCII DXF, which can be read";
  if (text.starts_with("AC10") && text.size() > 6 && text[6] == '\0')
    return "this is a DWG file: save the drawing as ASCII DXF, which can be read";
  if (text.find('\0') != std::string_view::npos) return "the file is not text, so it is no ASCII DXF drawing";
  return {};
}

// Does it read as UTF-8? Files of before 2007 are in the code page of their author.
bool isUtf8(std::string_view text) {
  int more = 0;  // bytes of the character
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (more > 0 && byte >> 6U != 2U) return false;
    if (more > 0)
      --more;
    else if (byte >= 0x80)
      more = byte >> 5U == 6U ? 1 : byte >> 4U == 14U ? 2 : byte >> 3U == 30U ? 3 : -1;
    if (more < 0) return false;
  }
  return more == 0;
}

// From Latin-1.
std::string toUtf8(std::string_view text) {
  std::string made;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      made += c;
    } else {
      made += static_cast<char>(0xC0U | byte >> 6U);
      made += static_cast<char>(0x80U | (byte & 0x3FU));
    }
  }
  return made;
}

tl::unexpected<Problems> wrongLine(std::size_t line, std::string what) {
  return failure(std::move(what), fmt::format("line {}", line));
}

}  // namespace

// Pairs of lines: a code, and its value.
Result<std::vector<DxfRecord>> readDxfRecords(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  if (std::string what = explainOther(text); !what.empty()) return failure(std::move(what));
  const bool latin = !isUtf8(text);
  std::vector<DxfRecord> records;
  bool embedded = false;
  LineReader lines(text);
  while (!lines.atEnd()) {
    const std::string_view code = lines.next();
    if (code.empty() && lines.atEnd()) break;
    const auto number = readNumber(code);
    if (!number || *number != std::floor(*number) || std::abs(*number) > 2000)
      return wrongLine(lines.line(), fmt::format("\"{:.40}\" is no group code of a DXF file", code));
    const int group = static_cast<int>(*number);
    if (lines.atEnd())
      return wrongLine(lines.line(), fmt::format("the file ends behind group code {}", code));
    const std::string value = latin ? toUtf8(lines.next()) : std::string(lines.next());
    if (group == kComment) continue;
    if (group == 0 && value == "EOF") break;
    if (group == 0) {
      records.push_back({value, lines.line(), {}});
      embedded = false;
    } else if (records.empty()) {
      return wrongLine(lines.line(), fmt::format("group {} before the first group 0: no DXF drawing", group));
    }
    if (group == kEmbedded) embedded = true;
    if (group != 0 && !embedded) records.back().groups.push_back({group, value, lines.line()});
  }
  return records;
}

const DxfGroup* DxfFields::find(int code) const {
  const auto& groups = record_.groups;
  const auto found =
      std::find_if(groups.begin(), groups.end(), [&](const DxfGroup& group) { return group.code == code; });
  return found == groups.end() ? nullptr : &*found;
}

void DxfFields::refuse(std::size_t line, std::string what) {
  if (problems_.empty()) problems_ = {{std::move(what), fmt::format("line {}", line), Severity::error}};
}

void DxfFields::refuse(std::string what) {
  refuse(record_.line, fmt::format("{} {}", record_.name, what));
}

std::string DxfFields::word(int code, const char* without) const {
  const DxfGroup* group = find(code);
  return group ? group->value : without;
}

double DxfFields::toNumber(const DxfGroup& group) {
  const auto value = readNumber(group.value);
  if (!value) {
    refuse(group.line, fmt::format("{}: \"{:.40}\" is no number", record_.name, group.value));
    return 0;
  }
  if (std::abs(*value) > kLargest)
    refuse(group.line, fmt::format("{}: {:.40} is larger than a drawing can be", record_.name, group.value));
  return std::clamp(*value, -kLargest, kLargest);
}

double DxfFields::number(int code) {
  const DxfGroup* group = find(code);
  if (group) return toNumber(*group);
  refuse(fmt::format("has no group {}", code));
  return 0;
}

double DxfFields::number(int code, double without) {
  const DxfGroup* group = find(code);
  return group ? toNumber(*group) : without;
}

int DxfFields::whole(int code, int without) {
  const DxfGroup* group = find(code);
  if (!group) return without;
  const double value = toNumber(*group);
  if (value == std::floor(value) && std::abs(value) <= 1e9) return static_cast<int>(value);
  refuse(group->line, fmt::format("{}: {:.40} is no whole number", record_.name, group->value));
  return without;
}

std::vector<double> DxfFields::numbers(int code) {
  std::vector<double> values;
  for (const DxfGroup& group : record_.groups)
    if (group.code == code) values.push_back(toNumber(group));
  return values;
}

}  // namespace clank
