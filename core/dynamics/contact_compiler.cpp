// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/contact_compiler.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <numbers>
#include <set>

#include "core/contact/outline.h"
#include "core/dynamics/play_contacts.h"
#include "core/math/name_index.h"
#include "core/model/touches.h"

namespace clank {
namespace {

// Corners of the second part of a pair are rounder (core/contact/outline.h).
constexpr double kRounder = 2;

// What is not said of a surface: one that closes on itself is solid, others are thin beside their length.
constexpr double kSolid = std::numeric_limits<double>::infinity();
constexpr double kThin = 0.05;

// Points of a line whose pieces are made as they are asked for: at each of them that takes longer.
constexpr std::size_t kLongLine = 1000;

double calcLength(const std::vector<Point>& points) {
  double length = 0;
  for (std::size_t i = 1; i < points.size(); ++i)
    length +=
        std::hypot(points[i].x.value - points[i - 1].x.value, points[i].y.value - points[i - 1].y.value);
  return length;
}

double calcThickness(const LineSurface& line) {
  return kThin * calcLength({line.from, line.to});
}
double calcThickness(const PolylineSurface& line) {
  return line.closed.value != 0 ? kSolid : kThin * calcLength(line.points);  // that of the chords of a spline
}
double calcThickness(const ArcSurface& arc) {
  const double way = arc.to.value - arc.from.value, turn = 2 * std::numbers::pi;
  return kThin * arc.radius.value * (way - turn * std::floor(way / turn));
}
double calcThickness(const CircleSurface&) {
  return kSolid;
}
double calcThickness(const CurveSurface&) {
  return kSolid;
}
double calcThickness(const OutlineSurface&) {
  return kSolid;
}
double calcThickness(const NamedSurface&) {
  return kSolid;  // model/touches.h has put its shape here
}

// 1/m, hollow ones negative.
double calcCurvature(const Surface& surface) {
  const auto ofRound = [](const auto& round) {
    return (round.side.value == RoundSide::outside ? 1 : -1) / round.radius.value;
  };
  if (const auto* circle = std::get_if<CircleSurface>(&surface)) return ofRound(*circle);
  if (const auto* arc = std::get_if<ArcSurface>(&surface)) return ofRound(*arc);
  return 0;
}

double findThickness(const ContactPair& drawn) {
  if (drawn.thickness) return drawn.thickness->value;
  return std::visit([](const auto& surface) { return calcThickness(surface); }, drawn.surface);
}

// m, of a disc its radius; of a part with edges, which begins on one side of a surface, a hundredth of half
// its width: of a long one its area over its length.
double calcHalfWidth(const Body& body) {
  constexpr double kOfWidth = 0.01;
  if (body.outline.size() < 3)
    return body.radius.value > 0 ? body.radius.value : kOfWidth * body.width.value / 2;
  double area = 0, way = 0;
  for (std::size_t i = 0; i < body.outline.size(); ++i) {
    const Point &p = body.outline[i], &next = body.outline[(i + 1) % body.outline.size()];
    area += (p.x.value * next.y.value - p.y.value * next.x.value) / 2;
    way += std::hypot(next.x.value - p.x.value, next.y.value - p.y.value);
  }
  return kOfWidth * std::abs(area) / way;
}

class ContactCompiler {
 public:
  ContactCompiler(const Mechanism& mechanism, System& system)
      : mechanism_(mechanism), system_(system), contacts_(system.contacts) {
    for (const SystemBody& body : system.bodies) bodies_.add(body.id);
    for (const ContactPair& drawn : mechanism.contacts)
      if (drawn.active.value != 0 && drawn.outlineB && std::holds_alternative<OutlineSurface>(drawn.surface))
        for (const std::string& id : listTouchers(drawn)) meet(findIndex(drawn.a), findIndex(id));
  }

  void addAll() {
    listTouches(
        mechanism_,
        {[&](const TouchGroup& group) {
           system_.contactGroups.push_back({group.id, group.place, system_.contactPairs.size(), 0, false});
         },
         [&](const ContactPair& pair) { add(pair); }});
  }

