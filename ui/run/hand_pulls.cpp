// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/hand_pulls.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace clank {
namespace {

HandRecord toRecord(const Hand& hand) {
  HandRecord record{
      hand.b, {hand.atB.x.value, hand.atB.y.value}, hand.stiffness.value, hand.damping.value, {}, {}};
  for (const Quantity& time : hand.times) record.times.push_back(time.value);
  for (const Point& place : hand.path) record.path.push_back({place.x.value, place.y.value});
  return record;
}

class RowValues {
 public:
  RowValues(const Trajectory& run, std::span<const double> row) : run_(run), row_(row) {}
  double operator()(const std::string& channel) const {
    const auto column = run_.findChannel(channel);
    return column && *column < row_.size() ? row_[*column] : std::numeric_limits<double>::quiet_NaN();
  }

 private:
  const Trajectory& run_;
  std::span<const double> row_;
};

// As hand_piece.h of core/dynamics has it. Of a link that bends the point is where it would be on a straight
// one, so no force is shown.
void addPull(const HandRecord& record, bool bends, const RowValues& values, std::vector<HandPull>& pulls) {
  const double t = values("t");
  const auto after = std::upper_bound(record.times.begin(), record.times.end(), t);
  if (record.path.size() != record.times.size() || after == record.times.begin() ||
      after == record.times.end())
    return;
  const auto i = static_cast<std::size_t>(after - record.times.begin());
  const double s = (t - record.times[i - 1]) / (record.times[i] - record.times[i - 1]);
  const HandPlace from = record.path[i - 1], to = record.path[i];
  const auto of = [&](const char* key) { return values(record.body + key); };
  const double c = std::cos(of(".angle")), sine = std::sin(of(".angle")), w = of(".omega");
  const double armX = c * record.at.x - sine * record.at.y, armY = sine * record.at.x + c * record.at.y;
  HandPull pull{{of(".x") + armX, of(".y") + armY},
                {from.x + s * (to.x - from.x), from.y + s * (to.y - from.y)}};
  if (!std::isfinite(pull.point.x) || !std::isfinite(pull.point.y)) return;
  const double vx = of(".vx") - w * armY, vy = of(".vy") + w * armX;
  pull.force = bends ? std::numeric_limits<double>::quiet_NaN()
                     : std::hypot(record.stiffness * (pull.place.x - pull.point.x) - record.damping * vx,
                                  record.stiffness * (pull.place.y - pull.point.y) - record.damping * vy);
  pulls.push_back(pull);
}

}  // namespace

std::vector<HandPull> listPulls(const Mechanism& resolved, const std::vector<HandRecord>& live,
                                const Trajectory& run, std::span<const double> row) {
  std::vector<HandPull> pulls;
  if (row.empty()) return pulls;
  const RowValues values(run, row);
  const auto add = [&](const HandRecord& record) {
    const auto body = std::ranges::find(resolved.bodies, record.body, &Body::id);
    addPull(record, body != resolved.bodies.end() && body->flexible, values, pulls);
  };
  for (const ForceElement& force : resolved.forces)
    if (const auto* hand = std::get_if<Hand>(&force.kind); hand && force.active.value != 0)
      add(toRecord(*hand));
  for (const HandRecord& record : live) add(record);
  return pulls;
}

ForceElement makeHand(const HandRecord& record, std::string id) {
  Hand hand;
  hand.b = record.body;
  hand.atB = {record.at.x, record.at.y};
  hand.stiffness = record.stiffness;
  hand.damping = record.damping;
  std::vector<Quantity> times(record.times.begin(), record.times.end());
  std::vector<Point> path;
  for (const HandPlace& place : record.path) path.push_back({place.x, place.y});
  hand.times = std::move(times);
  hand.path = std::move(path);
  ForceElement force;
  force.id = std::move(id);
  force.kind = std::move(hand);
  return force;
}

}  // namespace clank
