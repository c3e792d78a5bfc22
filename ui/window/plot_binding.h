// SPDX-License-Identifier: GPL-3.0-or-later
// The plots of the document are those of the window: what somebody opens, closes or chooses is an edit.
#pragma once

#include <QObject>

#include "ui/document/mechanism_document.h"
#include "ui/window/views.h"

namespace clank {

class PlotBinding : public QObject {
  Q_OBJECT
 public:
  PlotBinding(Views& views, MechanismDocument& document, QObject* parent);

 private:
  void show();
  void keep();

  Views& views_;
  MechanismDocument& document_;
};

}  // namespace clank
