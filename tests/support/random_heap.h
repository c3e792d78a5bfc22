// SPDX-License-Identifier: GPL-3.0-or-later
// Random heaps: discs and boxes with friction that fall into a box open at the top, and what a run of one
// must keep to.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/simulation/simulator.h"
#include "tests/support/contacts.h"
#include "tests/support/parts.h"

namespace clank::test {

class RandomHeap {
 public:
  // How many bodies there are and how they rebound: often few, without any rebound or without any loss, or
  // all from the least to the most alike.
  enum class Spread { extreme, even };
  // Bodies from 2 to most; duration in s.
  // outlines: bodies touch with their outlines, not with corners and circles one by one.
  explicit RandomHeap(unsigned seed, int most = 30, double duration = 3, bool outlines = false,
                      Spread spread = Spread::extreme)
      : random_(seed), outlines_(outlines) {
    const bool even = spread == Spread::even;
    const int count =
        even ? pick(2, most) : static_cast<int>(std::lround(2 * std::pow(most / 2.0, uniform(0, 1))));
    const double share = std::vector<double>{0, 0.5, 1}[static_cast<std::size_t>(pick(0, 2))];
    restitution_ = even ? uniform(0, 1) : chance(0.3) ? 0 : chance(0.1) ? 1 : uniform(0, 1);
    friction_ = uniform(0, 1);
    columns_ = std::max(2, static_cast<int>(std::lround(std::sqrt(count))));
    for (int i = 0; i < count; ++i) addBody(i, uniform(0, 1) < share);
    if (outlines) addOutlines();
    for (int i = 0; i < count && !outlines; ++i) {
      addWalls(i);
      for (int j = 0; j < i; ++j) addPair(i, j);
    }
    m_.gravity = {0.0, -kG};
    m_.simulation.duration = duration;
    m_.simulation.outputInterval = 0.01;
  }

  const Mechanism& mechanism() const { return m_; }
  const std::vector<std::string>& ids() const { return ids_; }
  // How deep any two bodies, or a body and a wall, are inside each other (m), negative when all are apart; by
  // their outlines, not by the contacts of the engine. Poses: x, y, angle of each body.
  double calcDepth(std::span<const double> poses) const {
    double depth = -1;
    for (std::size_t i = 0; i < shapes_.size(); ++i) {
      depth = std::max(depth, calcWallDepth(i, poses));
      for (std::size_t j = 0; j < i; ++j)
        if (!isApart(i, j, poses)) depth = std::max(depth, -calcDistance(i, j, poses));
    }
    return depth;
  }
  // m: an outline cuts off sharp corners by this (contact/outline.h): as much deeper the corners drawn here
  // may be inside each other.
  double calcRounding() const {
    double size = 0;
    for (const Shape& s : shapes_)
      if (outlines_ && s.isBox) size = std::max(size, 2 * std::hypot(s.w, s.h));
    return 2 * (std::sqrt(2.0) - 1) * 1e-8 * size;
  }
  // "box3 in box5", "box3 in a wall".
  std::string describeDeepest(std::span<const double> poses) const {
    double depth = -1;
    std::string which;
    for (std::size_t i = 0; i < shapes_.size(); ++i) {
      if (const double d = calcWallDepth(i, poses); d > depth) depth = d, which = ids_[i] + " in a wall";
      for (std::size_t j = 0; j < i; ++j)
        if (const double d = -calcDistance(i, j, poses); d > depth)
          depth = d, which = ids_[i] + " in " + ids_[j];
    }
    return which;
  }
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
    ids_.push_back(s.id);
  }

  struct Vec {
    double x = 0, y = 0;
  };
  // Of a point of body i in the frame.
  static Vec place(std::size_t i, std::span<const double> poses, Vec at) {
    const double c = std::cos(poses[3 * i + 2]), s = std::sin(poses[3 * i + 2]);
    return {poses[3 * i] + c * at.x - s * at.y, poses[3 * i + 1] + s * at.x + c * at.y};
  }
  // Of a point of the frame in body i.
  static Vec see(std::size_t i, std::span<const double> poses, Vec at) {
    const double c = std::cos(poses[3 * i + 2]), s = std::sin(poses[3 * i + 2]);
    const double x = at.x - poses[3 * i], y = at.y - poses[3 * i + 1];
    return {c * x + s * y, -s * x + c * y};
  }
  Vec corner(std::size_t i, int k) const {
    return {k % 2 ? shapes_[i].w : -shapes_[i].w, k / 2 ? shapes_[i].h : -shapes_[i].h};
  }

