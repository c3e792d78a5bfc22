// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/number_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

#include "core/io/csv.h"
#include "core/io/number_text.h"
#include "core/math/expression.h"

namespace clank {

namespace {

constexpr char kBlank = ' ';

struct TableRow {
  std::size_t line = 0;  // from 1
  std::vector<std::string> cells;
};

std::string trim(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t\r") - first + 1));
}

// Of a line without quotes around its end: cells are trimmed, "" in quotes is one quote. Nothing when a quote
// is not closed.
std::optional<std::vector<std::string>> splitCells(std::string_view line, char delimiter) {
  std::vector<std::string> cells;
  std::string cell;
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"') {
      if (quoted && i + 1 < line.size() && line[i + 1] == '"')
        cell += line[++i];
      else
        quoted = !quoted;
    } else if (!quoted && (c == delimiter || (delimiter == kBlank && c == '\t'))) {
      if (delimiter != kBlank || !trim(cell).empty()) cells.push_back(trim(cell));
      cell.clear();
    } else {
      cell += c;
    }
  }
  if (quoted) return std::nullopt;
  if (delimiter != kBlank || !trim(cell).empty()) cells.push_back(trim(cell));
  return cells;
}

// The one that makes most cells of the line; a comma only where nothing else does, since it may be decimal.
char findDelimiter(std::string_view line) {
  for (const char candidate : {'\t', ';'})
    if (line.find(candidate) != std::string_view::npos) return candidate;
  return line.find(',') != std::string_view::npos ? ',' : kBlank;
}

Result<char> readDelimiter(const std::string& text, std::string_view firstLine) {
  if (text.empty()) return findDelimiter(firstLine);
  if (text == "tab") return '\t';
  if (text == "blank") return kBlank;
  if (text.size() == 1 && text[0] != '"') return text[0];
  return failure(fmt::format("'{}' is no delimiter; write one character, 'tab' or 'blank'", text));
}

std::optional<double> readCell(std::string text, char delimiter) {
  if (delimiter != ',') std::replace(text.begin(), text.end(), ',', '.');
  if (text.starts_with('+')) text.erase(0, 1);
  return readNumber(text);
}

