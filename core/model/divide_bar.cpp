// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/divide_bar.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/model/bar_stations.h"
#include "core/model/quantity_text.h"

namespace clank {
namespace {

template <class T>
T* find(std::vector<T>& all, const std::string& id) {
  const auto at = std::find_if(all.begin(), all.end(), [&](const T& one) { return one.id == id; });
  return at == all.end() ? nullptr : &*at;
}
template <class T>
const T* find(const std::vector<T>& all, const std::string& id) {
  return find(const_cast<std::vector<T>&>(all), id);
}
template <class T>
std::string findFreeId(const std::vector<T>& all, const std::string& stem, int number) {
  std::string id = fmt::format("{}_{}", stem, number);
  while (find(all, id)) id += "_";
  return id;
}

std::string write(double value) {
  return fmt::format("{:.12g}", value);
}
std::string write(const Quantity& quantity) {
  return quantity.text.empty() ? write(quantity.value) : "(" + quantity.text.str() + ")";
}

// Typed without any unit, it stands for one in SI.
bool isBare(const Quantity& quantity) {
  const auto read = readQuantity(quantity.text.str(), "*", {});
  return read && read->measure.isBare();
}

// factor times a quantity; what was typed stays.
Quantity scale(const Quantity& drawn, const Quantity& shown, double factor) {
  Quantity scaled(shown.value * factor);
  if (!drawn.text.empty()) scaled.text = fmt::format("{}*{}", write(factor), write(drawn));
  return scaled;
}
Quantity shift(const Quantity& drawn, const Quantity& shown, double by) {
  if (by == 0) return drawn;
  Quantity shifted(shown.value - by);
  if (!drawn.text.empty()) shifted.text = fmt::format("{} - {} m", write(drawn), write(by));
  return shifted;
}

bool isSamePlace(double x, double y, double length) {
  return std::abs(x - y) <= 1e-9 * length;
}

RodCuts makeCuts(const Mechanism& m, const std::string& bar, double from, double to, int rods) {
  RodCuts cuts{from, to, 0, false, false, {}};
  for (const double x : listHolds(m, bar)) {
    cuts.startHeld |= isSamePlace(x, from, to - from);
    cuts.endHeld |= isSamePlace(x, to, to - from);
  }
  const double pieces = rods - (cuts.startHeld ? 0.5 : 0) - (cuts.endHeld ? 0.5 : 0);
  cuts.piece = (to - from) / pieces;
  for (int k = 1; k < rods; ++k) cuts.at.push_back(from + (k - (cuts.startHeld ? 0.5 : 0)) * cuts.piece);
  return cuts;
}

class BarDivider {
 public:
  BarDivider(const Mechanism& drawn, const Mechanism& shown, const std::string& bar,
             const BarDivision& division)
      : m_(drawn),
        shown_(shown),
        id_(bar),
        count_(division.rods),
        bending_(division.bending),
        beta_(division.beta) {}

  Result<Mechanism> divide() {
    const Body* bar = find(shown_.bodies, id_);
    if (!bar) return failure(fmt::format("there is no body \"{}\"", id_), "/bodies");
    place_ = fmt::format("/bodies/{}", bar - shown_.bodies.data());
    shownBar_ = *bar;
    drawnBar_ = *find(m_.bodies, id_);
    if (auto problem = check()) return failure(*problem, place_);
    addRods();
    moveJoints();
    moveForces();
    for (std::size_t c = 0; c < m_.contacts.size(); ++c) moveContact(m_.contacts[c], shown_.contacts[c]);
    for (Body& body : m_.bodies)
      if (std::count(touchedOf(body).begin(), touchedOf(body).end(), id_) > 0)
        body.touched->insert(body.touched->end(), rods_.begin() + 1, rods_.end());
    for (std::size_t t = 0; t < m_.traces.size(); ++t)
      move(m_.traces[t].b, m_.traces[t].atB, shown_.traces[t].atB);
    connect();
    return std::move(m_);
  }

