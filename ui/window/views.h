// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that shows something, and where it stands in the window.
#pragma once

#include <QMainWindow>
#include <vector>

#include "ui/look/palette.h"

class QComboBox;
class QDockWidget;
class QSplitter;

namespace clank {

class Board;
class DockTitle;
class EventTable;
class MechanismDocument;
class PlotArea;
class ProblemPanel;
class PublishedPanel;
class ReceiptPanel;
class RunPanel;
class SceneView;
class Selection;
class StatusLine;
class Timeline;

struct Views {
  Views(QMainWindow& window, MechanismDocument& document, Selection& selection);
  void setLook(const Palette& palette);
  void resetLayout(QMainWindow& window);  // docks to their first places
  void showCentral(bool showsBoard, bool showsScene);

  ProblemPanel* problems;
  Board* board;
  SceneView* scene;
  RunPanel* run;
  ReceiptPanel* receipt;
  Timeline* timeline;
  PlotArea* plots;
  EventTable* events;
  PublishedPanel* published;
  StatusLine* status;
  QComboBox *cases, *speeds;  // in the tool bar
  QDockWidget *runDock, *receiptDock, *timelineDock, *plotsDock, *eventsDock, *publishedDock;

  std::vector<QDockWidget*> docks() const {
    return {runDock, receiptDock, timelineDock, plotsDock, eventsDock, publishedDock};
  }

 private:
  void fillMiddle(QMainWindow& window);
  std::vector<DockTitle*> titles_;
  QSplitter* central_;
};

}  // namespace clank
