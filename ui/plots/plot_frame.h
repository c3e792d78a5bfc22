// SPDX-License-Identifier: GPL-3.0-or-later
// What every drawing with QCustomPlot has around its curves: title, units, legend, axes, pictures. For the
// canvases alone.
#pragma once

#include <qcustomplot.h>

#include <vector>

#include "ui/look/palette.h"
#include "ui/plots/picture_form.h"

namespace clank {

// Of logarithmic axes: how far they reach around what is shown, and the least of it that is, of the greatest.
inline constexpr double kLogMargin = 1.5, kLogSpan = 1e-9;

class PlotFrame {
 public:
  explicit PlotFrame(QCustomPlot* plot);

  // shortUnits: where there is no room for units beside the title; empty: the same.
  void setTitle(const QString& text, const QString& units, const QString& shortUnits = {});
  // Values of the axis stay SI; its numbers are value / factor.
  static void setUnit(QCPAxis& axis, double factor);
  static void setLogarithmic(QCPAxis& axis, bool on);
  // Moves what an axis shows so that `was` (px) comes to `is`.
  static void drag(QCPAxis& axis, int was, int is);
  void setLook(const Palette& palette);
  // Words in the middle while there is nothing to see: axes and cursor, which would look like data, are not
  // drawn then. Empty: none. Is it another text than before?
  bool setHint(const QString& text);
  const QString& getHint() const { return wholeHint_; }
  bool isBlank() const { return !wholeHint_.isEmpty(); }
  // Title and legend into a plot of this size (px): the title in as many lines as it takes, as many names in
  // a row as fit. In a low plot the names stand beside the title when they fit there, in a flat one else
  // beside the curves, which need the height.
  void fitWords(QSize size);
  // px beside the title where something else stands; is it another room than before?
  bool setHeadRoom(int room);
  // Behind each name of the legend: px for the value at the cursor, before lookScale().
  void setReadingRoom(int room);
  int readingRoom() const { return hasReadings_ ? readingRoom_ : 0; }  // px; 0: there is none
  static constexpr const char* kNameOnly = "nameOnly";  // property of a curve that has no reading
  // Where the reading of a name begins (px).
  static QPointF findReading(const QCPPlottableLegendItem& item);
  void fitTicks(QSize size);  // of the axes
  // Pictures are for print; size: px, of the plot as it is shown.
  QPixmap takePicture(QSize size, const PictureForm& form);
  // PNG, SVG or PDF by its ending.
  bool writePicture(const QString& path, QSize size, const PictureForm& form);

 private:
  // px behind each name, and for the name itself; 0: none, and the whole name
  struct Room {
    int reading = 0, name = 0;
  };
  void styleAxis(QCPAxis* axis, bool grid, const Palette& palette);

  void fitTitle(int width);
  void fitHint(int width);
  void fitLegend(QSize size);
  bool fitBeside(QSize size, Room room);
  std::vector<int> measureNames(Room room);
  void placeUnit(bool isBelow);
  enum class LegendPlace { below, beside, right };  // of the title; right of the curves
  void placeLegend(LegendPlace place);
  void setRowHeight();
  LegendPlace choosePlace(QSize size, Room& room);
  bool fitRight(QSize size, Room& room, bool mayShorten);
  bool shortenNames(int width, Room& room);
  void widenNames(QSize size, int columns, Room& room);
  int countNameColumns(QSize size, Room room);
  bool isTight(QSize size, int columns) const;
  void fit(QSize size);
  bool paint(QPaintDevice& device, QSize size, double zoom);  // lines and letters

  QCustomPlot* plot_;
  QCPTextElement *title_, *unit_;
  QCPItemText* hint_;
  QCPLayoutGrid *header_, *beside_, *legendRow_, *column_;
  QString wholeTitle_, units_, shortUnits_, wholeHint_;
  bool unitIsBelow_ = false;
  LegendPlace legendPlace_ = LegendPlace::below;
  int headRoom_ = 0;
  int closeRow_ = 15;  // px, of the names right of the curves
  int readingRoom_ = 0;
  bool hasReadings_ = false;
};

}  // namespace clank
