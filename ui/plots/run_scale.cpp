// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/run_scale.h"

#include <algorithm>
#include <cmath>

#include "core/math/units.h"

namespace clank {
namespace {

// Doubles round by 2e-16 of a value, and the equations of a linkage pass that on enlarged by their condition,
// about 1e4 where it is bad: 2e-12 of the size that a quantity has in this run. Of an axis that is never
// finer than 1e-10 of that size, this is a fiftieth.
constexpr double kLeast = 1e-10;
constexpr std::size_t kRows = 64;          // looked at of what is new,
constexpr std::size_t kNumbers = 1 << 17;  // and in them
constexpr std::size_t kNone = static_cast<std::size_t>(-1);

bool isOfErrors(const std::string& name) {
  return (name.size() == 15 && name == "energy.residual") || (name.size() == 5 && name == "drift");
}

}  // namespace

void RunScale::restart(const std::vector<Channel>& channels) {
  *this = {};
  kinds_.reserve(channels.size());
  // One part has the units of the one before it in the same order: what came after a unit last time is likely
  // to come now.
  std::vector<const std::string*> names;
  std::vector<std::size_t> after;
  std::size_t last = 0;
  for (const Channel& channel : channels) {
    if (isOfErrors(channel.name)) {
      kinds_.push_back(kNone);
      continue;
    }
    std::size_t kind = names.empty() ? kNone : after[last];
    if (kind == kNone || *names[kind] != channel.unit) {
      const auto [known, isNew] = units_.try_emplace(channel.unit, units_.size());
      kind = known->second;
      if (isNew) {
        names.push_back(&known->first);
        after.push_back(kNone);
      }
      after[last] = kind;
    }
    kinds_.push_back(kind);
    last = kind;
  }
  most_.assign(units_.size(), 0);
}

void RunScale::add(const Trajectory& trajectory, std::size_t first) {
  const std::size_t count = trajectory.sampleCount();
  if (first >= count) return;
  span_ = trajectory.time(count - 1) - trajectory.time(0);
  const std::size_t rows =
      std::clamp<std::size_t>(kNumbers / std::max<std::size_t>(1, kinds_.size()), 1, kRows);
  const std::size_t step = std::max<std::size_t>(1, (count - first) / rows);
  for (std::size_t i = first; i < count; i += step) {
    const auto row = trajectory.row(i);
    for (std::size_t k = 1; k < kinds_.size(); ++k)
      if (kinds_[k] != kNone && std::isfinite(row[k]))
        most_[kinds_[k]] = std::max(most_[kinds_[k]], std::abs(row[k]));
  }
}

double RunScale::findMost(const std::string& unit) const {
  const auto found = units_.find(unit);
  return found == units_.end() ? 0 : most_[found->second];
}

// A quantity may be zero in all of a run, the speeds of what rests: then its size follows from the others.
// The length is that of the places, the time that of the run, and the mass that of the forces and energies:
// N = kg m / s2, J = kg m2 / s2. Before a run has begun there is no time, but a kg / s2 is known: what needs
// no more than that, an energy or a moment, has its size then.
double RunScale::findSize(const std::array<double, 3>& exponent) const {
  const double length = findMost("m");
  const double stiffness =
      length > 0 ? std::max(findMost("N") / length, findMost("J") / (length * length)) : 0;  // kg / s2
  const auto raise = [](double base, double to) { return to == 0 ? 1 : std::pow(base, to); };
  return raise(length, exponent[0]) * raise(stiffness, exponent[1]) *
         raise(span_, exponent[2] + 2 * exponent[1]);
}

double RunScale::findFloor(const Channel& channel) const {
  const auto unit = findUnit(channel.unit);
  if (!unit || isOfErrors(channel.name)) return 0;
  const auto& exponent = unit->dimension.exponent;  // of m, kg, s
  double scale = findSize(
      {static_cast<double>(exponent[0]), static_cast<double>(exponent[1]), static_cast<double>(exponent[2])});
  if (!std::isfinite(scale)) scale = 0;  // of a length or time that is not known
  return kLeast * std::max(scale, findMost(channel.unit));
}

}  // namespace clank