  void add(const Joint& joint) {
    const auto index = static_cast<std::size_t>(&joint - mechanism_.joints.data());
    SystemJoint& compiled = system_.joints[index];
    for (const Play& play : listPlay(joint)) {
      const JointShape& shape = play.phase ? compiled.phases[*play.phase].shape : compiled;
      startPair(makeClearanceContact(joint, play.kind, *play.clearance), shape.a.body, shape.b.body, kSolid);
      for (ContactGeometry& geometry : listPlayContacts(shape, *play.clearance)) {
        ContactMount mount = *geometry.mount;
        mount.pair = lastPair();
        addPiece({std::make_shared<const ContactMount>(std::move(mount)), std::move(geometry.piece)});
      }
      system_.contactPairs.back().owner = ContactOwner{index, static_cast<int>(play.phase.value_or(0))};
      compiled.compliant |= isCompliant(play.clearance->law.value);
      measure(system_.contactPairs.back());
    }
  }

  // One of the last group.
  void add(const ContactPair& drawn) {
    SystemContactGroup& group = system_.contactGroups.back();
    const std::size_t first = system_.contactPairs.size();
    if (!hasBothSides(drawn.surface)) {
      addSide(drawn);
    } else {
      for (const Surface& side : listSides(drawn.surface)) addSide(toOneSide(drawn, side));
      for (std::size_t p = first; p < system_.contactPairs.size(); ++p)
        system_.contactPairs[p].isOneSide = std::isfinite(system_.contactPairs[p].thickness);
    }
    for (std::size_t p = first; p < system_.contactPairs.size(); ++p) {
      measure(system_.contactPairs[p]);
      shareSides(system_.contactPairs[p]);
    }
    group.count = system_.contactPairs.size() - group.first;
    group.compliant |= isCompliant(drawn.law.value);
  }

 private:
  void addSide(const ContactPair& drawn) {
    if (!drawn.outlineB && !std::holds_alternative<OutlineSurface>(drawn.surface))
      addPoint(drawn);
    else
      addOutlines(drawn);
  }

  // What touches the one side is behind the other by no more than its own size: there it must not count as
  // deep inside.
  ContactPair toOneSide(const ContactPair& drawn, const Surface& side) const {
    ContactPair one = drawn;
    const Body* body =
        drawn.outlineB ? &mechanism_.bodies[static_cast<std::size_t>(findIndex(drawn.b))] : nullptr;
    one.thickness = std::min(body ? calcHalfWidth(*body) : drawn.radius.value, findThickness(drawn));
    one.surface = side;
    return one;
  }

  // A part that takes part in a contact with outlines: all of a body, or else a surface or a point.
  struct Toucher {
    int index = kFrameBody;
    const Body* body = nullptr;
    ContactOutline other;
    double trifle = 0;
  };

  int findIndex(const std::string& id) const {
    const int place = bodies_.find(id);
    return place < 0 ? kFrameBody : place;
  }
  Eigen::Vector2d getCenter(int body) const {
    if (body == kFrameBody) return Eigen::Vector2d::Zero();
    return system_.bodies[static_cast<std::size_t>(body)].center;
  }

  void measure(SystemContactPair& pair) const {
    const auto grow = [&](int body, double reach) {
      double& most = body == pair.a ? pair.reachA : pair.reachB;
      most = std::max(most, reach);
    };
    for (std::size_t c = pair.first; c < pair.first + pair.count; ++c) {
      const ContactGeometry contact = contacts_[c].geometry;
      constexpr double kUnbounded = std::numeric_limits<double>::infinity();
      const double reach = contact.isOnBent() ? kUnbounded : calcReach(contact.piece);
      const Marker& b = contact.b();
      grow(contact.a(), reach);
      grow(b.body, b.station.bends() ? kUnbounded : b.arm.norm() + contact.radius());
      if (c == pair.first || !isSameCircle(contact, contacts_[c - 1].geometry))
        pair.circles.push_back(makeCircle(c, contact));
      ContactCircle& circle = pair.circles.back();
      ++circle.count;
      circle.reach = std::max(circle.reach, contact.bends() ? kUnbounded : reach);
    }
  }
  void shareSides(SystemContactPair& pair) {
    if (!pair.isConvex) return;
    for (ContactCircle& circle : pair.circles)
      if (!circle.bends) circle.polygon = findPolygon(circle);
  }
  // Adds it where the body has none of the same sides yet.
  std::size_t findPolygon(const ContactCircle& circle) {
    std::vector<SegmentPiece> sides;
    for (std::size_t c = circle.first; c < circle.first + circle.count; ++c)
      sides.push_back(std::get<SegmentPiece>(contacts_[c].geometry.piece));
    const auto isSame = [](const SegmentPiece& one, const SegmentPiece& other) {
      return one.origin == other.origin && one.direction == other.direction && one.extent == other.extent;
    };
    std::vector<Polygon>& known = polygons_[circle.a];
    for (const Polygon& polygon : known)
      if (std::ranges::equal(polygon.sides, sides, isSame)) return polygon.index;
    known.push_back({system_.polygons.size(), sides});
    system_.polygons.emplace_back(sides);
    return known.back().index;
  }
  static ContactCircle makeCircle(std::size_t first, const ContactGeometry& contact) {
    const Marker& b = contact.b();
    ContactCircle circle{first, 0, contact.a(), b.body, b.arm, contact.radius(), 0, contact.bends()};
    const TouchBound bound = calcTouchBound(contact);
    circle.boundArm = bound.arm;
    circle.boundRadius = bound.radius;
    circle.isPart = contact.isPartOfCircle();
    return circle;
  }
  // Where one bends each is on its own: its section is another.
  static bool isSameCircle(const ContactGeometry& one, const ContactGeometry& other) {
    return one.a() == other.a() && one.b().body == other.b().body && one.b().arm == other.b().arm &&
           one.radius() == other.radius() && !one.bends() && !other.bends();
  }

