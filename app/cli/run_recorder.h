// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <limits>
#include <mutex>
#include <span>
#include <stop_token>
#include <vector>

#include "app/cli/output_file.h"
#include "core/io/csv.h"
#include "core/io/hdf5_file.h"
#include "core/io/sample_text.h"
#include "core/record/trajectory.h"

namespace clank {

// What of the samples is written.
struct SampleChoice {
  std::vector<std::size_t> columns;  // indices into channels; empty: all
  double from = -std::numeric_limits<double>::infinity(), to = std::numeric_limits<double>::infinity();  // s
};

// Takes a run as it comes: rows go to files at once; in memory stay only the first events with the samples
// beside them, the first and the last sample. So a run may be longer than memory.
class RunRecorder final : public SampleSink {
 public:
  // Files that are not open are not written. A file that cannot be written stops the run.
  RunRecorder(const std::vector<Channel>& channels, SampleChoice chosen, OutputFile& samples,
              OutputFile& events, std::stop_source& stop, std::size_t keptEvents,
              std::function<void(double t)> progress);

  // The chosen samples and all events go there too; before the run.
  void alsoTo(Hdf5File* file) { hdf5_ = file; }
  void sample(std::span<const double> row) override;
  void event(const Receipt& receipt) override;
  // Keeps the last sample and writes what is held back. From another thread than the run too: what comes
  // later is dropped.
  void finish();

  const Trajectory& getEdges() const { return edges_; }
  const std::vector<double>& getLast() const { return last_; }
  int countEvents() const { return eventCount_; }

 private:
  void keepLast();
  void rowDone(OutputFile& file);

  std::mutex mutex_;
  bool finished_ = false;
  int eventCount_ = 0;
  Trajectory edges_;
  EventColumns eventColumns_;
  const SampleChoice chosen_;
  OutputFile& samples_;
  SampleText sampleText_;
  OutputFile& events_;
  Hdf5File* hdf5_ = nullptr;
  std::stop_source& stop_;
  const std::size_t keptEvents_;
  std::function<void(double t)> progress_;
  std::vector<double> last_;
  bool lastKept_ = true;
  bool keepNext_ = true;
};

}  // namespace clank
