// SPDX-License-Identifier: GPL-3.0-or-later
// Runs studies, shows what they find while it comes, and brings single runs of them to the shelf.
#pragma once

#include <QObject>
#include <functional>
#include <string>
#include <vector>

#include "ui/document/mechanism_document.h"
#include "ui/run/case_runner.h"
#include "ui/run/run_controller.h"
#include "ui/run/study_runner.h"
#include "ui/window/actions.h"
#include "ui/window/views.h"

namespace clank {

class StudyBinding : public QObject {
  Q_OBJECT
 public:
  StudyBinding(Views& views, MechanismDocument& document, RunController& run, RunShelf& shelf,
               const Actions& actions, QObject* parent);

  StudyRunner& runner() { return runner_; }
  void showPanel();
  void runChosen();               // the study, or the search
  void keepRun(std::size_t row);  // of the table: run again, with its parameters, onto the shelf
  bool isKeeping() const { return one_.isBusy(); }
  bool exportTable(const QString& path);     // CSV
  bool exportDatabase(const QString& path);  // SQLite

 Q_SIGNALS:
  void said(const QString& message);
  void searchAsked(const QString& optimisation);  // id; it is sound

 private:
  void bindRunner();
  void bindPlots();
  void showState();
  void showTable();
  void askForSearch(const std::string& optimisation);
  QString describeProgress() const;
  void offerQuantities(const std::vector<std::string>& picked, const QPoint& globalPosition);
  void askAndWrite(const QString& title, const QString& ending, const QString& filter,
                   const std::function<bool(const QString&)>& write);
  bool report(const QString& path, const Result<void>& written);

  Views& views_;
  MechanismDocument& document_;
  RunController& run_;
  RunShelf& shelf_;
  const Actions& actions_;
  StudyRunner runner_;
  CaseRunner one_;     // the run that was clicked
  std::string shown_;  // columns of the figure
};

}  // namespace clank
