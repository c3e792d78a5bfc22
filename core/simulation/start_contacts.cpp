// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/start_contacts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

#include "core/dynamics/assembler.h"
#include "core/dynamics/broad_phase.h"
#include "core/dynamics/closure.h"
#include "core/dynamics/tolerances.h"

namespace clank {
namespace {

constexpr double kLittleOfThickness = 0.05, kLittleOfSize = 0.02;
constexpr std::size_t kMostPushed = 2000;  // places at once: of so many nothing comes apart in a useful time
constexpr int kRounds = 10;                // pushing out of one surface may push into another

// The contacts of a pair, by their index in the system. Those that are made when they come near are made here
// to be looked at once: most of them are far.
class PairContacts {
 public:
  PairContacts(const System& system, const SystemContactPair& pair)
      : list_(system.contacts), first_(pair.first), end_(pair.first + pair.count) {
    const OutlineMeeting* const meeting = pair.meeting;
    if (meeting && !meeting->isMade()) once_ = meeting->makeContacts();
  }
  std::size_t begin() const { return first_; }
  std::size_t end() const { return end_; }
  const ContactGeometry& get(std::size_t c, std::optional<SystemContact>& made) const {
    return once_.empty() ? list_.get(c, made).geometry : once_[c - first_].geometry;
  }

