// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that shows something, and where it stands in the window.
#pragma once

#include <QMainWindow>
#include <vector>

#include "core/support/result.h"
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
class NoticeBar;
class ParameterPanel;
class PropertyPanel;
class SceneView;
class Selection;
class StatusLine;
class Timeline;

struct Views {
  Views(QMainWindow& window, MechanismDocument& document, Selection& selection);
  void setLook(const Palette& palette);
  void resetLayout(QMainWindow& window);  // docks to their first places
  // The board keeps its place on the screen.
  void showProblems(const QString& title, const Problems& list);
  // The board alone has the room of timeline and plots too: there is nothing to watch yet.
  void showCentral(bool showsBoard, bool showsScene);

  NoticeBar* notice;
  ProblemPanel* problems;
  Board* board;
  SceneView* scene;
  ParameterPanel* parameters;
  PropertyPanel* properties;
  ReceiptPanel* receipt;
  Timeline* timeline;
  PlotArea* plots;
  EventTable* events;
  PublishedPanel* published;
  StatusLine* status;
  QComboBox *cases, *speeds;  // in the tool bar
  QDockWidget *parametersDock, *propertiesDock, *receiptDock, *timelineDock, *plotsDock, *eventsDock,
      *publishedDock;

  std::vector<QDockWidget*> docks() const {
    return {propertiesDock, parametersDock, receiptDock, timelineDock, plotsDock, eventsDock, publishedDock};
  }

 private:
  void fillMiddle(QMainWindow& window);
  std::vector<DockTitle*> titles_;
  QSplitter* central_;
  std::vector<QDockWidget*> setAside_;  // docks hidden while drawing
};

}  // namespace clank
