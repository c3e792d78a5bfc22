// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/unitless_names.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include "core/math/expression.h"
#include "ui/look/shown_units.h"
#include "ui/look/words.h"

namespace clank {
namespace {

bool namesUnit(const QString& text) {
  static const QRegularExpression behindNumber(R"(\d\s*[A-Za-z\x{b5}\x{b0}])");
  return behindNumber.match(text).hasMatch();
}

// With a number that has a unit in its own text, a parameter has one too.
bool hasUnit(const Parameter& parameter) {
  return !parameter.unit.empty() || namesUnit(QString::fromStdString(parameter.value.text));
}

}  // namespace

QString tellUnitless(const Mechanism& drawn, const Property& property) {
  const ShownUnit shown = shownUnit(toText(property.unit));
  if (shown.factor == 1 || property.unit.empty() || property.text.empty()) return {};
  std::vector<std::string> ids;
  for (const Parameter& parameter : drawn.parameters) ids.push_back(parameter.id);
  const auto expression = Expression::compile(property.text, ids);
  if (!expression || expression->getSlots().empty()) return {};
  QStringList names;
  for (const int slot : expression->getSlots()) {
    if (hasUnit(drawn.parameters[static_cast<std::size_t>(slot)])) return {};
    names << toText(ids[static_cast<std::size_t>(slot)]);
  }
  QString rest = toText(property.text);
  for (const QString& name : names) rest.remove(QRegularExpression("\\b" + name + "\\b"));
  if (namesUnit(rest)) return {};
  const QString unit = writeUnit(property.unit);
  return names.size() == 1 ? QCoreApplication::translate("PropertyForm", "%1 has no unit: it counts in %2")
                                 .arg(names[0], unit)
                           : QCoreApplication::translate("PropertyForm", "%1 have no unit: they count in %2")
                                 .arg(names.join(", "), unit);
}

}  // namespace clank
