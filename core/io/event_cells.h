// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of events and what a receipt has in each, in one place for every file that holds events: text
// (csv.h) and HDF5 (hdf5_file.h).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/record/channel.h"
#include "core/record/receipt.h"

namespace clank {

// Names of what there are columns for, found among the channels so that the header does not depend on
// the events.
struct EventColumns {
  // compliant: those among the contacts; pushes: those that are not the play of a joint, whose columns have
  // that
  std::vector<std::string> contacts, compliant, pushes, joints, bodies;
};
EventColumns findEventColumns(std::span<const Channel> channels);

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