 private:
  // What makes it no bar that can be divided.
  std::optional<std::string> check() {
    if (count_ < 2 || count_ > kMostRods)
      return fmt::format("a bar is divided into 2 to {} rods, not {}", kMostRods, count_);
    if (!(bending_.value > 0)) return "the bending stiffness E J must be greater than zero";
    findEnds();
    if (!(to_ > from_)) return fmt::format("body {} has no length along its x axis to divide", id_);
    cuts_ = makeCuts(shown_, id_, from_, to_, count_);
    const MassProperties mass = calcMassProperties(shownBar_);
    const double length = to_ - from_, slender = mass.mass * length * length / 12;
    if (std::abs(mass.centerX - (from_ + to_) / 2) > 1e-6 * length)
      return fmt::format(
          "the centre of mass of {} is not in the middle between its ends: the rods would not be alike", id_);
    if (!(mass.mass > 0)) return fmt::format("body {} has no mass to divide", id_);
    if (mass.inertia < slender * (1 - 1e-6))
      return fmt::format(
          "the inertia of {}, {:.4g} kg m2, is less than that of a uniform bar of its mass and length, "
          "{:.4g} kg m2",
          id_, mass.inertia, slender);
    return findHindrance();
  }

  std::optional<std::string> findHindrance() const {
    for (const Joint& joint : shown_.joints)
      if (joint.a == id_ && leadsAlong(joint.kind))
        return fmt::format("joint {} leads along {}, and would lead along one of the rods only", joint.id,
                           id_);
    for (const DrawnSurface& surface : shown_.surfaces)
      if (surface.body == id_)
        return fmt::format("surface {} is on {}, and it would be on one of the rods only", surface.id, id_);
    for (const ContactPair& contact : shown_.contacts)
      if (contact.a == id_)
        return fmt::format("contact {} has its surface on {}, and it would be on one of the rods only",
                           contact.id, id_);
    return std::nullopt;
  }

  // Its own length, or its outline, or the joints that are farthest apart.
  void findEnds() {
    if (shownBar_.length) {
      to_ = shownBar_.length->value;
      return;
    }
    std::vector<double> along;
    for (const Point& p : shownBar_.outline) along.push_back(p.x.value);
    if (along.empty())
      for (const Joint& joint : shown_.joints) {
        if (joint.a == id_) along.push_back(joint.atA.x.value);
        if (joint.b == id_) along.push_back(joint.atB.x.value);
      }
    if (along.empty()) return;
    const auto [least, most] = std::minmax_element(along.begin(), along.end());
    from_ = *least;
    to_ = *most;
  }

  // That of a point; one between two rods is on the first.
  int findRod(double x) const {
    const double slack = 1e-9 * (to_ - from_);
    return static_cast<int>(
        std::count_if(cuts_.at.begin(), cuts_.at.end(), [&](double cut) { return cut < x - slack; }));
  }
  // From the start of the bar to that of a rod, and the length of the rod.
  double offset(int rod) const { return rod == 0 ? 0 : cuts_.at[static_cast<std::size_t>(rod - 1)] - from_; }
  double lengthOf(int rod) const { return (rod == count_ - 1 ? to_ - from_ : offset(rod + 1)) - offset(rod); }

  void move(std::string& body, Point& point, const Point& shown) const {
    if (body != id_) return;
    const int rod = findRod(shown.x.value);
    body = rods_[static_cast<std::size_t>(rod)];
    point.x = shift(point.x, shown.x, offset(rod));
  }

  void addRods() {
    rods_ = {id_};
    for (int k = 1; k < count_; ++k) rods_.push_back(findFreeId(m_.bodies, id_, k + 1));
    const auto first =
        std::find_if(m_.bodies.begin(), m_.bodies.end(), [&](const Body& b) { return b.id == id_; });
    std::vector<Body> rods;
    for (int k = 0; k < count_; ++k) rods.push_back(makeRod(k));
    *first = rods.front();
    m_.bodies.insert(first + 1, rods.begin() + 1, rods.end());
  }

