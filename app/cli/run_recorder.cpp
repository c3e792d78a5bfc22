// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_recorder.h"

namespace clank {

RunRecorder::RunRecorder(const std::vector<Channel>& channels, SampleChoice chosen, OutputFile& samples,
                         OutputFile& events, std::stop_source& stop, std::size_t keptEvents,
                         std::function<void(double t)> progress)
    : edges_(channels),
      eventColumns_(findEventColumns(channels)),
      chosen_(std::move(chosen)),
      samples_(samples),
      sampleText_(chosen_.columns,
                  [this](std::string_view rows) {
                    samples_.updBuffer() += rows;
                    rowDone(samples_);
                  }),
      events_(events),
      stop_(stop),
      keptEvents_(keptEvents),
      progress_(std::move(progress)) {
  if (samples_.isOpen()) {
    appendSampleHeader(samples_.updBuffer(), channels, chosen_.columns);
    rowDone(samples_);
  }
  if (events_.isOpen()) {
    appendEventHeader(events_.updBuffer(), eventColumns_);
    rowDone(events_);
  }
}

void RunRecorder::sample(std::span<const double> row) {
  const std::scoped_lock lock(mutex_);
  if (finished_) return;
  last_.assign(row.begin(), row.end());
  lastKept_ = false;
  if (keepNext_) keepLast();
  keepNext_ = false;
  const bool chosen = row[0] >= chosen_.from && row[0] <= chosen_.to;
  if (chosen && samples_.isOpen()) {
    sampleText_.add(row);
    if (samples_.isDue()) sampleText_.flush();
  }
  if (chosen && hdf5_) {
    hdf5_->sample(row);
    if (hdf5_->hasFailed()) stop_.request_stop();
  }
  progress_(row[0]);
}

void RunRecorder::event(const Receipt& receipt) {
  const std::scoped_lock lock(mutex_);
  if (finished_) return;
  ++eventCount_;
  if (edges_.events().size() < keptEvents_) {
    keepLast();
    keepNext_ = true;
    edges_.event(receipt);
  }
  if (hdf5_) hdf5_->event(receipt);
  if (events_.isOpen()) {
    appendEventRow(events_.updBuffer(), receipt, eventColumns_);
    rowDone(events_);
  }
}

void RunRecorder::finish() {
  const std::scoped_lock lock(mutex_);
  finished_ = true;
  keepLast();
  sampleText_.flush();
  samples_.close();
  events_.close();
}

void RunRecorder::keepLast() {
  if (lastKept_ || last_.empty()) return;
  edges_.sample(last_);
  lastKept_ = true;
}

void RunRecorder::rowDone(OutputFile& file) {
  file.rowDone();
  if (file.getError() != 0) stop_.request_stop();
}

}  // namespace clank
