// SPDX-License-Identifier: GPL-3.0-or-later
// What is drawn of a study: values for a canvas, made of its table. No Qt widgets, so that it can be tested
// as numbers.
#pragma once

#include <QString>
#include <QStringList>
#include <vector>

#include "core/study/sensitivity.h"
#include "core/study/spread.h"
#include "core/study/study_table.h"

namespace clank {

// line: a quantity over one parameter, a curve for each value of the others; map: over two; matrix:
// everything over everything; histogram: how often, with percentiles; indices: whom the spread is owed to.
enum class FigureKind { line, map, matrix, histogram, indices };

struct FigureChoice {
  FigureKind kind = FigureKind::line;
  std::size_t x = 0, y = 1;  // parameters
  std::size_t quantity = 0;
  friend bool operator==(const FigureChoice&, const FigureChoice&) = default;
};

// Those that this study can be drawn as; the first is what one looks at first.
std::vector<FigureKind> listKinds(const StudyTable& table);
FigureChoice chooseFigure(const StudyTable& table);

struct FigureAxis {
  QString name, unit;
  bool isSi = false;  // shown in the units that people have chosen; else the values are in the unit
  bool isLogarithmic = false;
  QStringList words;  // of a word parameter: its values are places in here
  friend bool operator==(const FigureAxis&, const FigureAxis&) = default;
};

struct FigureSeries {
  QString label;
  std::vector<double> x, y;
  std::vector<std::size_t> rows;  // of the table, one a point
};

struct FigureCell {
  std::size_t column = 0, row = 0;
  double value = 0;      // the mean where several runs fall into it; NaN: none has finished
  std::size_t from = 0;  // a row of the table
};

struct FigureMark {
  double at = 0;
  QString label;
};

struct StudyDrawing {
  FigureKind kind = FigureKind::line;
  QString title, note;
  QString hint;                       // instead of everything else, while there is nothing to see
  FigureAxis x, y, value;             // value: of the colours of a map
  bool isJoined = false;              // of a line: in the order of x
  std::vector<FigureSeries> series;   // line; of a histogram one without y
  std::vector<double> columns, rows;  // of a map, ascending
  std::vector<FigureCell> cells;
  Histogram bars;
  std::vector<FigureMark> marks;    // percentiles
  std::vector<SobolIndex> indices;  // one a word of x
};

// choice: of listKinds(), not the matrix.
StudyDrawing makeDrawing(const StudyTable& table, const FigureChoice& choice);

FigureAxis makeParameterAxis(const StudyColumn& column);
FigureAxis makeQuantityAxis(const StudyColumn& column);

}  // namespace clank
