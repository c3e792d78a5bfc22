// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/step_receipts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/coulomb/impact.h"
#include "core/coulomb/impulse_share.h"
#include "core/coulomb/unilateral.h"
#include "core/dynamics/dependent_rows.h"
#include "core/dynamics/energy.h"
#include "core/dynamics/tolerances.h"
#include "core/events/giving_way.h"
#include "core/events/tangential_impact.h"
#include "core/events/transition.h"
#include "core/math/islands.h"
#include "core/math/name_index.h"
#include "core/simulation/receipt_writer.h"

namespace clank {
namespace {

// A slip begins beyond this part of what the bodies alone gain in a step (and a speed, m/s), and ends at a
// tenth of it: what sweeps leave of a rate is no event.
constexpr double kSlipBegins = 1e-2, kSlowest = 1e-6;
constexpr double kAtEdge = 1e-6;        // of the bound of friction: what sweeps leave
constexpr std::size_t kMostAsked = 40;  // contacts of an island of which it is asked what is not unique

class StepSettler {
 public:
  StepSettler(const System& system, const MoreauStep& step, Assembler& assembler, int mobility, State& state)
      : system_(system), step_(step), assembler_(assembler), mobility_(mobility), state_(state) {}

  std::vector<Receipt> run() {
    std::vector<std::pair<std::size_t, std::size_t>> order;  // unilateral, index
    for (std::size_t i = 0; i < step_.contacts.size(); ++i)
      order.emplace_back(step_.contacts[i].unilateral, i);
    constexpr std::size_t kTookNoPart = std::numeric_limits<std::size_t>::max();
    for (const std::size_t u : state_.mode.unilaterals.listClosed()) order.emplace_back(u, kTookNoPart);
    std::sort(order.begin(), order.end());
    const auto isSame = [](const auto& a, const auto& b) { return a.first == b.first; };
    order.erase(std::unique(order.begin(), order.end(), isSame), order.end());  // the index that took part
    for (const auto& [u, index] : order) {
      if (index != kTookNoPart)
        settle(u, index);
      else if (state_.mode.unilaterals[u].closed)
        end(u);
    }
    for (std::size_t i = 0; i < step_.rolling.size(); ++i) settleRolling(i);
    for (std::size_t i = 0; i < step_.joints.size(); ++i) settleJoint(i);
    return std::move(receipts_);
  }
  bool changed() const { return changed_; }

 private:
  const UnilateralMode& mode(std::size_t u) const { return state_.mode.unilaterals[u]; }

  void settle(std::size_t u, std::size_t index) {
    const StepContact& contact = step_.contacts[index];
    const StepPlace& place = step_.places[index];
    if (!(contact.impulse > 0)) {
      if (mode(u).closed && isOpen(u, place)) end(u);
      return;
    }
    const SystemLimit* limit = findLimit(system_, u);
    const bool bounces = place.restitution > 0;
    const bool begins = place.hits || !mode(u).closed;
    const bool jams = isJammed(contact, place);
    if (jams)
      tell(u, index, EventKind::impact, true, kImpactWithoutCollision);
    else if (begins)
      tell(u, index, findKind(limit, bounces));
    if (bounces) {
      if (mode(u).closed) openUnilateral(system_, u, state_.mode);
      changed_ = changed_ || limit;
      return;
    }
    if (!mode(u).closed) close(u, limit);
    if (contact.friction > 0 && mode(u).closed) settleSlip(u, index, begins || jams);
  }

  bool isOpen(std::size_t u, const StepPlace& place) const {
    const double* const v = system_.layout.speeds(state_.y).data();
    return calcGap(system_, u, state_.y.data(), v) >
           getTolerances(system_, u).open + step_.h * place.gain / 2;
  }

  static EventKind findKind(const SystemLimit* limit, bool bounces) {
    if (bounces) return EventKind::impact;
    if (!limit || !limit->latched) return EventKind::contactBegin;
    return limit->law == TransitionLaw::merge ? EventKind::merge : EventKind::lock;
  }

