// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/contact_log.h"

#include <algorithm>
#include <array>
#include <boost/math/tools/minima.hpp>
#include <cmath>
#include <cstdint>
#include <span>

#include "core/dynamics/compliant_contacts.h"
#include "core/dynamics/joint_phase.h"
#include "core/simulation/press_course.h"

namespace clank {
namespace {

struct Press {
  double force = 0, depth = 0;  // N, of all pieces; m, of the deepest
};

Press calcPress(const System& system, const SystemContactPair& pair, const Mode& mode,
                const std::vector<double>& y) {
  Press press;
  for (std::size_t c = pair.first; c < pair.first + pair.count; ++c) {
    const UnilateralMode& contact = mode.unilaterals[system.firstContact() + c];
    if (!contact.pressed) continue;
    const ContactDepth at = calcContactDepth(system, c, y);
    press.depth = std::max(press.depth, at.depth);
    if (!contact.slack)
      press.force += calcNormalForce(pair.compliance->normal, at.depth, at.rate, contact.approach).total();
  }
  return press;
}

// What is to come in a step without an end of a contact.
struct Outlook {
  Press most;         // no less than it is anywhere
  bool grows = true;  // throughout
};
Outlook foresee(const System& system, const SystemContactPair& pair, const Mode& mode, EventSearch& step,
                double end) {
  Outlook outlook;
  const NormalForceLaw& law = pair.compliance->normal;
  for (std::size_t c = pair.first; c < pair.first + pair.count; ++c) {
    const UnilateralMode& contact = mode.unilaterals[system.firstContact() + c];
    if (!contact.pressed) continue;
    const PressCourse course = step.calcCourse(c, end);
    outlook.most.depth = std::max(outlook.most.depth, course.highest);
    outlook.most.force +=
        calcNormalForce(law, course.highest, std::max(course.fastest, 0.0), contact.approach).total();
    outlook.grows = outlook.grows && !contact.slack && pushGrows(law, course, contact.approach);
  }
  return outlook;
}

constexpr int kPeakLooks = 8;

// The greatest of a value of Press in a step, more than `least`: looked for around the greatest of a few,
// unless what that rises above its neighbours leads to nothing new. With equal spaces a parabola through
// three values is nowhere above the middle one by more than an eighth of what that is above the others. Where
// the greatest comes at an end of the step and the parabola through it rises up to there, it is the peak.
template <class F>
double findPeak(const F& f, std::span<const double> times, std::span<const Press> looks, double Press::*value,
                double least) {
  constexpr int kBits = 18;  // of the time between two neighbours: the peak is flat
  const auto greatest = std::max_element(looks.begin(), looks.end(),
                                         [&](const Press& a, const Press& b) { return a.*value < b.*value; });
  const auto at = static_cast<std::size_t>(greatest - looks.begin());
  const std::size_t from = at == 0 ? 0 : at - 1, to = std::min(at + 1, looks.size() - 1);
  const double peak = looks[at].*value, fall = peak - std::min(looks[from].*value, looks[to].*value);
  if (peak + fall <= least) return least;
  const auto rise = [&](std::size_t nearer, std::size_t farther) {
    return 3 * peak - 4 * (looks[nearer].*value) + looks[farther].*value;
  };
  if (at == 0 && rise(1, 2) > 0) return std::max(least, peak);
  if (at + 1 == looks.size() && rise(at - 1, at - 2) > 0) return std::max(least, peak);
  const double width = times[to] - times[from];
  std::uintmax_t iterations = 60;
  const auto found = boost::math::tools::brent_find_minima(
      [&](double s) { return -(f(times[from] + (s - 1) * width).*value); }, 1.0, 2.0, kBits, iterations);
  return std::max({least, peak, -found.second});
}

}  // namespace

ContactLog::ContactLog(const System& system, const State& start) : system_(system) {
  openPressed(start, start.mode);
}

// Those that are not open yet, each by its first contact that is pressed.
void ContactLog::openPressed(const State& state, const Mode& mode) {
  for (const auto& [u, contact] : mode.unilaterals.entries()) {
    if (!contact.pressed) continue;
    const std::size_t pair = system_.contacts.pairOf(u - system_.firstContact());
    if (std::ranges::none_of(open_, [&](const Open& o) { return o.pair == pair; }))
      open(pair, state, contact.approach);
  }
}

std::vector<double> ContactLog::getSums(std::size_t pair, const std::vector<double>& y) const {
  const auto sums =
      system_.layout.internals(y).subspan(system_.contactPairs[pair].compliance->internal, kPressSums);
  return {sums.begin(), sums.end()};
}

void ContactLog::open(std::size_t pair, const State& state, double approach) {
  open_.push_back({pair, state.t, approach, getSums(pair, state.y)});
}

void ContactLog::follow(EventSearch& step, double begin, double end, const Mode& mode) {
  for (Open& contact : open_) {
    followPair(contact, step, begin, end, mode);
    noteSunk(contact);
  }
}

void ContactLog::noteSunk(const Open& contact) {
  if (sunk_ && contact.peakDepth <= sunk_->depth) return;
  const ContactGeometry& geometry = system_.contacts[system_.contactPairs[contact.pair].first].geometry;
  const double radius = geometry.radius();
  if (geometry.sector() == 0 && radius > 0 && contact.peakDepth > radius)
    sunk_ = {contact.pair, contact.peakDepth, radius};
}

void ContactLog::followPair(Open& contact, EventSearch& step, double begin, double end,
                            const Mode& mode) const {
  const SystemContactPair& pair = system_.contactPairs[contact.pair];
  const Outlook outlook = foresee(system_, pair, mode, step, end);
  if (outlook.most.force <= contact.peakForce && outlook.most.depth <= contact.peakDepth) return;
  const StateAt at = step.stateAt();
  const auto press = [&](double t) { return calcPress(system_, pair, mode, at(t)); };
  if (outlook.grows) {
    const Press last = press(end);
    contact.peakForce = std::max(contact.peakForce, last.force);
    contact.peakDepth = std::max(contact.peakDepth, last.depth);
    return;
  }
  std::array<double, kPeakLooks + 1> times;
  std::array<Press, kPeakLooks + 1> looks;
  for (std::size_t i = 0; i <= kPeakLooks; ++i) {
    times[i] = i == kPeakLooks ? end : begin + (end - begin) * static_cast<double>(i) / kPeakLooks;
    looks[i] = press(times[i]);
  }
  contact.peakForce = findPeak(press, times, looks, &Press::force, contact.peakForce);
  contact.peakDepth = findPeak(press, times, looks, &Press::depth, contact.peakDepth);
}

std::optional<ContactReport> ContactLog::note(const Transition& transition, const State& state) {
  noteJump(transition, state);
  if (std::holds_alternative<ChangeIndex>(transition.part)) return notePhase(transition, state);
  const auto* index = std::get_if<ContactIndex>(&transition.part);
  if (!index) return std::nullopt;
  const std::size_t pair = system_.contacts.pairOf(index->contact);
  if (!system_.contactPairs[pair].compliance) return std::nullopt;
  if (transition.kind == EventKind::contactBegin) open(pair, state, -transition.rateBefore);
  if (transition.kind == EventKind::contactEnd) return close(pair, state, transition.rateAfter);
  return std::nullopt;
}

// A lock or a blow elsewhere that changes how fast the parts of a contact part is in the speed with which
// they leave: the ratio of that to the approach is no restitution of the contact.
void ContactLog::noteJump(const Transition& transition, const State& state) {
  constexpr double kRounding = 1e-9;  // of the speeds of the contact
  if (transition.vBefore == transition.vAfter || transition.vAfter.empty()) return;
  const auto withSpeeds = [&](const std::vector<double>& v) {
    std::vector<double> y = state.y;
    std::copy(v.begin(), v.end(), system_.layout.speeds(y).begin());
    return y;
  };
  const std::vector<double> before = withSpeeds(transition.vBefore), after = withSpeeds(transition.vAfter);
  for (Open& contact : open_) {
    const SystemContactPair& pair = system_.contactPairs[contact.pair];
    for (std::size_t c = pair.first; c < pair.first + pair.count; ++c) {
      if (!state.mode.unilaterals[system_.firstContact() + c].pressed) continue;
      const double was = calcContactDepth(system_, c, before).rate;
      const double is = calcContactDepth(system_, c, after).rate;
      if (std::abs(is - was) > kRounding * (std::abs(was) + contact.approach)) contact.isStruck = true;
    }
  }
}

// A phase that has ended takes its contacts with it; the next may begin with some.
std::optional<ContactReport> ContactLog::notePhase(const Transition& transition, const State& state) {
  std::optional<ContactReport> report;
  for (const Open& contact : open_)
    if (!isInForce(system_.contactPairs[contact.pair], transition.modeAfter)) {
      report = close(contact.pair, state, 0);
      break;
    }
  openPressed(state, transition.modeAfter);
  return report;
}

std::optional<ContactReport> ContactLog::close(std::size_t pair, const State& state, double rate) {
  const auto at =
      std::find_if(open_.begin(), open_.end(), [&](const Open& contact) { return contact.pair == pair; });
  if (at == open_.end()) return std::nullopt;
  ContactReport report = makeReport(*at, state);
  if (at->approach > 0 && !at->isStruck) report.effectiveRestitution = rate / at->approach;
  open_.erase(at);
  return report;
}

ContactReport ContactLog::makeReport(const Open& contact, const State& state) const {
  std::vector<double> sums = getSums(contact.pair, state.y);
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] -= contact.sums[i];
  ContactReport report;
  report.begin = contact.begin;
  report.duration = state.t - contact.begin;
  report.approach = contact.approach;
  report.peakForce = contact.peakForce;
  report.peakDepth = contact.peakDepth;
  report.normalImpulse = sums[kNormalImpulse];
  report.slipImpulse = sums[kSlipImpulse];
  report.isStruck = contact.isStruck;
  report.dampingLoss = sums[kPressDamping];
  report.frictionLoss = sums[kPressFriction];
  return report;
}

std::vector<ContactLog::OpenReport> ContactLog::listOpen(const State& state) const {
  std::vector<OpenReport> reports;
  for (const Open& contact : open_) reports.push_back({contact.pair, makeReport(contact, state)});
  return reports;
}

}  // namespace clank
