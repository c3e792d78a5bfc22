// SPDX-License-Identifier: GPL-3.0-or-later
// Board and scene draw bending as its bar says, on one scale of stress: that of the run.
#pragma once

#include <QObject>
#include <vector>

#include "ui/document/mechanism_document.h"
#include "ui/run/run_controller.h"
#include "ui/window/views.h"

namespace clank {

class BendingBinding : public QObject {
  Q_OBJECT
 public:
  BendingBinding(Views& views, MechanismDocument& document, RunController& run, QObject* parent);

 private:
  void begin();
  void readPeak();
  void show();

  Views& views_;
  RunController& run_;
  std::vector<std::size_t> columns_;  // of the stresses
  std::size_t read_ = 0;              // samples
  double peak_ = 0;                   // Pa
};

}  // namespace clank
