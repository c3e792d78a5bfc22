// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps runs, runs all cases, and carries what is on the shelf to plots, scene and table.
#pragma once

#include <QObject>

#include "ui/document/mechanism_document.h"
#include "ui/run/case_runner.h"
#include "ui/run/playback.h"
#include "ui/run/run_controller.h"
#include "ui/run/run_shelf.h"
#include "ui/window/actions.h"
#include "ui/window/views.h"

namespace clank {

class ShelfBinding : public QObject {
  Q_OBJECT
 public:
  ShelfBinding(Views& views, MechanismDocument& document, RunController& run, Playback& playback,
               const Actions& actions, RunShelf& shelf, QObject* parent);

  void keepShown();
  void runAllCases();
  bool save();  // beside the file
  bool isRunningCases() const { return cases_.isBusy(); }

 Q_SIGNALS:
  void said(const QString& message);

 private:
  QString proposeName() const;
  void offerSaved();
  void bringBack(const QString& path);
  void showShelf();
  void showGhostColours();
  void showGhosts();
  void showStrobe();
  void showTable();
  void updActions();

  Views& views_;
  MechanismDocument& document_;
  RunController& run_;
  Playback& playback_;
  const Actions& actions_;
  RunShelf& shelf_;
  CaseRunner cases_;
  Palette palette_;
};

}  // namespace clank
