// SPDX-License-Identifier: GPL-3.0-or-later
// Links that bend, built in tests.
#pragma once

#include <string>
#include <utility>

#include "core/model/mechanism.h"

namespace clank::test {

struct BeamNumbers {
  double length = 1, massPerLength = 0.8482300164692441, bending = 541.27,
         stretching = 21.7e6;  // m, kg/m, N m2, N
};

inline Body makeBeam(std::string id, const BeamNumbers& numbers, int modes, Pose pose = {},
                     ModeBasis basis = ModeBasis::clampedFree) {
  constexpr double kYoung = 7e10;
  Body body;
  body.id = std::move(id);
  body.pose = std::move(pose);
  body.length = numbers.length;
  FlexibleLink& link = body.flexible.emplace();
  TypedSection section;
  section.area = numbers.stretching / kYoung;
  section.secondMoment = numbers.bending / kYoung;
  link.section.kind = section;
  link.material.name = MaterialName::typed;
  link.material.young = kYoung;
  link.material.density = numbers.massPerLength / section.area.value;
  link.modes = modes;
  link.basis = basis;
  return body;
}

}  // namespace clank::test
