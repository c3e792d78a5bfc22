// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/named_points.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>
#include <vector>

#include "core/io/number_text.h"
#include "ui/document/element.h"
#include "ui/document/references.h"
#include "ui/document/text_names.h"

namespace clank {
namespace {

bool isAt(const Point& place, PlanePoint at) {
  return std::hypot(place.x.value - at.x, place.y.value - at.y) < kOnePlace;
}

bool isOfNames(const Point& place) {
  return isOfParameters(place.x.text, "m") || isOfParameters(place.y.text, "m");
}

bool readsPoint(const Mechanism& m, const Point& place) {
  const auto reads = [&](const std::string& text) {
    return std::any_of(m.bodies.begin(), m.bodies.end(), [&](const Body& body) {
      return std::any_of(pointsOf(body).begin(), pointsOf(body).end(), [&](const NamedPoint& p) {
        return replaceName(text, body.id + "." + p.id, {}) != text;
      });
    });
  };
  return reads(place.x.text) || reads(place.y.text);
}

// Calls visit(place, value) for what sits in a body beside its named points, with what it is worth.
void visitSitting(Mechanism& m, Mechanism& shown, const std::string& body,
                  const std::function<void(Point& place, const Point& value)>& visit) {
  std::vector<Point> values;
  const auto visitAll = [&](Mechanism& of, const PointVisit& each) {
    visitPlacesOf(of, body, each);
    if (Body* owner = findById(of.bodies, body))
      for (Point& corner : owner->outline) each(corner);
  };
  visitAll(shown, [&](Point& p) { values.push_back(p); });
  std::size_t visited = 0;
  visitAll(m, [&](Point& p) {
    if (visited < values.size()) visit(p, values[visited]);
    ++visited;
  });
}

// Puts other words for the name of a coordinate.
class Substitution {
 public:
  Substitution(std::string name, std::string words) : name_(std::move(name)), words_(std::move(words)) {}
  void reference(std::string&) {}
  void expression(std::string& text) {
    text = text == name_ ? words_ : replaceName(text, name_, '(' + words_ + ')');
  }

 private:
  std::string name_, words_;
};

std::string writeLength(const Quantity& quantity) {
  return quantity.text.empty() ? toShortestText(quantity.value) + " m" : quantity.text.str();
}

class PathRenaming {
 public:
  PathRenaming(std::string from, std::string to) : from_(std::move(from)), to_(std::move(to)) {}
  void reference(std::string&) {}
  void expression(std::string& text) { text = replaceName(text, from_, to_); }

