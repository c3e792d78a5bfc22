// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that shows something, and where it stands in the window.
#pragma once

#include <QMainWindow>
#include <optional>
#include <vector>

#include "core/support/result.h"
#include "ui/look/palette.h"

class QComboBox;
class QDockWidget;
class QSplitter;

namespace clank {

class BendingBar;
class Board;
class DockTitle;
class EventTable;
class MechanismDocument;
class PlotArea;
struct PlotChoice;
class ProblemPanel;
class PublishedPanel;
class ReceiptPanel;
class NoticeBar;
class ParameterPanel;
class PropertyPanel;
class SceneView;
class Selection;
class ComparisonTable;
class ShelfBar;
class RunTimes;
class StatusLine;
class StudyFigure;
class StudyPanel;
class Timeline;

struct Views {
  Views(QMainWindow& window, MechanismDocument& document, Selection& selection);
  void setLook(const Palette& palette);
  void resetLayout(QMainWindow& window);  // docks to their first places
  // Plots and what lies beside them take a share of the height of the window, and leave more than half of it
  // to the mechanism: so it is kept while the window changes. The share that somebody gives them by moving a
  // separator is theirs, whatever it leaves.
  void setPlotsShare(QMainWindow& window, double share);
  double plotsShare() const { return plotsShare_; }
  // Brings a plot forward that somebody asked for. One of equal axes needs height: a low window gives it more
  // than plots begin with, unless somebody has chosen theirs.
  void showFigure(QMainWindow& window, const PlotChoice& choice);
  void keepShares(QMainWindow& window);
  // In a low window the receipt goes down to the status bar, beside the plots: it is read as a whole; and the
  // rows around the mechanism are low.
  void fitRoom(QMainWindow& window);
  bool isCompact() const { return isCompact_; }
  void followSeparator(const QMainWindow& window, bool isHeld);
  void showProblems(const QString& title, const Problems& list, bool showsPlaces = false);
  void shareBars();  // what the window says above and below the views takes no more than its share
  // The board alone has the room of the plots too: there is nothing to watch yet.
  void showCentral(bool showsBoard, bool showsScene);
  // Two panes that can stand in place of the scene.
  void setPair(QWidget* left, QWidget* right);
  void showPair(bool shown);

  NoticeBar* notice;
  ProblemPanel* problems;
  Board* board;
  SceneView* scene;
  ParameterPanel* parameters;
  PropertyPanel* properties;
  StudyPanel* studies;
  ReceiptPanel* receipt;
  Timeline* timeline;
  RunTimes* times;
  PlotArea* plots;
  EventTable* events;
  PublishedPanel* published;
  ComparisonTable* comparison;
  StudyFigure* studyFigure;
  ShelfBar* shelf;
  BendingBar* bending;
  StatusLine* status;
  QComboBox *cases, *speeds;  // in the tool bar
  QDockWidget *parametersDock, *propertiesDock, *receiptDock, *timelineDock, *plotsDock, *eventsDock,
      *publishedDock, *comparisonDock, *studiesDock, *studyFigureDock;

  std::vector<QDockWidget*> docks() const {
    return {propertiesDock, parametersDock, studiesDock,   receiptDock,    timelineDock,
            plotsDock,      eventsDock,     publishedDock, comparisonDock, studyFigureDock};
  }
  const Palette& palette() const { return palette_; }

  std::vector<QWidget*> listPanes() const;  // in the order of reading, also those out of sight

 private:
  // What is drawn on the board stays where it is on the screen from one to the other, whatever comes or goes
  // above and below it.
  void holdBoard();
  void releaseBoard();
  Palette palette_ = Palette::light();
  void fitTimeline();
  void setCompact(bool compact);
  void fillMiddle(QMainWindow& window);
  QDockWidget* findLower(const QMainWindow& window) const;
  std::vector<DockTitle*> titles_;
  QSplitter* central_;
  QSplitter* pair_ = nullptr;
  double plotsShare_ = 0;
  bool isCompact_ = false, isNarrow_ = false;
  std::optional<int> heldTop_;          // px in the window, of the board that is held
  int holds_ = 0;                       // one in the other
  std::optional<int> heldHeight_;       // px of the lower panels, when a separator was taken
  std::vector<QDockWidget*> setAside_;  // docks hidden while drawing
};

}  // namespace clank
