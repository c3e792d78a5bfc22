// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/bent_shape.h"

#include <algorithm>
#include <cmath>

#include "core/dynamics/bent_axis.h"
#include "core/dynamics/rod_chain.h"
#include "core/record/bend_columns.h"

namespace clank {

struct BentShape::Table {
  BentLink link;
  std::optional<RodChain> chain;  // absent: it bends in modes
  std::vector<double> held;       // m, places on it where joints are, in order
  std::vector<Station> nodes;     // at the sections of the link, of one that bends in modes
  std::vector<Station> joints;    // likewise, at held
};

namespace {

constexpr double kPiecesOfRod = 4;  // as it is drawn; two of a half one

struct Displacement {
  double x = 0, y = 0, slopeX = 0, slopeY = 0;
};
Displacement operator+(const Displacement& a, const Displacement& b) {
  return {a.x + b.x, a.y + b.y, a.slopeX + b.slopeX, a.slopeY + b.slopeY};
}
Displacement operator*(double s, const Displacement& a) {
  return {s * a.x, s * a.y, s * a.slopeX, s * a.slopeY};
}

// Tangent of station.h.
Displacement calcDisplacement(const Station& station, std::span<const double> modes) {
  const std::vector<double> still(modes.size(), 0.0);
  const StationMotion motion = calcStationMotion(station, modes.data(), still.data());
  Displacement u{motion.place.x() - station.place.x(), motion.place.y(), 0, 0};
  for (std::size_t j = 0; j < station.bending; ++j) u.slopeY += station.slope()[j] * modes[j];
  for (std::size_t k = 0; k < station.axial; ++k)
    u.slopeX += station.stretch()[k] * modes[station.bending + k];
  if (station.foreshortens) u.slopeX -= u.slopeY * u.slopeY / 2;
  return u;
}

// Of the place x on a chain of rods; at a pin the direction of the rod before it.
Displacement calcDisplacement(const RodChain& chain, std::span<const double> angles, double x) {
  double px = 0, py = 0, from = 0;
  for (std::size_t k = 0;; ++k) {
    const double angle = k == 0 ? 0 : angles[k - 1], c = std::cos(angle), s = std::sin(angle);
    const bool isLast = k == angles.size() || x <= chain.cuts[k] + 1e-9 * chain.length;
    const double to = isLast ? x : chain.cuts[k];
    px += (to - from) * c;
    py += (to - from) * s;
    if (isLast) return {px - x, py, c - 1, s};
    from = to;
  }
}

RodBends findBends(std::span<const double> angles) {
  RodBends bends;
  for (std::size_t k = 0; k < angles.size(); ++k) bends[k] = angles[k] - (k == 0 ? 0 : angles[k - 1]);
  return bends;
}

// N, at a part of the length, between those that rows have.
double calcAxial(std::span<const double> forces, double part) {
  if (forces.empty()) return 0;
  const double place = part * static_cast<double>(forces.size() - 1);
  const std::size_t from = std::min(static_cast<std::size_t>(place), forces.size() - 2);
  const double t = place - static_cast<double>(from);
  return (1 - t) * forces[from] + t * forces[from + 1];
}

struct Held {
  double at = 0;  // m
  Displacement is;
};

// I(x): Lagrange's basis l_i = prod (x - s_k)/(s_i - s_k), and its derivative.
Displacement followJoints(const std::vector<Held>& joints, double x) {
  if (joints.empty()) return {};
  if (joints.size() == 1) {
    const Displacement& u = joints[0].is;
    const double d = x - joints[0].at;
    return {u.x + u.slopeX * d, u.y + u.slopeY * d, u.slopeX, u.slopeY};
  }
  Displacement all;
  for (const Held& i : joints) {
    double value = 1, slope = 0;
    for (const Held& k : joints) {
      if (&k == &i) continue;
      const double way = i.at - k.at;
      slope = slope * (x - k.at) / way + value / way;
      value *= (x - k.at) / way;
    }
    all = all + Displacement{value * i.is.x, value * i.is.y, slope * i.is.x, slope * i.is.y};
  }
  return all;
}

// Places on the axis where joints are; those that share one count once.
std::vector<double> listJoints(const Mechanism& resolved, const Body& body) {
  constexpr double kSame = 1e-6;  // of the length
  std::vector<double> places;
  const double length = body.length->value;
  for (const Joint& joint : resolved.joints) {
    if (joint.a == body.id) places.push_back(std::clamp(joint.atA.x.value, 0.0, length));
    if (joint.b == body.id) places.push_back(std::clamp(joint.atB.x.value, 0.0, length));
  }
  std::ranges::sort(places);
  const auto isSame = [&](double a, double b) { return b - a < kSame * length; };
  places.erase(std::unique(places.begin(), places.end(), isSame), places.end());
  return places;
}

}  // namespace

std::optional<BentShape> BentShape::make(const Mechanism& resolved, std::size_t body) {
  const Body& drawn = resolved.bodies[body];
  if (!drawn.flexible || !drawn.length || !(drawn.length->value > 0)) return std::nullopt;
  auto table = std::make_shared<Table>();
  table->link = makeBentLink(resolved, drawn, 0);
  table->held = listJoints(resolved, drawn);
  BentShape shape;
  if (isOfRods(*drawn.flexible)) {
    table->chain = makeRodChain({drawn, findRodCuts(resolved, drawn)}, 0);
    shape.table_ = std::move(table);
    return shape;
  }
  if (table->link.modes() == 0 || table->link.modes() > kMostModes) return std::nullopt;
  placeModes(table->link, 0, drawn.flexible->damping);
  const BentAxis axis(table->link);
  for (const BendingSection& section : table->link.sections)
    table->nodes.push_back(axis.makeSection(section.at));
  for (const double at : table->held) table->joints.push_back(axis.makeSection(at));
  shape.table_ = std::move(table);
  return shape;
}

std::size_t BentShape::modes() const {
  return table_->chain ? table_->chain->cuts.size() : table_->link.modes();
}

double BentShape::length() const {
  return table_->link.length;
}

bool BentShape::hasStress() const {
  return table_->link.height > 0 || (!table_->chain && table_->link.axial > 0);
}

std::optional<BentLine> BentShape::bend(std::span<const double> values, double factor) const {
  if (values.size() != modes() && values.size() != modes() + kAxialPlaces.size()) return std::nullopt;
  const std::span<const double> modes = values.first(this->modes()), forces = values.subspan(modes.size());
  const BentLink& link = table_->link;
  const auto* const chain = table_->chain ? &*table_->chain : nullptr;
  const RodBends bends = chain ? findBends(modes) : RodBends{};
  std::vector<Held> joints;
  for (std::size_t i = 0; i < table_->held.size(); ++i)
    joints.push_back({table_->held[i], chain ? calcDisplacement(*chain, modes, table_->held[i])
                                             : calcDisplacement(table_->joints[i], modes)});
  BentLine line;
  line.length_ = link.length;
  const std::size_t pieces =
      chain ? static_cast<std::size_t>(std::lround(kPiecesOfRod * link.length / chain->piece))
            : link.sections.size() - 1;
  for (std::size_t i = 0; i <= pieces; ++i) {
    const double x = link.length * static_cast<double>(i) / static_cast<double>(pieces);
    const Displacement is =
        chain ? calcDisplacement(*chain, modes, x) : calcDisplacement(table_->nodes[i], modes);
    const Displacement drawn = factor * is + (1 - factor) * followJoints(joints, x);
    const double axial = calcAxial(forces, x / link.length);
    line.nodes_.push_back({x + drawn.x, drawn.y, 1 + drawn.slopeX, drawn.slopeY,
                           chain ? calcStress(*chain, bends, x, axial)
                                 : calcStress(link, link.sections[i], modes.data(), axial)});
  }
  return line;
}

// Between two nodes a cubic with their places and tangents.
BentLine::Section BentLine::carry(double x, double y) const {
  const auto pieces = static_cast<double>(nodes_.size() - 1);
  const double place = std::clamp(x, 0.0, length_);
  const double piece = std::min(std::floor(place / length_ * pieces), pieces - 1);
  const double h = length_ / pieces, t = place / h - piece;
  const Node &from = nodes_[static_cast<std::size_t>(piece)],
             &to = nodes_[static_cast<std::size_t>(piece) + 1];
  const auto value = [&](double a, double da, double b, double db) {
    const double way = b - a;
    return a + t * (h * da + t * (3 * way - h * (2 * da + db) + t * (h * (da + db) - 2 * way)));
  };
  const auto slope = [&](double a, double da, double b, double db) {
    const double mean = (b - a) / h;
    return da + t * (2 * (3 * mean - (2 * da + db)) + 3 * t * (da + db - 2 * mean));
  };
  const double angle = std::atan2(slope(from.y, from.dy, to.y, to.dy), slope(from.x, from.dx, to.x, to.dx));
  const double offset = x - place, c = std::cos(angle), s = std::sin(angle);
  return {value(from.x, from.dx, to.x, to.dx) + c * offset - s * y,
          value(from.y, from.dy, to.y, to.dy) + s * offset + c * y, angle};
}

double BentLine::calcStress(double x) const {
  const auto pieces = static_cast<double>(nodes_.size() - 1);
  const double place = std::clamp(x / length_ * pieces, 0.0, pieces);
  const auto from = static_cast<std::size_t>(std::min(std::floor(place), pieces - 1));
  const double t = place - static_cast<double>(from);
  return (1 - t) * nodes_[from].stress + t * nodes_[from + 1].stress;
}

std::vector<std::optional<BentShape>> makeBentShapes(const Mechanism& resolved) {
  std::vector<std::optional<BentShape>> shapes;
  for (std::size_t i = 0; i < resolved.bodies.size(); ++i) shapes.push_back(BentShape::make(resolved, i));
  return shapes;
}

}  // namespace clank
