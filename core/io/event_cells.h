// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of events and what a receipt has in each, in one place for every file that holds events: text
// (csv.h) and HDF5 (hdf5_file.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/io/csv.h"
#include "core/record/receipt.h"

namespace clank {

struct EventColumn {
  std::string name;
  std::string unit;  // SI; empty: a text, or a number without unit
  bool isText = false;

  std::string header() const { return unit.empty() ? name : name + " [" + unit + "]"; }
};
std::vector<EventColumn> listEventColumns(const EventColumns& columns);

// Takes the cells of a receipt in the order of the columns.
class EventCells {
 public:
  virtual void add(std::string_view text) = 0;
  virtual void add(double value) = 0;
  virtual void addEmpty(int count) = 0;  // where the event has no such thing

 protected:
  ~EventCells() = default;
};
void putEventCells(EventCells& cells, const Receipt& receipt, const EventColumns& columns);

}  // namespace clank
