// SPDX-License-Identifier: GPL-3.0-or-later
// Bars pinned together at nodes. Their masses lie decades apart: nothing that counts freedoms may feel them.
#pragma once

#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "tests/support/parts.h"

namespace clank::test {

class Framework {
 public:
  using Place = std::pair<double, double>;  // m
  explicit Framework(std::vector<Place> nodes) : nodes_(std::move(nodes)) {}

  // A bar through two nodes or more; its ends are the first and the last.
  Framework& bar(const std::vector<std::size_t>& nodes) {
    const auto [x, y] = nodes_[nodes.front()];
    const auto [toX, toY] = nodes_[nodes.back()];
    const auto i = m_.bodies.size();
    const double mass = std::pow(10.0, static_cast<double>(i * 7 % 5) - 2);
    const double angle = std::atan2(toY - y, toX - x);
    m_.bodies.push_back(
        makeBody("bar" + std::to_string(i), mass, mass * (i % 2 == 0 ? 1 : 0.01), {x, y, angle, {}}));
    for (const std::size_t node : nodes) join(node, m_.bodies.back().id, toBar(node));
    return *this;
  }
  // The node is pinned to the frame; asked for before its bars.
  Framework& ground(std::size_t node) {
    hubs_[node] = {std::string(kFrame), {nodes_[node].first, nodes_[node].second}};
    return *this;
  }
  // The node, which has a bar already, slides along the x axis.
  Framework& foot(std::size_t node) {
    const Hub& hub = hubs_.at(node);
    m_.joints.push_back(makeJoint(nextId(), Slot{}, kFrame, hub.body, {0.0, 0.0}, hub.at));
    return *this;
  }
  const Mechanism& mechanism() const { return m_; }

 private:
  struct Hub {  // what the bars of a node are pinned to
    std::string body;
    Point at;
  };
  std::string nextId() const { return "P" + std::to_string(m_.joints.size()); }
  // On the bar that was added last.
  Point toBar(std::size_t node) const {
    const Pose& pose = m_.bodies.back().pose;
    const double x = nodes_[node].first - pose.x.value, y = nodes_[node].second - pose.y.value;
    const double c = std::cos(pose.angle.value), s = std::sin(pose.angle.value);
    return {c * x + s * y, c * y - s * x};
  }
  void join(std::size_t node, const std::string& body, const Point& at) {
    const auto [hub, isFirst] = hubs_.try_emplace(node, Hub{body, at});
    if (!isFirst)
      m_.joints.push_back(makeJoint(nextId(), Revolute{}, hub->second.body, body, hub->second.at, at));
  }

  std::vector<Place> nodes_;
  std::map<std::size_t, Hub> hubs_;
  Mechanism m_;
};

}  // namespace clank::test
