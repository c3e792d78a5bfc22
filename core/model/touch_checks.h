// SPDX-License-Identifier: GPL-3.0-or-later
// What checks of contacts, surfaces and solid bodies have in common: laws, shapes and outlines of a part.
#pragma once

#include <optional>
#include <string>

#include "core/model/checks.h"
#include "core/model/touches.h"
#include "core/model/unit_choice.h"

namespace clank {

class TouchCheck {
 protected:
  TouchCheck(const Mechanism& mechanism, ProblemList& problems)
      : mechanism_(mechanism), problems_(problems), surfaces_(mechanism) {}

  // check_touch_laws.cpp
  void checkLaws(const ContactPair& contact);
  void checkRestitution(const Quantity& restitution);
  void checkFriction(const Quantity& friction, const std::optional<Quantity>& atRest);
  void checkRollingResistance(const Quantity& arm);
  void checkMaterialName(const std::string& id, const char* key);

  // check_shapes.cpp
  void checkShape(const Surface& surface);
  // Whether a circle (m) has room in the hollows.
  void checkRoom(const Surface& surface, double radius);
  void checkThickness(const std::optional<Quantity>& thickness);
  void checkOutlineOf(const std::string& body, const std::string& key);  // it is there and has a shape
  std::string writeLength(double metres) const { return makeTyped(metres, "m", mechanism_.units, 6).text; }

  const Mechanism& mechanism_;
  ProblemList& problems_;
  const SurfaceIndex surfaces_;
  std::string part_, pointer_;  // of the part in hand

 private:
  void checkTangential(const ContactPair& contact);
  void checkCompliance(const ContactPair& contact);
  void checkNumbers(const Compliance& compliance, const std::string& pointer);
  void checkMaterial(const Material& material, const std::string& pointer);
  void checkMaterials(const ContactPair& contact, const char* word);
  void checkFrictionCurve(const ContactPair& contact);
  void checkNumbers(const FrictionCurve& curve, double kinetic);

  void check(const LineSurface& line);
  void check(const PolylineSurface& line);
  void check(const ArcSurface& arc);
  void check(const CircleSurface& circle) { checkRadius(circle.radius); }
  void check(const OutlineSurface&) {}
  void check(const NamedSurface&) {}
  void check(const CurveSurface& surface);
  template <class Shape>
  void checkHollow(const Shape&, double) {}
  void checkHollow(const ArcSurface& arc, double radius);
  void checkHollow(const CircleSurface& circle, double radius);
  void checkHollow(const CurveSurface& surface, double radius);
  void checkHollow(const Hollow& hollow, double radius);
  void checkRadius(const Quantity& radius);
  void checkInside(const Quantity& surface, RoundSide side, double radius);
  void checkSegment(const Point& from, const Point& to, const std::string& key, const std::string& what);
};

}  // namespace clank
