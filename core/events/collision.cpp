// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/collision.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/coulomb/contact_modes.h"
#include "core/coulomb/impact.h"
#include "core/dynamics/tolerances.h"
#include "core/events/contact_decision.h"
#include "core/events/guard.h"
#include "core/math/largest.h"

namespace clank {
namespace {

std::string describeNoWay(const System& system, std::size_t unilateral) {
  std::string drives, advice;
  for (const SystemDrive& drive : system.drives) drives += fmt::format(" and drive {}", drive.id);
  if (!drives.empty())
    advice =
        "; a drive keeps its motion against any force, where a torque or a load in its place would give way";
  return fmt::format("{}: the stop is reached with speed, but the other joints{} leave no way to stop it{}",
                     describeUnilateral(system, unilateral), drives, advice);
}

RestitutionLaw findRestitutionLaw(ContactLaw law) {
  switch (law) {
    case ContactLaw::newton:
    case ContactLaw::constraint:  // e = 0, where the laws agree
      return RestitutionLaw::newton;
    case ContactLaw::poisson:
      return RestitutionLaw::poisson;
    case ContactLaw::energetic:
      return RestitutionLaw::energetic;
    case ContactLaw::hertz:  // compliant: no impact
    case ContactLaw::kelvinVoigt:
    case ContactLaw::huntCrossley:
    case ContactLaw::herbertMcWhannell:
    case ContactLaw::leeWang:
    case ContactLaw::lankaraniNikravesh:
    case ContactLaw::gonthierApproximate:
    case ContactLaw::gonthier:
    case ContactLaw::zhiyingQishao:
    case ContactLaw::flores:
    case ContactLaw::huGuo:
    case ContactLaw::impact:
      break;
  }
  return RestitutionLaw::newton;
}

constexpr int kMostParted = 3;            // times that parts kept together part others
constexpr double kNearSpeeds = 10;        // speeds of capture
constexpr double kNoAcceleration = 1e-9;  // of the largest; less is rounding error
constexpr double kElastic = 1 - 1e-9;     // bounces that keep more of their speed never die out
// m/s, of a unit of a metre; up to this a rebound may be too low to be seen, below any capture speed.
constexpr double kLikeRest = 1e-4;

// One unilateral of the impact.
struct Participant {
  std::size_t unilateral = 0;
  UnilateralRows rows;
  double restitution = 0, tangential = 0;
  RestitutionLaw law = RestitutionLaw::newton;
  bool pulls = false;      // a stop that latches at once
  bool wasClosed = false;  // before the event
  bool bounces = false;    // its law lets it bounce until capture
  bool isLocked = false;   // in this event
  bool isHit = false;      // the event is its own, or it has received an impulse
  bool staysOn = false;    // was closed, or is captured, and leaves too slowly to be gone
  double flight = -1;      // s, captured: the flight that would have followed
  double ratio = 0;        // of the speeds after and before: e, or less where friction or others take part
  bool isCaptured() const { return flight >= 0; }
};

class Collision {
 public:
  Collision(EventContext& context, std::size_t unilateral, double captureSpeed)
      : c_(context), captureSpeed_(captureSpeed) {
    open_ = c_.calcOpenMode();
    const std::vector<std::size_t> touched = listTouched(unilateral);
    for (const std::size_t u : touched)
      if (u == unilateral || !isAroundCorner(u, touched)) participants_.push_back(makeParticipant(u));
    c_.useMode(open_);
  }

  void carryOut() {
    if (const SystemLimit* limit = findLimit(trigger()); limit && limit->law == TransitionLaw::ignore)
      return doSwitch();
    if (isTouch()) return touch();
    if (!jumpAndCapture()) return;
    for (Participant& p : participants_)
      if (!p.wasClosed && (p.isHit || p.isCaptured()) && !settleNewcomer(p)) return;
    for (const Participant& p : participants_)
      if (p.wasClosed &&
          c_.calcRows(p.unilateral).gapRate > (findLimit(p) ? tolerancesOf(p).rest : tolerancesOf(p).creep))
        c_.letGo(p.unilateral);
    if (decideContacts(c_)) predictFlights();
  }

