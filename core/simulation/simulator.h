// SPDX-License-Identifier: GPL-3.0-or-later
// THE LOOP: integrate, detect, jump, record.
#pragma once

#include <memory>
#include <stop_token>
#include <vector>

#include "core/model/mechanism.h"
#include "core/record/channel.h"
#include "core/record/run_summary.h"
#include "core/record/sample_sink.h"
#include "core/simulation/live_hand.h"

namespace clank {

// What is worth knowing about the structure and the start costs as much to find as to compile the mechanism:
// one run of thousands can do without. newNumbers: neither is looked again at what is the same as in a run
// that was made before with other numbers (validateNumbers()).
enum class StartNotes { find, leaveOut, newNumbers };

class Simulator {
 public:
  // From a resolved mechanism; fails with the problems of validate(), or when no assembled configuration is
  // found.
  static Result<Simulator> create(const Mechanism& resolved, StartNotes notes = StartNotes::find);
  ~Simulator();
  Simulator(Simulator&&) noexcept;
  Simulator& operator=(Simulator&&) noexcept;

  const std::vector<Channel>& channels() const;  // the first is t [s]
  int mobility() const;                          // at the start, by rank
  int gruebler() const;                          // at the start, by Gruebler's count
  const Problems& notes() const;                 // redundant constraints, a singular start
  std::vector<double> startRow() const;          // the assembled start: t and the channels

  // Runs from the start to the end, or until stop is requested (checked at every step). Same bytes on every
  // call. hand: may take hold of parts meanwhile; with hands of the model that do what it has done, the bytes
  // are the same again.
  RunSummary run(SampleSink& sink, const std::stop_token& stop = {}, LiveHand* hand = nullptr) const;

 private:
  struct Parts;
  explicit Simulator(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace clank
