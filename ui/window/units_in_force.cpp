// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/units_in_force.h"

#include <QCoreApplication>

#include "ui/document/element_names.h"
#include "ui/look/part_names.h"
#include "ui/look/shown_units.h"

namespace clank {

UnitsInForce::UnitsInForce(MechanismDocument& document, QObject& window)
    : document_(document), window_(window) {
  connect(&document_, &MechanismDocument::drawnChanged, this, [this] {
    names_ = listNames(document_.shown());
    apply();
  });
  QCoreApplication::instance()->installEventFilter(this);
}

UnitsInForce::~UnitsInForce() {
  setPartNames(nullptr);
}

void UnitsInForce::apply() {
  if (unitChoice() != document_.shown().units) setUnitChoice(document_.shown().units);
  setPartNames(&names_);
}

// Dialogs and menus of a window, and its run, are below it in the tree of objects.
bool UnitsInForce::eventFilter(QObject* watched, QEvent* event) {
  for (const QObject* object = watched; object; object = object->parent()) {
    if (object != &window_) continue;
    apply();
    break;
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace clank