 private:
  // Without speed there is no impact: the gap is closed, and the accelerations decide whether it stays so.
  // All that touches so closes at once: one after the other, parts that stand on several contacts would begin
  // to slip and leave before the next one holds them.
  bool isTouch() const {
    const SystemLimit* limit = findLimit(trigger());
    return trigger().rows.gapRate > -tolerancesOf(trigger()).creep &&
           (!limit || limit->law == TransitionLaw::restitution);
  }
  void touch() {
    for (const std::size_t u : listTouching()) {
      closeUnilateral(c_.system(), u, c_.mode());
      UnilateralMode& mode = c_.mode().unilaterals.upd(u);
      mode.settling = true;
      mode.settlesAt = c_.state().t;
    }
    decideContacts(c_);
  }
  // The trigger, and what else touches so and is pressed beside it: not what only lies there.
  std::vector<std::size_t> listTouching() {
    std::vector<std::size_t> touching{trigger().unilateral}, all;
    bool any = false;
    for (const Participant& p : participants_) {
      const bool too = touchesToo(p);
      any = any || too;
      if (too || p.wasClosed || &p == &trigger()) all.push_back(p.unilateral);
    }
    if (!any) return touching;
    const auto parts = calcTouching(c_.dynamics(), c_.state().t, c_.state().y, all);
    const double nothing = kNoAcceleration * std::max(1.0, findLargest(c_.dynamics().acceleration()));
    for (std::size_t i = 1; parts && !parts->locked && i < all.size(); ++i)
      if (!c_.mode().unilaterals[all[i]].closed && parts->contacts[i].closed &&
          parts->contacts[i].gapAcceleration < -nothing)
        touching.push_back(all[i]);
    return touching;
  }
  bool touchesToo(const Participant& p) const {
    const UnilateralMode& mode = c_.mode().unilaterals[p.unilateral];
    const double t = c_.state().t;
    if (&p == &trigger() || p.wasClosed || findLimit(p) || mode.leftAt == t || mode.ignoreUntil > t)
      return false;
    return std::abs(p.rows.gapRate) <= tolerancesOf(p).creep &&
           calcGap(c_.system(), p.unilateral, c_.q(), c_.v().data()) <= tolerancesOf(p).closed;
  }

  const Participant& trigger() const { return participants_.front(); }

  const SystemLimit* findLimit(const Participant& p) const {
    return clank::findLimit(c_.system(), p.unilateral);
  }

  const LengthTolerances& tolerancesOf(const Participant& p) const {
    return getTolerances(c_.system(), p.unilateral);
  }

  // The trigger first, then what touches beside it.
  std::vector<std::size_t> listTouched(std::size_t trigger) {
    std::vector<std::size_t> touched{trigger};
    const std::vector<std::size_t>& near =
        c_.dynamics().broadPhase().findWithin(c_.q(), c_.system().tolerances.open);
    std::vector<std::size_t> contacts;
    addTouched(c_.system(), c_.mode(), near, contacts);
    std::vector<Guard> guards;
    listGuards(c_.system(), c_.mode(), contacts, guards);
    for (const Guard& guard : guards)
      if (guard.unilateral != trigger && (guard.kind == Guard::Kind::push ||
                                          (guard.kind == Guard::Kind::gap && isTouched(guard.unilateral))))
        touched.push_back(guard.unilateral);
    return touched;
  }

  // At the surface: the impact may drive it in. What lies on one side of a corner lies in line with the end
  // of the other side, behind it: there it does not touch. A stop that ignores impacts comes after this one.
  bool isTouched(std::size_t u) {
    const Gap gap = calcGapAndPlane(c_.system(), u, c_.q(), c_.v().data());
    const double near = getTolerances(c_.system(), u).near;
    if (std::abs(gap.plane) > near || gap.value > near || findCompliance(c_.system(), u)) return false;
    if (gap.isBehind) return false;
    const SystemLimit* limit = clank::findLimit(c_.system(), u);
    return !limit || limit->law != TransitionLaw::ignore;
  }

  // At a corner that is touched from outside, the other side takes part: it is closed, is hit harder, or is
  // left.
  bool isAroundCorner(std::size_t u, std::span<const std::size_t> touched) {
    if (c_.mode().unilaterals[u].closed) return false;
    const double rate = calcGapAndPlane(c_.system(), u, c_.q(), c_.v().data()).planeRate;
    return std::any_of(touched.begin(), touched.end(), [&](std::size_t w) {
      if (w == u || !meetAtConvexCorner(c_.system(), u, w, c_.q(), c_.v().data())) return false;
      const double other = calcGapAndPlane(c_.system(), w, c_.q(), c_.v().data()).planeRate;
      return c_.mode().unilaterals[w].closed || w == touched.front() ||
             other > c_.system().tolerances.creep || other < rate || (other == rate && w < u);
    });
  }

