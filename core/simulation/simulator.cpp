// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/simulator.h"

#include <algorithm>
#include <mutex>
#include <optional>

#include "core/dynamics/consistency.h"
#include "core/dynamics/system_compiler.h"
#include "core/model/divide_bar.h"
#include "core/model/validate_numbers.h"
#include "core/record/observer.h"
#include "core/simulation/assembly.h"
#include "core/simulation/hands.h"
#include "core/simulation/run.h"
#include "core/simulation/start_diagnosis.h"
#include "core/simulation/start_tangents.h"
#include "core/simulation/time_stepping.h"

namespace clank {

namespace {

// The usual capture speed is that of a mechanism whose unit of length is a metre.
SimulationSettings fitToSize(SimulationSettings settings, const LengthTolerances& tolerances) {
  if (settings.captureSpeed.value == SimulationSettings().captureSpeed.value)
    settings.captureSpeed.value *= tolerances.unit;
  return settings;
}

}  // namespace

struct Simulator::Parts {
  Parts(System s, const SimulationSettings& simulation)
      : system(std::move(s)), settings(fitToSize(simulation, system.tolerances)) {}
  System system;
  SimulationSettings settings;
  State start;
  Problems warnings, notes;
  int mobility = 0, gruebler = 0;

  // Made when somebody asks for it: the names of the channels of a large mechanism are as large as itself,
  // and who wants to know whether it can start needs none.
  const Observer& observer() {
    std::call_once(named_, [this] { observer_.emplace(system); });
    return *observer_;
  }

 private:
  std::once_flag named_;
  std::optional<Observer> observer_;
};

Simulator::Simulator(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Simulator::~Simulator() = default;
Simulator::Simulator(Simulator&&) noexcept = default;
Simulator& Simulator::operator=(Simulator&&) noexcept = default;

namespace {

// A mode without joints that friction holds. Mostly there is none, and a large mode is not copied.
class LooseMode {
 public:
  explicit LooseMode(const Mode& mode) : mode_(mode) {
    const auto grips = [](const Mode::JointMode& joint) { return joint.grips; };
    if (std::ranges::none_of(mode.joints, grips)) return;
    copy_ = mode;
    for (Mode::JointMode& joint : copy_->joints) joint.grips = false;
  }
  const Mode& get() const { return copy_ ? *copy_ : mode_; }

 private:
  const Mode& mode_;
  std::optional<Mode> copy_;
};

Problems describeStart(const Mechanism& resolved, const System& system, const State& start, const Mode& loose,
                       BranchNote branch) {
  const auto q = system.layout.positions(start.y);
  Problems notes = system.bends.empty() ? describeStructure(resolved, system, loose, q, branch)
                                        : describeStructure(resolved, holdBends(system), loose, q, branch);
  for (const Problems& more :
       {describeStartVelocities(resolved, system, start), describeTableEnds(resolved, system),
        describeStiffContacts(system, start, resolved.simulation),
        describeStiffLinks(system, resolved.simulation)})
    notes.insert(notes.end(), more.begin(), more.end());
  return notes;
}

}  // namespace

Result<Simulator> Simulator::create(const Mechanism& drawn, StartNotes notes) {
  Problems errors, warnings;
  for (const Problem& problem : notes == StartNotes::newNumbers ? validateNumbers(drawn) : validate(drawn))
    if (!isOfSearch(problem)) (stopsRun(problem) ? errors : warnings).push_back(problem);
  if (!errors.empty()) return tl::unexpected(errors);
  const auto divided = divideFlexible(drawn);
  if (!divided) return tl::unexpected(divided.error());
  const Mechanism& resolved = *divided ? (*divided)->mechanism : drawn;
  auto system = compileSystem(resolved, getLinks(*divided));
  if (!system) return tl::unexpected(system.error());
  auto parts = std::make_unique<Parts>(std::move(*system), resolved.simulation);
  Problems moved;
  auto start = assembleStart(parts->system, resolved, &moved);
  if (!start) return tl::unexpected(start.error());
  parts->start = std::move(*start);
  Hands(parts->system, nullptr).update(parts->start, parts->start.mode.hands);
  parts->warnings = std::move(warnings);
  // Friction that holds a joint takes no freedom from the mechanism.
  const LooseMode loose(parts->start.mode);
  const bool namesBranch =
      std::ranges::any_of(moved, [](const Problem& note) { return note.where == kStartBranchPlace; });
  if (notes == StartNotes::find)
    parts->notes = describeStart(resolved, parts->system, parts->start, loose.get(),
                                 namesBranch ? BranchNote::present : BranchNote::absent);
  parts->notes.insert(parts->notes.begin(), moved.begin(), moved.end());
  {
    Assembler rows(parts->system, loose.get());
    const State& at = parts->start;
    const StateLayout& layout = parts->system.layout;
    rows.update(0, layout.positions(at.y).data(), layout.speeds(at.y).data());
    parts->mobility = calcMobility(parts->system, rows);
    parts->gruebler = calcGruebler(parts->system, rows);
  }
  return Simulator(std::move(parts));
}

const std::vector<Channel>& Simulator::channels() const {
  return parts_->observer().channels();
}
int Simulator::mobility() const {
  return parts_->mobility;
}
const Problems& Simulator::notes() const {
  return parts_->notes;
}
int Simulator::gruebler() const {
  return parts_->gruebler;
}

std::vector<double> Simulator::startRow() const {
  return calcRow(parts_->system, parts_->observer(), parts_->start, parts_->mobility);
}

RunSummary Simulator::run(SampleSink& sink, const std::stop_token& stop, LiveHand* hand) const {
  const bool steps = parts_->settings.integrator.value == IntegratorKind::moreauJean;
  RunSummary summary = (steps ? runTimeStepping : runSystem)(
      parts_->system, parts_->observer(), parts_->settings, parts_->start, sink, stop, nullptr, hand);
  summary.problems.insert(summary.problems.begin(), parts_->warnings.begin(), parts_->warnings.end());
  summary.problems.insert(summary.problems.begin(), parts_->notes.begin(), parts_->notes.end());
  const LengthTolerances& lengths = parts_->system.tolerances;
  summary.tolerances = {lengths.unit, lengths.closed, lengths.open, parts_->settings.absoluteTolerance.value,
                        parts_->settings.captureSpeed.value};
  summary.mobilityStart = parts_->mobility;
  summary.gruebler = parts_->gruebler;
  return summary;
}

}  // namespace clank
