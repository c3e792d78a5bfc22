// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of numbers from elsewhere: CSV with any delimiter, with or without a header.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/model/mechanism.h"
#include "core/support/result.h"

namespace clank {

struct TableFormat {
  std::string delimiter;  // one character, "tab" or "blank"; empty: found
  HeaderRow header = HeaderRow::found;
};

// One column of a table.
struct NumberColumn {
  std::string name;  // in the header, without the unit; empty without a header
  std::string unit;  // in brackets behind the name: "t [s]"; empty: none
  std::vector<double> values;
};

// The columns asked for (number from 1, or name in the header with or without its unit), of equal length.
// Rows in which all of them are empty, and lines that begin with #, are left out. Where the delimiter is no
// comma, numbers may have a decimal comma. Fails with the line and the reason.
Result<std::vector<NumberColumn>> readNumberTable(std::string_view text, const TableFormat& format,
                                                  const std::vector<std::string>& columns);

// Names in the header, without units, in the order of the columns; empty without a header.
Result<std::vector<std::string>> listTableNames(std::string_view text, const TableFormat& format);

}  // namespace clank
