// SPDX-License-Identifier: GPL-3.0-or-later
// Carries the references of the file onto the plots, with how far the run is from them once it has ended, and
// new ones from plots into the file.
#pragma once

#include <QObject>

#include "ui/document/mechanism_document.h"
#include "ui/run/run_controller.h"
#include "ui/window/views.h"

namespace clank {

class ReferenceBinding : public QObject {
  Q_OBJECT
 public:
  ReferenceBinding(Views& views, MechanismDocument& document, RunController& run, QObject* parent);

  bool add(Reference reference);  // beside the run; its file absolute

 Q_SIGNALS:
  void said(const QString& message);

 private:
  void show();
  void showChanged();
  void ask(const std::vector<Channel>& channels);

  Views& views_;
  MechanismDocument& document_;
  RunController& run_;
  std::vector<Reference> shown_;  // of the drawing
  QString complaint_;             // the last one: each is said once
};

}  // namespace clank
