// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/law_names.h"

namespace clank {

std::vector<std::string> calcLawNames(const Mechanism& mechanism) {
  std::vector<std::string> names;
  for (const Parameter& parameter : mechanism.parameters)
    if (parameter.choices.empty()) names.push_back(parameter.id);
  names.emplace_back("t");
  for (const Body& body : mechanism.bodies)
    for (const char* signal : {".x", ".y", ".angle", ".vx", ".vy", ".omega"})
      names.push_back(body.id + signal);
  for (const Joint& joint : mechanism.joints) {
    const CoordinateKind coordinate = findCoordinateKind(joint.kind);
    if (coordinate == CoordinateKind::none) continue;
    const bool angle = coordinate == CoordinateKind::angle;
    names.push_back(joint.id + (angle ? ".angle" : ".travel"));
    names.push_back(joint.id + (angle ? ".omega" : ".speed"));
  }
  return names;
}

}  // namespace clank