  Body makeRod(int k) const {
    Body rod = drawnBar_;
    rod.id = rods_[static_cast<std::size_t>(k)];
    if (!rod.name.empty() && k > 0) rod.name += fmt::format(" {}", k + 1);
    if (k > 0) rod.points.reset();  // what refers to them reads the places of the bar from the first rod
    placeRod(rod, offset(k));
    const double length = to_ - from_, own = lengthOf(k), share = own / length;
    if (rod.length) rod.length = scale(*drawnBar_.length, *shownBar_.length, share);
    if (!rod.outline.empty()) rod.outline = makeOutline(own);
    if (rod.flexible) {
      rod.section = calcSection(shownBar_.flexible->section).area;
      rod.density = findMaterial(shownBar_.flexible->material).density;
      rod.flexible.reset();
    }
    if (!rod.mass) return rod;
    // Of the bar's own inertia beside that of a line each rod has its part.
    const MassProperties mass = calcMassProperties(shownBar_);
    rod.mass = scale(*drawnBar_.mass, *shownBar_.mass, share);
    rod.inertia =
        share * (mass.mass * own * own / 12 + std::max(0.0, mass.inertia - mass.mass * length * length / 12));
    rod.center.x = from_ + own / 2;
    return rod;
  }

  std::vector<Point> makeOutline(double length) const {
    double low = 0, high = 0;
    for (const Point& p : shownBar_.outline) {
      low = std::min(low, p.y.value);
      high = std::max(high, p.y.value);
    }
    return {{from_, low}, {from_ + length, low}, {from_ + length, high}, {from_, high}};
  }

  void placeRod(Body& rod, double by) const {
    if (by == 0) return;
    const Pose& pose = drawnBar_.pose;
    const double c = std::cos(shownBar_.pose.angle.value), s = std::sin(shownBar_.pose.angle.value);
    rod.pose.x = shownBar_.pose.x.value + by * c;
    rod.pose.y = shownBar_.pose.y.value + by * s;
    if (!pose.x.text.empty() || !pose.y.text.empty() || !pose.angle.text.empty()) {
      rod.pose.x.text = fmt::format("{} + {} m*cos({})", write(pose.x), write(by), write(pose.angle));
      rod.pose.y.text = fmt::format("{} + {} m*sin({})", write(pose.y), write(by), write(pose.angle));
    }
    const Velocity& v = shownBar_.velocity;
    rod.velocity.vx = v.vx.value - v.omega.value * by * s;
    rod.velocity.vy = v.vy.value + v.omega.value * by * c;
  }

  void moveJoints() {
    for (std::size_t j = 0; j < m_.joints.size(); ++j) {
      move(m_.joints[j].a, m_.joints[j].atA, shown_.joints[j].atA);
      move(m_.joints[j].b, m_.joints[j].atB, shown_.joints[j].atB);
    }
  }

  void addSpring(const std::string& where, const std::string& a, const std::string& b) {
    TorsionSpring spring;
    spring.a = a;
    spring.b = b;
    spring.stiffness = bending_.value / cuts_.piece;
    if (!bending_.text.empty())
      spring.stiffness.text = fmt::format("{}{}/({} m)", write(bending_), isBare(bending_) ? "*(1 N m2)" : "",
                                          write(cuts_.piece));
    spring.damping = beta_ * spring.stiffness.value;
    ForceElement element;
    element.id = where + "_bending";
    while (find(m_.forces, element.id)) element.id += "_";
    element.kind = spring;
    springs_.push_back(std::move(element));
  }

  void moveMoment(std::string& body, Point& at, const Point& shownAt, const std::string& other) const {
    if (body != id_) return;
    const double place = findMomentPlace(shown_, id_, shownAt, other);
    if (place == shownAt.x.value) return move(body, at, shownAt);
    body = rods_[static_cast<std::size_t>(findRod(place))];
  }
  template <class Couple>
  void moveCouple(Couple& couple, const Couple& shown) const {
    const std::string a = couple.a, b = couple.b;
    moveMoment(couple.a, couple.atA, shown.atA, b);
    moveMoment(couple.b, couple.atB, shown.atB, a);
  }