  double calcWallDepth(std::size_t i, std::span<const double> poses) const {
    const double width = columns_ * kCell, length = std::hypot(1, kRise);
    double depth = -1;
    for (int k = 0; k < (shapes_[i].isBox ? 4 : 1); ++k) {
      const Vec p = place(i, poses, shapes_[i].isBox ? corner(i, k) : Vec{});
      const double r = shapes_[i].isBox ? 0 : shapes_[i].w;
      depth = std::max({depth, r - p.x, r + p.x - width, r - (p.y - kRise * p.x) / length});
    }
    return depth;
  }
  // The circles around both are.
  bool isApart(std::size_t i, std::size_t j, std::span<const double> poses) const {
    const auto reach = [](const Shape& s) { return s.isBox ? std::abs(s.w) + std::abs(s.h) : s.w; };
    const double x = poses[3 * i] - poses[3 * j], y = poses[3 * i + 1] - poses[3 * j + 1];
    const double both = reach(shapes_[i]) + reach(shapes_[j]);
    return x * x + y * y > both * both;
  }
  double calcDistance(std::size_t i, std::size_t j, std::span<const double> poses) const {
    const Shape &a = shapes_[i], &b = shapes_[j];
    if (!a.isBox && !b.isBox)
      return std::hypot(poses[3 * i] - poses[3 * j], poses[3 * i + 1] - poses[3 * j + 1]) - a.w - b.w;
    if (a.isBox && b.isBox) return std::max(calcGapToSides(i, j, poses), calcGapToSides(j, i, poses));
    const std::size_t box = a.isBox ? i : j, disc = a.isBox ? j : i;
    const Vec p = see(box, poses, place(disc, poses, {}));
    const double x = std::abs(p.x) - shapes_[box].w, y = std::abs(p.y) - shapes_[box].h;
    const double distance = x > 0 && y > 0 ? std::hypot(x, y) : std::max(x, y);
    return distance - shapes_[disc].w;
  }
  // The widest gap that a side of box i sees to box j.
  double calcGapToSides(std::size_t i, std::size_t j, std::span<const double> poses) const {
    double gaps[4] = {1, 1, 1, 1};
    for (int k = 0; k < 4; ++k) {
      const Vec p = see(i, poses, place(j, poses, corner(j, k)));
      const double at[4] = {p.x - shapes_[i].w, -p.x - shapes_[i].w, p.y - shapes_[i].h, -p.y - shapes_[i].h};
      for (int side = 0; side < 4; ++side) gaps[side] = std::min(gaps[side], at[side]);
    }
    return *std::max_element(gaps, gaps + 4);
  }

  void addOutlines() {
    for (std::size_t i = 0; i < shapes_.size(); ++i) {
      const Shape& s = shapes_[i];
      if (s.isBox)
        m_.bodies[i].outline = {{-s.w, -s.h}, {s.w, -s.h}, {s.w, s.h}, {-s.w, s.h}};
      else
        m_.bodies[i].radius = s.w;
    }
    const double width = columns_ * kCell, slope = kRise;
    addOutline("ground", makeLine({-50, -50 * slope}, {50, 50 * slope}));
    addOutline("left", makeLine({0, 50}, {0, -50}));
    addOutline("right", makeLine({width, -50}, {width, 50}));
  }
  // The bodies meet each other in the first.
  void addOutline(const std::string& id, const Surface& surface) {
    ContactPair c;
    c.id = id;
    c.a = kFrame;
    c.b = ids_.front();
    c.outlineB = true;
    c.bodies.assign(ids_.begin() + 1, ids_.end());
    c.surface = surface;
    c.restitution = restitution_;
    c.friction = friction_;
    m_.contacts.push_back(c);
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
  bool outlines_ = false;
  Mechanism m_;
  std::vector<Shape> shapes_;
  std::vector<std::string> ids_;
  double restitution_ = 0, friction_ = 0;
  int columns_ = 2;
};

// What a run has done to energy, and how deep parts have been in each other.
class HeapSink final : public SampleSink {
 public:
  // The heap must outlive it.
  HeapSink(const RandomHeap& heap, const std::vector<Channel>& channels) : heap_(heap) {
    const auto find = [&](const std::string& name) {
      for (std::size_t i = 0; i < channels.size(); ++i)
        if (channels[i].name == name) return i;
      throw std::runtime_error("no channel " + name);
    };
    for (const std::string& id : heap.ids())
      for (const char* of : {".x", ".y", ".angle"}) columns_.push_back(find(id + of));
    for (std::size_t i = 0; i < channels.size(); ++i) {
      const std::string& name = channels[i].name;
      if (name == "energy.kinetic" || name == "energy.gravity" || name == "energy.elastic")
        energies_.push_back(i);
    }
  }
  void sample(std::span<const double> row) override {
    double energy = 0;
    for (const std::size_t i : energies_) energy += row[i];
    if (rows_++ == 0) first_ = energy;
    rise_ = std::max(rise_, energy - lowest_);
    lowest_ = std::min(lowest_, energy);
    t_ = row[0];
    std::vector<double> poses;
    for (const std::size_t i : columns_) poses.push_back(row[i]);
    if (poses != std::exchange(poses_, poses)) lookAt(poses);
  }
  void event(const Receipt&) override { ++events_; }

  double rise() const { return rise_; }        // J, of the energy above what it was before
  double deepest() const { return deepest_; }  // m, of a part in another
  const std::string& deepestPair() const { return deepestPair_; }
  double firstDeep() const { return firstDeep_; }  // s, when that was first more than 1e-9 m; -1: never
  double start() const { return first_; }          // J
  double t() const { return t_; }
  int events() const { return events_; }

 private:
  const RandomHeap& heap_;
  void lookAt(const std::vector<double>& poses) {
    const double depth = heap_.calcDepth(poses);
    if (depth > deepest_ && rows_ > 1) deepest_ = depth;
    if (depth > 1e-9 && firstDeep_ < 0) {
      firstDeep_ = t_;
      deepestPair_ = heap_.describeDeepest(poses);
    }
  }

  std::vector<std::size_t> energies_, columns_;  // of energies and poses
  std::vector<double> poses_;                    // of the last row
  int rows_ = 0, events_ = 0;
  double first_ = 0, lowest_ = std::numeric_limits<double>::infinity(), rise_ = 0, deepest_ = 0, t_ = 0;
  double firstDeep_ = -1;
  std::string deepestPair_;
};

}  // namespace clank::test
