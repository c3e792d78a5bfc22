// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/natural_modes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/dynamics/consistency.h"
#include "core/dynamics/small_motion.h"
#include "core/dynamics/system_compiler.h"
#include "core/model/divide_bar.h"
#include "core/simulation/assembly.h"
#include "core/simulation/run.h"
#include "core/simulation/time_stepping.h"

namespace clank {
namespace {

class NobodyListens final : public SampleSink {
 public:
  void sample(std::span<const double>) override {}
  void event(const Receipt&) override {}
};

// Dense matrices of so many coordinates take seconds.
constexpr std::size_t kMostCoordinates = 1500;

}  // namespace

struct NaturalModes::Parts {
  explicit Parts(System s) : system(std::move(s)), observer(system) {}
  System system;
  Observer observer;
  State state;
  SmallMotion motion;
  int mobility = 0;
};

NaturalModes::NaturalModes(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
NaturalModes::~NaturalModes() = default;
NaturalModes::NaturalModes(NaturalModes&&) noexcept = default;
NaturalModes& NaturalModes::operator=(NaturalModes&&) noexcept = default;

Result<NaturalModes> NaturalModes::find(const Mechanism& drawn, double at, const std::stop_token& stop) {
  Problems errors;
  for (const Problem& problem : validate(drawn))
    if (stopsRun(problem)) errors.push_back(problem);
  if (!errors.empty()) return tl::unexpected(errors);
  const auto divided = divideFlexible(drawn);
  if (!divided) return tl::unexpected(divided.error());
  const Mechanism& resolved = *divided ? (*divided)->mechanism : drawn;
  auto system = compileSystem(resolved, getLinks(*divided));
  if (!system) return tl::unexpected(system.error());
  if (system->layout.coordinates() > kMostCoordinates)
    return failure(fmt::format("natural modes are found of up to {} bodies; here are {}",
                               kMostCoordinates / StateLayout::kBlock, system->bodies.size()),
                   "/bodies");
  auto parts = std::make_unique<Parts>(std::move(*system));
  auto start = assembleStart(parts->system, resolved);
  if (!start) return tl::unexpected(start.error());
  parts->state = std::move(*start);
  if (at > 0) {
    SimulationSettings settings = resolved.simulation;
    settings.duration = at;
    NobodyListens sink;
    const bool steps = settings.integrator.value == IntegratorKind::moreauJean;
    State end;
    const RunSummary summary = (steps ? runTimeStepping : runSystem)(parts->system, parts->observer, settings,
                                                                     parts->state, sink, stop, &end, nullptr);
    if (summary.end != RunSummary::End::finished) {
      Problems problems = summary.problems;
      problems.push_back({fmt::format("the run has come to t = {:.6g} s, not to {:.6g} s", summary.t, at), "",
                          Severity::error});
      return tl::unexpected(problems);
    }
    parts->state = std::move(end);
  }
  parts->motion = calcSmallMotion(parts->system, parts->state);
  Assembler assembler(parts->system, leaveFrictionOut(parts->state.mode));
  assembler.update(parts->state.t, parts->state.y.data(), parts->system.layout.speeds(parts->state.y).data());
  parts->mobility = calcMobility(parts->system, assembler);
  return NaturalModes(std::move(parts));
}

const std::vector<NaturalMode>& NaturalModes::modes() const {
  return parts_->motion.modes;
}
double NaturalModes::unrest() const {
  return parts_->motion.unrest;
}
std::optional<bool> NaturalModes::countsMotion() const {
  if (parts_->motion.speeds == SmallMotion::Speeds::none) return std::nullopt;
  return parts_->motion.speeds == SmallMotion::Speeds::turning;
}
double NaturalModes::spin() const {
  return parts_->motion.spin;
}
double NaturalModes::time() const {
  return parts_->state.t;
}
const std::vector<Channel>& NaturalModes::channels() const {
  return parts_->observer.channels();
}

std::vector<double> NaturalModes::calcShapeRow(std::size_t index, double phase, double amplitude) const {
  constexpr int kIterations = 20;
  const System& system = parts_->system;
  State state = parts_->state;
  const std::span<double> q = system.layout.positions(state.y), v = system.layout.speeds(state.y);
  const auto& shape = modes()[index].shape;
  std::vector<double> real, imaginary, moved;
  const std::complex<double> turned = std::polar(1.0, phase);
  for (const auto& x : shape) {
    real.push_back(x.real());
    imaginary.push_back(x.imag());
    moved.push_back((x * turned).real());
  }
  const double reach =
      std::hypot(calcReach(system, q.data(), real.data()), calcReach(system, q.data(), imaginary.data()));
  const std::vector<double> from(q.begin(), q.end());
  std::fill(v.begin(), v.end(), 0.0);
  for (std::size_t k = 0; k < q.size(); ++k) q[k] += amplitude / reach * moved[k];
  Assembler assembler(system, leaveFrictionOut(state.mode));
  const double open = projectPosition(assembler, state.t, q, v, kOpen, kIterations);
  if (!(open < kJam)) std::copy(from.begin(), from.end(), q.begin());  // it cannot go so far
  return calcRow(system, parts_->observer, state, parts_->mobility);
}

std::string NaturalModes::nameMovers(const NaturalMode& mode) const {
  constexpr std::size_t kNamed = 3;
  constexpr double kLeast = 0.05;
  std::vector<std::size_t> order(mode.kinetic.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return mode.kinetic[a] > mode.kinetic[b]; });
  std::string names;
  for (std::size_t i = 0; i < std::min(kNamed, order.size()); ++i) {
    const double share = mode.kinetic[order[i]];
    if (i > 0 && share < kLeast) break;
    names += fmt::format("{}{} {:.0f} %", i > 0 ? ", " : "", parts_->system.bodies[order[i]].id, 100 * share);
  }
  return names;
}

const char* describe(const NaturalMode& mode) {
  switch (mode.kind) {
    case NaturalMode::Kind::divergence:
      return "unstable";
    case NaturalMode::Kind::flutter:
      return "grows";
    case NaturalMode::Kind::neutral:
      return "neutral";
    case NaturalMode::Kind::oscillation:
      return mode.dampingRatio() > 0 ? "damped" : "steady";
    case NaturalMode::Kind::decay:
      return "overdamped";
  }
  return "";
}

}  // namespace clank
