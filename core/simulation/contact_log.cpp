// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/contact_log.h"

#include <algorithm>
#include <boost/math/tools/minima.hpp>
#include <cstdint>

#include "core/dynamics/compliant_contacts.h"
#include "core/dynamics/joint_phase.h"

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

// The greatest value of a function of time between two times, looked for around the greatest of a few.
template <class F>
double findPeak(const F& f, double begin, double end) {
  constexpr int kLooks = 8;
  constexpr int kBits = 30;  // of the time: the peak is flat
  const auto timeOf = [&](int i) { return i == kLooks ? end : begin + (end - begin) * i / kLooks; };
  double peak = f(begin);
  int at = 0;
  for (int i = 1; i <= kLooks; ++i)
    if (const double value = f(timeOf(i)); value > peak) {
      peak = value;
      at = i;
    }
  std::uintmax_t iterations = 60;
  const auto found =
      boost::math::tools::brent_find_minima([&](double t) { return -f(t); }, timeOf(std::max(at - 1, 0)),
                                            timeOf(std::min(at + 1, kLooks)), kBits, iterations);
  return std::max(peak, -found.second);
}

}  // namespace

ContactLog::ContactLog(const System& system, const State& start) : system_(system) {
  for (std::size_t p = 0; p < system.contactPairs.size(); ++p) {
    const SystemContactPair& pair = system.contactPairs[p];
    for (std::size_t c = pair.first; c < pair.first + pair.count; ++c)
      if (const auto& mode = start.mode.unilaterals[system.firstContact() + c]; mode.pressed) {
        open(p, start, mode.approach);
        break;
      }
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

void ContactLog::follow(const StateAt& at, double begin, double end, const Mode& mode) {
  for (Open& contact : open_) followPair(contact, at, begin, end, mode);
}

void ContactLog::followPair(Open& contact, const StateAt& at, double begin, double end,
                            const Mode& mode) const {
  const SystemContactPair& pair = system_.contactPairs[contact.pair];
  const auto force = [&](double t) { return calcPress(system_, pair, mode, at(t)).force; };
  const auto depth = [&](double t) { return calcPress(system_, pair, mode, at(t)).depth; };
  contact.peakForce = std::max(contact.peakForce, findPeak(force, begin, end));
  contact.peakDepth = std::max(contact.peakDepth, findPeak(depth, begin, end));
}

std::optional<ContactReport> ContactLog::note(const Transition& transition, const State& state) {
  if (std::holds_alternative<ChangeIndex>(transition.part)) return notePhase(transition, state);
  const auto* index = std::get_if<ContactIndex>(&transition.part);
  if (!index) return std::nullopt;
  const std::size_t pair = system_.contacts[index->contact].pair;
  if (!system_.contactPairs[pair].compliance) return std::nullopt;
  if (transition.kind == EventKind::contactBegin) open(pair, state, -transition.rateBefore);
  if (transition.kind == EventKind::contactEnd) return close(pair, state, transition.rateAfter);
  return std::nullopt;
}

// A phase that has ended takes its contacts with it; the next may begin with some.
std::optional<ContactReport> ContactLog::notePhase(const Transition& transition, const State& state) {
  std::optional<ContactReport> report;
  for (const Open& contact : open_)
    if (!isInForce(system_.contactPairs[contact.pair], transition.modeAfter)) {
      report = close(contact.pair, state, 0);
      break;
    }
  for (std::size_t p = 0; p < system_.contactPairs.size(); ++p) {
    const SystemContactPair& pair = system_.contactPairs[p];
    const bool isOpen = std::any_of(open_.begin(), open_.end(), [&](const Open& o) { return o.pair == p; });
    for (std::size_t c = pair.first; !isOpen && c < pair.first + pair.count; ++c)
      if (const auto& mode = transition.modeAfter.unilaterals[system_.firstContact() + c]; mode.pressed) {
        open(p, state, mode.approach);
        break;
      }
  }
  return report;
}

std::optional<ContactReport> ContactLog::close(std::size_t pair, const State& state, double rate) {
  const auto at =
      std::find_if(open_.begin(), open_.end(), [&](const Open& contact) { return contact.pair == pair; });
  if (at == open_.end()) return std::nullopt;
  ContactReport report = makeReport(*at, state);
  report.effectiveRestitution = at->approach > 0 ? rate / at->approach : 0;
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
