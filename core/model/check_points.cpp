// SPDX-License-Identifier: GPL-3.0-or-later
// Named points of bodies, and places that say they are one.
#include <map>

#include "core/model/checks.h"
#include "core/model/named_point.h"

namespace clank {

namespace {

void checkPointNames(const Body& body, const std::string& pointer, ProblemList& problems) {
  std::map<std::string, std::size_t> owners;
  const auto& points = pointsOf(body);
  for (std::size_t p = 0; p < points.size(); ++p) {
    const std::string& id = points[p].id;
    const std::string where = fmt::format("{}/points/{}/id", pointer, p);
    const auto [first, isNew] = owners.emplace(id, p);
    if (const std::string wrong = explainPointName(body.id, id); !wrong.empty())
      problems.error(where, fmt::format("point {} of body {}: {}", p + 1, body.id, wrong));
    else if (!isNew)
      problems.error(where, fmt::format("point {} of body {} has the name '{}' of point {}", p + 1, body.id,
                                        id, first->second + 1));
  }
}

// A place of a body that says it is a point of another one: its numbers are read in the axes of the first.
class PlaceCheck {
 public:
  PlaceCheck(const Mechanism& mechanism, ProblemList& problems) : problems_(problems) {
    for (const Body& body : mechanism.bodies)
      for (const NamedPoint& point : pointsOf(body)) owners_[body.id + "." + point.id] = body.id;
  }
  bool isNeeded() const { return !owners_.empty(); }

  void check(const std::string& part, const std::string& body, const Point& place,
             const std::string& where) const {
    const auto name = readPointName(place);
    if (!name || name->body == body) return;
    const std::string path = name->body + "." + name->point;
    if (owners_.count(path) == 0) return;
    problems_.warn(where, fmt::format("{}: this is a place of {}, but {} is a point of {}; its numbers are "
                                      "taken in the axes of {}: name a point of {} there, or put {} on {}",
                                      part, body, path, name->body, body, body, part, name->body));
  }

  // Of all that have a side a, a side b, or one of them.
  template <class Part>
  void checkSides(const std::string& id, const Part& part, const std::string& pointer) const {
    if constexpr (requires { part.atA; }) check(id, part.a, part.atA, pointer + "/at_a");
    if constexpr (requires { part.atB; }) check(id, part.b, part.atB, pointer + "/at_b");
    if constexpr (requires { part.rings; })
      for (std::size_t r = 0; r < part.rings.size(); ++r)
        check(id, part.rings[r].body, part.rings[r].at, fmt::format("{}/rings/{}/at", pointer, r));
  }

 private:
  std::map<std::string, std::string> owners_;  // of "plate.tip"
  ProblemList& problems_;
};

}  // namespace

void checkPoints(const Mechanism& m, ProblemList& problems) {
  for (std::size_t i = 0; i < m.bodies.size(); ++i)
    checkPointNames(m.bodies[i], fmt::format("/bodies/{}", i), problems);
  const PlaceCheck places(m, problems);
  if (!places.isNeeded()) return;
  for (std::size_t i = 0; i < m.joints.size(); ++i)
    places.checkSides(m.joints[i].id, m.joints[i], fmt::format("/joints/{}", i));
  for (std::size_t i = 0; i < m.contacts.size(); ++i)
    places.checkSides(m.contacts[i].id, m.contacts[i], fmt::format("/contacts/{}", i));
  for (std::size_t i = 0; i < m.forces.size(); ++i)
    std::visit(
        [&](const auto& force) { places.checkSides(m.forces[i].id, force, fmt::format("/forces/{}", i)); },
        m.forces[i].kind);
  for (std::size_t i = 0; i < m.traces.size(); ++i)
    places.checkSides(m.traces[i].id, m.traces[i], fmt::format("/traces/{}", i));
}

}  // namespace clank
