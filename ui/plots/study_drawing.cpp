// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/study_drawing.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "ui/look/shown_units.h"
#include "ui/look/words.h"

namespace clank {
namespace {

constexpr std::size_t kMostCurves = 24;  // of a family; beyond they are points

QString nameOf(const StudyColumn& column) {
  return QString::fromStdString(column.name.empty() ? column.id : column.name);
}

QString writeValue(const StudyColumn& column, double value) {
  if (!column.words.empty()) {
    const auto place = static_cast<std::size_t>(std::max(0.0, value));
    return place < column.words.size() ? QString::fromStdString(column.words[place]) : QString();
  }
  const QString number = writeNumber(value);
  return column.unit.empty() || column.unit == "1" ? number : number + " " + writeUnit(column.unit);
}

// "12 runs, 2 did not finish"
QString countWords(const StudyTable& table) {
  QString words = tr("%1 runs").arg(table.count());
  if (table.countNotFinished() > 0) words += tr(", %1 did not finish").arg(table.countNotFinished());
  if (table.count() > table.rowCount()) words += tr(", the first %1 are drawn").arg(table.rowCount());
  return words;
}

void drawLine(const StudyTable& table, const FigureChoice& choice, StudyDrawing& drawing) {
  const StudyColumn& over = table.parameters()[choice.x];
  const StudyColumn& of = table.quantities()[choice.quantity];
  drawing.x = makeParameterAxis(over);
  drawing.y = makeQuantityAxis(of);
  drawing.isJoined = table.sampling() == Sampling::grid;
  // One curve for each combination of the others, in the order of their values.
  std::map<std::vector<double>, FigureSeries> family;
  for (std::size_t row = 0; row < table.rowCount(); ++row) {
    std::vector<double> others;
    for (std::size_t k = 0; drawing.isJoined && k < table.parameters().size(); ++k)
      if (k != choice.x) others.push_back(table.parameters()[k].values[row]);
    FigureSeries& series = family[others];
    series.x.push_back(over.values[row]);
    series.y.push_back(of.values[row]);
    series.rows.push_back(row);
  }
  if (family.size() > kMostCurves) {
    drawing.isJoined = false;
    FigureSeries all;
    for (const auto& [others, series] : family) {
      all.x.insert(all.x.end(), series.x.begin(), series.x.end());
      all.y.insert(all.y.end(), series.y.begin(), series.y.end());
      all.rows.insert(all.rows.end(), series.rows.begin(), series.rows.end());
    }
    drawing.series = {std::move(all)};
    return;
  }
  for (auto& [others, series] : family) {
    QStringList words;
    for (std::size_t k = 0, i = 0; k < table.parameters().size() && !others.empty(); ++k)
      if (k != choice.x)
        words.push_back(QString::fromStdString(table.parameters()[k].id) + " = " +
                        writeValue(table.parameters()[k], others[i++]));
    series.label = words.join(", ");
    drawing.series.push_back(std::move(series));
  }
}

std::vector<double> listDistinct(const std::vector<double>& values) {
  std::vector<double> distinct = sortFinite(values);
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  return distinct;
}

std::size_t findPlace(const std::vector<double>& sorted, double value) {
  return static_cast<std::size_t>(std::lower_bound(sorted.begin(), sorted.end(), value) - sorted.begin());
}

void drawMap(const StudyTable& table, const FigureChoice& choice, StudyDrawing& drawing) {
  const StudyColumn &across = table.parameters()[choice.x], &up = table.parameters()[choice.y];
  const StudyColumn& of = table.quantities()[choice.quantity];
  drawing.x = makeParameterAxis(across);
  drawing.y = makeParameterAxis(up);
  drawing.value = makeQuantityAxis(of);
  drawing.columns = listDistinct(across.values);
  drawing.rows = listDistinct(up.values);
  std::map<std::pair<std::size_t, std::size_t>, std::pair<FigureCell, double>> cells;  // with how many
  for (std::size_t row = 0; row < table.rowCount(); ++row) {
    const std::size_t column = findPlace(drawing.columns, across.values[row]);
    const std::size_t line = findPlace(drawing.rows, up.values[row]);
    auto& [cell, count] =
        cells.try_emplace({column, line}, FigureCell{column, line, 0, row}, 0.0).first->second;
    if (!std::isfinite(of.values[row])) continue;
    cell.value += of.values[row];
    cell.from = row;
    ++count;
  }
  for (auto& [place, found] : cells) {
    auto& [cell, count] = found;
    cell.value = count > 0 ? cell.value / count : std::numeric_limits<double>::quiet_NaN();
    drawing.cells.push_back(cell);
  }
  if (table.parameters().size() > 2) drawing.note += tr("; means over the other parameters");
}

void drawHistogram(const StudyTable& table, const FigureChoice& choice, StudyDrawing& drawing) {
  const StudyColumn& of = table.quantities()[choice.quantity];
  drawing.x = makeQuantityAxis(of);
  drawing.y.name = tr("runs");
  const std::vector<double> sorted = sortFinite(of.values);
  drawing.bars = makeHistogram(sorted);
  if (sorted.empty()) {
    drawing.hint = tr("No run has a value of it yet");
    return;
  }
  for (const auto& [part, words] : {std::pair{0.05, "5 %"}, {0.5, "50 %"}, {0.95, "95 %"}})
    drawing.marks.push_back({calcPercentile(sorted, part), words});
  const double n = static_cast<double>(sorted.size());
  const double mean = std::accumulate(sorted.begin(), sorted.end(), 0.0) / n;
  double squares = 0;
  for (const double value : sorted) squares += (value - mean) * (value - mean);
  const QString unit = drawing.x.unit;
  drawing.note += tr("; mean %1").arg(writeShown(mean, unit));
  if (n > 1) drawing.note += tr(", deviation %1").arg(writeShown(std::sqrt(squares / (n - 1)), unit));
  FigureSeries series;
  series.x = of.values;
  series.rows.resize(of.values.size());
  std::iota(series.rows.begin(), series.rows.end(), std::size_t{0});
  drawing.series = {std::move(series)};
}

void drawIndices(const StudyTable& table, const FigureChoice& choice, StudyDrawing& drawing) {
  drawing.y.name = tr("part of the variance");
  for (const StudyColumn& parameter : table.parameters())
    drawing.x.words.push_back(QString::fromStdString(parameter.id));
  drawing.indices = calcSobolIndices(table.listByRun(choice.quantity), table.points());
  if (drawing.indices.empty())
    drawing.hint =
        tr("The indices follow when the runs of all tables are there, and the quantity has a spread");
}

}  // namespace

FigureAxis makeParameterAxis(const StudyColumn& column) {
  FigureAxis axis;
  axis.name = QString::fromStdString(column.id);
  axis.unit = column.unit == "1" ? QString() : QString::fromStdString(column.unit);
  axis.isLogarithmic = column.isLogarithmic;
  for (const std::string& word : column.words) axis.words.push_back(QString::fromStdString(word));
  return axis;
}

FigureAxis makeQuantityAxis(const StudyColumn& column) {
  FigureAxis axis;
  axis.name = nameOf(column);
  axis.unit = column.unit == "1" ? QString() : QString::fromStdString(column.unit);
  axis.isSi = true;
  return axis;
}

std::vector<FigureKind> listKinds(const StudyTable& table) {
  using enum FigureKind;
  const bool isGrid = table.sampling() == Sampling::grid;
  const std::size_t count = table.parameters().size();
  if (table.sampling() == Sampling::sensitivity) return {indices, histogram, line, matrix};
  if (!isGrid) return {histogram, line, matrix};
  if (count == 1) return {line, histogram};
  if (count == 2) return {map, line, matrix, histogram};
  return {matrix, map, line, histogram};
}

FigureChoice chooseFigure(const StudyTable& table) {
  FigureChoice choice;
  if (!table.parameters().empty()) choice.kind = listKinds(table).front();
  return choice;
}

StudyDrawing makeDrawing(const StudyTable& table, const FigureChoice& choice) {
  StudyDrawing drawing;
  drawing.kind = choice.kind;
  if (table.rowCount() == 0 || choice.quantity >= table.quantities().size()) {
    drawing.hint = tr("Nothing is computed yet");
    return drawing;
  }
  drawing.title = nameOf(table.quantities()[choice.quantity]);
  drawing.note = countWords(table);
  switch (choice.kind) {
    case FigureKind::line:
      drawLine(table, choice, drawing);
      break;
    case FigureKind::map:
      drawMap(table, choice, drawing);
      break;
    case FigureKind::histogram:
      drawHistogram(table, choice, drawing);
      break;
    case FigureKind::indices:
      drawIndices(table, choice, drawing);
      break;
    case FigureKind::matrix:
      break;
  }
  return drawing;
}

}  // namespace clank
