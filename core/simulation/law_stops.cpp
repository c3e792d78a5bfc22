// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/law_stops.h"

#include <algorithm>
#include <cmath>
#include <variant>

#include "core/math/expression_parts.h"
#include "core/math/largest.h"
#include "core/support/overloaded.h"

namespace clank {
namespace {

constexpr double kSeen = 10;           // so many times what stages see is what they do not see
constexpr std::size_t kFewPieces = 4;  // of the grid: a step that is no longer has seen all
constexpr double kMostPieces = 100'000;

}  // namespace

LawStops::LawStops(const System& system, std::span<const double> stages, double relativeTolerance,
                   double resolution)
    : small_(100 * std::max(relativeTolerance, 1e-12)),
      quiet_(std::max(relativeTolerance, 1e-13)),
      resolution_(resolution),
      slots_(system.lawConstants),
      timeSlot_(system.timeSlot) {
  std::vector<double> all(stages.begin(), stages.end());
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  const std::size_t half = all.size() / 2;
  std::vector<bool> isThrough(all.size(), false);
  for (std::size_t i = 0; i < half; ++i)
    isThrough[static_cast<std::size_t>(
        std::lround(static_cast<double>(i * (all.size() - 1)) / static_cast<double>(half - 1)))] = true;
  for (std::size_t i = 0; i < all.size(); ++i) (isThrough[i] ? through_ : between_).push_back(all[i]);
  for (const double constant : slots_) jets_.emplace_back(constant);
  for (const SystemForce& force : system.forces)
    std::visit(Overloaded{[&](const SystemTorque& torque) { addParts(torque.moment); },
                          [&](const SystemLoad& load) {
                            addParts(load.fx);
                            addParts(load.fy);
                          },
                          [](const auto&) {}},
               force.kind);
  for (const SystemDrive& drive : system.drives)
    if (const auto* formula = std::get_if<FormulaLaw>(&drive.law)) addMotion(formula->expression);
}

// A straight line has nothing to miss.
void LawStops::addParts(const Expression& expression) {
  const int slot = static_cast<int>(timeSlot_);
  for (Expression& part : listPartsOf(expression, slot))
    if (!part.isLinearIn(slot)) laws_.push_back({std::move(part), false});
}

void LawStops::addMotion(const Expression& expression) {
  if (!expression.isLinearIn(static_cast<int>(timeSlot_))) laws_.push_back({expression, true});
}

double LawStops::evaluate(const TimeLaw& law, const Mode& mode, double t) {
  if (law.moves) {
    jets_[timeSlot_] = Jet(t, 1);
    return law.expression.evaluate(jets_, mode.branches).dd;
  }
  slots_[timeSlot_] = t;
  return law.expression.evaluate(slots_, mode.branches);
}

std::optional<double> LawStops::findEnd(const Mode& mode, double begin, double end) {
  if (laws_.empty() || !(end - begin > static_cast<double>(kFewPieces) * resolution_)) return std::nullopt;
  const double pieces = std::min(std::ceil((end - begin) / resolution_), kMostPieces);
  const double width = (end - begin) / pieces;
  auto count = static_cast<std::size_t>(pieces);
  const std::size_t whole = count;
  for (const TimeLaw& law : laws_)
    if (const auto first = findEnd(law, mode, begin, width, count)) count = *first;
  if (count == whole) return std::nullopt;
  return begin + static_cast<double>(count) * width;
}

std::optional<std::size_t> LawStops::findEnd(const TimeLaw& law, const Mode& mode, double begin, double width,
                                             std::size_t count) {
  grid_.resize(count + 1);
  for (std::size_t i = 0; i <= count; ++i)
    grid_[i] = evaluate(law, mode, begin + static_cast<double>(i) * width);
  const double largest = findLargest(grid_);
  if (!(largest > 0) || !std::isfinite(largest)) return std::nullopt;  // findLargest() passes NaN on
  const double length = static_cast<double>(count) * width;
  interpolate(law, mode, begin, length);
  double seen = 0;
  for (const double stage : between_)
    seen = std::max(seen, calcOff(stage, evaluate(law, mode, begin + stage * length)));
  if (isQuiet(count, kSeen * seen + small_ * largest)) return std::nullopt;
  // It begins in the last piece before which it is quiet.
  const auto isQuietUntil = [&](std::size_t pieces) {
    interpolate(law, mode, begin, static_cast<double>(pieces) * width);
    return isQuiet(pieces, quiet_ * largest);
  };
  std::size_t quiet = 1, moves = 2;
  while (moves < count && isQuietUntil(moves)) {
    quiet = moves;
    moves *= 2;
  }
  moves = std::min(moves, count);
  while (moves - quiet > 1) {
    const std::size_t middle = quiet + (moves - quiet) / 2;
    (isQuietUntil(middle) ? quiet : moves) = middle;
  }
  return quiet;
}

// Newton's divided differences, over places from 0 to 1.
void LawStops::interpolate(const TimeLaw& law, const Mode& mode, double begin, double length) {
  newton_.clear();
  for (const double stage : through_) newton_.push_back(evaluate(law, mode, begin + stage * length));
  for (std::size_t k = 1; k < newton_.size(); ++k)
    for (std::size_t i = newton_.size() - 1; i >= k; --i)
      newton_[i] = (newton_[i] - newton_[i - 1]) / (through_[i] - through_[i - k]);
}

double LawStops::calcOff(double place, double value) const {
  double sum = newton_.back();
  for (std::size_t i = newton_.size() - 1; i-- > 0;) sum = sum * (place - through_[i]) + newton_[i];
  return std::abs(value - sum);
}

bool LawStops::isQuiet(std::size_t count, double allowed) const {
  for (std::size_t i = 0; i <= count; ++i)
    if (!(calcOff(static_cast<double>(i) / static_cast<double>(count), grid_[i]) <= allowed)) return false;
  return true;
}

}  // namespace clank
