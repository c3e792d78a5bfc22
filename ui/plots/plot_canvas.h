// SPDX-License-Identifier: GPL-3.0-or-later
// One drawing over time: curves, ghost curves, stems, event lines, the cursor. The only file that sees
// QCustomPlot.
//
// Left button: moves the time cursor; with Shift sets the second one. Wheel: zooms time about the pointer,
// with Shift the values. Middle button, or left with Ctrl: moves the view. Double click: everything.
#pragma once

#include <QPixmap>
#include <QString>
#include <QStringList>
#include <QWidget>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/record/curve_difference.h"
#include "core/record/signal.h"
#include "core/record/trajectory.h"
#include "ui/look/palette.h"
#include "ui/plots/picture_form.h"
#include "ui/plots/plot_marks.h"

namespace clank {

class PlotCanvasParts;  // plot_canvas_parts.h

class PlotCanvas : public QWidget {
  Q_OBJECT
 public:
  using Axis = PlotAxis;
  using Stem = PlotStem;
  using Band = PlotBand;

  explicit PlotCanvas(QWidget* parent = nullptr);
  ~PlotCanvas() override;

  void setTitle(const QString& title, const QString& leftUnit, const QString& rightUnit);
  // What stands at the axes on paper where there are two; empty: their units alone.
  void setAxisNames(const QString& left, const QString& right);
  // In place of axes, which would look like data, while there is nothing to see; empty: none.
  void setHint(const QString& text);
  QString getHint() const;
  void setLook(const Palette& palette);

  // Other curves, without points: between the two calls addCurve takes over those that are there as far as
  // they go alike. While a slider moves the same curves come twenty times a second.
  void beginCurves();
  void endCurves();
  // Its index, which is also its colour. hidesZero: it is listed once it has been anything else.
  int addCurve(const QString& label, Axis axis, bool hidesZero = false);
  std::size_t countCurves() const;
  bool isListed(int curve) const;
  void setListed(int curve, bool listed);         // drawn, and named in the legend
  void setThick(const std::vector<int>& curves);  // these, and no others
  bool isThick(int curve) const;
  // Points in order of time; two at the same time make a vertical jump.
  void append(int curve, const std::vector<double>& t, const std::vector<double>& values);
  // Those of a run, and what comes to it, at each refresh(). The run must outlive the curve's points.
  void setRun(int curve, const Trajectory& run, const Signal& signal);
  void setGhost(int curve, const Trajectory& run, const Signal& signal);
  // A curve of another run: colour of the run (index of Palette::curve), dash of the curve it belongs to.
  // With one at least the curves of this run are black.
  void addOverlay(int curve, const QString& label, int colour, const Trajectory& run, const Signal& signal);
  std::size_t countOverlays() const;
  // A curve of other origin on the axis of a curve: open circles, with a mark where worst (s) is.
  void addReference(int curve, const QString& label, const TimedCurve& points, std::optional<double> worst);
  QStringList listReferences() const;  // their names in the legend
  // In order of time.
  void addStem(Stem stem);
  void addEventTime(double t);
  void clearEvents();  // stems and times
  std::size_t countDrawnStems() const;
  QPointF toStemPixel(std::size_t stem) const;  // of its dot, in this widget
  QStringList listStemNames() const;            // in the legend, where there is no room beside the stems
  void setBands(std::vector<Band> bands);       // one after the other

  void setFullRange(double from, double to);  // s
  void setView(double from, double to);       // s; does not emit viewChanged
  void setHeadRoom(int room);  // px that stay free at the right of the title, beside the menu's button
  void resetView();
  std::pair<double, double> getFullRange() const;  // s
  std::pair<double, double> getView() const;       // s
  // isBefore: where a curve jumps at that very time, what it was before.
  void setCursor(double t, bool isBefore = false);
  double getCursor() const;  // s
  // A second cursor: what lies between the two is told in the plot. Absent: none.
  void setMark(std::optional<double> t);
  QStringList listDifferences() const;  // its lines
  QStringList listReadings() const;     // of the legend: each name with its value at the cursor
  QStringList tellReadings() const;     // the same with units, also where the legend has no room for them
  QString getPointerText() const;       // what the curve or stem under the mouse reads; empty: none is near
  // What is below it (SI) is rounding: read as zero, and not what the axis is scaled to.
  void setFloor(Axis axis, double floor);
  void setLogarithmic(bool on);       // the values; what is not above zero is left out
  void setCurvesHidden(bool hidden);  // axes and cursor stay
  void refresh();                     // soon, once for many calls

  double toPixel(double t) const;  // x in this widget
  QRect getPlotRect() const;       // of the axes in this widget
  // For print: light, with titles at the axes, without the cursor, 160 mm wide.
  // PNG, SVG or PDF by the ending of the path; false when it cannot be written.
  QPixmap takePicture(const PictureForm& form = {});
  bool writePicture(const QString& path, const PictureForm& form = {});

 Q_SIGNALS:
  // Before timePicked: the curve, or what the stem is of, under the mouse; -1: none is near.
  void curvePicked(int curve, const QPoint& globalPosition);
  void curvePointed(int curve);  // the mouse is on it, on one of its stems, or on its name; -1: on none
  void timePicked(double t);     // an event within a few pixels attracts it
  void markPicked(double t);     // with Shift
  void viewChanged(double from, double to);
  void menuRequested(const QPoint& globalPosition);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  std::unique_ptr<PlotCanvasParts> d_;
};

}  // namespace clank
