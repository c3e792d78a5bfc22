// SPDX-License-Identifier: GPL-3.0-or-later
// Small mechanisms and look-ups for the tests of the model.
#pragma once

#include <algorithm>
#include <string>

#include "core/model/mechanism.h"

namespace clank {

inline Quantity textQuantity(std::string text) {
  Quantity quantity;
  quantity.text = std::move(text);
  return quantity;
}

inline Parameter numberParameter(std::string id, std::string text, std::string unit = "") {
  Parameter parameter;
  parameter.id = std::move(id);
  parameter.value = textQuantity(std::move(text));
  parameter.unit = std::move(unit);
  return parameter;
}

inline Parameter wordParameter(std::string id, std::vector<std::string> choices, std::string choice = "") {
  Parameter parameter;
  parameter.id = std::move(id);
  parameter.choices = std::move(choices);
  parameter.choice = std::move(choice);
  return parameter;
}

// A rod on a pin of the frame that locks when it points up; without any problem.
inline Mechanism samplePendulum() {
  Mechanism mechanism;
  Body rod;
  rod.id = "rod";
  rod.length = 0.25;
  rod.section = 2e-4;
  rod.density = 7800.0;
  mechanism.bodies = {rod};
  Joint pin;
  pin.id = "O";
  pin.b = "rod";
  PhaseChange change;
  change.from = "free";
  change.to = "locked";
  std::get<Limit>(change.guard).value = 1.5;
  Metamorphic metamorphic;
  metamorphic.phases.resize(2);
  metamorphic.phases[0].id = "free";
  metamorphic.phases[1].id = "locked";
  metamorphic.phases[1].locked = true;
  metamorphic.changes = {change};
  pin.metamorphic = metamorphic;
  mechanism.joints = {pin};
  ForceElement drive;
  drive.id = "drive";
  Torque torque;
  torque.b = "rod";
  torque.moment.text = "1 - 0.1*O.omega + rod.angle*t";
  drive.kind = torque;
  mechanism.forces = {drive};
  return mechanism;
}

inline PointOnCurve onCircle(double radius, double axis = 0) {
  PointOnCurve on;
  on.curve.kind = CirclePath{radius};
  on.axis = axis;
  return on;
}

// The limit of its phase change.
inline Limit& limitOf(Mechanism& pendulum) {
  return std::get<Limit>(pendulum.joints[0].metamorphic->changes[0].guard);
}
inline Limit limitOf(Mechanism&& pendulum) {
  return limitOf(pendulum);
}

// The problem at a JSON pointer, as text; "none" when there is none.
inline std::string problemAt(const Problems& problems, const std::string& where) {
  const auto it =
      std::find_if(problems.begin(), problems.end(), [&](const Problem& p) { return p.where == where; });
  return it == problems.end() ? "none" : it->what;
}

// All problems in lines, for messages of failing tests.
inline std::string listProblems(const Problems& problems) {
  std::string list;
  for (const Problem& problem : problems) list += problem.where + ": " + problem.what + "\n";
  return list;
}

}  // namespace clank
