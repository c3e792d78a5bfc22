// SPDX-License-Identifier: GPL-3.0-or-later
// Every command of the window, once: its text, icon, keys and what the status bar says of it.
#pragma once

#include <QAction>
#include <QObject>
#include <span>
#include <vector>

#include "ui/board/tool.h"
#include "ui/look/palette.h"

namespace clank {

enum class Command {
  create,
  newWindow,
  open,
  startPage,
  save,
  saveAs,
  import,
  importPicture,
  exportSamples,
  exportEvents,
  exportDrawing,
  exportPlot,
  exportPicture,
  exportVideo,
  exportReport,
  copyPlot,
  copyPlotTable,
  closeWindow,
  quit,
  undo,
  redo,
  cut,
  copy,
  paste,
  duplicate,
  repeat,
  mirrorCopy,
  letGo,
  remove,
  selectAll,
  turnLeft,
  turnRight,
  mirror,
  alignRow,
  alignColumn,
  runPause,
  run,
  pause,
  stop,
  reset,
  stepNext,
  stepPrevious,
  eventNext,
  eventPrevious,
  goToStart,
  goToEnd,
  slower,
  faster,
  eventSide,
  loop,
  whatIf,
  fit,
  loupe,
  exaggerate,
  strobe,
  contactForces,
  reactions,
  motion,
  longerArrows,
  shorterArrows,
  follow,
  followTurning,
  resetPlots,
  hideCurves,
  light,
  dark,
  presentation,
  fullScreen,
  resetLayout,
  nextPane,
  previousPane,
  manual,
  exampleText,
  cheatSheet,
  about,
  viewBoard,
  viewBoth,
  viewScene,
  sideBySide,
  zoomIn,
  zoomOut,
  grid,
  velocities,
  accelerations,
  centres,
  jointNames,
  frequencies,
  keepRun,
  runAllCases,
  saveShelf,
  startAtEquilibrium,
  studies,
  runStudy,
  optimise,
  repeatTool,
  camFromLaw,
  geneva,
  ratchet
  // Behind these the tools, see Actions::commandOf().
};

struct ActionSpec {
  Command id;
  const char *text, *icon, *keys, *tip;
  bool checkable = false;
};

class Actions : public QObject {
  Q_OBJECT
 public:
  explicit Actions(QWidget* window);
  static std::span<const ActionSpec> table();
  static Command commandOf(ToolKind kind);
  QAction* get(Command command) const { return actions_[static_cast<std::size_t>(command)]; }
  void allow(Command command, bool on, const QString& why) const;  // why: what has to be done before it is on
  void setLook(const Palette& palette);

 private:
  std::vector<QAction*> actions_;  // in the order of Command
};

}  // namespace clank
