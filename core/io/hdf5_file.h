// SPDX-License-Identifier: GPL-3.0-or-later
// A whole run in one HDF5 file, for runs that are too large for text. Written as the run goes on: memory
// holds a block of rows, however long the run is.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/record/channel.h"
#include "core/record/sample_sink.h"
#include "core/support/result.h"

namespace clank {

// In the file, all numbers SI in 64 bits:
//   /                attributes format "clank-run", version 1, program (version of Clank)
//   /samples/NAME    one array a channel ("/samples/link1.omega"), attribute unit; /samples/t is the time
//   /events/NAME     one array a column of events.csv, an entry an event, with the attribute unit; what an
//   event
//                    has not is nan or an empty text
//   /model, /summary texts: the mechanism as it ran, and what summary.json holds (once the run is over)
class Hdf5File final : public SampleSink {
 public:
  // Replaces an old file. columns: indices into channels, t the first; empty: all. Fails when there is no
  // writing there.
  static Result<std::unique_ptr<Hdf5File>> create(const std::filesystem::path& path,
                                                  const std::vector<Channel>& channels,
                                                  std::vector<std::size_t> columns, const std::string& model);
  ~Hdf5File() override;

  void sample(std::span<const double> row) override;
  void event(const Receipt& receipt) override;
  // Writes what is held back and the summary. Fails when something could not be written, now or before.
  Problems finish(const std::string& summary);
  bool hasFailed() const;  // what comes later is dropped

 private:
  class Private;
  explicit Hdf5File(std::unique_ptr<Private> d);
  std::unique_ptr<Private> d_;
};

}  // namespace clank
