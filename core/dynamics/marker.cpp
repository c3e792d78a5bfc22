// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/marker.h"

namespace clank {

void updBentMotion(const Marker& marker, const PlacedBody& body, MarkerMotion& motion) {
  const Station& station = *marker.station;
  const BodyMotion& m = body.motion;
  const StationMotion k = calcStationMotion(station, body.q + station.first, body.v + station.first);
  const Eigen::Vector2d rate = turn(body.rotation, k.rate);
  motion.body = marker.body;
  motion.station = &station;
  motion.modes = body.q + station.first;
  motion.rotation = body.rotation;
  motion.arm = turn(body.rotation, k.place);
  motion.position = m.position + motion.arm;
  motion.carried = m.velocity;
  motion.own = m.omega * perp(motion.arm) + rate;
  motion.centripetal =
      -(m.omega * m.omega) * motion.arm + 2 * m.omega * perp(rate) + turn(body.rotation, k.swing);
  motion.angle = m.angle + k.angle;
  motion.omega = m.omega + k.omega;
  motion.spin = k.spin;
}

void startBentRow(BlockRow& row, int a, const Station* stationA, int b, const Station* stationB) {
  constexpr std::size_t kMostBlocks = (kMostModes + StateLayout::kBlock - 1) / StateLayout::kBlock;
  std::array<int, 2 + 2 * kMostBlocks> blocks{a, b};
  std::size_t count = 2;
  for (const Station* station : {stationA, stationB}) {
    if (!station) continue;
    const std::size_t first = StateLayout::blockOf(station->first),
                      last = StateLayout::blockOf(station->first + station->modes() - 1);
    for (std::size_t block = first; block <= last; ++block) blocks[count++] = static_cast<int>(block);
  }
  row.start(std::span(blocks).first(count));
}

namespace {

// Adds a number to the rate of each mode.
template <class Number>
void addModes(BlockRow& row, const Station& station, const Number& number) {
  const std::size_t slot = row.find(static_cast<int>(StateLayout::blockOf(station.first)));
  for (std::size_t j = 0; j < station.modes(); ++j)
    row.at(slot + StateLayout::blockOf(j))[StateLayout::placeOf(j)] += number(j);
}

}  // namespace

void addBentDirection(BlockRow& row, const BodyPoint& at, const Eigen::Vector2d& u) {
  StationColumns c;
  calcColumns(*at.station, at.modes, c);
  const Eigen::Vector2d own = turnBack(at.rotation, u);
  addModes(row, *at.station, [&](std::size_t j) { return c.x[j] * own.x() + c.y[j] * own.y(); });
}

void addBentDirections(BlockRow* rows, const BodyPoint& at, double sign) {
  StationColumns c;
  calcColumns(*at.station, at.modes, c);
  const Eigen::Vector2d x = turnBack(at.rotation, {sign, 0}), y = turnBack(at.rotation, {0, sign});
  addModes(rows[0], *at.station, [&](std::size_t j) { return c.x[j] * x.x() + c.y[j] * x.y(); });
  addModes(rows[1], *at.station, [&](std::size_t j) { return c.x[j] * y.x() + c.y[j] * y.y(); });
}

void addBentTurn(BlockRow& row, const BodyPoint& at, double r) {
  StationColumns c;
  calcColumns(*at.station, at.modes, c);
  addModes(row, *at.station, [&](std::size_t j) { return r * c.turn[j]; });
}

void addBentForce(std::span<double> f, const BodyPoint& at, const Eigen::Vector2d& force) {
  StationColumns c;
  calcColumns(*at.station, at.modes, c);
  const Eigen::Vector2d own = turnBack(at.rotation, force);
  for (std::size_t j = 0; j < at.station->modes(); ++j)
    f[at.station->first + j] += c.x[j] * own.x() + c.y[j] * own.y();
}

void addBentMoment(std::span<double> f, const BodyPoint& at, double moment) {
  StationColumns c;
  calcColumns(*at.station, at.modes, c);
  for (std::size_t j = 0; j < at.station->modes(); ++j) f[at.station->first + j] += moment * c.turn[j];
}

}  // namespace clank
