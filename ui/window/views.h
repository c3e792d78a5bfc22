// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that shows something, and where it stands in the window.
#pragma once

#include <QMainWindow>
#include <vector>

#include "ui/look/palette.h"

class QComboBox;
class QDockWidget;

namespace clank {

class DockTitle;
class EventTable;
class PlotArea;
class ProblemPanel;
class PublishedPanel;
class ReceiptPanel;
class RunPanel;
class SceneView;
class StatusLine;
class Timeline;

struct Views {
  explicit Views(QMainWindow& window);
  void setLook(const Palette& palette);
  void resetLayout(QMainWindow& window);  // docks to their first places

  ProblemPanel* problems;
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
  std::vector<DockTitle*> titles_;
};

}  // namespace clank
