// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/report_table.h"

#include <fmt/format.h>

#include "core/io/svg_figure.h"
#include "core/model/shown_text.h"

namespace clank {
namespace {

std::string writeCell(const char* kind, const std::string& text, bool isNumber) {
  return fmt::format("<{0}{1}>{2}</{0}>", kind, isNumber ? " class=\"n\"" : "", escapeMarkup(text));
}

}  // namespace

std::string writeHeading(const std::string& text) {
  return "<h2>" + escapeMarkup(text) + "</h2>\n";
}

std::string writeParagraph(const std::string& text, const char* kind) {
  return fmt::format("<p{}>{}</p>\n", *kind ? fmt::format(" class=\"{}\"", kind) : std::string(),
                     escapeMarkup(text));
}

std::string writeExact(double value) {
  return writePower(fmt::format("{:.8g}", value + 0.0));
}

ReportTable::ReportTable(const std::vector<std::string>& headings) {
  for (const std::string& heading : headings) columns_.push_back({heading, false, false});
}

void ReportTable::add(const std::string& text, bool isNumber) {
  Column& column = columns_[rows_.back().size()];
  column.isUsed |= !text.empty();
  column.isNumber |= isNumber;
  rows_.back().push_back({text, isNumber});
}

std::string ReportTable::write() const {
  std::string text = "<table><thead><tr>";
  for (const Column& column : columns_)
    if (column.isUsed) text += writeCell("th", column.heading, column.isNumber);
  text += "</tr></thead><tbody>\n";
  for (const auto& row : rows_) {
    text += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i)
      if (columns_[i].isUsed) text += writeCell("td", row[i].text, row[i].isNumber);
    text += "</tr>\n";
  }
  return text + "</tbody></table>\n";
}

}  // namespace clank
