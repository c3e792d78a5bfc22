// SPDX-License-Identifier: GPL-3.0-or-later
// The window: one document, one run, one time cursor, and the views of them.
#pragma once

#include <QMainWindow>
#include <functional>

#include "ui/document/selection.h"
#include "ui/run/playback.h"
#include "ui/run/run_controller.h"
#include "ui/window/actions.h"
#include "ui/window/bending_binding.h"
#include "ui/window/board_binding.h"
#include "ui/window/cut_texts.h"
#include "ui/window/drawing_commands.h"
#include "ui/window/drawing_problems.h"
#include "ui/window/file_commands.h"
#include "ui/window/focus_keys.h"
#include "ui/window/follow_binding.h"
#include "ui/window/frequency_dialog.h"
#include "ui/window/hand_binding.h"
#include "ui/window/import_commands.h"
#include "ui/window/manual_binding.h"
#include "ui/window/optimise_dialog.h"
#include "ui/window/outdated_binding.h"
#include "ui/window/plot_binding.h"
#include "ui/window/pointing_binding.h"
#include "ui/window/presentation.h"
#include "ui/window/reference_binding.h"
#include "ui/window/shelf_binding.h"
#include "ui/window/side_by_side.h"
#include "ui/window/study_binding.h"
#include "ui/window/units_in_force.h"
#include "ui/window/video_export.h"
#include "ui/window/view_binding.h"
#include "ui/window/views.h"
#include "ui/window/wheel_guard.h"

namespace clank {

class StartPage;

class MainWindow : public QMainWindow {
  Q_OBJECT
 public:
  explicit MainWindow(bool dark = false);
  ~MainWindow() override;

  // Now, however long it takes, without a question about unsaved changes.
  bool open(const QString& path, const QString& caseId = {}) { return files_.openNow(path, caseId); }
  void create() { files_.beginEmpty(); }
  void showStartPage() { setStartPageShown(true); }  // until a mechanism is opened or begun
  void offerRecovery();                              // of what an earlier program left unsaved
  // Each returns false, with a message in the status bar, when it cannot be written.
  bool exportSamples(const QString& path);
  bool exportEvents(const QString& path);
  bool exportDrawing(const QString& path);  // .svg, .pdf or .dxf
  bool exportReport(const QString& path);   // .html or .pdf
  bool exportPicture(const QString& path);  // PNG of the whole window, the scene included

  void setDark(bool dark);
  void setPresenting(bool on);
  MechanismDocument& document() { return document_; }
  FileCommands& files() { return files_; }
  Selection& selection() { return selection_; }
  RunController& run() { return run_; }
  Playback& playback() { return playback_; }
  RunShelf& shelf() { return shelf_; }
  StudyBinding& studies() { return studyBinding_; }
  Views& views() { return views_; }
  Actions& actions() { return actions_; }
  VideoExport& video() { return *video_; }
  ImportCommands& imports() { return imports_; }
  ManualBinding& manual() { return manualBinding_; }

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool event(QEvent* event) override;

 private:
  void bindDocument();
  void bindRun();
  void allowCommands();
  void showResolved();
  void followDrawing();
  void setLook(bool dark);
  void setScale(double scale);
  void fitRoom();
  void openWindow();
  void say(const QString& message);
  void placeStartPage();
  void setStartPageShown(bool shown);
  std::vector<QWidget*> listPanes() const;
  void bindCommands();
  void showProblems();
  void showFileProblems(const QString& title);
  void showState(RunController::State state);
  QString describeEnd(const RunSummary& summary) const;
  void offerFixedSteps(const RunSummary& summary);
  void setSpeed(double speed);
  void changeSpeed(int step);
  void askAndWrite(const QString& title, const QString& name, const QString& filter,
                   const std::function<bool(const QString&)>& write);
  bool report(const QString& path, bool written);
  void restoreLayout();

  MechanismDocument document_;
  UnitsInForce unitsInForce_;
  Selection selection_;
  RunController run_;
  Playback playback_;
  Actions actions_;
  Views views_;
  ViewBinding binding_;
  RunShelf shelf_;
  ShelfBinding shelfBinding_;
  SideBySide sideBySide_;
  StudyBinding studyBinding_;
  ReferenceBinding referenceBinding_;
  PlotBinding plotBinding_;
  BoardBinding boardBinding_;
  HandBinding handBinding_;
  PointingBinding pointingBinding_;
  ManualBinding manualBinding_;
  BendingBinding bendingBinding_;
  FollowBinding followBinding_;
  OutdatedBinding outdatedBinding_;
  FrequencyDialog* frequencies_;
  VideoExport* video_;
  OptimiseDialog* optimise_;
  FileCommands files_;
  ImportCommands imports_;
  DrawingCommands drawing_;
  Presentation presentation_;
  FocusKeys focusKeys_;
  WheelGuard wheelGuard_;
  CutTexts cutTexts_;
  DrawingProblems problems_;
  StartPage* start_;
  bool isSound_ = false;       // nothing in the drawing stops a run
  bool awaitsRun_ = false;     // resolved() is new, and not given to the run
  bool stepsOffered_ = false;  // the notice asks for fixed steps
  bool tellsOfRun_ = false;    // the problem panel, not of the drawing
};

}  // namespace clank
