// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/law_names.h"

#include <algorithm>
#include <array>

namespace clank {
namespace {

constexpr std::array kBodySignals{".x", ".y", ".angle", ".vx", ".vy", ".omega"};

}  // namespace

bool isBodySignal(std::string_view name) {
  return std::any_of(kBodySignals.begin(), kBodySignals.end(),
                     [name](std::string_view signal) { return signal.substr(1) == name; });
}

std::vector<std::string> calcLawNames(const Mechanism& mechanism) {
  std::vector<std::string> names;
  for (const Parameter& parameter : mechanism.parameters)
    if (parameter.choices.empty()) names.push_back(parameter.id);
  names.emplace_back("t");
  for (const Body& body : mechanism.bodies)
    for (const char* signal : kBodySignals) names.push_back(body.id + signal);
  for (const Joint& joint : mechanism.joints) {
    const CoordinateKind coordinate = findCoordinateKind(joint.kind);
    if (coordinate == CoordinateKind::none) continue;
    const bool angle = coordinate == CoordinateKind::angle;
    names.push_back(joint.id + (angle ? ".angle" : ".travel"));
    names.push_back(joint.id + (angle ? ".omega" : ".speed"));
  }
  return names;
}

std::vector<Measure> calcLawMeasures(const Mechanism& mechanism, const std::vector<Measure>& parameters) {
  const auto of = [](const char* unit) { return Measure::ofUnit(unit); };
  const Measure length = of("m"), angle = of("rad"), speed = of("m/s"), turning = of("rad/s");
  std::vector<Measure> measures = parameters;
  measures.push_back(of("s"));
  for (std::size_t i = 0; i < mechanism.bodies.size(); ++i)
    measures.insert(measures.end(), {length, length, angle, speed, speed, turning});
  for (const Joint& joint : mechanism.joints) {
    const CoordinateKind coordinate = findCoordinateKind(joint.kind);
    if (coordinate == CoordinateKind::none) continue;
    const bool isAngle = coordinate == CoordinateKind::angle;
    measures.insert(measures.end(), {isAngle ? angle : length, isAngle ? turning : speed});
  }
  return measures;
}

}  // namespace clank