  Participant makeParticipant(std::size_t u) {
    Participant p;
    p.unilateral = u;
    p.rows = c_.calcRows(u);
    p.wasClosed = c_.mode().unilaterals[u].closed;
    if (const SystemContactLaw* law = clank::findLaw(c_.system(), u)) p.law = findRestitutionLaw(law->normal);
    // What rests does not approach, unless another blow drives it.
    if (p.wasClosed && c_.system().impacts == ImpactOrder::simultaneous) return p;
    if (const SystemLimit* limit = findLimit(p)) {
      const bool restitutes =
          limit->law == TransitionLaw::restitution || limit->law == TransitionLaw::restitutionThenLock;
      p.restitution = restitutes ? limit->restitution : 0;
      p.pulls = !p.wasClosed && limit->law == TransitionLaw::merge && limit->latched;
      p.bounces = !p.wasClosed && limit->law == TransitionLaw::restitution;
    } else if (const SystemContactLaw* law = clank::findLaw(c_.system(), u)) {
      p.restitution = law->restitution;
      p.tangential = law->tangentialRestitution;
      p.bounces = !p.wasClosed;
    }
    return p;
  }

  // Velocities after the impact with captured participants plastic; the state is left as it was.
  std::optional<VelocityJump> calcImpact() {
    std::vector<ImpactContact> contacts;
    for (const Participant& p : participants_) {
      ImpactContact contact = makeImpactContact(p.rows);
      contact.how.pulls = p.pulls || p.staysOn;
      contact.how.law = p.law;
      contact.how.restitution = p.restitution;
      contact.how.tangential = p.tangential;
      contact.how.rests = p.isCaptured();
      contacts.push_back(contact);
    }
    const ImpactRules rules{c_.system().impacts, captureSpeed_};
    auto jump = calcJump(c_.dynamics().assembler(), c_.v(), contacts, rules);
    if (!jump) c_.fail(describeNoWay(c_.system(), trigger().unilateral));
    return jump;
  }

  bool jumpAndCapture() {
    auto jump = calcImpact();
    if (!jump) return false;
    if (capture(*jump)) {
      jump = calcImpact();
      if (!jump) return false;
    }
    if (const Participant* squeezed = findSqueezed(*jump)) {
      const std::string hit =
          squeezed == &trigger() ? std::string("it") : describeUnilateral(c_.system(), trigger().unilateral);
      c_.fail(describeUnilateral(c_.system(), squeezed->unilateral) +
              ": its parts are squeezed: after the blow on " + hit +
              " they would still approach, and the drives leave them no way out");
      return false;
    }
    const bool plastic = !findLimit(trigger()) && trigger().restitution == 0 && trigger().isCaptured();
    addJump(plastic ? EventKind::contactBegin : findKind(), *jump);
    return true;
  }

  // Each contact can give way and both together cannot: what lies between jaws that are driven, or between
  // one and a wall. Without drives standing still is a way.
  const Participant* findSqueezed(const VelocityJump& jump) const {
    constexpr double kStill = 1e-3;  // of the greatest approach before
    if (c_.system().drives.empty()) return nullptr;
    double before = 0;
    for (const Participant& p : participants_) before = std::max(before, -p.rows.gapRate);
    const double still = kStill * before + c_.system().tolerances.creep;
    const auto isSqueezed = [&](const Participant& p) { return calcRateAfter(p, jump) < -still; };
    const auto found = std::find_if(participants_.begin(), participants_.end(), isSqueezed);
    return found == participants_.end() ? nullptr : &*found;
  }

  EventKind findKind() const {
    const SystemLimit* limit = findLimit(trigger());
    if (!limit || limit->law != TransitionLaw::merge) return EventKind::impact;
    return limit->latched ? EventKind::merge : EventKind::contactBegin;
  }

