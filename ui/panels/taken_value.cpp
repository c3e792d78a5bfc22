// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/taken_value.h"

#include <QCoreApplication>

#include "core/model/words.h"
#include "ui/document/element.h"
#include "ui/look/shown_units.h"
#include "ui/look/words.h"

namespace clank {
namespace {

// The table of keys says what an absent value is: "...; absent: as drawn, or ..." or "as drawn when absent".
QString findWords(const std::string& help) {
  const QString text = toText(help);
  const QString before = "absent: ", after = " when absent";
  QString words;
  if (const auto at = text.indexOf(before); at >= 0)
    words = text.mid(at + before.size());
  else if (text.endsWith(after))
    words = text.chopped(after.size()).section(';', -1).trimmed();
  for (const QChar end : {',', ';', '(', ')'}) words = words.section(end, 0, 0);
  return words.trimmed();
}

const BeamMaterial* findMaterialOf(const Mechanism& shown, const Property& property) {
  if (property.pointer.find("/flexible/material/") == std::string::npos) return nullptr;
  const auto at = findElementAt(shown, property.pointer);
  const Body* body = at ? findById(shown.bodies, at->id) : nullptr;
  return body && body->flexible ? &body->flexible->material : nullptr;
}

// "2.1e11 (steel)"
QString tellOfMaterial(BeamMaterial named, const Property& property) {
  named.young = named.density = named.yield = std::nullopt;
  const MaterialProperties values = findMaterial(named);
  const double value = property.key == "young"     ? values.young
                       : property.key == "density" ? values.density
                       : property.key == "yield"   ? values.yield
                                                   : 0;
  if (!(value > 0)) return QCoreApplication::translate("PropertyForm", "unknown");
  return QString("%1 (%2)").arg(
      writeNumber(value / shownUnit(toText(property.unit)).factor),
      toText(Words<MaterialName>::names[static_cast<std::size_t>(named.name.value)]).replace('_', ' '));
}

}  // namespace

QString tellTaken(const Mechanism& shown, const Property& property) {
  const QString words = findWords(property.help);
  if (const BeamMaterial* named = findMaterialOf(shown, property)) return tellOfMaterial(*named, property);
  return words.isEmpty() ? QCoreApplication::translate("PropertyForm", "none") : words;
}

}  // namespace clank
