// SPDX-License-Identifier: GPL-3.0-or-later
// View > Units: in which units and with how many digits the document is shown.
#pragma once

#include <QMenu>

#include "ui/document/mechanism_document.h"

class QActionGroup;

namespace clank {

class UnitMenu : public QMenu {
  Q_OBJECT
 public:
  UnitMenu(MechanismDocument& document, QWidget* parent);

 private:
  template <class T>
  void addChoice(const QString& words, T value, T UnitChoice::*member, QActionGroup& group);

  MechanismDocument& document_;
};

}  // namespace clank