  void startPair(const ContactPair& drawn, int a, int b, double thickness) {
    const bool bounces = drawn.law.value != ContactLaw::constraint;
    const double restitution = bounces ? drawn.restitution.value : 0;
    const double tangential = bounces ? drawn.tangentialRestitution.value : 0;
    SystemContactPair pair;
    pair.id = drawn.id;
    pair.first = contacts_.size();
    const double friction = drawn.frictionLaw.value == FrictionLaw::none ? 0 : drawn.friction.value;
    pair.law = {drawn.law.value, restitution, friction, tangential};
    if (isCompliant(drawn.law.value)) pair.compliance = makeCompliance(drawn);
    pair.a = a;
    pair.b = b;
    pair.thickness = thickness;
    system_.contactPairs.push_back(std::move(pair));
  }

  // Stiffness from materials is that of a circle on a line or a circle (model/check_contacts.cpp).
  static SystemCompliance makeCompliance(const ContactPair& drawn) {
    const Compliance& compliance = *drawn.compliance;
    const double stiffness = compliance.stiffness
                                 ? compliance.stiffness->value
                                 : calcHertzStiffness(*compliance.materialA, *compliance.materialB,
                                                      1 / drawn.radius.value + calcCurvature(drawn.surface));
    return {makeNormalForceLaw(drawn.law.value, compliance, stiffness, drawn.restitution.value),
            makeFrictionForceLaw(drawn.frictionLaw.value, drawn.frictionCurve.value_or(FrictionCurve{}),
                                 drawn.friction.value)};
  }

  std::size_t lastPair() const { return system_.contactPairs.size() - 1; }
  void addPiece(ContactGeometry geometry) {
    contacts_.add(SystemContact{std::move(geometry)});
    ++system_.contactPairs.back().count;
  }

  void addPoint(const ContactPair& drawn) {
    const int a = findIndex(drawn.a), b = findIndex(drawn.b);
    const Eigen::Vector2d at(drawn.atB.x.value, drawn.atB.y.value);
    const auto whole = std::make_shared<ContactMount>();  // of a piece that is none of a corner's
    whole->a = a;
    whole->b = makeMarker(system_, b, at);
    whole->radius = drawn.radius.value;
    whole->speed = calcSpeed(drawn);
    startPair(drawn, a, b, findThickness(drawn));
    whole->pair = lastPair();
    const auto* sides = std::get_if<PolylineSurface>(&drawn.surface);
    if (sides && sides->smooth.value != 0) sides = nullptr;
    system_.contactPairs.back().isConvex = drawn.radius.value == 0 && sides && isConvex(*sides);
    const auto corner = drawn.radius.value == 0 ? findCorner(drawn.b, at) : std::nullopt;
    auto facing = whole;
    if (corner) {
      facing = std::make_shared<ContactMount>(*whole);
      facing->b.axis = corner->axis;
      facing->sector = corner->sector;
    }
    if (sides && sides->points.size() >= kLongLine && !isBent(a)) {
      LinePieces pieces(*sides, whole->radius > 0, getCenter(a));
      system_.contactPairs.back().count = pieces.size();
      return contacts_.add(std::move(pieces), facing, whole);
    }
    const auto take = [&](SurfacePiece&& piece) {
      const bool inSector = corner && std::holds_alternative<SegmentPiece>(piece);
      ContactGeometry geometry{inSector ? facing : whole, std::move(piece)};
      putOnBent(geometry);
      addPiece(std::move(geometry));
    };
    makePieces(drawn.surface, whole->radius, getCenter(a),
               {[&](std::size_t most) { contacts_.reserveMore(most); }, take});
  }

