// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coulomb/contact_newton.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "core/coulomb/contact_sweep.h"

namespace clank {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Among few contacts pivots are as fast.
constexpr int kRounds = 5, kFewRounds = 3;
constexpr std::size_t kFewContacts = 20;
constexpr int kFirstSweeps = 30, kMostGuesses = 10;
constexpr int kAstray = 3;         // times that a guess changes no less than the best before it
constexpr double kMissed = 1e-11;  // of the largest rate and force

// What a contact is guessed to do: open (its impulse is the base), or the slip it has.
struct Guess {
  bool open = true, isLoaded = false;
  int slip = 0;
  friend bool operator==(const Guess&, const Guess&) = default;
};

// The solution of A z = b near z, A being singular where contacts are redundant. A little on the diagonal
// makes A regular, and corrections take out what that adds. What A does not see of z stays: how redundant
// contacts share, which pushes from all of them and would not where it was the least. Where b is not in the
// range of A, the guess holds contacts that contradict each other: they push and pull ever harder, and the
// next guess opens those that pull. The least miss would only hide which they are.
// Where parts are light, A has lost digits that calcLeft(z), b - A z, still has.
template <class CalcLeft>
void correct(const MatrixXd& A, double b, const LightParts& light, VectorXd& z, const CalcLeft& calcLeft) {
  // Of the largest diagonal entry; less where that is many times the smallest that matters.
  const double added = 1e-10 * std::min(1.0, 1e4 / light.ratio);
  const int most = light.any() ? 10 : 5;
  if (z.size() == 0) return;
  MatrixXd regular = A;
  regular.diagonal().array() += added * A.diagonal().maxCoeff();
  const auto factors = regular.partialPivLu();
  VectorXd left = calcLeft(z);
  for (int i = 0; i < most && !(left.norm() <= kMissed / 100 * b); ++i) {
    z += factors.solve(left);
    left = calcLeft(z);
  }
}

class Guesses {
 public:
  explicit Guesses(const ContactProblem& problem)
      : problem_(problem), p_(VectorXd::Zero(problem.b.size())), r_(problem.b) {}

  std::optional<VectorXd> solve() {
    const SparseContactProblem sparse = makeSparse(problem_);
    std::vector<double> swept(2 * problem_.contacts.size(), 0.0);
    const int rounds = problem_.contacts.size() < kFewContacts ? kFewRounds : kRounds;
    for (int round = 0; round < rounds; ++round) {
      sweepContacts(sparse, swept, kMissed / 10 * problem_.b.cwiseAbs().maxCoeff(), kFirstSweeps << round);
      take(swept);
      if (isRight() || guess()) return p_;
    }
    return std::nullopt;
  }

  // True when what p() then has obeys all conditions.
  bool improve(const VectorXd& start) {
    p_ = start;
    r_ = problem_.calcRates(p_);
    return guess();
  }
  const VectorXd& p() const { return p_; }

 private:
  // Guesses that come to an end change ever less from one to the next. Those that do not go astray, mostly
  // among many contacts, where each costs most.
  bool guess() {
    std::vector<Guess> guesses = readGuesses();
    std::size_t fewest = guesses.size() + 1;
    for (int i = 0, astray = 0; i < kMostGuesses && astray < kAstray; ++i) {
      if (!solveLinear(guesses)) return false;
      if (isRight()) return true;
      const std::vector<Guess> next = readGuesses();
      const std::size_t changes = countChanges(guesses, next);
      if (changes == 0) return false;
      if (changes >= fewest) ++astray;
      fewest = std::min(fewest, changes);
      guesses = next;
    }
    return false;
  }