  void close(std::size_t u, const SystemLimit* limit) {
    closeUnilateral(system_, u, state_.mode);
    if (!limit) return;
    const auto stop = std::get<StopIndex>(system_.unilaterals[u]);
    state_.mode.joints[stop.joint].phase = limit->to;
    if (limit->latched) state_.mode.unilaterals.upd(u).closed = false;
    openWhatIsNotInForce(system_, state_.mode);
    receipts_.back().phaseAfter = system_.joints[stop.joint].phases[static_cast<std::size_t>(limit->to)].id;
    changed_ = true;
  }

  static int findSlip(double rate, int before, double gain) {
    const double begin = std::max(kSlowest, kSlipBegins * gain);
    const bool slides = std::abs(rate) > (before == 0 ? begin : begin / 10);
    return !slides ? 0 : rate > 0 ? 1 : -1;
  }

  // Friction that begins (at the start, in a new phase) is no event.
  void settleJoint(std::size_t index) {
    const StepContact& friction = step_.joints[index];
    const auto joint = static_cast<std::size_t>(friction.joint);
    Mode::JointMode& now = state_.mode.joints[joint];
    const bool driven = isDriven(system_, state_.mode, joint), began = !now.rests && now.slip == 0;
    if (driven) return;
    const int slip = findSlip(friction.slipAfter, now.slip, step_.jointPlaces[index].gain);
    if (slip == now.slip && !began) return;
    now.slip = slip;
    now.rests = slip == 0;
    now.grips = false;
    if (began) return;
    Transition t = describe(now.rests ? EventKind::stick : EventKind::slip, FrictionIndex{joint});
    t.phaseBefore = t.phaseAfter = now.phase;
    const JointKinematics k = calcJointKinematics(system_.joints[joint], state_.y.data(), t.vAfter.data());
    t.point = k.a.position + k.offset;
    t.slipBefore = friction.slipBefore;
    t.slipAfter = friction.slipAfter;
    add(t, 0);
  }

  void settleSlip(std::size_t u, std::size_t index, bool isTold) {
    const StepContact& contact = step_.contacts[index];
    const int before = mode(u).slip, after = findSlip(contact.slipAfter, before, step_.places[index].gain);
    state_.mode.unilaterals.upd(u).slip = after;
    if (after != before && !isTold) tell(u, index, after == 0 ? EventKind::stick : EventKind::slip, false);
  }

  // What has begun to touch in this step, or has been hit, tells that alone.
  void settleRolling(std::size_t index) {
    const StepContact& roll = step_.rolling[index];
    const std::size_t u = roll.unilateral;
    if (!mode(u).closed) return;
    const UnilateralMode before = mode(u);
    UnilateralMode& now = state_.mode.unilaterals.upd(u);
    now.roll = findSlip(roll.slipAfter, before.roll, step_.rollingPlaces[index].gain);
    now.holdsRoll = now.roll == 0;
    const bool began = before.roll == 0 && !before.holdsRoll;
    if (began || step_.rollingPlaces[index].hits || now.roll == before.roll) return;
    const bool stops = now.roll == 0;
    tell(u, static_cast<std::size_t>(roll.rolls), stops ? EventKind::stick : EventKind::slip, false,
         stops ? kRollsNoMore : kRolls);
  }

  // Painleve: friction against a slip with the sign s presses the contact more than its force opens it,
  // W_nn - s mu W_nt <= 0. What has ended the slip of a contact that did not hit was no finite force.
  bool isJammed(const StepContact& contact, const StepPlace& place) {
    if (place.hits || contact.friction <= 0) return false;
    const int s = findSlip(contact.slipBefore, 0, place.gain);
    if (s == 0 || findSlip(contact.slipAfter, s, place.gain) == s) return false;
    const std::vector<BlockRow> rows{contact.normal, contact.slip};
    const Eigen::MatrixXd W = calcUnitResponses(assembler_, rows).W;
    return W(0, 0) - s * contact.friction * W(0, 1) <= 0;
  }