  // m/s, along the tangents of its pieces, which have the free side on the left.
  double calcSpeed(const ContactPair& drawn) {
    if (drawn.surfaceSpeed == 0) return 0;
    system_.movesSurfaces = true;
    return findTurn(drawn.surface) * drawn.surfaceSpeed;
  }

  bool isBent(int body) const {
    return std::ranges::any_of(system_.bends, [&](const BentLink& link) { return link.body == body; });
  }

  // A segment lies along an edge of a link that bends, and an end of it is carried by the section there.
  void putOnBent(ContactGeometry& geometry) {
    for (std::size_t i = 0; i < system_.bends.size(); ++i) {
      if (system_.bends[i].body != geometry.a()) continue;
      std::shared_ptr<const BentAxis>& axis = axes_[i];
      if (!axis) axis = std::make_shared<const BentAxis>(system_.bends[i]);
      ContactMount mount = *geometry.mount;
      auto* end = std::get_if<ArcPiece>(&geometry.piece);
      if (end)
        mount.section = axis->makeSection(end->origin.x() + axis->length() / 2);
      else
        mount.axis = axis;
      if (end) end->origin.x() = 0;
      geometry.mount = std::make_shared<const ContactMount>(std::move(mount));
    }
  }

  // A point that is a corner of a surface of its own body touches with that corner alone: what it meets lies
  // between the normals of the two sides, or else a box beside another would stand on its corner.
  struct Corner {
    Eigen::Vector2d axis;
    double sector = 0;  // rad, to either side
  };
  std::optional<Corner> findCorner(const std::string& body, const Eigen::Vector2d& at) const {
    for (const DrawnSurface& surface : mechanism_.surfaces)
      if (const auto* sides = std::get_if<PolylineSurface>(&surface.kind);
          sides && surface.body == body && sides->smooth.value == 0)
        if (const auto corner = findCorner(*sides, at)) return corner;
    for (const ContactPair& contact : mechanism_.contacts)
      if (const auto* sides = std::get_if<PolylineSurface>(&contact.surface);
          sides && contact.a == body && sides->smooth.value == 0)
        if (const auto corner = findCorner(*sides, at)) return corner;
    return std::nullopt;
  }
  static std::optional<Corner> findCorner(const PolylineSurface& sides, const Eigen::Vector2d& at) {
    constexpr double kSame = 1e-9;  // m
    for (std::size_t i = 0; i < sides.points.size(); ++i)
      if ((getPoint(sides, i) - at).norm() <= kSame) return makeCorner(sides, i);
    return std::nullopt;
  }
  static Eigen::Vector2d getPoint(const PolylineSurface& sides, std::size_t i) {
    const Point& p = sides.points[i % sides.points.size()];
    return {p.x.value, p.y.value};
  }
  // Nothing of an end or a hollow.
  static std::optional<Corner> makeCorner(const PolylineSurface& sides, std::size_t i) {
    constexpr double kBeyond = 0.02;  // rad, what lies flush on a side touches both of its corners
    const std::size_t count = sides.points.size();
    if (sides.closed.value == 0 && (i == 0 || i + 1 == count)) return std::nullopt;
    const Eigen::Vector2d at = getPoint(sides, i), to = (at - getPoint(sides, i + count - 1)).normalized(),
                          from = (getPoint(sides, i + 1) - at).normalized();
    const int side = sides.side.value == LineSide::left ? 1 : -1;
    const double turned = std::atan2(cross(to, from), to.dot(from));
    if (!(side * turned < 0)) return std::nullopt;
    return Corner{side * (turnLeft(to) + turnLeft(from)).normalized(), std::abs(turned) / 2 + kBeyond};
  }
  static bool isConvex(const PolylineSurface& sides) {
    if (sides.closed.value == 0) return false;
    for (std::size_t i = 0; i < sides.points.size(); ++i)
      if (!makeCorner(sides, i)) return false;
    return true;
  }

  Toucher makeToucher(const std::string& id) const {
    const int index = findIndex(id);
    const Body& body = mechanism_.bodies[static_cast<std::size_t>(index)];
    return {index, &body, {}, calcTrifle(body)};
  }
  Toucher makePoint(const ContactPair& drawn) const {
    const int index = findIndex(drawn.b);
    const Eigen::Vector2d at(drawn.atB.x.value, drawn.atB.y.value);
    return {index, nullptr, makeOutline(at - getCenter(index), drawn.radius.value)};
  }
  Toucher makeCarrier(const ContactPair& drawn) const {
    if (std::holds_alternative<OutlineSurface>(drawn.surface)) return makeToucher(drawn.a);
    const int index = findIndex(drawn.a);
    return {index, nullptr, makeOutline(drawn.surface, getCenter(index))};
  }
  ContactOutline makeOutlineOf(const Toucher& part, double trifle) const {
    return part.body ? makeOutline(*part.body, getCenter(part.index), trifle) : part.other;
  }

