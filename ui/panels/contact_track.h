// SPDX-License-Identifier: GPL-3.0-or-later
// When what touched: of every loose joint and every compliant contact the times from touch to parting.
#pragma once

#include <QString>
#include <optional>
#include <vector>

#include "core/model/mechanism.h"
#include "core/record/trajectory.h"

namespace clank {

class ContactTrack {
 public:
  struct Contact {
    double from = 0, to = 0;                // s
    std::optional<std::size_t> begin, end;  // events of the run; absent: it was pressed, or still is
  };
  struct Row {
    QString name;
    bool loose = false;  // the journal of a joint: between contacts it flies in its clearance
    std::vector<Contact> contacts;
    bool isOpen = false;                           // the last one has not ended
    std::vector<std::pair<double, double>> ideal;  // s, while it has no clearance: by phases of the joint
    bool isIdeal = false;                          // now
  };

  void start(const Mechanism& resolved, const Trajectory& trajectory);
  void advance();  // what the trajectory has grown by
  const std::vector<Row>& rows() const { return rows_; }

  // Is an event the begin or end of one of these, so that it is no mark of its own?
  bool covers(std::size_t event) const;
  struct Place {
    std::size_t row = 0, contact = 0;
  };
  std::optional<Place> find(std::size_t event) const;
  // The contacts around one that follow each other in a row: apart no longer than the longer of the two
  // lasted. First and last index.
  std::pair<std::size_t, std::size_t> findRow(Place place) const;
  // The events of each such row of two contacts and more, in order.
  std::vector<std::vector<std::size_t>> listRowsOfEvents() const;

 private:
  struct Column {
    std::string element;
    std::size_t state = 0;                 // channel
    std::optional<std::size_t> phase;      // channel, of a joint that changes
    std::vector<std::size_t> loosePhases;  // in which it has clearance
  };
  void note(std::size_t row, double t, bool touches, std::optional<std::size_t> event);
  void notePhases(double t, std::size_t sample);

  const Trajectory* trajectory_ = nullptr;
  std::vector<Row> rows_;
  std::vector<Column> columns_;               // of the rows
  std::vector<std::optional<Place>> places_;  // of the events
  std::size_t shownEvents_ = 0;
  bool begun_ = false;
};

}  // namespace clank
