// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coulomb/sequential_impact.h"

#include <algorithm>
#include <vector>

#include "core/dynamics/tolerances.h"

namespace clank {
namespace {

constexpr int kMostBlows = 2000;    // a contact of the impact
constexpr double kTogether = 1e-9;  // approaches that differ by less are the same
constexpr double kSlow = 1e-3;      // of the largest speed

class Sequence {
 public:
  Sequence(const ImpactProblem& problem, double restSpeed, const std::vector<RoughJoint>& joints)
      : problem_(problem),
        joints_(joints),
        restSpeed_(restSpeed),
        rest_(kRest * std::max(1.0, problem.before.cwiseAbs().maxCoeff())),
        r_(problem.before) {
    sequence_.solution.P = Eigen::VectorXd::Zero(r_.size());
  }

  SequentialImpact solve() {
    const int most = kMostBlows * static_cast<int>(problem_.contacts.size());
    while (findFastest(rest_) < 0) {
      const bool goesOn = hasBlow();
      sequence_.cutShort = goesOn && sequence_.blows == most;
      if (!goesOn || sequence_.cutShort) {
        strike(listAll(), Blow::plastic);
        break;
      }
      ++sequence_.blows;
      strike(listNext(), Blow::asItIs);
    }
    if (mustRest()) strike(listAll(), Blow::resting);
    return std::move(sequence_);
  }

 private:
  double getRate(std::size_t i) const { return r_(problem_.contacts[i].normal); }
  // The lowest rate below -than; 0 when there is none.
  double findFastest(double than) const {
    double fastest = 0;
    for (std::size_t i = 0; i < problem_.contacts.size(); ++i)
      if (!problem_.contacts[i].pulls && getRate(i) < -than) fastest = std::min(fastest, getRate(i));
    // A row that pulls is stopped by the first blow, wherever it goes.
    for (std::size_t i = 0; i < problem_.contacts.size() && sequence_.blows == 0; ++i)
      if (problem_.contacts[i].pulls) fastest = std::min(fastest, -std::abs(getRate(i)));
    return fastest;
  }
  // Is there one to be looked at by itself?
  bool hasBlow() const {
    for (std::size_t i = 0; i < problem_.contacts.size(); ++i) {
      const bool elastic = problem_.contacts[i].restitution == 1;
      if (getRate(i) < -(elastic ? rest_ : std::max(rest_, restSpeed_))) return true;
    }
    return false;
  }
  std::vector<std::size_t> listNext() const {
    const double fastest = findFastest(rest_);
    std::vector<std::size_t> next;
    for (std::size_t i = 0; i < problem_.contacts.size(); ++i)
      if (problem_.contacts[i].pulls || getRate(i) <= fastest * (1 - kTogether)) next.push_back(i);
    return next;
  }
  std::vector<std::size_t> listAll() const {
    std::vector<std::size_t> all(problem_.contacts.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    return all;
  }

  // Parts that stay together have left each other slowly.
  bool mustRest() const {
    for (std::size_t i = 0; i < problem_.contacts.size(); ++i)
      if (isToRest(i)) return true;
    return false;
  }
  bool isToRest(std::size_t i) const {
    const double push = sequence_.solution.P(problem_.contacts[i].normal);
    return problem_.contacts[i].rests && push > 0 && getRate(i) > 0 && getRate(i) <= restSpeed_;
  }

  enum class Blow { asItIs, plastic, resting };
  void strike(const std::vector<std::size_t>& contacts, Blow kind) {
    ImpactPart part = selectContacts(problem_, r_, contacts);
    for (std::size_t k = 0; k < contacts.size(); ++k) {
      OneSided& contact = part.problem.contacts[k];
      const bool isLast = contact.rests && -contact.restitution * getRate(contacts[k]) < restSpeed_;
      if (kind != Blow::asItIs || isLast) contact.restitution = contact.tangential = 0;
      contact.rests = false;
      if (kind != Blow::resting || !isToRest(contacts[k])) continue;
      contact.pulls = true;
      contact.slip = -1;
    }
    const ImpactSolution blow = solveBlow(part);
    for (std::size_t k = 0; k < part.rows.size(); ++k) {
      sequence_.solution.P(part.rows[k]) += blow.P(static_cast<Eigen::Index>(k));
    }
    r_ = problem_.calcRates(sequence_.solution.P);
    sequence_.solution.restitutionFactor =
        std::min(sequence_.solution.restitutionFactor, blow.restitutionFactor);
    // What is slower is left by the rounding of the blows before.
    const double fast = std::max(restSpeed_, kSlow * problem_.before.cwiseAbs().maxCoeff());
    if (!blow.exact && part.problem.before.minCoeff() < -fast) sequence_.solution.exact = false;
  }

  // The row in a blow of a normal row of the whole; -1 where it takes no part or pulls.
  static Eigen::Index findPushing(const ImpactPart& part, Eigen::Index row) {
    for (const OneSided& contact : part.problem.contacts)
      if (part.rows[static_cast<std::size_t>(contact.normal)] == row)
        return contact.pulls ? -1 : contact.normal;
    return -1;
  }

  // Puts the rows of the joints beside those of the contacts.
  ImpactSolution solveBlow(ImpactPart& part) {
    if (joints_.empty()) return solveSimultaneousImpact(part.problem);
    const ImpactPart smooth = part;
    std::vector<RoughJoint> joints;
    for (const RoughJoint& one : joints_) {
      RoughJoint joint = one;
      if (joint.load >= 0 && (joint.load = findPushing(part, one.load)) < 0) continue;
      joint.row = static_cast<Eigen::Index>(part.rows.size());
      part.rows.push_back(one.row);
      joint.calcBound = [this, &part, &one](const Eigen::VectorXd& P) {
        Eigen::VectorXd all = Eigen::VectorXd::Zero(r_.size());
        all(part.rows) = P;
        return one.calcBound(all);
      };
      joints.push_back(std::move(joint));
    }
    part.problem.W = problem_.W(part.rows, part.rows);
    part.problem.before = r_(part.rows);
    if (const auto rough = solveRoughImpact(part.problem, joints)) return *rough;
    sequence_.jammed = true;
    part = smooth;
    return solveSimultaneousImpact(part.problem);
  }

  const ImpactProblem& problem_;
  const std::vector<RoughJoint>& joints_;
  const double restSpeed_, rest_;
  Eigen::VectorXd r_;
  SequentialImpact sequence_;
};

}  // namespace

SequentialImpact solveSequentialImpact(const ImpactProblem& problem, double restSpeed,
                                       const std::vector<RoughJoint>& joints) {
  return Sequence(problem, restSpeed, joints).solve();
}

}  // namespace clank
