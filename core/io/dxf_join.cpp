// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/dxf_join.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

namespace clank {
namespace {

constexpr double kSamePart = 1e-3;  // of the tolerance: ends at one place
constexpr std::size_t kNone = static_cast<std::size_t>(-1);

double gapOf(Corner a, Corner b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

Corner middleOf(Corner a, Corner b) {
  return {(a.x + b.x) / 2, (a.y + b.y) / 2};
}

// Points that follow each other at one place are one.
DxfChain withoutRepeats(DxfChain chain, double same) {
  std::vector<DxfVertex> kept;
  for (const DxfVertex& vertex : chain.vertices) {
    if (!kept.empty() && gapOf(kept.back().at, vertex.at) <= same)
      kept.back().bulge = vertex.bulge;
    else
      kept.push_back(vertex);
  }
  while (chain.closed && kept.size() > 1 && gapOf(kept.back().at, kept.front().at) <= same) kept.pop_back();
  chain.vertices = std::move(kept);
  return chain;
}

class Joiner {
 public:
  Joiner(std::vector<DxfChain> pieces, double tolerance) {
    joined_.tolerance = tolerance;
    for (DxfChain& piece : pieces) {
      DxfChain clean = withoutRepeats(std::move(piece), same());
      if (clean.vertices.size() < 2) continue;
      (clean.closed ? joined_.chains : pieces_).push_back(std::move(clean));
    }
  }
  JoinedChains join();

 private:
  double same() const { return kSamePart * joined_.tolerance; }
  // Ends are numbered: 2 i is the first of piece i, 2 i + 1 its last.
  Corner at(std::size_t end) const {
    const auto& vertices = pieces_[end / 2].vertices;
    return end % 2 == 0 ? vertices.front().at : vertices.back().at;
  }
  void setAt(std::size_t end, Corner to) {
    auto& vertices = pieces_[end / 2].vertices;
    (end % 2 == 0 ? vertices.front() : vertices.back()).at = to;
  }
  std::size_t findRoot(std::size_t end);
  template <class Visit>
  void visitNear(std::vector<std::size_t> ends, double distance, const Visit& visit) const;
  void gather(const std::vector<std::size_t>& ends, double distance);
  std::map<std::size_t, std::vector<std::size_t>> listPlaces(const std::vector<std::size_t>& ends);
  void dropDoubles();
  std::vector<std::size_t> listAll() const;
  std::vector<std::size_t> pairAll();
  void bridge(std::vector<std::size_t> ends);
  void findStubs(const std::vector<std::size_t>& single);
  DxfChain follow(std::size_t start);

  JoinedChains joined_;
  std::vector<DxfChain> pieces_;      // open ones
  std::vector<std::size_t> root_;     // of sets of ends
  std::vector<std::size_t> partner_;  // the other end at the place of an end
  std::vector<bool> used_;            // pieces
};

std::size_t Joiner::findRoot(std::size_t end) {
  while (root_[end] != end) end = root_[end] = root_[root_[end]];
  return end;
}

template <class Visit>
void Joiner::visitNear(std::vector<std::size_t> ends, double distance, const Visit& visit) const {
  std::sort(ends.begin(), ends.end(),
            [&](std::size_t a, std::size_t b) { return std::tuple(at(a).x, a) < std::tuple(at(b).x, b); });
  for (std::size_t i = 0; i < ends.size(); ++i)
    for (std::size_t k = i + 1; k < ends.size() && at(ends[k]).x - at(ends[i]).x <= distance; ++k)
      if (gapOf(at(ends[i]), at(ends[k])) <= distance) visit(ends[i], ends[k]);
}

// Ends that near each other are one set.
void Joiner::gather(const std::vector<std::size_t>& ends, double distance) {
  root_.resize(2 * pieces_.size());
  std::iota(root_.begin(), root_.end(), 0);
  visitNear(ends, distance, [&](std::size_t a, std::size_t b) {
    const std::size_t one = findRoot(a), other = findRoot(b);
    root_[std::max(one, other)] = std::min(one, other);
  });
}

std::map<std::size_t, std::vector<std::size_t>> Joiner::listPlaces(const std::vector<std::size_t>& ends) {
  std::map<std::size_t, std::vector<std::size_t>> places;
  for (const std::size_t end : ends) places[findRoot(end)].push_back(end);
  return places;
}

std::vector<std::size_t> Joiner::listAll() const {
  std::vector<std::size_t> ends(2 * pieces_.size());
  std::iota(ends.begin(), ends.end(), 0);
  return ends;
}

// Single lines and arcs from one place to another that are there twice.
void Joiner::dropDoubles() {
  gather(listAll(), same());
  std::set<std::tuple<std::size_t, std::size_t, long>> seen;
  std::vector<DxfChain> kept;
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    const auto& vertices = pieces_[i].vertices;
    const std::size_t a = findRoot(2 * i), b = findRoot(2 * i + 1);
    const double bulge = a < b ? vertices.front().bulge : -vertices.front().bulge;
    const long turn = std::lround(4e6 * std::atan(bulge));
    if (vertices.size() == 2 && !seen.insert({std::min(a, b), std::max(a, b), turn}).second)
      ++joined_.doubled;
    else
      kept.push_back(pieces_[i]);
  }
  pieces_ = std::move(kept);
}

// Two ends at one place are partners. Returns the ends that are alone.
std::vector<std::size_t> Joiner::pairAll() {
  std::vector<std::size_t> single;
  gather(listAll(), same());
  for (const auto& [root, ends] : listPlaces(listAll())) {
    if (ends.size() > 2) joined_.branches.push_back(at(root));
    if (ends.size() == 1) single.push_back(root);
    if (ends.size() != 2) continue;
    partner_[ends[0]] = ends[1];
    partner_[ends[1]] = ends[0];
  }
  return single;
}

void Joiner::bridge(std::vector<std::size_t> ends) {
  if (ends.size() > 2) joined_.branches.push_back(at(ends[0]));
  if (ends.size() != 2 ||
      (ends[0] / 2 == ends[1] / 2 && calcLength(pieces_[ends[0] / 2]) <= joined_.tolerance))
    return;
  ++joined_.bridged;
  joined_.widest = std::max(joined_.widest, gapOf(at(ends[0]), at(ends[1])));
  partner_[ends[0]] = ends[1];
  partner_[ends[1]] = ends[0];
  const Corner middle = middleOf(at(ends[0]), at(ends[1]));
  setAt(ends[0], middle);
  setAt(ends[1], middle);
}

// Ends that stay alone, and lie where others have met.
void Joiner::findStubs(const std::vector<std::size_t>& single) {
  std::set<std::size_t> alone;
  for (const std::size_t end : single)
    if (partner_[end] == kNone) alone.insert(end);
  if (alone.empty()) return;
  visitNear(listAll(), joined_.tolerance, [&](std::size_t a, std::size_t b) {
    if (a / 2 != b / 2 && alone.contains(a) != alone.contains(b)) joined_.branches.push_back(at(a));
  });
}

// From an end of a piece to where nothing goes on.
DxfChain Joiner::follow(std::size_t start) {
  DxfChain chain{pieces_[start / 2].layer, {}, false, 0};
  for (std::size_t end = start;;) {
    used_[end / 2] = true;
    const DxfChain piece = end % 2 == 0 ? pieces_[end / 2] : reverseChain(pieces_[end / 2]);
    if (!chain.vertices.empty()) chain.vertices.pop_back();
    chain.vertices.insert(chain.vertices.end(), piece.vertices.begin(), piece.vertices.end());
    chain.off = std::max(chain.off, piece.off);
    const std::size_t next = partner_[end ^ 1U];
    chain.closed = next == start;
    if (next == kNone || used_[next / 2]) break;
    end = next;
  }
  if (chain.closed) chain.vertices.pop_back();
  return chain;
}

JoinedChains Joiner::join() {
  dropDoubles();
  partner_.assign(2 * pieces_.size(), kNone);
  used_.assign(pieces_.size(), false);
  const std::vector<std::size_t> single = pairAll();
  gather(single, joined_.tolerance);
  for (const auto& [root, ends] : listPlaces(single)) bridge(ends);
  findStubs(single);
  for (const bool open : {true, false})
    for (const std::size_t end : listAll())
      if (!used_[end / 2] && (!open || partner_[end] == kNone)) joined_.chains.push_back(follow(end));
  return std::move(joined_);
}

}  // namespace

JoinedChains joinChains(std::vector<DxfChain> pieces) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  DxfBox box{{kFar, kFar}, {-kFar, -kFar}};
  for (const DxfChain& piece : pieces) {
    const DxfBox its = findBox(piece);
    box.take(its.low);
    box.take(its.high);
  }
  if (pieces.empty()) return {};
  return Joiner(std::move(pieces), kDxfGap * box.diagonal()).join();
}

}  // namespace clank
