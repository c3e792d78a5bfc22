// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "core/io/event_cells.h"
#include "core/io/number_text.h"

namespace clank {

namespace {

// What a spreadsheet takes for a formula, and is none: a text that begins so and is no number.
bool looksLikeFormula(std::string_view text) {
  return !text.empty() && kFormulaBegins.find(text.front()) != std::string_view::npos &&
         !readNumber(text.substr(text.front() == '+' ? 1 : 0));
}

}  // namespace

std::string_view takeMarkAway(std::string_view cell) {
  const bool isMarked =
      cell.size() > 1 && cell[0] == '\'' && kFormulaBegins.find(cell[1]) != std::string_view::npos;
  return isMarked ? cell.substr(1) : cell;
}

void appendCell(std::string& out, std::string_view text) {
  if (looksLikeFormula(text)) return appendCell(out, fmt::format("'{}", text));
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    out += text;
    return;
  }
  out += '"';
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

namespace {

constexpr std::string_view kLineEnd = "\r\n";

// One record: fields with commas between them.
class Record final : public EventCells {
 public:
  explicit Record(std::string& out) : out_(out) {}
  ~Record() { out_ += kLineEnd; }
  Record(const Record&) = delete;
  Record& operator=(const Record&) = delete;

  void add(std::string_view text) override {
    separate();
    appendCell(out_, text);
  }
  void add(double value) override {
    separate();
    appendFullNumber(out_, value);
  }
  void addEmpty(int count) override {
    for (int i = 0; i < count; ++i) separate();
  }

 private:
  void separate() {
    if (!first_) out_ += ',';
    first_ = false;
  }

  std::string& out_;
  bool first_ = true;
};

}  // namespace

void appendSampleHeader(std::string& out, std::span<const Channel> channels,
                        std::span<const std::size_t> columns) {
  Record record(out);
  if (columns.empty()) {
    for (const Channel& channel : channels) record.add(channel.header());
  }
  for (const std::size_t column : columns) record.add(channels[column].header());
}

char* putSampleRows(char* out, std::span<const double> rows, std::size_t width) {
  for (; !rows.empty(); rows = rows.subspan(width)) {
    for (std::size_t i = 0; i < width; ++i) {
      if (i > 0) *out++ = ',';
      out = putFullNumber(out, rows[i]);
    }
    out = std::copy(kLineEnd.begin(), kLineEnd.end(), out);
  }
  return out;
}

void appendEventHeader(std::string& out, const EventColumns& columns) {
  Record record(out);
  for (const EventColumn& column : listEventColumns(columns)) record.add(column.header());
}

void appendEventRow(std::string& out, const Receipt& receipt, const EventColumns& columns) {
  Record record(out);
  putEventCells(record, receipt, columns);
}

}  // namespace clank
