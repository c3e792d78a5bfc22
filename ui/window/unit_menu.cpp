// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/unit_menu.h"

#include <QActionGroup>

namespace clank {

constexpr int kFewDigits = 3, kManyDigits = 8;  // of the menu; Properties take any

UnitMenu::UnitMenu(MechanismDocument& document, QWidget* parent)
    : QMenu(tr("&Units"), parent), document_(document) {
  setObjectName("units");
  using Length = Choice<LengthUnit>;
  using Angle = Choice<AngleUnit>;
  addSection(tr("lengths"));
  auto* lengths = new QActionGroup(this);
  addChoice<Length>(tr("&millimetres"), LengthUnit::mm, &UnitChoice::length, *lengths);
  addChoice<Length>(tr("&centimetres"), LengthUnit::cm, &UnitChoice::length, *lengths);
  addChoice<Length>(tr("m&etres"), LengthUnit::m, &UnitChoice::length, *lengths);
  addChoice<Length>(tr("&inches"), LengthUnit::in, &UnitChoice::length, *lengths);
  addSection(tr("angles"));
  auto* angles = new QActionGroup(this);
  addChoice<Angle>(tr("&degrees"), AngleUnit::deg, &UnitChoice::angle, *angles);
  addChoice<Angle>(tr("&radians"), AngleUnit::rad, &UnitChoice::angle, *angles);
  addSection(tr("digits"));
  auto* digits = new QActionGroup(this);
  for (int count = kFewDigits; count <= kManyDigits; ++count)
    addChoice<Quantity>(tr("&%1 digits").arg(count), static_cast<double>(count), &UnitChoice::digits,
                        *digits);
}

// Checked where the document has it when the menu opens.
template <class T>
void UnitMenu::addChoice(const QString& words, T value, T UnitChoice::*member, QActionGroup& group) {
  auto* action = addAction(words);
  action->setCheckable(true);
  group.addAction(action);
  connect(action, &QAction::triggered, this, [this, value, member] {
    document_.edit(tr("units"), [&](Mechanism& m) { m.units.*member = value; });
  });
  connect(this, &QMenu::aboutToShow, action,
          [this, action, value, member] { action->setChecked(document_.drawn().units.*member == value); });
}

}  // namespace clank

#include "moc_unit_menu.cpp"