std::vector<std::pair<std::size_t, std::string_view>> listLines(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  std::vector<std::pair<std::size_t, std::string_view>> lines;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    if (const std::string content = trim(line); !content.empty() && content[0] != '#')
      lines.emplace_back(number, line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string toPlace(std::size_t line) {
  return fmt::format("line {}", line);
}

// "t [s]": the name and the unit.
NumberColumn readHeading(const std::string& cell) {
  NumberColumn column;
  const std::string text(takeMarkAway(cell));
  const std::size_t bracket = text.rfind('[');
  if (bracket == std::string::npos || !text.ends_with(']')) {
    column.name = text;
    return column;
  }
  column.name = trim(std::string_view(text).substr(0, bracket));
  column.unit = trim(std::string_view(text).substr(bracket + 1, text.size() - bracket - 2));
  return column;
}

class TableReader {
 public:
  TableReader(const TableFormat& format, char delimiter) : format_(format), delimiter_(delimiter) {}

  Result<std::vector<NumberColumn>> read(const std::vector<std::pair<std::size_t, std::string_view>>& lines,
                                         const std::vector<std::string>& columns) {
    std::vector<TableRow> rows;
    for (const auto& [number, line] : lines) {
      auto cells = splitCells(line, delimiter_);
      if (!cells) return failure("a quote is not closed", toPlace(number));
      rows.push_back({number, std::move(*cells)});
    }
    const bool headed = hasHeader(rows.front());
    if (auto chosen = choose(columns, headed ? &rows.front() : nullptr); !chosen)
      return tl::unexpected(chosen.error());
    for (std::size_t i = headed ? 1 : 0; i < rows.size(); ++i)
      if (auto added = add(rows[i]); !added) return tl::unexpected(added.error());
    if (!table_.empty() && table_.front().values.empty()) return failure("the table has no row of numbers");
    return std::move(table_);
  }

  Result<std::vector<std::string>> readNames(const std::pair<std::size_t, std::string_view>& first) const {
    auto cells = splitCells(first.second, delimiter_);
    if (!cells) return failure("a quote is not closed", toPlace(first.first));
    std::vector<std::string> names;
    if (hasHeader({first.first, *cells}))
      for (const std::string& cell : *cells) names.push_back(readHeading(cell).name);
    return names;
  }

 private:
  bool hasHeader(const TableRow& first) const {
    if (format_.header != HeaderRow::found) return format_.header == HeaderRow::yes;
    return std::none_of(first.cells.begin(), first.cells.end(),
                        [this](const std::string& cell) { return readCell(cell, delimiter_).has_value(); });
  }

  Result<void> choose(const std::vector<std::string>& columns, const TableRow* header) {
    for (const std::string& column : columns) {
      const auto index = find(column, header);
      if (!index) return tl::unexpected(index.error());
      indices_.push_back(*index);
      const bool named = header != nullptr && *index < header->cells.size();
      table_.push_back(named ? readHeading(header->cells[*index]) : NumberColumn{});
    }
    return {};
  }

  static Result<std::size_t> find(const std::string& column, const TableRow* header) {
    if (header != nullptr) {
      std::vector<std::string> names;
      for (std::size_t i = 0; i < header->cells.size(); ++i) {
        names.push_back(readHeading(header->cells[i]).name);
        if (header->cells[i] == column || names.back() == column) return i;
      }
      if (const auto number = readIndex(column)) return *number;
      const std::string nearest = findNearestName(column, names);
      return failure(fmt::format("there is no column '{}'{}", column,
                                 nearest.empty() ? "" : fmt::format("; did you mean '{}'?", nearest)),
                     toPlace(header->line));
    }
    if (const auto number = readIndex(column)) return *number;
    return failure(
        fmt::format("there is no column '{}': the table has no header, columns are numbers from 1", column));
  }

  static std::optional<std::size_t> readIndex(const std::string& text) {
    std::size_t number = 0;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), number);
    if (end.ec != std::errc{} || end.ptr != text.data() + text.size() || number == 0) return std::nullopt;
    return number - 1;
  }

  Result<void> add(const TableRow& row) {
    const auto cellOf = [&](std::size_t index) {
      return index < row.cells.size() ? row.cells[index] : std::string();
    };
    if (std::all_of(indices_.begin(), indices_.end(), [&](std::size_t i) { return cellOf(i).empty(); }))
      return {};
    for (std::size_t i = 0; i < indices_.size(); ++i) {
      const std::string cell = cellOf(indices_[i]);
      const auto value = readCell(cell, delimiter_);
      if (!value)
        return failure(cell.empty() ? fmt::format("column {} is empty", indices_[i] + 1)
                                    : fmt::format("column {}: '{}' is no number", indices_[i] + 1, cell),
                       toPlace(row.line));
      table_[i].values.push_back(*value);
    }
    return {};
  }

  const TableFormat& format_;
  char delimiter_;
  std::vector<std::size_t> indices_;
  std::vector<NumberColumn> table_;
};

}  // namespace

Result<std::vector<NumberColumn>> readNumberTable(std::string_view text, const TableFormat& format,
                                                  const std::vector<std::string>& columns) {
  const auto lines = listLines(text);
  if (lines.empty()) return failure("the table is empty");
  const auto delimiter = readDelimiter(format.delimiter, lines.front().second);
  if (!delimiter) return tl::unexpected(delimiter.error());
  return TableReader(format, *delimiter).read(lines, columns);
}

Result<std::vector<std::string>> listTableNames(std::string_view text, const TableFormat& format) {
  const auto lines = listLines(text);
  if (lines.empty()) return failure("the table is empty");
  const auto delimiter = readDelimiter(format.delimiter, lines.front().second);
  if (!delimiter) return tl::unexpected(delimiter.error());
  return TableReader(format, *delimiter).readNames(lines.front());
}

}  // namespace clank