  void end(std::size_t u) {
    Transition t = describe(EventKind::contactEnd, u);
    openUnilateral(system_, u, state_.mode);
    if (const auto* stop = std::get_if<StopIndex>(&t.part)) {
      t.phaseAfter = state_.mode.joints[stop->joint].phase;
      changed_ = true;
    }
    const UnilateralRows rows = calcRows(u);
    t.point = rows.point;
    t.normal = rows.normal;
    t.rateBefore = t.rateAfter = rows.gapRate;
    t.slipBefore = t.slipAfter = rows.slipRate;
    add(t, 0);
  }

  UnilateralRows calcRows(std::size_t u) const {
    return calcUnilateralRows(system_, u, state_.y.data(), system_.layout.speeds(state_.y).data());
  }

  Transition describe(EventKind kind, std::size_t u) const {
    Transition t = describe(
        kind, std::visit([](const auto& part) { return TransitionPart(part); }, system_.unilaterals[u]));
    if (const auto* stop = std::get_if<StopIndex>(&t.part))
      t.phaseBefore = t.phaseAfter = state_.mode.joints[stop->joint].phase;
    return t;
  }
  Transition describe(EventKind kind, const TransitionPart& part) const {
    Transition t;
    t.kind = kind;
    t.part = part;
    t.vBefore = step_.vBefore;
    const auto v = system_.layout.speeds(state_.y);
    t.vAfter.assign(v.begin(), v.end());
    t.jointImpulses.resize(system_.joints.size());
    t.mobilityBefore = t.mobilityAfter = mobility_;
    return t;
  }

  void tell(std::size_t u, std::size_t index, EventKind kind, bool pushes = true, const char* note = "") {
    const StepContact& contact = step_.contacts[index];
    const StepPlace& place = step_.places[index];
    Transition t = describe(kind, u);
    t.point = place.point;
    t.normal = place.normal;
    t.rateBefore = contact.rateBefore;
    t.rateAfter = contact.rateAfter;
    t.slipBefore = contact.slipBefore;
    t.slipAfter = contact.slipAfter;
    t.restitution = place.restitution;
    t.note = note;
    if (pushes) {
      t.impulse = contact.impulse;
      t.slipImpulse = contact.slipImpulse;
      t.contactImpulses.push_back(
          {u, place.point, place.normal, place.tangent, contact.impulse, contact.slipImpulse});
      share(index, t);
      for (std::size_t j = 0; j < system_.joints.size(); ++j) {
        t.jointImpulses[j] = calcRowLoad(assembler_, j, step_.rowImpulse);
        if (!step_.jointFriction.empty())
          addAlongCoordinate(assembler_, j, step_.jointFriction[j], t.jointImpulses[j]);
      }
      for (std::size_t d = 0; d < system_.drives.size(); ++d)
        t.driveImpulses.push_back(getDriveMultiplier(assembler_, d, step_.rowImpulse));
    }
    add(t, pushes ? place.loss : 0);
  }

  // Impulses of an island as they are told: of those that rigid bodies leave open the evenest share.
  struct Shares {
    int island = -1;
    std::vector<std::size_t> contacts;  // indices in the step
    std::vector<BlockRow> rows;
    ImpactProblem problem;
    Eigen::VectorXd P;
    std::vector<bool> open;  // one a contact; empty: all are unique
  };

  // The rates after the step are those that the laws ask for, without what sweeps have left of them.
  static void addContact(const StepContact& contact, std::size_t index, Shares& shares,
                         std::vector<double>& impulses, std::vector<double>& after) {
    OneSided places{static_cast<Eigen::Index>(shares.rows.size()), -1, contact.friction, 0, contact.pulls, 0};
    shares.contacts.push_back(index);
    shares.rows.push_back(contact.normal);
    impulses.push_back(contact.impulse);
    after.push_back(contact.impulse > 0 ? 0 : std::max(0.0, contact.rateAfter));
    if (contact.friction > 0) {
      places.slip = static_cast<Eigen::Index>(shares.rows.size());
      shares.rows.push_back(contact.slip);
      const double bound = contact.friction * contact.impulse;
      const bool slides = std::abs(contact.slipImpulse) >= (1 - kAtEdge) * bound;
      const bool isSlow = std::abs(contact.slipAfter) <= kSlowest;
      impulses.push_back(slides && !isSlow ? std::copysign(bound, contact.slipImpulse) : contact.slipImpulse);
      after.push_back(slides && !isSlow ? contact.slipAfter : 0);
    }
    shares.problem.contacts.push_back(places);
  }

