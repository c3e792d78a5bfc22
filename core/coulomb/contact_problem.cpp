// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coulomb/contact_problem.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace clank {

using Eigen::Index;

namespace {

constexpr double kRoundings = 16 * std::numeric_limits<double>::epsilon();
constexpr double kMostRounding = 1e-7;  // of the largest rate

std::vector<double> calcExactRates(const SparseContactProblem& problem, const std::vector<double>& p) {
  std::vector<std::size_t> places;
  const ContactProblem dense = makeDense(problem, places);
  Eigen::VectorXd impulses(static_cast<Index>(places.size()));
  for (std::size_t r = 0; r < places.size(); ++r) impulses(static_cast<Index>(r)) = p[places[r]];
  const Eigen::VectorXd found = dense.calcRates(impulses);
  std::vector<double> rates = problem.b;
  for (std::size_t r = 0; r < places.size(); ++r) rates[places[r]] = found(static_cast<Index>(r));
  return rates;
}

// The contact with a normal row.
Index findOwner(const std::vector<OneSided>& contacts, Index normal) {
  const auto has = [normal](const OneSided& contact) { return contact.normal == normal; };
  return std::find_if(contacts.begin(), contacts.end(), has) - contacts.begin();
}

}  // namespace

Eigen::VectorXd calcRounding(const Eigen::MatrixXd& W, const Eigen::VectorXd& b, const Eigen::VectorXd& p) {
  if (b.size() == 0) return b;
  return (kRoundings * (W.cwiseAbs() * p.cwiseAbs())).cwiseMin(kMostRounding * b.cwiseAbs().maxCoeff());
}

double calcRounding(const SparseContactProblem& problem, const std::vector<double>& p) {
  double most = 0, fastest = 0;
  for (const double rate : problem.b) fastest = std::max(fastest, std::abs(rate));
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    double gap = 0, slip = 0;
    for (std::size_t e = problem.begin[i]; e < problem.begin[i + 1]; ++e) {
      const SparseContactProblem::Entry& w = problem.entries[e];
      const double n = std::abs(p[2 * w.other]), t = std::abs(p[2 * w.other + 1]);
      gap += std::abs(w.nn) * n + std::abs(w.nt) * t;
      slip += std::abs(w.tn) * n + std::abs(w.tt) * t;
    }
    most = std::max({most, gap, slip});
  }
  return std::min(kRoundings * most, kMostRounding * fastest);
}

SparseContactProblem makeSparse(const ContactProblem& problem) {
  SparseContactProblem sparse;
  const auto number = [&](Index i, Index j) { return i < 0 || j < 0 ? 0.0 : problem.W(i, j); };
  const auto& contacts = problem.contacts;
  const auto addEntry = [&](std::size_t i, std::size_t j) {
    const Index ni = contacts[i].normal, ti = contacts[i].slip, nj = contacts[j].normal,
                tj = contacts[j].slip;
    const SparseContactProblem::Entry entry{static_cast<std::uint32_t>(j), number(ni, nj), number(ni, tj),
                                            number(ti, nj), number(ti, tj)};
    const bool acts = entry.nn != 0 || entry.nt != 0 || entry.tn != 0 || entry.tt != 0;
    if (i == j || acts) sparse.entries.push_back(entry);
  };
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const OneSided& contact = contacts[i];
    sparse.begin.push_back(sparse.entries.size());
    addEntry(i, i);
    for (std::size_t j = 0; j < contacts.size(); ++j)
      if (j != i) addEntry(i, j);
    sparse.contacts.push_back(contact);
    if (contact.normal >= 0) sparse.contacts.back().normal = static_cast<Index>(2 * i);
    if (contact.slip >= 0)
      sparse.contacts.back().slip = static_cast<Index>(2 * i + 1);
    else
      sparse.contacts.back().friction = 0;
    if (contact.load >= 0) sparse.contacts.back().load = 2 * findOwner(contacts, contact.load);
    sparse.b.push_back(contact.normal >= 0 ? problem.b(contact.normal) : 0);
    sparse.b.push_back(contact.slip >= 0 ? problem.b(contact.slip) : 0);
  }
  sparse.begin.push_back(sparse.entries.size());
  return sparse;
}

ContactProblem makeDense(const SparseContactProblem& problem, std::vector<std::size_t>& places) {
  ContactProblem dense;
  std::vector<Index> row(problem.b.size(), -1);
  const auto take = [&](Index place) {
    if (place < 0) return place;
    places.push_back(static_cast<std::size_t>(place));
    return row[static_cast<std::size_t>(place)] = static_cast<Index>(places.size()) - 1;
  };
  for (const OneSided& contact : problem.contacts) {
    dense.contacts.push_back(contact);
    dense.contacts.back().normal = take(contact.normal);
    dense.contacts.back().slip = take(contact.slip);
  }
  for (OneSided& contact : dense.contacts)
    if (contact.load >= 0) contact.load = row[static_cast<std::size_t>(contact.load)];
  const auto count = static_cast<Index>(places.size());
  dense.light = problem.light.select({places.begin(), places.end()});
  dense.W = Eigen::MatrixXd::Zero(count, count);
  dense.b.resize(count);
  for (Index r = 0; r < count; ++r) dense.b(r) = problem.b[places[static_cast<std::size_t>(r)]];
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    for (std::size_t e = problem.begin[i]; e < problem.begin[i + 1]; ++e) {
      const SparseContactProblem::Entry& w = problem.entries[e];
      const Index ni = row[2 * i], ti = row[2 * i + 1], nj = row[2 * w.other], tj = row[2 * w.other + 1];
      if (ni >= 0 && nj >= 0) dense.W(ni, nj) = w.nn;
      if (ni >= 0 && tj >= 0) dense.W(ni, tj) = w.nt;
      if (ti >= 0 && nj >= 0) dense.W(ti, nj) = w.tn;
      if (ti >= 0 && tj >= 0) dense.W(ti, tj) = w.tt;
    }
  }
  return dense;
}

std::vector<double> calcRates(const SparseContactProblem& problem, const std::vector<double>& p) {
  if (problem.light.any()) return calcExactRates(problem, p);
  std::vector<double> rates = problem.b;
  for (std::size_t i = 0; i < problem.contacts.size(); ++i)
    for (std::size_t e = problem.begin[i]; e < problem.begin[i + 1]; ++e) {
      const SparseContactProblem::Entry& w = problem.entries[e];
      rates[2 * i] += w.nn * p[2 * w.other] + w.nt * p[2 * w.other + 1];
      rates[2 * i + 1] += w.tn * p[2 * w.other] + w.tt * p[2 * w.other + 1];
    }
  return rates;
}

}  // namespace clank
