// SPDX-License-Identifier: GPL-3.0-or-later
// Random heaps: discs and boxes with friction that fall into a box open at the top, and what a run of one
// must keep to.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "core/simulation/simulator.h"
#include "tests/support/contacts.h"
#include "tests/support/parts.h"

namespace clank::test {

class RandomHeap {
 public:
  // Bodies from 2 to most; duration in s.
  explicit RandomHeap(unsigned seed, int most = 30, double duration = 3) : random_(seed) {
    const auto count = static_cast<int>(std::lround(2 * std::pow(most / 2.0, uniform(0, 1))));
    const double share = std::vector<double>{0, 0.5, 1}[static_cast<std::size_t>(pick(0, 2))];
    restitution_ = chance(0.3) ? 0 : chance(0.1) ? 1 : uniform(0, 1);
    friction_ = uniform(0, 1);
    columns_ = std::max(2, static_cast<int>(std::lround(std::sqrt(count))));
    for (int i = 0; i < count; ++i) addBody(i, uniform(0, 1) < share);
    for (int i = 0; i < count; ++i) addWalls(i);
    for (int i = 0; i < count; ++i)
      for (int j = 0; j < i; ++j) addPair(i, j);
    m_.gravity = {0.0, -kG};
    m_.simulation.duration = duration;
    m_.simulation.outputInterval = 0.01;
  }

  const Mechanism& mechanism() const { return m_; }
  std::string describe() const {
    int boxes = 0;
    for (const Shape& s : shapes_) boxes += s.isBox ? 1 : 0;
    return std::to_string(shapes_.size()) + " bodies, " + std::to_string(boxes) + " boxes, e " +
           std::to_string(restitution_) + ", mu " + std::to_string(friction_);
  }

 private:
  struct Shape {
    bool isBox = false;
    double w = 0, h = 0;  // m: radius of a disc, half sides of a box
    std::string id;
  };
  static constexpr double kCell = 0.3;  // m; bodies start apart

  double uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(random_()) / static_cast<double>(std::mt19937::max()));
  }
  int pick(int low, int high) {
    return low + static_cast<int>(random_() % static_cast<unsigned>(high - low + 1));
  }
  bool chance(double p) { return uniform(0, 1) < p; }

  void addBody(int i, bool isBox) {
    Shape s{isBox, uniform(0.04, 0.09), uniform(0.04, 0.09), (isBox ? "box" : "disc") + std::to_string(i)};
    if (!isBox) s.h = s.w;
    const double mass = isBox ? 4000 * s.w * s.h : 1000 * 3.14159265358979 * s.w * s.w;
    const double inertia = isBox ? mass * (s.w * s.w + s.h * s.h) / 3 : mass * s.w * s.w / 2;
    const double x = (i % columns_ + 0.5) * kCell + uniform(-0.01, 0.01);
    const double y = (i / columns_ + 0.5) * kCell + uniform(-0.01, 0.01) + kRise * columns_ * kCell;
    Body body = makeBody(s.id, mass, inertia, {x, y, isBox ? uniform(-1.5, 1.5) : 0.0, {}});
    body.velocity.vx = uniform(-1, 1);
    body.velocity.vy = uniform(-1, 1);
    body.velocity.omega = uniform(-4, 4);
    m_.bodies.push_back(body);
    shapes_.push_back(s);
  }

  void addWalls(int i) {
    const double width = columns_ * kCell, slope = kRise;
    addContact("floor", i, makeLine({-50, -50 * slope}, {50, 50 * slope}));
    addContact("left", i, makeLine({0, 50}, {0, -50}));
    addContact("right", i, makeLine({width, -50}, {width, 50}));
  }
  static LineSurface makeLine(Point from, Point to) {
    LineSurface line;
    line.from = std::move(from);
    line.to = std::move(to);
    return line;
  }

  // What the body of i touches with: its circle, or its corners.
  void addContact(const std::string& id, int i, const Surface& surface, const std::string& a = kFrame) {
    const Shape& s = shapes_[static_cast<std::size_t>(i)];
    for (int k = 0; k < (s.isBox ? 4 : 1); ++k) {
      ContactPair c =
          makeContact(id + "_" + s.id + "_" + std::to_string(k), s.id, surface, restitution_, friction_);
      c.a = a;
      if (s.isBox)
        c.atB = {k % 2 ? s.w : -s.w, k / 2 ? s.h : -s.h};
      else
        c.radius = s.w;
      m_.contacts.push_back(c);
    }
  }
  void addPair(int i, int j) {
    const bool boxI = shapes_[static_cast<std::size_t>(i)].isBox,
               boxJ = shapes_[static_cast<std::size_t>(j)].isBox;
    // The corners of boxes against sides of boxes; discs against both; of a disc and a box the disc is b.
    if (boxI && boxJ)
      addOn(i, j), addOn(j, i);
    else if (boxJ)
      addOn(j, i);
    else
      addOn(i, j);
  }
  void addOn(int a, int b) {
    const Shape& s = shapes_[static_cast<std::size_t>(a)];
    Surface surface;
    if (s.isBox) {
      PolylineSurface sides;
      sides.points = {{-s.w, -s.h}, {-s.w, s.h}, {s.w, s.h}, {s.w, -s.h}};
      sides.closed = 1;
      surface = sides;
    } else {
      CircleSurface circle;
      circle.radius = s.w;
      surface = circle;
    }
    addContact("on_" + s.id, b, surface, s.id);
  }

  static constexpr double kRise = 0.1;  // of the floor
  std::mt19937 random_;
  Mechanism m_;
  std::vector<Shape> shapes_;
  double restitution_ = 0, friction_ = 0;
  int columns_ = 2;
};

// What a run has done to energy and to the gaps.
class HeapSink final : public SampleSink {
 public:
  explicit HeapSink(const std::vector<Channel>& channels) {
    for (std::size_t i = 0; i < channels.size(); ++i) {
      const std::string& name = channels[i].name;
      if (name == "energy.kinetic" || name == "energy.gravity" || name == "energy.elastic")
        energies_.push_back(i);
      if (name.ends_with(".gap")) gaps_.push_back(i);
    }
  }
  void sample(std::span<const double> row) override {
    double energy = 0;
    for (const std::size_t i : energies_) energy += row[i];
    if (rows_++ == 0) first_ = energy;
    rise_ = std::max(rise_, energy - lowest_);
    lowest_ = std::min(lowest_, energy);
    for (const std::size_t i : gaps_)
      if (row[i] > -0.02) deepest_ = std::max(deepest_, -row[i]);
    t_ = row[0];
  }
  void event(const Receipt&) override { ++events_; }

  double rise() const { return rise_; }        // J, of the energy above what it was before
  double deepest() const { return deepest_; }  // m, of a part in another
  double start() const { return first_; }      // J
  double t() const { return t_; }
  int events() const { return events_; }

 private:
  std::vector<std::size_t> energies_, gaps_;
  int rows_ = 0, events_ = 0;
  double first_ = 0, lowest_ = std::numeric_limits<double>::infinity(), rise_ = 0, deepest_ = 0, t_ = 0;
};

}  // namespace clank::test
