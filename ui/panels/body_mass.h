// SPDX-License-Identifier: GPL-3.0-or-later
// The two ways a body gets its mass: from a uniform rod or disc of a material, or typed.
#pragma once

#include <QString>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/mechanism.h"

namespace clank {

struct NamedDensity {
  QString name;
  double density;  // kg/m3, a usual value
};
const std::vector<NamedDensity>& listMaterials();

bool isTypedMassKey(std::string_view key);
bool isDiscKey(std::string_view key);
bool isRodKey(std::string_view key);
bool isMassKey(std::string_view key);

// pointer: of a body, "/bodies/2". shown: the mechanism with its values.
bool isMassTyped(const Mechanism& mechanism, std::string_view pointer);
double findDensity(const Mechanism& shown, std::string_view pointer);  // kg/m3; 0: none
// "0.049 kg, 1.02e-05 kg m2 about its centre", from the rod or as typed.
QString describeMass(const Mechanism& shown, std::string_view pointer);
// Mass, inertia and centre take over the values of the rod.
void typeMass(Mechanism& drawn, const Mechanism& shown, std::string_view pointer);
// A rod of steel as long as the body is drawn, with the section that gives its mass.
void takeRod(Mechanism& drawn, const Mechanism& shown, std::string_view pointer);
// Does it have a radius and no length? Then its uniform mass is that of a disc.
bool isDisc(const Mechanism& shown, std::string_view pointer);
// A disc of steel, as thick as gives its mass.
void takeDisc(Mechanism& drawn, const Mechanism& shown, std::string_view pointer);

}  // namespace clank
