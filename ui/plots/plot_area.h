// SPDX-License-Identifier: GPL-3.0-or-later
// Plots side by side that share the view and the cursor: three, or as many as somebody has opened, and more
// where one is asked for a third unit. Where there is no room for all of them, some are seen at a time.
#pragma once

#include <QWidget>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "ui/plots/signal_plot.h"

class QSplitter;

namespace clank {

class PlotPager;

class PlotArea : public QWidget {
  Q_OBJECT
 public:
  explicit PlotArea(QWidget* parent = nullptr);

  // New run or new mechanism: where nobody has chosen plots, other channels bring other default ones. Both
  // must outlive this or the next call; duration in s.
  // constants: parameters of the run, for expressions.
  void setTrajectory(const Trajectory* trajectory, const Trajectory* previous, double duration,
                     const std::vector<SignalConstant>& constants = {});
  void setOverlays(const std::vector<Overlay>& overlays);  // kept runs
  void setReferences(const std::vector<ReferenceOverlay>& references);
  void advance();
  // The run has ended: where nobody has chosen plots, they follow what happened. again: also where an earlier
  // run has settled that.
  void settle(bool again);
  void setBands(const std::vector<PlotCanvas::Band>& bands);  // shown by the next refresh
  // Plots from left to right; empty: those that the channels have by default. Does not emit layoutChanged.
  void setLayout(std::vector<PlotChoice> layout);
  const std::vector<PlotChoice>& layout() const { return layout_; }
  std::vector<std::string> listPlotted() const;  // channels and expressions, of all plots
  void addNew();                                 // of what no plot shows yet
  // In the plot on the right, which comes to the front of what it shows.
  void showChoice(const PlotChoice& choice);
  void setCursor(double t, bool isBefore = false);  // as PlotCanvas does
  void setMark(std::optional<double> t);            // s, the second cursor of all plots; absent: none
  void setLook(const Palette& palette);
  void resetView();
  void setView(double from, double to);  // s, of all plots; does not emit viewChanged
  void setMenusHidden(bool hidden);      // for a picture: the buttons that open them, and all plots are seen
  void setPointed(const std::string& part);  // its curves are thick; empty: none
  void setCurvesHidden(bool hidden);         // axes stay: to let people guess first
  void setStacked(bool stacked);             // one above the other, not side by side

  // The size and the file of a picture are asked for; all plots can be written together.
  void askForPicture(SignalPlot& plot);
  // Those with curves in files with numbers, from left to right: is each written?
  bool writePictures(const QString& path, const PictureForm& form);

  SignalPlot& getPlot(std::size_t i) { return *plots_[i]; }
  std::size_t countPlots() const { return plots_.size(); }
  QSize minimumSizeHint() const override;
  SignalPlot& getActive() { return *plots_[active_]; }  // the one last touched

 Q_SIGNALS:
  void timePicked(double t);
  void viewChanged(double from, double to);
  void layoutChanged();                           // somebody has chosen, opened or closed a plot
  void choiceChanged();                           // a plot shows something else, or another was touched
  void signalPointed(const std::string& signal);  // whose curve or name the mouse is on; empty: none
  void pictureWritten(const QString& path, bool ok);
  void copied(const QString& what);
  void referenceAsked(const std::vector<clank::Channel>& channels);
  void referenceDropped(const std::string& channel, const std::string& file);
  void signalsPicked(const std::vector<std::string>& picked, const QPoint& globalPosition);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  SignalPlot& addPlot();
  std::vector<SignalPlot*> listInOrder() const;  // as they stand
  std::vector<SignalPlot*> listPrintable() const;
  int countFitting() const;
  void showPage();
  void showPageWith(const SignalPlot& plot);
  void placePager();
  void spread(SignalPlot& plot);  // what has no axis there goes into plots of its own
  void dropSpills(const SignalPlot& owner);
  void arrange();  // the layout, or what the channels have by default
  void close(SignalPlot& plot);
  void discard(SignalPlot& plot);
  void prepare(SignalPlot& plot);              // as its neighbours are: run, look, view
  void take(SignalPlot& plot);                 // something else was chosen in it
  void settleSpills(const SignalPlot& spill);  // one is changed: it and its neighbours stand for themselves
  bool isSpill(const SignalPlot& plot) const;
  void noteLayout();

  QSplitter* splitter_;
  PlotPager* pager_;
  int first_ = 0;        // of those that are seen
  bool isPaged_ = true;  // else all are seen, however narrow
  std::vector<SignalPlot*> plots_;
  std::vector<PlotChoice> layout_;                                // empty: nobody has chosen
  bool isArranging_ = false;                                      // choices are being set, not made
  std::map<const SignalPlot*, std::vector<SignalPlot*>> spills_;  // by the plot that they complete
  std::size_t active_ = 0;
  const Trajectory *trajectory_ = nullptr, *previous_ = nullptr;
  std::vector<Overlay> overlays_;
  std::vector<ReferenceOverlay> references_;
  std::vector<SignalConstant> constants_;
  std::vector<PlotCanvas::Band> bands_;
  Palette palette_;
  bool curvesHidden_ = false;
  std::string pointed_;
  double cursor_ = 0;
  std::optional<double> mark_;
  std::pair<double, double> view_{0, 0};  // s
  std::vector<Channel> channels_;
  std::optional<SeenMotion> seen_;  // for the default plots; absent: no run has ended
  double duration_ = 0;
};

}  // namespace clank
