// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/units_in_force.h"

#include <QEvent>

#include "ui/look/shown_units.h"

namespace clank {

UnitsInForce::UnitsInForce(MechanismDocument& document, QObject& window) : document_(document) {
  connect(&document_, &MechanismDocument::drawnChanged, this, &UnitsInForce::apply);
  window.installEventFilter(this);
}

void UnitsInForce::apply() {
  setUnitChoice(document_.shown().units);
}

bool UnitsInForce::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::WindowActivate) apply();
  return QObject::eventFilter(watched, event);
}

}  // namespace clank