  // Slow rebounds whose free motion leads back are replaced by contact, and parts that rest on each other
  // stay so when the blow parts them as slowly: a disc between two others would be thrown from one to the
  // other in ever the same flights. True when there are any of both.
  bool capture(const VelocityJump& jump) {
    bool any = false;
    for (Participant& p : participants_) {
      const double rate = calcRateAfter(p, jump);
      p.ratio = p.rows.gapRate < 0 ? std::clamp(rate / -p.rows.gapRate, 0.0, 1.0) : 0;
      const bool slow =
          p.bounces && rate < std::max(captureSpeed_, kLikeRest * tolerancesOf(p).unit) && p.ratio < kElastic;
      if (slow) p.flight = 0;
      any = any || slow;
    }
    const bool anyClosed = std::any_of(participants_.begin(), participants_.end(),
                                       [](const Participant& p) { return p.wasClosed; });
    if (!any && !anyClosed) return false;
    std::vector<double> rebounds;
    for (const Participant& p : participants_) rebounds.push_back(std::max(0.0, calcRateAfter(p, jump)));
    auto plastic = any ? calcImpact() : std::optional(jump);
    if (!plastic) return false;
    for (int i = 0; i < kMostParted && keepSlow(*plastic); ++i) {
      const auto together = calcImpact();
      if (!together || !isNear(*together, *plastic)) {
        for (Participant& p : participants_) p.staysOn = false;
        break;
      }
      plastic = together;
      any = true;
    }
    if (!any) return false;
    const std::vector<double> before(c_.v().begin(), c_.v().end());
    for (std::size_t k = 0; k < before.size(); ++k) c_.v()[k] += plastic->dv[k];
    confirmCapture(rebounds);
    std::copy(before.begin(), before.end(), c_.v().begin());
    c_.useMode(open_);
    return std::any_of(participants_.begin(), participants_.end(),
                       [](const Participant& p) { return p.isCaptured() || p.staysOn; });
  }

  static double calcRateAfter(const Participant& p, const VelocityJump& jump) {
    return p.rows.gapRate + dot(p.rows.gap, jump.dv.data());
  }

  // Rows that pull can find impulses of another size, with friction that wedges: those were not meant.
  bool isNear(const VelocityJump& one, const VelocityJump& other) const {
    std::vector<double> change(one.dv.size());
    for (std::size_t k = 0; k < change.size(); ++k) change[k] = one.dv[k] - other.dv[k];
    const double most = kNearSpeeds * captureSpeed_;
    return std::all_of(participants_.begin(), participants_.end(), [&](const Participant& p) {
      return std::abs(dot(p.rows.gap, change.data())) < most &&
             (p.rows.friction <= 0 || std::abs(dot(p.rows.slip, change.data())) < most);
    });
  }

  // Slow enough to be captured. Whatever the capture speed: a flight that rises by less than the digits of
  // positions has no time of its end, and after one that is no faster than creep nothing tells the next blow
  // from a touch. The sum of the flights that follow is known better than any of them.
  bool isLow(const Participant& p, double rebound, double acceleration) const {
    constexpr double kDigits = 0.1;  // of what counts as closed
    const LengthTolerances& t = tolerancesOf(p);
    return rebound < captureSpeed_ || rebound <= t.creep ||
           rebound * rebound < 2 * acceleration * kDigits * t.closed;
  }

  // Marks what has been in contact, or is captured, and would be parted slowly. True when there is more of
  // it.
  bool keepSlow(const VelocityJump& jump) {
    bool any = false;
    for (Participant& p : participants_) {
      const SystemContactLaw* law = clank::findLaw(c_.system(), p.unilateral);
      if (!law || law->restitution >= kElastic || (!p.wasClosed && !p.isCaptured())) continue;
      const double rate = calcRateAfter(p, jump);
      if (p.staysOn || !(rate > tolerancesOf(p).rest && rate < captureSpeed_)) continue;
      p.staysOn = any = true;
    }
    return any;
  }

  void confirmCapture(const std::vector<double>& rebounds) {
    std::vector<std::size_t> unilaterals, index;
    for (std::size_t i = 0; i < participants_.size(); ++i) {
      const bool stays = participants_[i].wasClosed && c_.calcRows(participants_[i].unilateral).gapRate <
                                                           tolerancesOf(participants_[i]).rest;
      if (!stays && !participants_[i].isCaptured()) continue;
      unilaterals.push_back(participants_[i].unilateral);
      index.push_back(i);
    }
    const auto touching = calcTouching(c_.dynamics(), c_.state().t, c_.state().y, unilaterals);
    for (std::size_t k = 0; k < index.size(); ++k) {
      Participant& p = participants_[index[k]];
      const bool known = touching && !touching->locked;
      const double a = known ? touching->contacts[k].gapAcceleration : 0;
      const bool returns = known && touching->contacts[k].closed && a < 0;
      const double rebound = rebounds[index[k]];
      if (p.isCaptured()) p.flight = returns && isLow(p, rebound, -a) ? 2 * rebound / -a : -1;
      p.staysOn = p.staysOn && returns;
    }
  }

