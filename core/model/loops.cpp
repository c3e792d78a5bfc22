// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/loops.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <numeric>

namespace clank {

namespace {

constexpr double kSameLength = 1e-9;  // relative: drawn lengths that are meant to be equal are

struct Edge {
  std::size_t joint;
  std::string to;
};
using Graph = std::map<std::string, std::vector<Edge>>;

// Shortest way from one body to another; empty when there is none.
Loop findWay(const Graph& graph, const std::string& from, const std::string& to) {
  std::map<std::string, Edge> cameFrom;  // joint that leads here, and from where
  std::deque<std::string> open{from};
  while (!open.empty() && !cameFrom.contains(to)) {
    const std::string body = open.front();
    open.pop_front();
    const auto edges = graph.find(body);
    if (edges == graph.end()) continue;
    for (const Edge& edge : edges->second)
      if (edge.to != from && cameFrom.emplace(edge.to, Edge{edge.joint, body}).second)
        open.push_back(edge.to);
  }
  Loop way;
  if (!cameFrom.contains(to)) return way;
  for (std::string body = to; body != from; body = cameFrom.at(body).to) {
    way.bodies.push_back(body);
    way.joints.push_back(cameFrom.at(body).joint);
  }
  way.bodies.push_back(from);
  std::reverse(way.bodies.begin(), way.bodies.end());
  std::reverse(way.joints.begin(), way.joints.end());
  return way;
}

// Bodies that joints connect, directly or not.
class Islands {
 public:
  // False: they were connected before.
  bool connect(const std::string& a, const std::string& b) {
    const std::size_t rootA = findRoot(a), rootB = findRoot(b);
    parents_[rootA] = rootB;
    return rootA != rootB;
  }

 private:
  std::size_t findRoot(const std::string& body) {
    const auto [at, isNew] = places_.emplace(body, parents_.size());
    if (isNew) parents_.push_back(at->second);
    std::size_t place = at->second;
    while (parents_[place] != place) place = parents_[place] = parents_[parents_[place]];
    return place;
  }

  std::map<std::string, std::size_t> places_;
  std::vector<std::size_t> parents_;
};

void putFrameFirst(Loop& loop) {
  const auto frame = std::find(loop.bodies.begin(), loop.bodies.end(), kFrame);
  if (frame == loop.bodies.end()) return;
  const auto shift = frame - loop.bodies.begin();
  std::rotate(loop.bodies.begin(), frame, loop.bodies.end());
  std::rotate(loop.joints.begin(), loop.joints.begin() + shift, loop.joints.end());
}

// Distance on a body of the loop between the joints before and behind it.
double calcLength(const Mechanism& m, const Loop& loop, std::size_t index) {
  const Joint& before = m.joints[loop.joints[(index + loop.joints.size() - 1) % loop.joints.size()]];
  const Joint& behind = m.joints[loop.joints[index]];
  const auto pointOf = [&](const Joint& joint) -> const Point& {
    return joint.a == loop.bodies[index] ? joint.atA : joint.atB;
  };
  const Point &p = pointOf(before), &q = pointOf(behind);
  return std::hypot(q.x.value - p.x.value, q.y.value - p.y.value);
}

bool isAllRevolute(const Mechanism& m, const Loop& loop) {
  return std::all_of(loop.joints.begin(), loop.joints.end(), [&](std::size_t joint) {
    return std::holds_alternative<Revolute>(m.joints[joint].kind);
  });
}

// Grashof: with the shortest and the longest link together shorter than the other two, the shortest turns
// fully against its neighbours: it is a crank, or when it is the frame both its neighbours are, or when it
// lies opposite the frame none of the others is. Equal sums: all links can lie on one line, and there the
// motion may branch. Longer: nothing turns fully.
FourBarType classify(const std::array<double, 4>& lengths, std::size_t shortest) {
  const double sum = std::accumulate(lengths.begin(), lengths.end(), 0.0);
  const double longest = *std::max_element(lengths.begin(), lengths.end());
  const double surplus = sum - 2 * (lengths[shortest] + longest);
  if (std::abs(surplus) <= kSameLength * sum) return FourBarType::changePoint;
  if (surplus < 0) return FourBarType::tripleRocker;
  if (shortest == 0) return FourBarType::doubleCrank;
  return shortest == 2 ? FourBarType::doubleRocker : FourBarType::crankRocker;
}

}  // namespace

std::vector<Loop> findLoops(const Mechanism& mechanism) {
  std::vector<Loop> loops;
  Graph graph;
  Islands islands;
  for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
    const Joint& joint = mechanism.joints[j];
    if (joint.a == joint.b) continue;
    Loop loop;
    if (!islands.connect(joint.a, joint.b)) loop = findWay(graph, joint.a, joint.b);
    graph[joint.a].push_back({j, joint.b});
    graph[joint.b].push_back({j, joint.a});
    if (loop.bodies.empty()) continue;
    loop.joints.push_back(j);
    putFrameFirst(loop);
    loops.push_back(std::move(loop));
  }
  return loops;
}

