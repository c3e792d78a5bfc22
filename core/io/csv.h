// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of samples.csv and events.csv as text, for writing them whole or while a run goes on. RFC 4180: lines
// end in CR LF.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/io/event_cells.h"
#include "core/io/number_text.h"
#include "core/record/channel.h"
#include "core/record/receipt.h"

namespace clank {

// A text as a field: in quotes where it has commas, quotes or line ends. A name may be anything, and
// spreadsheets compute what begins like a formula: such a text, unless it is a number, gets a ' before it,
// which they do not show. takeMarkAway() gives the text of such a cell again.
inline constexpr std::string_view kFormulaBegins = "=+-@\t\r";
void appendCell(std::string& out, std::string_view text);
std::string_view takeMarkAway(std::string_view cell);

// columns: indices into channels, empty: all.
void appendSampleHeader(std::string& out, std::span<const Channel> channels,
                        std::span<const std::size_t> columns = {});
// Rows of `width` numbers each, one after the other, to a place with room for countRoom() characters; returns
// the end.
constexpr std::size_t countRoom(std::size_t numbers) {
  return numbers * (kLongestNumber + 2) + kNumberRoom;
}
char* putSampleRows(char* out, std::span<const double> rows, std::size_t width);

void appendEventHeader(std::string& out, const EventColumns& columns);
void appendEventRow(std::string& out, const Receipt& receipt, const EventColumns& columns);

}  // namespace clank