  static std::size_t countChanges(const std::vector<Guess>& one, const std::vector<Guess>& other) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < one.size(); ++i) count += one[i] == other[i] ? 0 : 1;
    return count;
  }

  double width(Index row) const { return problem_.W(row, row); }

  // The impulse with which the row alone would come to rest.
  double calcStopping(Index row) const { return p_(row) - r_(row) / width(row); }

  void take(const std::vector<double>& swept) {
    for (std::size_t i = 0; i < problem_.contacts.size(); ++i) {
      const OneSided& contact = problem_.contacts[i];
      if (contact.normal >= 0) p_(contact.normal) = swept[2 * i];
      if (contact.slip >= 0) p_(contact.slip) = swept[2 * i + 1];
    }
    r_ = problem_.calcRates(p_);
  }

  double calcLoad(const OneSided& contact) const {
    const Index row = contact.normal >= 0 ? contact.normal : contact.load;
    return row >= 0 ? p_(row) : contact.base;
  }

  std::vector<Guess> readGuesses() const {
    std::vector<Guess> guesses;
    for (const OneSided& contact : problem_.contacts) {
      Guess guess;
      double load = contact.base;
      if (contact.normal >= 0) {
        const double n = calcStopping(contact.normal);
        guess.open = !contact.pulls && !(n > contact.base);
        load = std::max(contact.base, n);
      } else if (contact.load >= 0) {
        load = std::max(contact.base, calcStopping(contact.load));
      }
      guess.isLoaded = load > 0;
      if (contact.slip >= 0 && load > 0) guess.slip = guessSlip(contact, load);
      guesses.push_back(guess);
    }
    return guesses;
  }

  int guessSlip(const OneSided& contact, double load) const {
    if (contact.slides != 0) return contact.slides;
    const double t = calcStopping(contact.slip);
    if (std::abs(t) <= contact.friction * load) return 0;
    return t > 0 ? -1 : 1;
  }

  // The impulses of rows that come to rest are unknown; a normal one may bring friction along that slides.
  struct Drag {
    Index row = 0, slides = -1;
    double pull = 0;  // friction by the normal impulse
  };

  bool solveLinear(const std::vector<Guess>& guesses) {
    std::vector<Index> rows;
    std::vector<Drag> drags;
    VectorXd fixed = VectorXd::Zero(p_.size());
    for (std::size_t i = 0; i < guesses.size(); ++i)
      addUnknowns(problem_.contacts[i], guesses[i], rows, drags, fixed);
    MatrixXd A = problem_.W(rows, rows);
    for (const Drag& drag : drags)
      if (const auto at = std::find(rows.begin(), rows.end(), drag.row); at != rows.end())
        A.col(at - rows.begin()) += drag.pull * problem_.W(rows, drag.slides);
      else
        fixed(drag.slides) += drag.pull * fixed(drag.row);
    VectorXd z = p_(rows);
    const VectorXd b = -problem_.calcRates(fixed)(rows);
    const auto assemble = [&](const VectorXd& impulses) {
      VectorXd p = fixed;
      for (std::size_t k = 0; k < rows.size(); ++k) p(rows[k]) += impulses(static_cast<Index>(k));
      for (const Drag& drag : drags) p(drag.slides) = drag.pull * p(drag.row);
      return p;
    };
    const bool isLight = problem_.light.any();
    correct(A, b.norm(), problem_.light, z, [&](const VectorXd& impulses) -> VectorXd {
      if (!isLight) return b - A * impulses;
      return -problem_.calcRates(assemble(impulses))(rows);
    });
    p_ = assemble(z);
    r_ = problem_.calcRates(p_);
    return p_.allFinite();
  }

  static void addUnknowns(const OneSided& contact, const Guess& guess, std::vector<Index>& rows,
                          std::vector<Drag>& drags, VectorXd& fixed) {
    const double pull = -contact.friction * guess.slip;
    const Index load = contact.normal >= 0 ? contact.normal : contact.load;
    if (contact.normal >= 0 && guess.open)
      fixed(contact.normal) = contact.base;
    else if (contact.normal >= 0)
      rows.push_back(contact.normal);
    if (contact.slip < 0 || !guess.isLoaded) return;
    if (guess.slip == 0)
      rows.push_back(contact.slip);
    else if (load >= 0)
      drags.push_back({load, contact.slip, pull});
    else
      fixed(contact.slip) = pull * contact.base;
  }

  bool isRight() const {
    const double rate = kMissed * problem_.b.cwiseAbs().maxCoeff();
    const double force =
        std::max(kMissed * p_.cwiseAbs().maxCoeff(), rate / problem_.W.diagonal().maxCoeff());
    const VectorXd rounding = calcRounding(problem_.W, problem_.b, p_);
    const auto within = [&](Index row) { return row < 0 ? rate : rate + rounding(row); };
    return std::all_of(problem_.contacts.begin(), problem_.contacts.end(), [&](const OneSided& c) {
      return isNormalRight(c, within(c.normal), force) && isSlipRight(c, within(c.slip), force);
    });
  }
  bool isNormalRight(const OneSided& c, double rate, double force) const {
    if (c.normal < 0) return true;
    const double n = p_(c.normal) - c.base, rn = r_(c.normal);
    if (c.pulls) return std::abs(rn) <= rate;
    return n >= -force && rn >= -rate && !(n > force && rn > rate);
  }
  bool isSlipRight(const OneSided& c, double rate, double force) const {
    if (c.slip < 0 || c.slides != 0) return true;
    const double t = p_(c.slip), rt = r_(c.slip), bound = c.friction * calcLoad(c);
    return std::abs(t) <= bound + force &&
           (std::abs(rt) <= rate || std::abs(t + (rt > 0 ? bound : -bound)) <= force);
  }

  const ContactProblem& problem_;
  VectorXd p_, r_;
};

}  // namespace

std::optional<VectorXd> solveByGuesses(const ContactProblem& problem) {
  if (problem.W.diagonal().minCoeff() <= 0) return std::nullopt;
  return Guesses(problem).solve();
}

std::optional<VectorXd> improveByGuesses(const ContactProblem& problem, const VectorXd& start) {
  if (problem.W.diagonal().minCoeff() <= 0) return std::nullopt;
  Guesses guesses(problem);
  guesses.improve(start);
  return guesses.p();
}

std::optional<VectorXd> refineByGuesses(const ContactProblem& problem, const VectorXd& start) {
  if (problem.W.diagonal().minCoeff() <= 0) return std::nullopt;
  Guesses guesses(problem);
  return guesses.improve(start) ? std::optional<VectorXd>(guesses.p()) : std::nullopt;
}

}  // namespace clank
