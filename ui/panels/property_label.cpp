// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/property_label.h"

#include <QCoreApplication>
#include <algorithm>
#include <map>
#include <string>

#include "ui/look/part_names.h"

namespace clank {
namespace {

using Kind = Property::Kind;

QString translate(const char* words) {
  return QCoreApplication::translate("PropertyForm", words);
}

}  // namespace

char findSide(const Property& property) {
  if (property.kind == Kind::partName && (property.key == "a" || property.key == "b")) return property.key[0];
  return property.key == "at_a" || property.key == "radius_a" || property.key == "material_a"   ? 'a'
         : property.key == "at_b" || property.key == "radius_b" || property.key == "material_b" ? 'b'
                                                                                                : 0;
}

QString tellLabel(const Property& property, const std::vector<Property>& beside) {
  static const std::map<std::string, const char*> words{
      {"guard", QT_TRANSLATE_NOOP("PropertyForm", "waits for (guard)")},
      {"drift_control", QT_TRANSLATE_NOOP("PropertyForm", "keeps joints closed by (drift control)")},
      {"omega", QT_TRANSLATE_NOOP("PropertyForm", "angular velocity")},
      {"young", QT_TRANSLATE_NOOP("PropertyForm", "Young's modulus")},
      {"yield", QT_TRANSLATE_NOOP("PropertyForm", "yield stress")},
      {"integrator", QT_TRANSLATE_NOOP("PropertyForm", "goes through time by (integrator)")}};
  if (const char side = findSide(property)) {
    const auto body = std::find_if(beside.begin(), beside.end(), [side](const Property& p) {
      return p.kind == Kind::partName && p.key == std::string(1, side);
    });
    const bool isOfTwo = std::any_of(beside.begin(), beside.end(), [](const Property& p) {
      return p.kind == Kind::partName && p.key == "a";
    });
    if (property.kind == Kind::partName)
      return !isOfTwo ? translate("body") : side == 'a' ? translate("first") : translate("second");
    if (body != beside.end()) {
      constexpr qsizetype kMost = 16;  // letters: longer names would take a line of their own
      QString name = body->text.empty() ? translate("frame") : namePart(body->text);
      if (name.size() > kMost) name = name.left(kMost - 1) + QChar(0x2026);
      return property.key.starts_with("at_")       ? translate("at, on %1").arg(name)
             : property.key.starts_with("radius_") ? translate("radius of %1").arg(name)
                                                   : translate("material of %1").arg(name);
    }
  }
  const auto found = words.find(property.key);
  return found == words.end() ? toText(property.label) : translate(found->second);
}

}  // namespace clank