std::string describeLoop(const Mechanism& mechanism, const Loop& loop) {
  std::string text;
  for (std::size_t i = 0; i < loop.bodies.size(); ++i)
    text += loop.bodies[i] + " - " + mechanism.joints[loop.joints[i]].id + " - ";
  return text + loop.bodies.front();
}

const char* toWords(FourBarType type) {
  switch (type) {
    case FourBarType::crankRocker:
      return "crank-rocker";
    case FourBarType::doubleCrank:
      return "double-crank";
    case FourBarType::doubleRocker:
      return "double-rocker";
    case FourBarType::changePoint:
      return "change-point";
    case FourBarType::tripleRocker:
      return "triple-rocker";
  }
  return "";
}

std::vector<FourBar> findFourBars(const Mechanism& resolved) {
  std::vector<FourBar> bars;
  for (Loop& loop : findLoops(resolved)) {
    if (loop.bodies.size() != 4 || !isAllRevolute(resolved, loop)) continue;
    FourBar bar;
    for (std::size_t i = 0; i < 4; ++i) bar.lengths[i] = calcLength(resolved, loop, i);
    bar.shortest = static_cast<std::size_t>(std::min_element(bar.lengths.begin(), bar.lengths.end()) -
                                            bar.lengths.begin());
    bar.type = classify(bar.lengths, bar.shortest);
    bar.loop = std::move(loop);
    bars.push_back(std::move(bar));
  }
  return bars;
}

Problems describeFourBars(const Mechanism& resolved) {
  Problems notes;
  for (const FourBar& bar : findFourBars(resolved)) {
    const std::string shortest = bar.loop.bodies[bar.shortest];
    const std::string turns =
        bar.type == FourBarType::changePoint ? "its links can lie on one line, where the motion may branch"
        : bar.type == FourBarType::tripleRocker
            ? "no link turns fully against another"
            : fmt::format("{}, the shortest link, turns fully against its neighbours", shortest);
    const std::string seen =
        bar.loop.bodies.front() == kFrame ? "" : fmt::format(" seen from {}", bar.loop.bodies.front());
    notes.push_back(
        {fmt::format("the four-bar loop {} is a {} linkage{}: {}", describeLoop(resolved, bar.loop),
                     toWords(bar.type), seen, turns),
         fmt::format("/joints/{}", *std::max_element(bar.loop.joints.begin(), bar.loop.joints.end())),
         Severity::note});
  }
  return notes;
}

std::optional<LoopGap> calcLoopGap(const Mechanism& resolved, const Loop& loop) {
  if (!isAllRevolute(resolved, loop)) return std::nullopt;
  LoopGap gap;
  double sum = 0;
  for (std::size_t i = 0; i < loop.bodies.size(); ++i) {
    const double length = calcLength(resolved, loop, i);
    sum += length;
    if (length <= gap.length) continue;
    gap.length = length;
    gap.longest = i;
  }
  gap.missing = 2 * gap.length - sum;
  return gap;
}

}  // namespace clank
