// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coulomb/energetic_impact.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/coulomb/plastic_impact.h"

namespace clank {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr double kRounding = 1e-12;  // of the numbers that make a rate
constexpr double kNever = std::numeric_limits<double>::infinity();

int signOf(double number) {
  return number > 0 ? 1 : number < 0 ? -1 : 0;
}

// The s > 0 at which a number that begins at from and grows by rate comes to zero.
double findZero(double from, double rate) {
  return from * rate < 0 ? -from / rate : kNever;
}

// The s > 0 at which s (power + rate s/2) is the energy given.
double findSpent(double power, double rate, double energy) {
  const double discriminant = power * power + 2 * rate * energy;
  const double sum = discriminant >= 0 ? power + std::sqrt(discriminant) : 0;
  return sum > 0 ? 2 * energy / sum : kNever;
}

// A contact on its way through the impact.
struct Passage {
  Index normal = 0, slip = -1;
  bool pulls = false;
  double mu = 0;
  double friction = mu;   // mu; 0 once it has been driven back
  int slides = 0;         // sign of the slip; 0: at rest
  double compressed = 0;  // P_c
  double energy = 0;      // W_c; in expansion what is left to give back
  double push = 0;        // D_n in expansion while there is energy
  int first = 0;          // sign of the slip it comes with, until it has come to rest
  double slowed = 0;      // work that has stopped it
  double recoil = 0;      // work left to drive it back
  int driven = 0;         // its sign, while friction drives it back
};

// The contacts that take part, of all rows.
std::optional<VectorXd> solvePart(const ContactProblem& whole) {
  std::vector<Index> rows;
  std::vector<OneSided> contacts = whole.contacts;
  for (OneSided& contact : contacts) {
    rows.push_back(contact.normal);
    contact.normal = static_cast<Index>(rows.size()) - 1;
    if (contact.slip < 0) continue;
    rows.push_back(contact.slip);
    contact.slip = static_cast<Index>(rows.size()) - 1;
  }
  const ContactProblem part{whole.W(rows, rows), whole.b(rows), contacts, whole.light.select(rows)};
  const auto D = solveRobustly(part);
  if (!D) return std::nullopt;
  VectorXd all = VectorXd::Zero(whole.b.size());
  all(rows) = *D;
  return all;
}

class EnergeticImpact {
 public:
  EnergeticImpact(const ImpactProblem& problem, double factor)
      : problem_(problem), factor_(factor), P_(VectorXd::Zero(problem.before.size())), r_(problem.before) {
    for (const OneSided& contact : problem.contacts) {
      Passage c{contact.normal, contact.slip, contact.pulls, contact.friction};
      if (c.slip >= 0) c.first = c.slides = signOf(r_(c.slip));
      passages_.push_back(c);
    }
  }

  VectorXd solve() {
    compress();
    for (std::size_t i = 0; i < passages_.size(); ++i) {
      Passage& c = passages_[i];
      const double e = factor_ * problem_.contacts[i].restitution;
      c.push = problem_.contacts[i].restitution * c.compressed;
      c.energy = c.push > 0 && !c.pulls ? std::max(0.0, e * e * c.energy) : 0;
    }
    expand();
    return P_;
  }

 private:
  // A straight piece of the way.
  struct Piece {
    VectorXd D, rates;
    double s = kNever;
    bool isPlastic = false;  // at s = 1 all approach has ended
  };

  int mostPieces() const { return 50 + 20 * static_cast<int>(passages_.size()); }

  void compress() {
    for (int i = 0; isAnyPressed(); ++i) {
      Piece piece = findCompression();
      for (const Passage& c : passages_) {
        piece.s = std::min(piece.s, findSlipEnd(c, piece));
        if (!c.pulls && (r_(c.normal) > 0 || !piece.isPlastic))
          piece.s = std::min(piece.s, findZero(r_(c.normal), piece.rates(c.normal)));
      }
      const bool isLast = piece.s == kNever || i == mostPieces();
      if (isLast) piece = cutCompression();
      for (Passage& c : passages_) {
        c.compressed += piece.s * piece.D(c.normal);
        c.energy -= calcWork(c.normal, piece);
      }
      advance(piece);
      if (isLast) return;
    }
  }
  bool isAnyPressed() const {
    return std::any_of(passages_.begin(), passages_.end(), [&](const Passage& c) { return isPressed(c); });
  }
  bool isPressed(const Passage& c) const { return c.pulls ? r_(c.normal) != 0 : r_(c.normal) < 0; }

