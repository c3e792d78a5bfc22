// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/needed_fields.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>

#include "ui/look/words.h"

namespace clank {
namespace {

const Property* find(const std::vector<Property>& properties, const std::string& key) {
  const auto found =
      std::find_if(properties.begin(), properties.end(), [&](const Property& p) { return p.key == key; });
  return found == properties.end() ? nullptr : &*found;
}

bool isAnyOf(const std::string& key, std::initializer_list<const char*> keys) {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

bool isNeededInContact(const std::string& key, const std::vector<Property>& around) {
  const bool outline = findWord(around, "outline_b") == "true";
  if (isAnyOf(key, {"at_b", "radius_b"})) return !outline;
  if (key == "bodies") return outline;
  if (isAnyOf(key, {"restitution", "tangential_restitution"})) return findWord(around, "law") != "constraint";
  return true;
}

// An integrator that is a parameter may be any.
bool isNeededInSettings(const std::string& key, const std::vector<Property>& around) {
  const std::string& integrator = findWord(around, "integrator");
  const bool steps = integrator == "moreau_jean", controls = integrator == "dop853" || integrator == "dopri5";
  if (key == "time_step") return !controls;
  if (isAnyOf(key, {"relative_tolerance", "absolute_tolerance", "max_step", "impacts", "drift_control"}))
    return !steps;
  if (isAnyOf(key, {"baumgarte_alpha", "baumgarte_beta"}))
    return !steps && findWord(around, "drift_control") != "projection";
  return true;
}

}  // namespace

const std::string& findWord(const std::vector<Property>& properties, const std::string& key) {
  static const std::string none;
  const Property* found = find(properties, key);
  return found ? found->text : none;
}

bool isNeeded(const Property& property, const std::vector<Property>& around) {
  if (find(around, "outline_b")) return isNeededInContact(property.key, around);
  if (find(around, "integrator")) return isNeededInSettings(property.key, around);
  const Property* outline = find(around, "outline");  // of a body: a plate, or else a bar or disc
  if (!outline) return true;
  if (isAnyOf(property.key, {"width", "radius"})) return outline->parts.empty();
  if (property.key == "fillet") return !outline->parts.empty();
  return true;
}

QString toFrictionLabel(const Property& property, bool turns) {
  static const std::map<std::string, std::array<const char*, 2>> words{
      {"constant",
       {QT_TRANSLATE_NOOP("Clank", "constant force"), QT_TRANSLATE_NOOP("Clank", "constant moment")}},
      {"static_constant",
       {QT_TRANSLATE_NOOP("Clank", "static force"), QT_TRANSLATE_NOOP("Clank", "static moment")}},
      {"coefficient", {QT_TRANSLATE_NOOP("Clank", "coefficient"), QT_TRANSLATE_NOOP("Clank", "coefficient")}},
      {"radius", {QT_TRANSLATE_NOOP("Clank", "pin radius"), QT_TRANSLATE_NOOP("Clank", "pin radius")}}};
  const auto found = words.find(property.key);
  return found == words.end() ? toText(property.label) : tr(found->second[turns ? 1 : 0]);
}

}  // namespace clank
