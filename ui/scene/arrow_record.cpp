// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/arrow_record.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/model/touches.h"

namespace clank {
namespace {

// Magnitudes by steps of an eighth of a power of two, from 2^-24 N on.
constexpr double kSteps = 8, kFirst = -24;
std::size_t findStep(double value) {
  return static_cast<std::size_t>(std::clamp(kSteps * (std::log2(value) - kFirst), 0.0, 511.0));
}
double endOfStep(std::size_t step) {
  return std::exp2((static_cast<double>(step) + 1) / kSteps + kFirst);
}

}  // namespace

ArrowRecord::ArrowRecord(const Mechanism& resolved, const std::vector<Channel>& channels,
                         const MechanismLayout& layout)
    : rowSize_(channels.size()) {
  const ChannelIndex columns(channels);
  for (const Body& body : resolved.bodies) {
    const auto column = [&](const char* signal) { return columns.find(body.id + signal); };
    bodies_.push_back({{column(".x"), column(".y")},
                       {column(".vx"), column(".vy")},
                       column(".angle"),
                       column(".omega"),
                       body.flexible.has_value()});
  }
  addJoints(resolved, columns, layout);
  addContacts(resolved, columns);
  addVelocities(resolved, columns, layout);
}

void ArrowRecord::addJoints(const Mechanism& resolved, const ChannelIndex& columns,
                            const MechanismLayout& layout) {
  for (std::size_t j = 0; j < resolved.joints.size(); ++j) {
    const std::string& id = resolved.joints[j].id;
    const JointLayout& at = layout.joints[j];
    if (at.b < 0) continue;
    const Pair force{columns.find(id + ".reaction_x"), columns.find(id + ".reaction_y")};
    if (!force.isThere()) continue;
    Source source{ArrowKind::reaction,
                  columns.find(id + ".state"),
                  {},
                  force,
                  static_cast<std::size_t>(at.b),
                  at.atB,
                  columns.find(id + ".phase")};
    for (const Play& play : listPlay(resolved.joints[j])) {
      source.isLoose.resize(std::max(source.isLoose.size(), play.phase.value_or(0) + 1), false);
      source.isLoose[play.phase.value_or(0)] = true;
    }
    sources_.push_back(source);
  }
}

void ArrowRecord::addContacts(const Mechanism& resolved, const ChannelIndex& columns) {
  for (const ShownTouch& touch : listShownTouches(resolved)) {
    const auto column = [&](const char* signal) { return columns.find(touch.group.id + signal); };
    const Pair point{column(".point_x"), column(".point_y")}, force{column(".force_x"), column(".force_y")};
    if (point.isThere() && force.isThere())
      sources_.push_back({ArrowKind::contact, column(".state"), point, force, 0, {}});
  }
}

void ArrowRecord::addVelocities(const Mechanism& resolved, const ChannelIndex& columns,
                                const MechanismLayout& layout) {
  std::vector<bool> held(resolved.bodies.size(), false);
  for (const JointLayout& joint : layout.joints) {
    for (const int body : {joint.a, joint.b})
      if (body >= 0) held[static_cast<std::size_t>(body)] = true;
    if (joint.b >= 0 && joint.a >= 0) addVelocity(static_cast<std::size_t>(joint.b), joint.atB);
    if (joint.b >= 0 && joint.a < 0 && joint.guide) addVelocity(static_cast<std::size_t>(joint.b), joint.atB);
  }
  for (std::size_t i = 0; i < resolved.bodies.size(); ++i) {
    if (layout.parts[i].freeEnd) addVelocity(i, *layout.parts[i].freeEnd);
    const Body& body = resolved.bodies[i];
    if (!held[i]) addVelocity(i, {body.center.x.value, body.center.y.value});
  }
  for (const Trace& trace : resolved.traces) {
    const auto column = [&](const char* signal) { return columns.find(trace.id + signal); };
    const Pair place{column(".x"), column(".y")}, velocity{column(".vx"), column(".vy")};
    if (place.isThere() && velocity.isThere())
      sources_.push_back({ArrowKind::velocity, -1, place, velocity, 0, {}});
  }
}

// Where a link bends, its points move beside its axes: only what has channels of its own is known there.
void ArrowRecord::addVelocity(std::size_t body, Vec2 at) {
  const BodyColumns& own = bodies_[body];
  if (own.bends || !own.velocity.isThere() || own.omega < 0) return;
  sources_.push_back({ArrowKind::velocity, -1, {}, {}, body, at});
}

bool ArrowRecord::isLoose(const Source& source, std::span<const double> row) const {
  const double phase = source.phase < 0 ? 0 : row[static_cast<std::size_t>(source.phase)];
  return phase >= 0 && phase < static_cast<double>(source.isLoose.size()) &&
         source.isLoose[static_cast<std::size_t>(phase)];
}

std::vector<ArrowMoment> ArrowRecord::read(std::span<const double> row,
                                           std::span<const Touch> touches) const {
  std::vector<ArrowMoment> moments;
  if (row.size() < rowSize_) return moments;
  const auto number = [&](int column) { return column < 0 ? 0.0 : row[static_cast<std::size_t>(column)]; };
  const auto pair = [&](Pair columns) { return Vec2{number(columns.x), number(columns.y)}; };
  for (const Source& source : sources_) {
    const ArrowKind kind = isLoose(source, row) ? ArrowKind::contact : source.kind;
    if (kind == ArrowKind::contact && !(number(source.state) > 0)) continue;
    const BodyColumns& body = bodies_[source.body];
    ArrowMoment moment{kind, pair(source.place), pair(source.value)};
    if (!source.place.isThere()) {
      const Placement pose{pair(body.place), number(body.angle)};
      moment.at = pose.toWorld(source.at);
      if (kind == ArrowKind::velocity)
        moment.value = pair(body.velocity) + number(body.omega) * leftOf(moment.at - pose.origin);
    }
    if (std::isfinite(length(moment.value)) && std::isfinite(length(moment.at))) moments.push_back(moment);
  }
  for (const Touch& touch : touches) {
    if (touch.column < 0 || static_cast<std::size_t>(touch.column) + 2 >= row.size()) continue;
    const Placement pose{pair({touch.column, touch.column + 1}), number(touch.column + 2)};
    moments.push_back(
        {ArrowKind::contact, pose.toWorld({touch.x, touch.y}), {touch.forceX, touch.forceY}, true});
  }
  return moments;
}

void ArrowRecord::append(std::span<const double> row, std::span<const Touch> touches) {
  for (const ArrowMoment& moment : read(row, touches)) {
    const double value = length(moment.value);
    double& peak = peaks_[static_cast<std::size_t>(moment.kind)];
    if (moment.isOfSeveral)
      ++counts_[findStep(value)];
    else
      peak = std::max(peak, value);
  }
}

double ArrowRecord::peak(ArrowKind kind) const {
  constexpr std::size_t kOneIn = 100;
  const double peak = peaks_[static_cast<std::size_t>(kind)];
  const std::size_t all = std::accumulate(counts_.begin(), counts_.end(), std::size_t{0});
  if (kind != ArrowKind::contact || all == 0) return peak;
  std::size_t step = counts_.size(), greater = 0;
  while (greater * kOneIn <= all) greater += counts_[--step];
  return std::max(peak, endOfStep(step));
}

}  // namespace clank
