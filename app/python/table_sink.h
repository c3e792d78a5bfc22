// SPDX-License-Identifier: GPL-3.0-or-later
// All samples of a run in one piece, row after row, so that a column is an array with a stride.
#pragma once

#include <vector>

#include "core/record/sample_sink.h"

namespace clank {

class TableSink final : public SampleSink {
 public:
  void sample(std::span<const double> row) override { rows_.insert(rows_.end(), row.begin(), row.end()); }
  void event(const Receipt& receipt) override { events_.push_back(receipt); }

  std::vector<double>& rows() { return rows_; }
  std::vector<Receipt>& events() { return events_; }

 private:
  std::vector<double> rows_;
  std::vector<Receipt> events_;
};

}  // namespace clank
