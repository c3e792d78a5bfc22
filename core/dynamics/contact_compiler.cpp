// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/contact_compiler.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <numbers>
#include <set>

#include "core/contact/cut_surface.h"
#include "core/contact/outline.h"
#include "core/dynamics/play_contacts.h"
#include "core/dynamics/surface_corner.h"
#include "core/math/name_index.h"
#include "core/model/law_traits.h"
#include "core/model/touches.h"

namespace clank {
namespace {

// What is not said of a surface: one that closes on itself is solid, others are thin beside their length.
constexpr double kSolid = std::numeric_limits<double>::infinity();
constexpr double kThin = 0.05;

// Points of a line whose pieces are made as they are asked for: at each of them that takes longer.
constexpr std::size_t kLongLine = 1000;
// Contacts from which on those of outlines are made when they come near: so many are at hand faster.
constexpr std::size_t kAtHand = 20000;

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
    listTouches(mechanism_, {[&](const TouchGroup& group) {
                               surface_ = group.surface;
                               system_.contactGroups.push_back(
                                   {group.id, group.place, system_.contactPairs.size(), 0, false, false});
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
      addSide(drawn, 0);
    } else {
      std::size_t number = 0;
      for (const Surface& side : listSides(drawn.surface)) addSide(toOneSide(drawn, side), number++);
      for (std::size_t p = first; p < system_.contactPairs.size(); ++p)
        system_.contactPairs[p].isOneSide = std::isfinite(system_.contactPairs[p].thickness);
    }
    for (std::size_t p = first; p < system_.contactPairs.size(); ++p) {
      measure(system_.contactPairs[p]);
      shareSides(system_.contactPairs[p]);
    }
    group.count = system_.contactPairs.size() - group.first;
    group.compliant |= isCompliant(drawn.law.value);
    group.resistsRolling |= drawn.rollingResistance.value > 0;
  }

 private:
  // number: of the side, where a surface has two.
  void addSide(const ContactPair& drawn, std::size_t number) {
    if (!drawn.outlineB && !std::holds_alternative<OutlineSurface>(drawn.surface))
      addPoint(drawn);
    else
      addOutlines(drawn, number);
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

  int findIndex(const std::string& id) const {
    const int place = bodies_.find(id);
    return place < 0 ? kFrameBody : place;
  }
  Eigen::Vector2d getCenter(int body) const {
    if (body == kFrameBody) return Eigen::Vector2d::Zero();
    return system_.bodies[static_cast<std::size_t>(body)].center;
  }

  void measure(SystemContactPair& pair) const {
    if (pair.meeting) return;  // done, by the outlines
    CircleList circles;
    const auto grow = [&](int body, double reach) {
      double& most = body == pair.a ? pair.reachA : pair.reachB;
      most = std::max(most, reach);
    };
    contacts_.forEach(pair.first, pair.count, [&](std::size_t c, const SystemContact& contact) {
      grow(contact.geometry.a(), calcPieceReach(contact.geometry));
      grow(contact.geometry.b().body, calcCircleReach(contact.geometry));
      circles.add(c, contact.geometry);
    });
    pair.circles = circles.take();
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
  void startPair(const ContactPair& drawn, int a, int b, double thickness) {
    const bool bounces = drawn.law.value != ContactLaw::constraint;
    const double restitution = bounces ? drawn.restitution.value : 0;
    const double tangential = bounces ? drawn.tangentialRestitution.value : 0;
    SystemContactPair pair;
    pair.id = drawn.id;
    pair.first = contacts_.size();
    const double friction = drawn.frictionLaw.value == FrictionLaw::none ? 0 : drawn.friction.value;
    const double atRest = drawn.staticFriction && friction > 0 ? drawn.staticFriction->value : friction;
    pair.law = {drawn.law.value, restitution, friction, tangential, atRest, drawn.rollingResistance.value};
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
                                 drawn.friction.value),
            drawn.frictionCurve.value_or(FrictionCurve{}).fullSpeed.value};
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
    const auto corner = drawn.radius.value == 0 ? findCorner(mechanism_, drawn.b, at) : std::nullopt;
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

  using Part = OutlineMeeting::Part;
  // One for all that a body meets.
  Part findPart(const std::string& id) {
    const int index = findIndex(id);
    Part& part = parts_[index];
    if (!part)
      part = std::make_shared<const OutlinePart>(index, mechanism_.bodies[static_cast<std::size_t>(index)],
                                                 getCenter(index));
    return part;
  }
  Part makePoint(const ContactPair& drawn) const {
    const int index = findIndex(drawn.b);
    const Eigen::Vector2d at(drawn.atB.x.value, drawn.atB.y.value);
    return std::make_shared<const OutlinePart>(index, makeOutline(at - getCenter(index), drawn.radius.value));
  }
  // One for all that a surface meets.
  Part findCarrier(const ContactPair& drawn, std::size_t side) {
    if (std::holds_alternative<OutlineSurface>(drawn.surface)) return findPart(drawn.a);
    const int index = findIndex(drawn.a);
    const auto make = [&] {
      return std::make_shared<const OutlinePart>(index, makeOutline(drawn.surface, getCenter(index)));
    };
    if (!surface_) return make();
    Part& carrier = carriers_[{surface_, side}];
    if (!carrier) carrier = make();
    return carrier;
  }

  void addOutlines(const ContactPair& drawn, std::size_t side) {
    std::vector<Part> touchers;
    if (!drawn.outlineB)
      touchers.push_back(makePoint(drawn));
    else
      for (const std::string& id : listTouchers(drawn)) touchers.push_back(findPart(id));
    const Part carrier = findCarrier(drawn, side);
    const bool several = touchers.size() > 1;
    for (const Part& b : touchers)
      if (!several || carrier->index() == kFrameBody || !isJoined(carrier->index(), b->index()))
        addPair(drawn, carrier, b, findThickness(drawn), calcSpeed(drawn));
    for (std::size_t i = 0; i < touchers.size(); ++i)
      for (std::size_t k = i + 1; k < touchers.size(); ++k)
        if (!isJoined(touchers[i]->index(), touchers[k]->index()) &&
            meet(touchers[i]->index(), touchers[k]->index()))
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

  void addPair(const ContactPair& drawn, const Part& a, const Part& b, double thickness, double speed) {
    startPair(drawn, a->index(), b->index(), thickness);
    SystemContactPair& pair = system_.contactPairs.back();
    auto meeting = std::make_unique<const OutlineMeeting>(a, b, lastPair(), speed, contacts_.size());
    const std::size_t count = meeting->count();
    if (contacts_.size() + count > kAtHand && count > 0 && system_.bends.empty()) {
      pair.count = count;
      pair.reachA = a->reach();
      pair.reachB = b->reach();
      pair.meeting = meeting.get();
      return contacts_.add(std::move(meeting), count);
    }
    for (SystemContact& contact : meeting->makeContacts()) addPiece(std::move(contact.geometry));
  }

  const Mechanism& mechanism_;
  System& system_;
  ContactList& contacts_;
  NameIndex bodies_;
  std::map<std::size_t, std::shared_ptr<const BentAxis>> axes_;  // of the links that bend, as asked for
  std::set<std::pair<int, int>> met_;                            // bodies whose outlines meet
  const DrawnSurface* surface_ = nullptr;                        // of the group at hand, or null
  std::map<int, Part> parts_;                                    // of bodies
  std::map<std::pair<const DrawnSurface*, std::size_t>, Part> carriers_;
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