 private:
  const ContactList& list_;
  std::size_t first_, end_;
  std::vector<SystemContact> once_;
};

// A circle against all pieces of the other part: the one nearest to its centre tells whether it is inside.
struct Depth {
  std::size_t contact = 0;   // the nearest piece
  double depth = 0;          // m; negative: outside
  bool isAtEnd = false;      // the nearest is the end of a piece, and the centre farther than its foot
  int carrier = kFrameBody;  // of the piece
};

bool isSameCircle(const ContactGeometry& a, const ContactGeometry& b) {
  return a.mount == b.mount || (a.a() == b.a() && a.b().body == b.b().body && a.b().arm == b.b().arm);
}

// An arc of a surface is no more of its circle than its sector: the rest may lie anywhere. Nor is it inside
// of a part because it is behind the far edge: its point there has to be in front of no other edge.
bool isApart(const PairContacts& contacts, const ContactGeometry& arc, const ContactKinematics& k,
             const double* q, double open) {
  if (k.at.past > 0) return true;
  const Eigen::Vector2d point = k.b.position - arc.radius() * k.normal;
  std::optional<SystemContact> made;
  for (std::size_t c = contacts.begin(); c < contacts.end(); ++c) {
    const ContactGeometry& other = contacts.get(c, made);
    if (!isSameCircle(arc, other) || !std::holds_alternative<SegmentPiece>(other.piece)) continue;
    const Eigen::Vector2d local = turnBack(calcRotation(other.a(), q), point - calcPosition(other.a(), q));
    if (calcPieceContact(other.piece, 0, local).gap > open) return true;
  }
  return false;
}

std::vector<Depth> listDepths(const PairContacts& contacts, const double* q, const double* v, double open) {
  std::vector<Depth> depths;
  std::vector<double> nearest;
  std::vector<ContactGeometry> circles;  // of the depths: those of a long line are made when asked for
  std::optional<SystemContact> made;
  for (std::size_t c = contacts.begin(); c < contacts.end(); ++c) {
    const ContactGeometry& contact = contacts.get(c, made);
    const ContactKinematics k = calcContactKinematics(contact, q, v);
    const double distance = calcDistance(k.at, contact.radius()),
                 ofCenter = std::abs(distance + contact.radius());
    Depth at{c, -distance, k.at.past > 0, contact.a()};
    if (contact.isPartOfCircle() && at.depth > 0 && isApart(contacts, contact, k, q, open))
      at = {c, -at.depth, false, contact.a()};
    std::size_t i = 0;
    while (i < depths.size() && !isSameCircle(circles[i], contact)) ++i;
    if (i == depths.size()) {
      depths.push_back(at);
      nearest.push_back(ofCenter);
      circles.push_back(contact);
    } else if (ofCenter < nearest[i]) {
      depths[i] = at;
      nearest[i] = ofCenter;
    }
  }
  return depths;
}

// A circle from a piece, from end to end whatever its sector.
PieceContact calcFromPiece(const ContactGeometry& contact, const double* q) {
  const Eigen::Vector2d center = calcPosition(contact.b().body, q) +
                                 turn(calcRotation(contact.b().body, q), contact.b().arm) -
                                 calcPosition(contact.a(), q);
  return calcPieceContact(contact.piece, contact.radius(), turnBack(calcRotation(contact.a(), q), center));
}

// Where the nearest is an end: at a corner two pieces meet, both as near, and the centre is beyond the ends
// of both. The one whose line is farther off faces it, and tells on which side of the surface it is. Of
// solids, whose pieces all have a neighbour.
void findSides(const PairContacts& contacts, const double* q, std::vector<Depth>& depths) {
  constexpr double kSame = 8 * kPointReach;  // m
  std::optional<SystemContact> made, other;
  for (Depth& depth : depths) {
    if (!depth.isAtEnd) continue;
    const ContactGeometry& circle = contacts.get(depth.contact, made);
    double nearest = std::numeric_limits<double>::infinity(), facing = 0, side = 0;
    Depth faced = depth;
    for (std::size_t c = contacts.begin(); c < contacts.end(); ++c) {
      const ContactGeometry& contact = contacts.get(c, other);
      if (contact.isSharp() || contact.bends() || !isSameCircle(circle, contact)) continue;
      const PieceContact at = calcFromPiece(contact, q);
      if (at.past > kSame && !std::holds_alternative<SegmentPiece>(contact.piece)) continue;
      const double line = at.gap + contact.radius(), distance = std::hypot(line, std::max(at.past, 0.0));
      const bool isNearer = distance < nearest - kSame;
      if (!isNearer && !(distance <= nearest + kSame && std::abs(line) > facing)) continue;
      nearest = isNearer ? distance : std::min(nearest, distance);
      facing = std::abs(line);
      side = line;
      faced = {c, 0, true, contact.a()};
    }
    if (!(side < -kSame)) continue;
    depth = faced;
    depth.depth = nearest + circle.radius();
  }
}

// An edge of one of the two parts, where it is now.
struct Edge {
  Eigen::Vector2d from, to;
};
// The piece as an edge of a body, where it is one.
std::optional<SegmentPiece> findEdge(const ContactGeometry& contact, int body) {
  const auto* piece = std::get_if<SegmentPiece>(&contact.piece);
  if (!piece || contact.a() != body || std::isinf(piece->extent)) return std::nullopt;
  return *piece;
}
bool hasEdges(const PairContacts& contacts, int body) {
  std::optional<SystemContact> made;
  for (std::size_t c = contacts.begin(); c < contacts.end(); ++c)
    if (findEdge(contacts.get(c, made), body)) return true;
  return false;
}
std::vector<Edge> listEdges(const PairContacts& contacts, int body, const double* q) {
  std::vector<Edge> edges;
  std::optional<SystemContact> made;
  const Rotation rotation = calcRotation(body, q);
  const Eigen::Vector2d center = calcPosition(body, q);
  for (std::size_t c = contacts.begin(); c < contacts.end(); ++c) {
    const auto piece = findEdge(contacts.get(c, made), body);
    if (!piece) continue;
    const Eigen::Vector2d from = center + turn(rotation, piece->origin),
                          to = center + turn(rotation, piece->origin + piece->extent * piece->direction);
    edges.push_back({from, to});
  }
  // Several contacts may have the same piece.
  const auto key = [](const Edge& e) { return std::tuple(e.from.x(), e.from.y(), e.to.x(), e.to.y()); };
  std::sort(edges.begin(), edges.end(), [&](const Edge& a, const Edge& b) { return key(a) < key(b); });
  edges.erase(
      std::unique(edges.begin(), edges.end(), [&](const Edge& a, const Edge& b) { return key(a) == key(b); }),
      edges.end());
  return edges;
}

// By more than rounding: each has its ends on the two sides of the other.
bool isCrossing(const Edge& a, const Edge& b, double open) {
  const auto side = [](const Edge& e, const Eigen::Vector2d& p) {
    return cross(Eigen::Vector2d(e.to - e.from).normalized(), p - e.from);
  };
  const auto isSplit = [&](const Edge& e, const Edge& by) {
    const double from = side(by, e.from), to = side(by, e.to);
    return std::min(std::abs(from), std::abs(to)) > open && (from > 0) != (to > 0);
  };
  return isSplit(a, b) && isSplit(b, a);
}

class Pushing {
 public:
  Pushing(const System& system, const Mode& mode, std::span<double> q, std::span<const double> v)
      : system_(system), mode_(mode), q_(q), v_(v) {}

