// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/start_turns.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <variant>

#include "core/dynamics/motion_law.h"
#include "core/model/counted_turns.h"
#include "core/support/overloaded.h"

namespace clank {
namespace {

constexpr double kWholeTurn = 2 * std::numbers::pi;

// Where a drive says itself that it begins; the law of an expression starts in the drawn turn instead.
std::optional<double> findStartOfDrive(const Drive& drive) {
  std::vector<Jet> scratch;
  const auto ofStroke = [&](const Stroke& s, bool cycloidal) -> std::optional<double> {
    if (!s.start) return std::nullopt;
    return calcMotion(StrokeLaw{cycloidal, s.start->value, s.rise.value, s.begin.value, s.duration.value}, 0,
                      scratch)
        .v;
  };
  const auto ofTable = [&](const TableMotion& table) -> std::optional<double> {
    std::vector<double> times, values;
    for (const Quantity& time : table.times) times.push_back(time.value);
    for (const Quantity& value : table.values) values.push_back(value.value);
    return calcMotion(TableLaw{CubicSpline(std::move(times), std::move(values))}, 0, scratch).v;
  };
  return std::visit(Overloaded{[](const ConstantSpeed& line) -> std::optional<double> {
                                 return line.start ? std::optional(line.start->value) : std::nullopt;
                               },
                               [&](const Polynomial345& stroke) { return ofStroke(stroke, false); },
                               [&](const Cycloidal& stroke) { return ofStroke(stroke, true); }, ofTable,
                               [](const Reverse& reverse) -> std::optional<double> {
                                 return reverse.from ? std::optional(reverse.from->value) : std::nullopt;
                               },
                               [](const ExpressionMotion&) -> std::optional<double> { return std::nullopt; }},
                    drive.kind);
}

// Bodies between which the number of turns is known, each group with one in which it is as drawn.
class TurnGroups {
 public:
  explicit TurnGroups(const Mechanism& resolved) : angles_{0.0}, group_{0}, turns_{0.0} {
    places_.emplace(kFrame, 0);
    for (const Body& body : resolved.bodies) {
      places_.emplace(body.id, angles_.size());
      group_.push_back(angles_.size());
      angles_.push_back(body.pose.angle.value);
      turns_.push_back(0);
    }
  }

  // b is to be so far ahead of a, to within half a turn. What is known already counts.
  void set(const std::string& a, const std::string& b, double ahead) {
    if (const auto pair = find(a, b))
      join(pair->a, pair->b, std::round((ahead - (angles_[pair->b] - angles_[pair->a])) / kWholeTurn));
  }
  // b stays as far ahead of a as drawn, where nothing else is known of them.
  void keep(const std::string& a, const std::string& b) {
    if (const auto pair = find(a, b)) join(pair->a, pair->b, 0);
  }

  std::vector<double> take() const {
    std::vector<double> angles;
    for (std::size_t i = 1; i < angles_.size(); ++i)
      angles.push_back(turns_[i] == 0 ? angles_[i] : angles_[i] + kWholeTurn * turns_[i]);
    return angles;
  }

 private:
  struct Pair {
    std::size_t a = 0, b = 0;
  };
  // Nothing while somebody still draws: a name may lead nowhere.
  std::optional<Pair> find(const std::string& a, const std::string& b) const {
    const auto foundA = places_.find(a), foundB = places_.find(b);
    if (foundA == places_.end() || foundB == places_.end()) return std::nullopt;
    return Pair{foundA->second, foundB->second};
  }
  // Of the two groups the one of the body that was drawn first stays, the frame first of all.
  void join(std::size_t a, std::size_t b, double more) {
    if (group_[a] == group_[b] || !std::isfinite(more)) return;
    const bool movesB = group_[a] < group_[b];
    const std::size_t moved = movesB ? group_[b] : group_[a], into = movesB ? group_[a] : group_[b];
    const double by = movesB ? turns_[a] + more - turns_[b] : turns_[b] - more - turns_[a];
    for (std::size_t i = 0; i < group_.size(); ++i)
      if (group_[i] == moved) {
        group_[i] = into;
        turns_[i] += by;
      }
  }

  std::unordered_map<std::string_view, std::size_t> places_;
  std::vector<double> angles_;
  std::vector<std::size_t> group_;
  std::vector<double> turns_;
};

}  // namespace

double findNearestTurn(double angle, double to) {
  return angle + kWholeTurn * std::round((to - angle) / kWholeTurn);
}

std::vector<double> listStartAngles(const Mechanism& resolved) {
  TurnGroups groups(resolved);
  bool any = false;
  for (const Drive& drive : resolved.drives) {
    if (drive.active.value == 0) continue;
    const auto joint = std::ranges::find(resolved.joints, drive.joint, &Joint::id);
    if (joint == resolved.joints.end() || !std::holds_alternative<Revolute>(joint->kind)) continue;
    const auto start = findStartOfDrive(drive);
    if (!start) continue;
    groups.set(joint->a, joint->b, *start);
    any = true;
  }
  if (any)
    for (const CountedTurns& counted : listCountedTurns(resolved)) groups.keep(counted.a, counted.b);
  return groups.take();
}

}  // namespace clank
