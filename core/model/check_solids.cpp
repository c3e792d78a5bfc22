// SPDX-License-Identifier: GPL-3.0-or-later
// Surfaces, materials, and bodies that are solid.
#include <algorithm>
#include <set>
#include <utility>

#include "core/model/quantity_text.h"
#include "core/model/touch_checks.h"

namespace clank {

namespace {

class SolidCheck : private TouchCheck {
 public:
  SolidCheck(const Mechanism& mechanism, ProblemList& problems) : TouchCheck(mechanism, problems) {
    for (const ContactPair& contact : mechanism.contacts)
      if (const DrawnSurface* surface = surfaces_.find(contact)) touched_.insert(surface->id);
    for (const Body& body : mechanism.bodies) {
      isAnyTouched_ |= body.touches.value == Touches::everything;
      if (body.touches.value == Touches::these)
        touched_.insert(touchedOf(body).begin(), touchedOf(body).end());
    }
  }

  void run(const DrawnSurface& surface, const std::string& pointer) {
    part_ = "surface " + surface.id;
    pointer_ = pointer;
    if (surface.body != kFrame) checkBody(part_, surface.body, pointer + "/body", problems_);
    checkMaterialName(surface.material, "/material");
    checkShape(toSurface(surface.kind));
    checkThickness(surface.thickness);
    if (surface.active.value != 0 && !isTouched(surface))
      problems_.warn(pointer, fmt::format("{}: nothing touches it yet", part_));
    checkSpeed(surface);
  }

  // A body that is solid.
  void run(const Body& body, const std::string& pointer) {
    part_ = "body " + body.id;
    pointer_ = pointer;
    checkMaterialName(materialOf(body), "/material");
    const bool isListed = body.touches.value == Touches::these;
    if (!isListed && !touchedOf(body).empty() && body.touches.reference.empty())
      problems_.warn(pointer_ + "/touched",
                     fmt::format("{}: touched has no effect: touches is not 'these'", part_));
    if (body.touches.value == Touches::nothing) return;
    if (body.flexible)
      return problems_.error(pointer_ + "/touches",
                             fmt::format("{} is flexible and has no outline that touches; points of it can: "
                                         "give it a contact for each",
                                         part_));
    checkOutlineOf(body.id, "/touches");
    if (isListed) checkTouched(body);
  }

  void run(const SolidMaterial& material, const std::string& pointer, std::set<std::string>& known) {
    part_ = "material " + material.id;
    pointer_ = pointer;
    if (!isName(material.id))
      problems_.error(pointer_ + "/id", fmt::format("the id '{}' of a material must be a letter or _, then "
                                                    "letters, digits or _",
                                                    material.id));
    else if (!known.insert(material.id).second)
      problems_.error(pointer_ + "/id", fmt::format("{} is there twice", part_));
    checkRestitution(material.restitution);
    checkFriction(material.friction, material.staticFriction);
    checkRollingResistance(material.rollingResistance);
  }

  void run(const MaterialPair& pair, const std::string& pointer,
           std::set<std::pair<std::string, std::string>>& known) {
    part_ = fmt::format("{} on {}", pair.a, pair.b);
    pointer_ = pointer;
    checkMaterialName(pair.a, "/a");
    checkMaterialName(pair.b, "/b");
    if (!known.insert(std::minmax(pair.a, pair.b)).second)
      problems_.error(pointer_, fmt::format("{}: this pair of materials is there twice", part_));
    ContactPair laws;
    copyLaws(pair, laws);
    checkLaws(laws);
  }

 private:
  void checkSpeed(const DrawnSurface& surface) {
    const double speed = surface.speed.value;
    if (speed != 0 && surface.body != kFrame && isFlexible(surface.body))
      problems_.error(pointer_ + "/speed",
                      fmt::format("{}: {} bends, and only surfaces of rigid bodies can move along themselves",
                                  part_, surface.body));
  }
  bool isFlexible(const std::string& id) const {
    const int place = problems_.bodies().find(id);
    return place >= 0 && mechanism_.bodies[static_cast<std::size_t>(place)].flexible;
  }
  bool isTouched(const DrawnSurface& surface) const { return isAnyTouched_ || touched_.contains(surface.id); }

  void checkTouched(const Body& body) {
    const std::vector<std::string>& touched = touchedOf(body);
    if (touched.empty())
      problems_.warn(pointer_ + "/touched",
                     fmt::format("{} touches these, and none is named: it touches nothing", part_));
    std::vector<std::string> known = problems_.bodies().list();
    for (const DrawnSurface& surface : mechanism_.surfaces) known.push_back(surface.id);
    for (std::size_t i = 0; i < touched.size(); ++i) {
      const std::string &other = touched[i], where = fmt::format("{}/touched/{}", pointer_, i);
      const auto first = touched.begin() + static_cast<std::ptrdiff_t>(i);
      if (other == body.id)
        problems_.error(where, fmt::format("{} cannot touch itself", part_));
      else if (std::find(known.begin(), known.end(), other) == known.end())
        problems_.error(where, fmt::format("{}: there is no body or surface '{}'{}", part_, other,
                                           suggestName(other, known)));
      else if (std::find(touched.begin(), first, other) != first)
        problems_.error(where, fmt::format("{}: {} is named twice", part_, other));
      else if (const int place = problems_.bodies().find(other);
               place >= 0 &&
               mechanism_.bodies[static_cast<std::size_t>(place)].touches.value == Touches::nothing)
        problems_.warn(where, fmt::format("{} does not touch {}, which touches nothing", part_, other));
    }
  }

  std::set<std::string> touched_;  // surfaces and bodies
  bool isAnyTouched_ = false;      // by a body that touches everything
};

}  // namespace

void checkSolids(const Mechanism& mechanism, ProblemList& problems) {
  SolidCheck check(mechanism, problems);
  const auto checkAll = [&](const auto& list, const char* key, auto&... known) {
    for (std::size_t i = 0; i < list.size(); ++i) check.run(list[i], fmt::format("/{}/{}", key, i), known...);
  };
  std::set<std::string> materials;
  std::set<std::pair<std::string, std::string>> pairs;
  checkAll(mechanism.bodies, "bodies");
  checkAll(mechanism.surfaces, "surfaces");
  checkAll(mechanism.materials, "materials", materials);
  checkAll(mechanism.materialPairs, "material_pairs", pairs);
}

}  // namespace clank
