// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the units that are shown, and the names of parts, those of the document in the window at work: before
// any event of a window, of its parts, or of its run is handled, its document's choice is in force. Made
// before the views, so that they write what follows in them.
#pragma once

#include <QObject>

#include "ui/document/mechanism_document.h"
#include "ui/look/part_names.h"

namespace clank {

class UnitsInForce : public QObject {
 public:
  UnitsInForce(MechanismDocument& document, QObject& window);
  ~UnitsInForce() override;
  void apply();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  MechanismDocument& document_;
  QObject& window_;
  PartNames names_;
};

}  // namespace clank