  void addJump(EventKind kind, const VelocityJump& jump) {
    Transition t = c_.describe(kind, trigger().unilateral, trigger().rows);
    t.restitution = trigger().isCaptured() ? 0 : trigger().restitution * jump.restitutionFactor;
    std::vector<std::pair<std::size_t, const UnilateralRows*>> hit;
    for (const Participant& p : participants_) hit.push_back({p.unilateral, &p.rows});
    c_.addJump(std::move(t), hit, jump);
    for (std::size_t i = 0; i < participants_.size(); ++i) {
      UnilateralRows& rows = participants_[i].rows;
      rows.gapRate += dot(rows.gap, jump.dv.data());
      rows.slipRate += dot(rows.slip, jump.dv.data());
      participants_[i].isHit = i == 0 || jump.impulse[i] != 0;
    }
  }

  // What a participant that was open becomes. False when the run cannot go on.
  bool settleNewcomer(Participant& p) {
    const SystemLimit* limit = findLimit(p);
    if (limit && limit->law == TransitionLaw::merge) {
      c_.hold(p.unilateral);
    } else if (limit && limit->law == TransitionLaw::restitutionThenLock) {
      return lock(p);
    } else if (p.isCaptured() && !(c_.calcRows(p.unilateral).gapRate > tolerancesOf(p).creep)) {
      closeUnilateral(c_.system(), p.unilateral, c_.mode());
      UnilateralMode& mode = c_.mode().unilaterals.upd(p.unilateral);
      mode.settling = limit != nullptr || p.restitution > 0;
      mode.settlesAt = c_.state().t + p.flight / (1 - p.ratio);
    } else {
      c_.mode().unilaterals.upd(p.unilateral).ignoreUntil = c_.state().t;
    }
    return true;
  }

  // The second half of "restitution then lock": at the same place, a row that also pulls. What this event has
  // locked before stays so.
  bool lock(Participant& p) {
    std::vector<Participant> all{p};
    for (const Participant& other : participants_)
      if (other.unilateral != p.unilateral && (other.wasClosed || other.isLocked)) all.push_back(other);
    for (Participant& other : all) {
      other.rows = c_.calcRows(other.unilateral);
      other.restitution = 0;
      other.pulls = other.pulls || other.isLocked;
    }
    all.front().pulls = true;
    std::swap(participants_, all);
    const auto jump = calcImpact();
    if (jump) {
      addJump(EventKind::lock, *jump);
      c_.hold(p.unilateral);
    }
    std::swap(participants_, all);
    p.isLocked = jump.has_value();
    return p.isLocked;
  }

  void doSwitch() {
    const std::size_t u = trigger().unilateral;
    Transition t = c_.describe(EventKind::kinematicSwitch, u);
    const std::size_t joint = std::get<StopIndex>(t.part).joint;
    const auto switched = calcSwitchedVelocity(c_.system(), c_.dynamics().assembler(), c_.v(), joint,
                                               std::span(&trigger().rows.push, 1));
    std::copy(switched.begin(), switched.end(), c_.v().begin());
    t.rateAfter = c_.calcRows(u).gapRate;
    t.vAfter = switched;
    t.momentumConserved = false;
    c_.add(std::move(t));
    c_.hold(u);
    for (const Participant& p : participants_)
      if (p.wasClosed && c_.calcRows(p.unilateral).gapRate > tolerancesOf(p).rest) c_.letGo(p.unilateral);
    decideContacts(c_);
  }

  // A contact that leaves is not looked at again for half of the flight that it begins, whether it bounces or
  // others push it off. Flights that were predicted before are over: this impact has changed them.
  void predictFlights() {
    c_.mode().unilaterals.endFlights(c_.state().t);
    c_.useMode(c_.mode());
    c_.dynamics().evaluate(c_.state().t, c_.state().y);
    for (const Participant& p : participants_) {
      if (c_.mode().unilaterals[p.unilateral].closed || p.isCaptured()) continue;
      const UnilateralRows rows = c_.calcRows(p.unilateral);
      const double rate = rows.gapRate,
                   a = dot(rows.gap, c_.dynamics().acceleration().data()) - rows.gapGamma;
      if (rate > 0 && a < 0) c_.mode().unilaterals.upd(p.unilateral).ignoreUntil = c_.state().t + rate / -a;
    }
  }

  EventContext& c_;
  const double captureSpeed_;
  Mode open_;
  std::vector<Participant> participants_;
};

}  // namespace

void collide(EventContext& context, std::size_t unilateral, double captureSpeed) {
  Collision(context, unilateral, captureSpeed).carryOut();
}

}  // namespace clank
