// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the units that are shown those of the document in the window that is used. Made before the views, so
// that they write what follows in them.
#pragma once

#include <QObject>

#include "ui/document/mechanism_document.h"

namespace clank {

class UnitsInForce : public QObject {
 public:
  UnitsInForce(MechanismDocument& document, QObject& window);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void apply();

  MechanismDocument& document_;
};

}  // namespace clank