  void addOutlines(const ContactPair& drawn) {
    std::vector<Toucher> touchers;
    if (!drawn.outlineB)
      touchers.push_back(makePoint(drawn));
    else
      for (const std::string& id : listTouchers(drawn)) touchers.push_back(makeToucher(id));
    const Toucher carrier = makeCarrier(drawn);
    const bool several = touchers.size() > 1;
    for (const Toucher& b : touchers)
      if (!several || carrier.index == kFrameBody || !isJoined(carrier.index, b.index))
        addPair(drawn, carrier, b, findThickness(drawn), calcSpeed(drawn));
    for (std::size_t i = 0; i < touchers.size(); ++i)
      for (std::size_t k = i + 1; k < touchers.size(); ++k)
        if (!isJoined(touchers[i].index, touchers[k].index) && meet(touchers[i].index, touchers[k].index))
          addPair(drawn, touchers[i], touchers[k], kSolid, 0);
  }

  static std::vector<std::string> listTouchers(const ContactPair& drawn) {
    std::vector<std::string> ids{drawn.b};
    if (drawn.outlineB) ids.insert(ids.end(), drawn.bodies.begin(), drawn.bodies.end());
    return ids;
  }
  // False where the two bodies meet already: in a contact between them, or else in the first that names both.
  // In each of the walls of a box they would meet once more, by as many laws.
  bool meet(int a, int b) { return met_.insert(std::minmax({a, b})).second; }

  bool isJoined(int a, int b) const {
    return std::any_of(system_.joints.begin(), system_.joints.end(), [&](const SystemJoint& joint) {
      return (joint.a.body == a && joint.b.body == b) || (joint.a.body == b && joint.b.body == a);
    });
  }

  void addPair(const ContactPair& drawn, const Toucher& a, const Toucher& b, double thickness, double speed) {
    startPair(drawn, a.index, b.index, thickness);
    const double trifle = std::max(a.trifle, b.trifle);
    std::shared_ptr<const ContactMount> mount;  // of the last
    for (const SurfaceContact& contact :
         listContacts(makeOutlineOf(a, trifle), makeOutlineOf(b, kRounder * trifle))) {
      const int round = contact.ofA ? a.index : b.index, other = contact.ofA ? b.index : a.index;
      const Marker center{round, contact.center, contact.facing};
      if (!mount || !isSameMount(*mount, other, center, contact))
        mount = std::make_shared<const ContactMount>(ContactMount{
            other, center, contact.radius, contact.sector, contact.isSharp, {}, {}, lastPair(), speed});
      addPiece({mount, contact.piece});
    }
  }

  static bool isSameMount(const ContactMount& mount, int a, const Marker& b, const SurfaceContact& contact) {
    return mount.a == a && mount.b.body == b.body && mount.b.arm == b.arm && mount.b.axis == b.axis &&
           mount.radius == contact.radius && mount.sector == contact.sector &&
           mount.isSharp == contact.isSharp;
  }

  const Mechanism& mechanism_;
  System& system_;
  ContactList& contacts_;
  NameIndex bodies_;
  std::map<std::size_t, std::shared_ptr<const BentAxis>> axes_;  // of the links that bend, as asked for
  std::set<std::pair<int, int>> met_;                            // bodies whose outlines meet
  struct Polygon {
    std::size_t index;  // in System::polygons
    std::vector<SegmentPiece> sides;
  };
  std::map<int, std::vector<Polygon>> polygons_;  // of a body
};

}  // namespace

void addContacts(const Mechanism& resolved, System& system) {
  ContactCompiler compiler(resolved, system);
  compiler.addAll();
  for (const Joint& joint : resolved.joints) compiler.add(joint);
  std::size_t internals = 0;
  for (SystemContactPair& pair : system.contactPairs) {
    if (!pair.compliance) continue;
    pair.compliance->internal = internals;
    internals += kPressSums + (pair.compliance->friction.hasBristles() ? pair.count : 0);
  }
  if (internals == 0) return;
  system.layout = StateLayout(system.bodies.size(), system.layout.blocks() - system.bodies.size(), internals);
  system.startY.resize(system.layout.size(), 0.0);
}

}  // namespace clank