  const Shares& findShares(int island) {
    if (shares_.island == island) return shares_;
    shares_ = {};
    shares_.island = island;
    std::vector<double> impulses, after;
    for (std::size_t i = 0; i < step_.contacts.size(); ++i)
      if (step_.contacts[i].island == island) addContact(step_.contacts[i], i, shares_, impulses, after);
    if (shares_.contacts.size() < 2 || shares_.contacts.size() > kMostAsked) return shares_;
    const auto size = static_cast<Eigen::Index>(impulses.size());
    shares_.P = Eigen::Map<const Eigen::VectorXd>(impulses.data(), size);
    shares_.problem.W = calcUnitResponses(assembler_, shares_.rows).W;
    shares_.problem.before =
        Eigen::Map<const Eigen::VectorXd>(after.data(), size) - shares_.problem.W * shares_.P;
    const ImpulseShare shared = shareImpulses(shares_.problem, shares_.P, calcShareScale(shares_.rows));
    shares_.P = shared.P;
    shares_.open = shared.open;
    return shares_;
  }

  void share(std::size_t index, Transition& t) {
    const Shares& shares = findShares(step_.contacts[index].island);
    if (shares.open.empty()) return;
    for (std::size_t i = 0; i < shares.contacts.size(); ++i) {
      const std::size_t u = step_.contacts[shares.contacts[i]].unilateral;
      if (shares.open[i]) t.notUnique.push_back(nameUnilateral(system_, u));
      if (shares.contacts[i] != index) continue;
      const OneSided& places = shares.problem.contacts[i];
      t.contactImpulses.back().impulse = t.impulse = shares.P(places.normal);
      if (places.slip >= 0) t.contactImpulses.back().slipImpulse = t.slipImpulse = shares.P(places.slip);
    }
  }

  void add(const Transition& t, double loss) {
    Receipt receipt = makeReceipt(system_, state_, t);
    receipt.energyBefore = calcKineticEnergy(system_, state_.y, step_.vBefore);
    receipt.energyAfter = receipt.energyBefore - loss;
    std::erase_if(receipt.jumps, [&](const BodyJump& jump) { return !concerns(receipt, jump.body); });
    receipts_.push_back(std::move(receipt));
  }

  // Its two bodies, and what joints hold to them.
  bool concerns(const Receipt& receipt, const std::string& body) {
    if (body == receipt.bodyA || body == receipt.bodyB) return true;
    if (system_.joints.empty()) return false;
    if (linkage_.size() == 0) findLinkages();
    const auto find = [&](const std::string& id) {
      const int place = names_.find(id);
      return place < 0 ? -1 : linkage_.findRoot(place);
    };
    const int own = find(body);
    return own == find(receipt.bodyA) || own == find(receipt.bodyB);
  }

  void findLinkages() {
    linkage_ = Islands(system_.bodies.size());
    for (const SystemBody& body : system_.bodies) names_.add(body.id);
    for (const SystemJoint& joint : system_.joints) linkage_.unite(joint.a.body, joint.b.body);
  }

  const System& system_;
  const MoreauStep& step_;
  Assembler& assembler_;
  const int mobility_;
  State& state_;
  std::vector<Receipt> receipts_;
  Shares shares_;
  Islands linkage_;  // bodies that joints hold together
  NameIndex names_;  // of bodies
  bool changed_ = false;
};

}  // namespace

std::vector<Receipt> settleStep(const System& system, const MoreauStep& step, Assembler& assembler,
                                int mobility, State& state, bool& changed) {
  StepSettler settler(system, step, assembler, mobility, state);
  std::vector<Receipt> receipts = settler.run();
  changed = settler.changed();
  return receipts;
}

}  // namespace clank