  Problems run() {
    bool isApart = false;
    for (int round = 0; round < kRounds; ++round) {
      isApart = !collect(round == 0);
      if (isApart) break;
      if (!errors_.empty()) return errors_;
      if (!push()) return {describeJammed()};
    }
    if (!isApart && collect(false) && errors_.empty()) errors_.push_back(describeJammed());
    findCrossings();
    if (!errors_.empty()) return errors_;
    noteWhatMoved();
    return notes_;
  }

 private:
  template <class Visit>
  void visitPairs(const Visit& visit) const {
    for (const SystemContactGroup& group : system_.contactGroups)
      for (std::size_t p = group.first; p < group.first + group.count; ++p)
        if (isInForce(system_.contactPairs[p], mode_)) visit(group, system_.contactPairs[p]);
  }

  // Radius of gyration of what has no size of its own.
  double calcSize(int body, double reach) const {
    if (body == kFrameBody) return std::numeric_limits<double>::infinity();
    const SystemBody& b = system_.bodies[static_cast<std::size_t>(body)];
    return std::max(reach, std::sqrt(b.inertia / b.mass));
  }
  double calcLittle(const SystemContactPair& pair) const {
    const double size = std::min(calcSize(pair.a, pair.reachA), calcSize(pair.b, pair.reachB));
    return std::min(kLittleOfThickness * pair.thickness, kLittleOfSize * size);
  }
  // Outlines that are solid have no other side.
  static double findThickness(const SystemContactPair& pair, const Depth& at) {
    return at.carrier == pair.a ? pair.thickness : std::numeric_limits<double>::infinity();
  }

  // Two bodies so far apart that neither is in the other.
  bool areApart(const SystemContactPair& pair) const {
    return pair.a != kFrameBody && pair.b != kFrameBody && std::isinf(pair.thickness) && !pair.owner &&
           calcLeastDistance(system_, pair, q_.data()) > system_.tolerances.open;
  }
  std::string nameOf(int body) const {
    return body == kFrameBody ? "the frame" : system_.bodies[static_cast<std::size_t>(body)].id;
  }
  std::string writeLength(double metres) const { return makeTyped(metres, "m", system_.units, 3).text; }

  // Adds the pieces that something is inside of to those that are to be closed. False when there are none.
  bool collect(bool atFirst) {
    bool any = false;
    visitPairs([&](const SystemContactGroup& group, const SystemContactPair& pair) {
      if (areApart(pair)) return;
      const PairContacts contacts(system_, pair);
      std::vector<Depth> depths = listDepths(contacts, q_.data(), v_.data(), system_.tolerances.open);
      if (std::isinf(pair.thickness) && !pair.owner) findSides(contacts, q_.data(), depths);
      if (atFirst) noteWhatIsBehind(group, pair, depths);
      for (const Depth& at : depths) {
        if (at.depth <= system_.tolerances.open || at.depth > findThickness(pair, at)) continue;
        any = any || !pair.compliance;
        if (atFirst && at.depth > calcLittle(pair)) {
          errors_.push_back({fmt::format("contact {}: {} starts {} inside its surface{}; only {} "
                                         "would be pushed out",
                                         group.id, nameOf(pair.b), writeLength(at.depth), whose(pair),
                                         writeLength(calcLittle(pair))),
                             group.place, Severity::error});
          return;
        }
        if (pair.compliance) continue;  // it is pressed
        closed_.push_back(at.contact);
        Inside& inside = inside_[&pair];
        inside.group = &group;
        if (atFirst) inside.depth = std::max(inside.depth, at.depth);
        culprit_ = &pair;
        culpritGroup_ = &group;
      }
    });
    return any;
  }

