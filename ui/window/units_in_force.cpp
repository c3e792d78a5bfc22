// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/units_in_force.h"

#include <QCoreApplication>

#include "ui/document/element.h"
#include "ui/look/part_names.h"
#include "ui/look/shown_units.h"
#include "ui/look/words.h"

namespace clank {

namespace {

// Two parts of one name are told apart by their ids.
PartNames listNames(const Mechanism& mechanism) {
  std::map<std::string, int> uses;
  PartNames names;
  const auto visit = [&](const auto& see) {
    visitLists(mechanism, [&](ElementKind kind, const char*, const auto& list) {
      if (kind == ElementKind::parameter || kind == ElementKind::picture) return;
      for (const auto& part : list) see(part.id, part.name);
    });
  };
  visit([&](const std::string&, const std::string& name) { ++uses[name]; });
  visit([&](const std::string& id, const std::string& name) {
    if (name.empty() || name == id) return;
    names[id] = uses[name] > 1 ? toText(name) + QString(" (%1)").arg(toText(id)) : toText(name);
  });
  return names;
}

}  // namespace

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