  void moveForces() {
    for (std::size_t f = 0; f < m_.forces.size(); ++f) {
      const ForceKind& shown = shown_.forces[f].kind;
      std::visit([&](auto& force) { move(force, std::get<std::decay_t<decltype(force)>>(shown)); },
                 m_.forces[f].kind);
    }
  }
  void move(Torque& torque, const Torque& shown) const { moveCouple(torque, shown); }
  void move(TorsionSpring& spring, const TorsionSpring& shown) const { moveCouple(spring, shown); }
  void move(Load& load, const Load& shown) const { move(load.b, load.atB, shown.atB); }
  void move(Hand& hand, const Hand& shown) const { move(hand.b, hand.atB, shown.atB); }
  void move(Spring& spring, const Spring& shown) const {
    move(spring.a, spring.atA, shown.atA);
    move(spring.b, spring.atB, shown.atB);
  }
  void move(Rope& rope, const Rope& shown) const {
    move(rope.a, rope.atA, shown.atA);
    move(rope.b, rope.atB, shown.atB);
    for (std::size_t r = 0; r < rope.rings.size(); ++r)
      move(rope.rings[r].body, rope.rings[r].at, shown.rings[r].at);
  }

  void moveContact(ContactPair& contact, const ContactPair& shown) const {
    const auto more = [&] { contact.bodies.insert(contact.bodies.end(), rods_.begin() + 1, rods_.end()); };
    if (contact.outlineB) {
      if (contact.b == id_ || std::count(contact.bodies.begin(), contact.bodies.end(), id_) > 0) more();
      return;
    }
    move(contact.b, contact.atB, shown.atB);
  }

  void connect() {
    for (int k = 1; k < count_; ++k) {
      Joint pin;
      pin.id = findFreeId(m_.joints, id_ + "_pin", k);
      pin.a = rods_[static_cast<std::size_t>(k - 1)];
      pin.b = rods_[static_cast<std::size_t>(k)];
      pin.atA.x = from_ + lengthOf(k - 1);
      pin.atB.x = from_;
      pin.kind = Revolute{};
      addSpring(pin.id, pin.a, pin.b);
      m_.joints.push_back(std::move(pin));
    }
    m_.forces.insert(m_.forces.end(), springs_.begin(), springs_.end());
  }

  Mechanism m_;
  const Mechanism& shown_;
  std::string id_, place_;
  int count_;
  Quantity bending_;
  double beta_;
  Body drawnBar_, shownBar_;
  double from_ = 0, to_ = 0;  // m, along x of the bar
  RodCuts cuts_;
  std::vector<std::string> rods_;
  std::vector<ForceElement> springs_;
};

}  // namespace

Result<Mechanism> divideBar(const Mechanism& drawn, const Mechanism& shown, const std::string& bar,
                            const BarDivision& division) {
  return BarDivider(drawn, shown, bar, division).divide();
}

RodCuts findRodCuts(const Mechanism& resolved, const Body& link) {
  return makeCuts(resolved, link.id, 0, link.length->value, static_cast<int>(link.flexible->rods.value));
}

Result<std::optional<DividedMechanism>> divideFlexible(const Mechanism& resolved) {
  std::optional<DividedMechanism> divided;
  for (std::size_t i = 0; i < resolved.bodies.size(); ++i) {
    const Body& body = resolved.bodies[i];
    if (!body.flexible || !isOfRods(*body.flexible)) continue;
    BarDivision division;
    division.rods = static_cast<int>(body.flexible->rods.value);
    division.bending =
        findMaterial(body.flexible->material).young * calcSection(body.flexible->section).secondMoment;
    if (const auto* damping = std::get_if<RayleighDamping>(&body.flexible->damping.kind))
      division.beta = damping->beta.value;
    const Mechanism& last = divided ? divided->mechanism : resolved;
    auto next = divideBar(last, last, body.id, division);
    if (!next) return failure(next.error().front().what, fmt::format("/bodies/{}/flexible/model", i));
    if (!divided) divided.emplace();
    divided->links.push_back({body, findRodCuts(resolved, body)});
    divided->mechanism = std::move(*next);
  }
  return divided;
}

}  // namespace clank