 private:
  std::string from_, to_;
};

struct PointIndex {
  std::size_t body = 0, point = 0;
  std::string_view rest;  // "/id"
};

// Of "/bodies/0/points/2/id".
std::optional<PointIndex> readPointer(std::string_view pointer) {
  const auto take = [&pointer](std::string_view word, std::size_t& index) {
    if (!pointer.starts_with(word)) return false;
    pointer.remove_prefix(word.size());
    const auto read = std::from_chars(pointer.data(), pointer.data() + pointer.size(), index);
    if (read.ec != std::errc()) return false;
    pointer.remove_prefix(static_cast<std::size_t>(read.ptr - pointer.data()));
    return true;
  };
  PointIndex found;
  if (!take("/bodies/", found.body) || !take("/points/", found.point)) return std::nullopt;
  found.rest = pointer;
  return found;
}

const NamedPoint* findPointOf(const Mechanism& m, const PointIndex& at) {
  if (at.body >= m.bodies.size()) return nullptr;
  const auto& points = pointsOf(m.bodies[at.body]);
  return at.point < points.size() ? &points[at.point] : nullptr;
}

// Of what has places in bodies.
std::set<std::string> listPlacedIds(const Mechanism& m) {
  std::set<std::string> ids;
  const auto add = [&ids](const auto& list) {
    for (const auto& element : list) ids.insert(element.id);
  };
  add(m.joints);
  add(m.contacts);
  add(m.forces);
  add(m.traces);
  return ids;
}

// What is new, and lies at a named point, shares it.
void sharePoints(Mechanism& m, const std::set<std::string>& known, const Mechanism& shown) {
  const PlaceVisit share = [&](const std::string& body, Point& place) {
    const Body* values = findById(shown.bodies, body);
    const bool isPlain = place.x.text.empty() && place.y.text.empty();
    const NamedPoint* point =
        values && isPlain ? findPointAt(*values, {place.x.value, place.y.value}) : nullptr;
    if (point) place = makePlaceAt(body, *point);
  };
  const auto visit = [&](auto& list) {
    for (auto& element : list)
      if (known.count(element.id) == 0) visitPlaces(element, share);
  };
  visit(m.joints);
  visit(m.contacts);
  visit(m.forces);
  visit(m.traces);
}

}  // namespace

bool isShared(const Point& place, const Body& body) {
  const auto name = readPointName(place);
  return name && name->body == body.id && findPoint(body, name->point);
}

void visitPointsOf(Mechanism& m, const std::string& body, const PointVisit& visit) {
  Body* const owner = findById(m.bodies, body);
  visitPlacesOf(m, body, [&](Point& place) {
    if (!owner || !isShared(place, *owner)) visit(place);
  });
  if (owner && owner->points)
    for (NamedPoint& point : *owner->points) visit(point.at);
}

const NamedPoint* findPointAt(const Body& shown, PlanePoint at) {
  const auto& points = pointsOf(shown);
  const auto found =
      std::find_if(points.begin(), points.end(), [&](const auto& p) { return isAt(p.at, at); });
  return found == points.end() ? nullptr : &*found;
}

std::string explainPointId(const Body& body, std::string_view id, std::string_view own) {
  if (std::string wrong = explainPointName(body.id, id); !wrong.empty()) return wrong;
  if (id != own && findPoint(body, id)) return "'" + std::string(id) + "' is another point of " + body.id;
  return {};
}

void namePoint(Mechanism& m, const Mechanism& shown, const std::string& body, PlanePoint at,
               const std::string& id) {
  Body* const owner = findById(m.bodies, body);
  if (!owner) return;
  std::vector<Point*> here;
  Mechanism values = shown;
  visitSitting(m, values, body, [&](Point& place, const Point& value) {
    if (isAt(value, at) && !readPointName(place)) here.push_back(&place);
  });
  NamedPoint point;
  point.id = id;
  point.at = {at.x, at.y};
  const auto lead = [&](const auto& fits) {
    const auto found = std::find_if(here.begin(), here.end(), [&](const Point* p) { return fits(*p); });
    if (found != here.end()) point.at = **found;
    return found != here.end();
  };
  // One that reads another point might stand before that.
  lead([&](const Point& p) { return isOfNames(p) && !readsPoint(m, p); }) ||
      lead([](const Point& p) { return !isOfNames(p); });
  const Point says = point.at;
  for (Point* place : here)
    if (!isOfNames(*place) || *place == says) *place = makePlaceAt(body, point);
  if (!owner->points) owner->points.emplace();
  owner->points->push_back(std::move(point));
}

void renamePoint(Mechanism& m, const std::string& body, const std::string& from, const std::string& to) {
  Body* const owner = findById(m.bodies, body);
  if (!owner || !findPoint(*owner, from)) return;
  for (NamedPoint& point : *owner->points)
    if (point.id == from) point.id = to;
  visitReferences(m, PathRenaming(body + "." + from, body + "." + to));
}

void removePoint(Mechanism& m, const std::string& body, const std::string& id) {
  Body* const owner = findById(m.bodies, body);
  const NamedPoint* point = owner ? findPoint(*owner, id) : nullptr;
  if (!point) return;
  const Point at = point->at;
  std::erase_if(*owner->points, [&](const NamedPoint& p) { return p.id == id; });
  if (owner->points->empty()) owner->points.reset();
  // Its y may read its x.
  visitReferences(m, Substitution(nameCoordinate(body, id, "y"), writeLength(at.y)));
  visitReferences(m, Substitution(nameCoordinate(body, id, "x"), writeLength(at.x)));
}

void removePoints(Mechanism& m, const std::string& body) {
  while (const Body* owner = findById(m.bodies, body)) {
    if (pointsOf(*owner).empty()) return;
    removePoint(m, body, std::string(pointsOf(*owner).back().id));
  }
}

void changeSharing(Mechanism& m, const Mechanism& shown, const std::function<void(Mechanism&)>& change) {
  const bool shares =
      std::any_of(m.bodies.begin(), m.bodies.end(), [](const Body& body) { return !pointsOf(body).empty(); });
  const std::set<std::string> known = shares ? listPlacedIds(m) : std::set<std::string>();
  change(m);
  if (shares) sharePoints(m, known, shown);
}

void negateReferences(Mechanism& m, const std::string& body) {
  const Body* const owner = findById(m.bodies, body);
  if (!owner) return;
  for (const NamedPoint& point : std::vector<NamedPoint>(pointsOf(*owner))) {
    const std::string y = nameCoordinate(body, point.id, "y");
    visitReferences(m, Substitution(y, "-" + y));
  }
}

bool isPointName(std::string_view pointer) {
  const auto at = readPointer(pointer);
  return at && at->rest == "/id";
}

std::string explainTypedName(const Mechanism& m, std::string_view pointer, std::string_view typed) {
  const auto at = readPointer(pointer);
  const NamedPoint* point = at ? findPointOf(m, *at) : nullptr;
  return point ? explainPointId(m.bodies[at->body], typed, point->id) : std::string();
}

bool typePointName(Mechanism& m, std::string_view pointer, std::string_view typed) {
  const auto at = readPointer(pointer);
  const NamedPoint* point = at && at->rest == "/id" ? findPointOf(m, *at) : nullptr;
  if (!point || !explainTypedName(m, pointer, typed).empty()) return false;
  renamePoint(m, m.bodies[at->body].id, std::string(point->id), std::string(typed));
  return true;
}

bool removePointAt(Mechanism& m, std::string_view pointer) {
  const auto at = readPointer(pointer);
  const NamedPoint* point = at && at->rest.empty() ? findPointOf(m, *at) : nullptr;
  if (!point) return false;
  removePoint(m, m.bodies[at->body].id, std::string(point->id));
  return true;
}

}  // namespace clank
