// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/needed_fields.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>
#include <optional>

#include "core/model/law_keys.h"
#include "core/model/words.h"
#include "ui/look/words.h"

namespace clank {
namespace {

const Property* find(const std::vector<Property>& properties, std::string_view key) {
  const auto found =
      std::find_if(properties.begin(), properties.end(), [&](const Property& p) { return p.key == key; });
  return found == properties.end() ? nullptr : &*found;
}

bool isAnyOf(const std::string& key, std::initializer_list<const char*> keys) {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

// The word in force of a choice, also where a parameter chooses it.
const std::string& findInForce(const std::vector<Property>& properties, std::string_view key) {
  static const std::string none;
  const Property* found = find(properties, key);
  return found ? found->word : none;
}

// The law in force of a choice; none when the parameter that chooses it is not known, so that it may be any.
template <class Law>
std::optional<Law> findLaw(const std::vector<Property>& around, const std::string& key) {
  const auto& names = Words<Law>::names;
  const auto found = std::find(names.begin(), names.end(), findInForce(around, key));
  if (found == names.end()) return {};
  return static_cast<Law>(found - names.begin());
}

// Of what two parts do to each other where they touch; key as the file has it below the contact.
bool isNeededInTouch(const std::string& key, const std::vector<Property>& around) {
  return findKeyUse(key, findLaw<ContactLaw>(around, "law"), findLaw<FrictionLaw>(around, "friction_law")) ==
         KeyUse::used;
}

bool isNeededInCompliance(const Property& property, const std::vector<Property>& siblings,
                          const std::vector<Property>& around) {
  const Property* stiffness = find(siblings, "stiffness");
  if (isAnyOf(property.key, {"material_a", "material_b"}) && stiffness && stiffness->present) return false;
  return isNeededInTouch("compliance/" + property.key, around);
}

bool isNeededInContact(const std::string& key, const std::vector<Property>& around) {
  const bool outline = findWord(around, "outline_b") == "true";
  if (isAnyOf(key, {"at_b", "radius_b"})) return !outline;
  if (key == "bodies") return outline;
  return isNeededInTouch(key, around);
}

bool isNeededInSettings(const std::string& key, const std::vector<Property>& around) {
  const std::string& integrator = findInForce(around, "integrator");
  const bool steps = integrator == "moreau_jean", controls = integrator == "dop853" || integrator == "dopri5";
  if (key == "time_step") return !controls;
  if (isAnyOf(key, {"relative_tolerance", "absolute_tolerance", "max_step", "impacts", "drift_control"}))
    return !steps;
  if (isAnyOf(key, {"baumgarte_alpha", "baumgarte_beta"}))
    return !steps && findInForce(around, "drift_control") != "projection";
  return true;
}

bool isNeededInStudy(const std::string& key, const std::vector<Property>& around) {
  if (isAnyOf(key, {"runs", "seed"})) return findWord(around, "sampling") != "grid";
  if (key == "channels") return findWord(around, "keep") == "channels";
  return true;
}

bool isNeededInSearch(const std::string& key, const std::vector<Property>& around) {
  if (key == "global_runs") return findWord(around, "global") != "none";
  if (isAnyOf(key, {"local_runs", "tolerance"})) return findWord(around, "local") != "none";
  return true;
}

// What is not used and not given is not asked for: a range where there are values, words of a number.
bool isNeededInStudyParameter(const Property& property, const std::vector<Property>& siblings, bool isGrid) {
  const std::string& key = property.key;
  const auto isEmpty = [&](const char* list) {
    const Property* found = find(siblings, list);
    return !found || found->parts.empty();
  };
  const std::string& shape = findWord(siblings, "distribution");
  if (key == "words") return !isEmpty("words");
  if (!isEmpty("words")) return key == "parameter";
  if (key == "distribution") return !isGrid;
  if (isAnyOf(key, {"mean", "deviation"})) return !isGrid && shape == "normal";
  if (key == "mode") return !isGrid && shape == "triangular";
  if (!isGrid && shape == "normal") return key == "parameter";
  if (key == "values") return isGrid || shape == "none";
  if (key == "count") return isGrid && isEmpty("values");
  if (isAnyOf(key, {"from", "to"})) return isEmpty("values");
  if (key == "spacing") return isEmpty("values") && (isGrid || shape == "none");
  return true;
}

// Lists below the fields of each parameter.
void dropUnneededInStudy(Property& parameters, bool isGrid,
                         const std::function<bool(const Property&)>& keeps) {
  for (Property& parameter : parameters.parts) {
    const std::vector<Property> siblings = parameter.parts;
    std::erase_if(parameter.parts, [&](const Property& p) {
      return !isNeededInStudyParameter(p, siblings, isGrid) && !keeps(p);
    });
    std::stable_partition(parameter.parts.begin(), parameter.parts.end(),
                          [](const Property& p) { return p.kind != Property::Kind::list; });
  }
}

}  // namespace

const std::string& findWord(const std::vector<Property>& properties, std::string_view key) {
  static const std::string none;
  const Property* found = find(properties, key);
  return found ? found->text : none;
}

bool isNeeded(const Property& property, const std::vector<Property>& around) {
  if (find(around, "journal")) return isNeededInTouch(property.key, around);
  if (find(around, "outline_b")) return isNeededInContact(property.key, around);
  if (find(around, "integrator")) return isNeededInSettings(property.key, around);
  if (find(around, "sampling")) return isNeededInStudy(property.key, around);
  if (find(around, "objective")) return isNeededInSearch(property.key, around);
  const Property* outline = find(around, "outline");  // of a body: a plate, or else a bar or disc
  if (!outline) return true;
  if (isAnyOf(property.key, {"width", "radius"})) return outline->parts.empty();
  if (property.key == "fillet") return !outline->parts.empty();
  return true;
}

void dropUnneeded(std::vector<Property>& properties, const std::function<bool(const Property&)>& keeps) {
  const std::vector<Property> all = properties;
  std::erase_if(properties, [&](const Property& p) { return !isNeeded(p, all) && !keeps(p); });
  for (Property& p : properties) {
    const std::vector<Property> siblings = p.parts;
    if (p.key == "clearance") {
      dropUnneeded(p.parts, keeps);
      const Property* const type = find(all, "type");
      std::erase_if(p.parts, [&](const Property& part) {  // of a block
        return part.key == "length" && type && type->text != "prismatic" && !keeps(part);
      });
    }
    if (p.key == "parameters" && find(all, "sampling"))
      dropUnneededInStudy(p, findWord(all, "sampling") == "grid", keeps);
    if (p.key == "compliance")
      std::erase_if(p.parts, [&](const Property& part) {
        return !isNeededInCompliance(part, siblings, all) && !keeps(part);
      });
    if (p.key == "friction_curve")
      std::erase_if(p.parts, [&](const Property& part) {
        return !isNeededInTouch("friction_curve/" + part.key, all) && !keeps(part);
      });
  }
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