  Piece findCompression() const {
    ContactProblem problem{problem_.W, r_, {}, problem_.light};
    for (const Passage& c : passages_)
      if (c.pulls || r_(c.normal) <= 0)
        problem.contacts.push_back({c.normal, c.slip, c.friction, c.slides, c.pulls, 0});
    if (const auto D = solvePart(problem)) return {*D, calcRates(*D), 1, true};
    VectorXd jammed = VectorXd::Zero(r_.size());
    for (const Passage& c : passages_) {
      if (c.pulls || !(r_(c.normal) < 0)) continue;
      jammed(c.normal) = -r_(c.normal) / problem_.W(c.normal, c.normal);
      if (c.slip >= 0) jammed(c.slip) = -c.friction * c.slides * jammed(c.normal);
    }
    return {jammed, calcRates(jammed), kNever, false};
  }

  // No way leads on: the rest at one blow.
  Piece cutCompression() const {
    std::vector<std::size_t> pressed;
    for (std::size_t i = 0; i < passages_.size(); ++i)
      if (passages_[i].pulls || r_(passages_[i].normal) <= 0) pressed.push_back(i);
    const ImpactPart part = selectContacts(problem_, r_, pressed);
    VectorXd D = VectorXd::Zero(r_.size());
    D(part.rows) = solvePlasticImpact(part.problem).P;
    return {D, calcRates(D), 1, true};
  }

  // Ends where nothing is left, or what is left is held in between other contacts: that is not given back.
  void expand() {
    for (int i = 0; i < mostPieces(); ++i) {
      updRecoil();
      if (std::none_of(passages_.begin(), passages_.end(), [](const Passage& c) { return c.energy > 0; }))
        return;
      auto piece = findExpansion();
      if (!piece) return;
      if (dropRecoil(*piece)) continue;
      bool works = false;
      for (const Passage& c : passages_) {
        piece->s = std::min({piece->s, findSlipEnd(c, *piece), findRecoilEnd(c, *piece)});
        if (!c.pulls && r_(c.normal) > 0)
          piece->s = std::min(piece->s, findZero(r_(c.normal), piece->rates(c.normal)));
        works = works || findEnergyEnd(c, *piece) < kNever;
        piece->s = std::min(piece->s, findEnergyEnd(c, *piece));
      }
      if (!works) return;
      giveBack(*piece);
      advance(*piece);
    }
  }

  // Rates instead of speeds: contacts at rest must not begin to close. One that separates has its push and no
  // condition: as a contact whose rate is far above zero.
  std::optional<Piece> findExpansion() const {
    ContactProblem problem{problem_.W, VectorXd::Zero(r_.size()), {}, problem_.light};
    VectorXd pushes = VectorXd::Zero(r_.size());
    for (const Passage& c : passages_) {
      const double base = c.energy > 0 ? c.push : 0;
      if (!c.pulls && r_(c.normal) > 0 && base == 0) continue;
      pushes(c.normal) = base * (1 + c.friction);
      const int slides = c.driven != 0 ? c.driven : c.slides;
      problem.contacts.push_back({c.normal, c.slip, c.friction, slides, c.pulls, base});
    }
    const double far = (problem_.W.cwiseAbs() * pushes).maxCoeff();
    for (double above = 10; above < 1e6; above *= 10) {
      for (const Passage& c : passages_)
        if (!c.pulls && r_(c.normal) > 0) problem.b(c.normal) = above * far;
      const auto D = solvePart(problem);
      if (!D) return std::nullopt;
      const bool free = std::all_of(passages_.begin(), passages_.end(), [&](const Passage& c) {
        return c.pulls || !(r_(c.normal) > 0) ||
               (*D)(c.normal) <= (c.energy > 0 ? (1 + kRounding) * c.push : 0);
      });
      if (free) return Piece{*D, calcRates(*D), kNever, false};
    }
    return std::nullopt;
  }

  VectorXd calcRates(const VectorXd& D) const {
    VectorXd rates = clank::calcRates(problem_.W, problem_.light, D, VectorXd::Zero(D.size()));
    const VectorXd size = problem_.W.cwiseAbs() * D.cwiseAbs();
    for (Index row = 0; row < rates.size(); ++row)
      if (std::abs(rates(row)) < kRounding * size(row)) rates(row) = 0;
    return rates;
  }

