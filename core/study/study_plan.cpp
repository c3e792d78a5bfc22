// SPDX-License-Identifier: GPL-3.0-or-later
//
// Random numbers are a mixing function of seed, run and dimension (splitmix64, Steele, Lea and Flood 2014),
// not the next ones of a stream. Latin hypercube: in every dimension run i lies in layer p(i) of N, p being a
// permutation that is computed for one number at a time: four Feistel rounds on the least even number of bits
// that holds N, walked until the number is below N (Black and Rogaway 2002). Sobol's points (Boost's
// directions) are shifted in every dimension by a random number, modulo 1 (Cranley and Patterson 1976), so
// that they have a seed as well.
//
// Sensitivity (Saltelli 2010): tables A and B of N points, of the first and last d dimensions of points in 2
// d, and for every parameter k the table A with column k from B. Run = table*N + point, in the order A, B,
// A_1...
#include "core/study/study_plan.h"

#include <algorithm>
#include <bit>
#include <boost/random/sobol.hpp>
#include <cmath>
#include <limits>

namespace clank {
namespace {

std::uint64_t mix(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15ULL;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}

std::uint64_t mix(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  return mix(mix(mix(a) + b) + c);
}

// In the open interval from 0 to 1.
double toPart(std::uint64_t random) {
  return (static_cast<double>(random >> 11) + 0.5) * 0x1p-53;
}

std::uint64_t permute(std::uint64_t i, std::uint64_t count, std::uint64_t key) {
  const auto half = std::max(1, (static_cast<int>(std::bit_width(count - 1)) + 1) / 2);
  const std::uint64_t mask = (std::uint64_t{1} << half) - 1;
  do {
    std::uint64_t left = i >> half, right = i & mask;
    for (std::uint64_t round = 0; round < 4; ++round) {
      const std::uint64_t next = left ^ (mix(key, round, right) & mask);
      left = right;
      right = next;
    }
    i = left << half | right;
  } while (i >= count);
  return i;
}

// Point i, from 0 on, of Sobol's sequence without its first one, the origin.
std::vector<double> sobolPoint(std::uint64_t i, std::size_t dimensions, std::uint64_t seed) {
  boost::random::sobol engine(dimensions);
  engine.discard(i * dimensions);
  std::vector<double> point(dimensions);
  for (std::size_t k = 0; k < dimensions; ++k) {
    const double shifted = toPart(engine()) + toPart(mix(seed, 7, k));
    point[k] = std::min(std::max(shifted - std::floor(shifted), 0x1p-53), 1 - 0x1p-53);
  }
  return point;
}

}  // namespace

StudyPlan::StudyPlan(const Mechanism& resolved, const Study& study)
    : sampling_(study.sampling.value),
      runs_(static_cast<std::uint64_t>(std::min(study.runs.value, 1e18))),
      seed_(static_cast<std::uint64_t>(study.seed.value)) {
  for (const StudyParameter& parameter : study.parameters) axes_.emplace_back(resolved, parameter);
}

std::optional<std::uint64_t> StudyPlan::size() const {
  std::uint64_t total = 1;
  const auto times = [&](std::uint64_t n) {
    const bool fits = n == 0 || total <= std::numeric_limits<std::int64_t>::max() / n;
    if (fits) total *= n;
    return fits;
  };
  if (sampling_ == Sampling::grid) {
    for (const StudyAxis& axis : axes_)
      if (!times(axis.size())) return std::nullopt;
    return total;
  }
  if (!times(runs_)) return std::nullopt;
  if (sampling_ == Sampling::sensitivity && !times(axes_.size() + 2)) return std::nullopt;
  return total;
}

std::vector<double> StudyPlan::quantilesAt(std::uint64_t run) const {
  const std::size_t d = axes_.size();
  if (sampling_ == Sampling::sobol) return sobolPoint(run, d, seed_);
  if (sampling_ == Sampling::sensitivity) {
    const std::uint64_t table = run / runs_;
    const auto both = sobolPoint(run % runs_, 2 * d, seed_);
    std::vector<double> point(both.begin(), both.begin() + static_cast<std::ptrdiff_t>(d));
    for (std::size_t k = 0; k < d; ++k)
      if (table == 1 || table == k + 2) point[k] = both[d + k];
    return point;
  }
  std::vector<double> point(d);
  for (std::size_t k = 0; k < d; ++k) {
    const double part = toPart(mix(seed_, run, k));
    point[k] = sampling_ == Sampling::random
                   ? part
                   : (static_cast<double>(permute(run, runs_, mix(seed_, 3, k))) + part) /
                         static_cast<double>(runs_);
  }
  return point;
}

// On a grid the last parameter changes fastest.
std::vector<std::string> StudyPlan::point(std::uint64_t run) const {
  std::vector<std::string> texts(axes_.size());
  if (sampling_ == Sampling::grid) {
    for (std::size_t k = axes_.size(); k-- > 0; run /= axes_[k].size())
      texts[k] = axes_[k].at(run % axes_[k].size());
    return texts;
  }
  const auto quantiles = quantilesAt(run);
  for (std::size_t k = 0; k < axes_.size(); ++k) texts[k] = axes_[k].atQuantile(quantiles[k]);
  return texts;
}

}  // namespace clank
