// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong in the drawing, and when it is said. Who is drawing knows that a link is not held yet: such
// warnings are a quiet count in the status bar until the drawing is run, opened from a file, or the count is
// clicked. What stops a run is said at once, and what has been said stays until it is mended.
#pragma once

#include <QMainWindow>
#include <QToolButton>
#include <set>
#include <string>

#include "ui/document/mechanism_document.h"
#include "ui/window/actions.h"
#include "ui/window/views.h"

namespace clank {

class DrawingProblems : public QObject {
  Q_OBJECT
 public:
  DrawingProblems(QMainWindow& window, Views& views, MechanismDocument& document, const Actions& actions);

  void show();
  void sayAll();
  // Of what a run says: is it known of the drawing and only counted yet?
  bool isQuiet(const Problem& problem) const;

 private:
  void begin();
  bool isSaid(const Problem& problem) const;
  bool isUntouched() const;

  Views& views_;
  MechanismDocument& document_;
  QToolButton* count_;
  std::set<std::string> said_;
};

}  // namespace clank