  double calcWork(Index row, const Piece& piece) const {
    return piece.s * piece.D(row) * (r_(row) + piece.s * piece.rates(row) / 2);
  }
  double findSlipEnd(const Passage& c, const Piece& piece) const {
    return c.slip < 0 ? kNever : findZero(r_(c.slip), piece.rates(c.slip));
  }
  double findEnergyEnd(const Passage& c, const Piece& piece) const {
    if (!(c.energy > 0)) return kNever;
    const double push = piece.D(c.normal);
    return findSpent(push * r_(c.normal), push * piece.rates(c.normal), c.energy);
  }
  double findRecoilEnd(const Passage& c, const Piece& piece) const {
    if (c.driven == 0) return kNever;
    const double pull = piece.D(c.slip);
    return findSpent(pull * r_(c.slip), pull * piece.rates(c.slip), c.recoil);
  }

  // Slips that have been stopped are driven back from now on.
  void updRecoil() {
    for (std::size_t i = 0; i < passages_.size(); ++i) {
      Passage& c = passages_[i];
      const double tangential = factor_ * problem_.contacts[i].tangential;
      if (c.first == 0 || c.slides == c.first) continue;
      if (c.slides == 0 && tangential > 0 && c.slowed > 0) {
        c.recoil = tangential * tangential * c.slowed;
        c.driven = c.first;
      }
      c.first = 0;
    }
  }
  // Friction cannot drive back what other pushes drive on.
  bool dropRecoil(const Piece& piece) {
    bool any = false;
    for (Passage& c : passages_)
      if (c.driven != 0 && c.slides == 0 && piece.D(c.slip) * piece.rates(c.slip) < 0) {
        c.driven = 0;
        any = true;
      }
    return any;
  }

  void giveBack(const Piece& piece) {
    for (Passage& c : passages_) {
      if (c.energy > 0)
        c.energy = findEnergyEnd(c, piece) <= piece.s ? 0 : c.energy - calcWork(c.normal, piece);
      if (c.driven == 0) continue;
      const bool ends = findRecoilEnd(c, piece) <= piece.s || findSlipEnd(c, piece) <= piece.s;
      c.recoil = ends ? 0 : c.recoil - calcWork(c.slip, piece);
    }
  }

  void advance(const Piece& piece) {
    for (Passage& c : passages_) {
      const bool comesToRest = piece.isPlastic && piece.s == 1
                                   ? c.pulls || (r_(c.normal) <= 0 && piece.D(c.normal) > 0)
                                   : !c.pulls && findZero(r_(c.normal), piece.rates(c.normal)) <= piece.s;
      updSlip(c, piece);
      r_(c.normal) += piece.s * piece.rates(c.normal);
      if (comesToRest || std::abs(r_(c.normal)) < calcZero(c.normal, piece)) r_(c.normal) = 0;
    }
    P_ += piece.s * piece.D;
  }
  void updSlip(Passage& c, const Piece& piece) {
    if (c.slip < 0) return;
    if (c.first != 0 && c.slides == c.first) c.slowed -= calcWork(c.slip, piece);
    const bool ends = findSlipEnd(c, piece) <= piece.s;
    r_(c.slip) += piece.s * piece.rates(c.slip);
    if (ends || std::abs(r_(c.slip)) < calcZero(c.slip, piece)) r_(c.slip) = 0;
    c.slides = signOf(r_(c.slip));
    if (c.slides == 0) c.friction = c.mu;
    if (c.driven == 0 || c.recoil > 0) return;
    c.driven = 0;
    if (c.slides != 0) c.friction = 0;
  }
  double calcZero(Index row, const Piece& piece) const {
    return kRounding * (std::abs(problem_.before(row)) +
                        piece.s * problem_.W.row(row).cwiseAbs().dot(piece.D.cwiseAbs()));
  }

  const ImpactProblem& problem_;
  const double factor_;
  VectorXd P_, r_;
  std::vector<Passage> passages_;
};

}  // namespace

VectorXd solveEnergeticImpact(const ImpactProblem& problem, double factor) {
  return EnergeticImpact(problem, factor).solve();
}

}  // namespace clank
