// SPDX-License-Identifier: GPL-3.0-or-later
// What the mouse points at, in whichever view, is lit in all others: a part on the board and in the scene,
// with its name, and the curves that tell of it.
#pragma once

#include <QObject>
#include <string>

#include "ui/document/mechanism_document.h"
#include "ui/window/views.h"

namespace clank {

class PointingBinding : public QObject {
 public:
  PointingBinding(Views& views, MechanismDocument& document, QObject* parent);

 private:
  std::string findPartOf(const std::string& signal) const;
  void point(const std::string& part, const QObject* from);

  Views& views_;
  MechanismDocument& document_;
};

}  // namespace clank