  std::string whose(const SystemContactPair& pair) const {
    return pair.a == kFrameBody ? "" : " on " + nameOf(pair.a);
  }

  bool push() {
    if (closed_.size() > kMostPushed) return false;
    Mode touching = mode_;
    for (const std::size_t c : closed_) touching.unilaterals.upd(system_.firstContact() + c).closed = true;
    Assembler assembler(system_, touching);
    return closeNearest(assembler, 0, q_, v_) < kOpen;
  }

  Problem describeJammed() const {
    return {fmt::format("contact {}: {} starts inside its surface{} and cannot be pushed out",
                        culpritGroup_->id, nameOf(culprit_->b), whose(*culprit_)),
            culpritGroup_->place, Severity::error};
  }

  void noteWhatIsBehind(const SystemContactGroup& group, const SystemContactPair& pair,
                        const std::vector<Depth>& depths) {
    double deepest = 0;
    if (pair.isOneSide) return;
    for (const Depth& at : depths)
      if (at.depth > findThickness(pair, at)) deepest = std::max(deepest, at.depth);
    if (deepest > 0)
      notes_.push_back(
          {fmt::format("contact {}: {} starts {} behind its surface, which is {} "
                       "thick: it is on the other side and does not meet it from there",
                       group.id, nameOf(pair.b), writeLength(deepest), writeLength(pair.thickness)),
           group.place, Severity::note});
  }

  void findCrossings() {
    visitPairs([&](const SystemContactGroup& group, const SystemContactPair& pair) {
      if (calcLeastDistance(system_, pair, q_.data()) > system_.tolerances.open) return;
      const PairContacts contacts(system_, pair);
      if (!hasEdges(contacts, pair.a) || !hasEdges(contacts, pair.b)) return;
      const std::vector<Edge> ofA = listEdges(contacts, pair.a, q_.data()),
                              ofB = listEdges(contacts, pair.b, q_.data());
      const bool any = std::any_of(ofA.begin(), ofA.end(), [&](const Edge& a) {
        return std::any_of(ofB.begin(), ofB.end(),
                           [&](const Edge& b) { return isCrossing(a, b, system_.tolerances.open); });
      });
      if (any)
        errors_.push_back(
            {fmt::format("contact {}: {} starts across its surface{}", group.id, nameOf(pair.b), whose(pair)),
             group.place, Severity::error});
    });
  }

  void noteWhatMoved() {
    for (const auto& [pair, inside] : inside_)
      if (inside.depth > 0)
        notes_.push_back(
            {fmt::format("contact {}: {} started {} inside its surface{} and has been "
                         "pushed out",
                         inside.group->id, nameOf(pair->b), writeLength(inside.depth), whose(*pair)),
             inside.group->place, Severity::note});
  }

  struct Inside {
    const SystemContactGroup* group = nullptr;
    double depth = 0;
  };

  const System& system_;
  const Mode& mode_;
  std::span<double> q_;
  std::span<const double> v_;
  std::vector<std::size_t> closed_;
  std::map<const SystemContactPair*, Inside> inside_;
  const SystemContactPair* culprit_ = nullptr;
  const SystemContactGroup* culpritGroup_ = nullptr;
  Problems errors_, notes_;
};

}  // namespace

Problems pushApart(const System& system, const Mode& mode, std::span<double> q, std::span<const double> v) {
  if (system.contacts.empty()) return {};
  return Pushing(system, mode, q, v).run();
}

}  // namespace clank
