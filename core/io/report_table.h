// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace clank {

// A heading of a part of a report; text: plain.
std::string writeHeading(const std::string& text);
std::string writeParagraph(const std::string& text, const char* kind = "");
// As exact as it was given.
std::string writeExact(double value);

// A table of a page as it grows; cells that are numbers stand right, as do the headings over them. A column
// in which nothing stands is left out.
class ReportTable {
 public:
  explicit ReportTable(const std::vector<std::string>& headings);
  void row() { rows_.emplace_back(); }
  void words(const std::string& text) { add(text, false); }
  void value(const std::string& text) { add(text, true); }
  void value(double number) { value(writeExact(number)); }
  std::string write() const;

 private:
  struct Column {
    std::string heading;
    bool isUsed, isNumber;
  };
  struct Cell {
    std::string text;
    bool isNumber;
  };
  void add(const std::string& text, bool isNumber);

  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
};

}  // namespace clank
