// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot_canvas.h"

#include <QTimer>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "ui/look/scale.h"
#include "ui/look/shown_units.h"
#include "ui/plots/hidden_note.h"
#include "ui/plots/plot_canvas_parts.h"

namespace clank {
namespace {

constexpr std::size_t kMostSamples = 1U << 19U;  // that are looked at in a turn
constexpr int kMostNames = 12;                   // in the legend; the plot needs the room
constexpr int kReadingRoom = 58;                 // px for the value behind a name of the legend

}  // namespace

PlotCanvas::PlotCanvas(QWidget* parent) : QWidget(parent), d_(std::make_unique<PlotCanvasParts>(this)) {
  d_->setup();
  setMinimumSize(200, 84);
}

PlotCanvas::~PlotCanvas() = default;

void PlotCanvasParts::setup() {
  plot->setPlottingHint(QCP::phFastPolylines, true);
  // Painted with the next frame of the window: at once would cost a frame for each plot.
  plot->setPlottingHint(QCP::phImmediateRefresh, false);
  plot->setPlottingHint(QCP::phCacheLabels, true);
  plot->setFocusPolicy(Qt::NoFocus);
  plot->installEventFilter(self);
  QObject::connect(plot, &QCustomPlot::afterReplot, self, [this] {
    replotDue = false;
    nameStems();
  });
  plot->xAxis->ticker()->setTickCount(6);
  plot->addLayer("ghosts", plot->layer("main"));
  plot->addLayer("curves", plot->layer("ghosts"));  // to be hidden without the axes and names
  bands = new StateBands(plot);
  events = new EventLines(plot);
  stems = new Stems(plot);
  stems->setLayer("curves");
  // The cursor moves with every frame: on a buffer of its own it costs no redrawing of the curves.
  plot->addLayer("cursor");
  plot->layer("cursor")->setMode(QCPLayer::lmBuffered);
  plot->setCurrentLayer("cursor");
  cursor = new Cursor(plot);
  readings = new Readings(plot, *cursor, frame);
  frame.setReadingRoom(kReadingRoom);
  plot->setCurrentLayer("main");
  self->setLook(palette);
}

void PlotCanvas::setTitle(const QString& title, const QString& leftUnit, const QString& rightUnit) {
  d_->title = title;
  PlotFrame::setUnit(*d_->plot->yAxis, shownUnit(leftUnit).factor);
  PlotFrame::setUnit(*d_->plot->yAxis2, shownUnit(rightUnit).factor);
  d_->cursor->units = {leftUnit, rightUnit};
  d_->plot->setAccessibleName(title);
  d_->nameUnits();
}

void PlotCanvas::setAxisNames(const QString& left, const QString& right) {
  d_->axisNames = {left, right};
}

// An axis that nothing is measured by is none: that of curves that are zero all along, and hidden.
void PlotCanvasParts::showAxes() {
  const auto isOnRight = [this](const QCPGraph* graph) { return graph->valueAxis() == plot->yAxis2; };
  const bool isNeeded =
      curves.empty() ||  // impulses
      std::any_of(curves.begin(), curves.end(),
                  [&](const Curve& c) { return isOnRight(c.graph) && c.graph->visible(); }) ||
      std::any_of(references.begin(), references.end(), [&](const Laid& r) { return isOnRight(r.graph); });
  if (std::exchange(needsRight, isNeeded) != isNeeded) nameUnits();
}

void PlotCanvasParts::nameUnits() {
  const QString left = writeShownUnit(cursor->units[0]), right = writeShownUnit(cursor->units[1]);
  const bool hasRight = needsRight && !cursor->units[1].isEmpty();
  plot->yAxis2->setVisible(hasRight && !frame.isBlank());
  frame.setTitle(title, hasRight ? left + tr(" left, ") + right + tr(" right") : left,
                 hasRight ? left + " | " + right : left);
}

void PlotCanvas::setFloor(Axis axis, double floor) {
  d_->cursor->floors[axis == Axis::left ? 0 : 1] = floor;
}

void PlotCanvas::setHint(const QString& text) {
  if (!d_->frame.setHint(text)) return;
  d_->bands->setVisible(text.isEmpty());
  d_->nameUnits();
}

QString PlotCanvas::getHint() const {
  return d_->frame.getHint();
}

void PlotCanvas::setLook(const Palette& palette) {
  d_->palette = palette;
  d_->frame.setLook(palette);
  for (DrawnItem* item : {static_cast<DrawnItem*>(d_->bands), static_cast<DrawnItem*>(d_->events),
                          static_cast<DrawnItem*>(d_->stems), static_cast<DrawnItem*>(d_->cursor),
                          static_cast<DrawnItem*>(d_->readings)})
    item->palette = palette;
  d_->isUnstyled = true;
  refresh();
}

void PlotCanvas::beginCurves() {
  d_->next = 0;
  d_->valuesByHand = false;
  d_->cursor->floors = {};
  for (std::vector<PlotCanvasParts::Laid>* list : {&d_->overlays, &d_->references}) {
    d_->isUnstyled = d_->isUnstyled || !list->empty();
    for (const PlotCanvasParts::Laid& laid : *list) d_->plot->removeGraph(laid.graph);
    list->clear();
  }
}

void PlotCanvas::endCurves() {
  d_->dropCurves(d_->next);
}

void PlotCanvasParts::dropCurves(std::size_t first) {
  for (std::size_t i = first; i < curves.size(); ++i) {
    plot->removeGraph(curves[i].graph);
    plot->removeGraph(curves[i].ghost);
    isUnstyled = true;
  }
  curves.resize(std::min(first, curves.size()));
}

// A curve that stands there already needs no other graph, pen or name.
bool PlotCanvasParts::takeOver(const QString& label, const QCPAxis* values) {
  if (next >= curves.size()) return false;
  Curve& curve = curves[next];
  if (curve.graph->name() != label || curve.graph->valueAxis() != values) {
    dropCurves(next);
    return false;
  }
  for (CurveGraph* graph : {curve.graph, curve.ghost}) graph->clearPoints();
  return true;
}

CurveGraph* PlotCanvasParts::addGraph(QCPAxis* values, const char* layer) const {
  plot->setAutoAddPlottableToLegend(false);
  auto* graph = new CurveGraph(plot->xAxis, values);  // the axis owns it
  plot->setAutoAddPlottableToLegend(true);
  graph->setAdaptiveSampling(true);  // keeps the least and the greatest value of every pixel
  graph->setLayer(layer);
  return graph;
}

std::size_t PlotCanvas::countCurves() const {
  return d_->curves.size();
}

int PlotCanvas::addCurve(const QString& label, Axis axis, bool hidesZero) {
  auto* values = axis == Axis::left ? d_->plot->yAxis : d_->plot->yAxis2;
  const int index = static_cast<int>(d_->next);
  if (!d_->takeOver(label, values)) {
    PlotCanvasParts::Curve curve;
    curve.ghost = d_->addGraph(values, "ghosts");  // under all: a run that has not changed hides its ghost
    curve.ghost->setProperty(kGhost, true);
    curve.graph = d_->addGraph(values, "curves");
    curve.graph->setName(label);
    curve.graph->setVisible(false);
    d_->curves.push_back(curve);
    d_->isUnstyled = true;
  }
  ++d_->next;
  d_->curves[static_cast<std::size_t>(index)].hidesZero = hidesZero;
  if (!hidesZero) setListed(index, true);
  return index;
}

bool PlotCanvas::isListed(int curve) const {
  return d_->curves[static_cast<std::size_t>(curve)].graph->visible();
}

// The legend names the curves in their order.
void PlotCanvas::setListed(int curve, bool listed) {
  const auto index = static_cast<std::size_t>(curve);
  auto* graph = d_->curves[index].graph;
  if (graph->visible() == listed) return;
  graph->setVisible(listed);
  if (curve >= kMostNames) return;
  for (std::size_t i = index; i < d_->curves.size(); ++i) {
    d_->curves[i].graph->removeFromLegend();
    if (d_->curves[i].graph->visible() && i < kMostNames) d_->curves[i].graph->addToLegend();
  }
  d_->isUnstyled = true;
}

void PlotCanvas::setThick(const std::vector<int>& curves) {
  if (!d_->lit.set(curves)) return;
  d_->isUnstyled = true;
  refresh();
}

bool PlotCanvas::isThick(int curve) const {
  return d_->lit.contains(curve);
}

void PlotCanvas::append(int curve, const std::vector<double>& t, const std::vector<double>& values) {
  d_->curves[static_cast<std::size_t>(curve)].graph->addPoints(t, values);
}

void PlotCanvas::setRun(int curve, const Trajectory& run, const Signal& signal) {
  d_->curves[static_cast<std::size_t>(curve)].graph->setRun(run, signal);
}

void PlotCanvas::setGhost(int curve, const Trajectory& run, const Signal& signal) {
  d_->curves[static_cast<std::size_t>(curve)].ghost->setRun(run, signal);
}

void PlotCanvas::addOverlay(int curve, const QString& label, int colour, const Trajectory& run,
                            const Signal& signal) {
  const PlotCanvasParts::Curve& own = d_->curves[static_cast<std::size_t>(curve)];
  PlotCanvasParts::Laid laid;
  laid.curve = static_cast<std::size_t>(curve);
  laid.colour = colour;
  laid.hidesZero = own.hidesZero;
  laid.ofRun = d_->addGraph(own.graph->valueAxis(), "ghosts");
  laid.label = label;
  laid.ofRun->setRun(run, signal);
  laid.graph = laid.ofRun;
  d_->overlays.push_back(laid);
  d_->isUnstyled = true;
}

std::size_t PlotCanvas::countOverlays() const {
  return d_->overlays.size();
}

void PlotCanvas::addReference(int curve, const QString& label, const TimedCurve& points,
                              std::optional<double> worst) {
  const QCPGraph* own = d_->curves[static_cast<std::size_t>(curve)].graph;
  PlotCanvasParts::Laid laid;
  laid.curve = static_cast<std::size_t>(curve);
  laid.graph = d_->plot->addGraph(own->keyAxis(), own->valueAxis());
  laid.graph->setName(label);
  laid.graph->setProperty(kGhost, true);  // the cursor has no value where others have not measured
  laid.graph->setLayer("curves");
  laid.graph->setData(QVector<double>(points.t.begin(), points.t.end()),
                      QVector<double>(points.value.begin(), points.value.end()), true);
  for (const double v : points.value) laid.extent.add(v);
  d_->references.push_back(laid);
  if (worst && !points.t.empty()) {
    const auto nearest = std::min_element(points.t.begin(), points.t.end(), [&](double a, double b) {
      return std::abs(a - *worst) < std::abs(b - *worst);
    });
    d_->plot->setAutoAddPlottableToLegend(false);
    PlotCanvasParts::Laid mark = laid;
    mark.isMark = true;
    mark.graph = d_->plot->addGraph(own->keyAxis(), own->valueAxis());
    mark.graph->setProperty(kGhost, true);
    mark.graph->setLayer("curves");
    mark.graph->addData(*nearest, points.value[static_cast<std::size_t>(nearest - points.t.begin())]);
    d_->plot->setAutoAddPlottableToLegend(true);
    d_->references.push_back(mark);
  }
  d_->isUnstyled = true;
}

QStringList PlotCanvas::listReferences() const {
  QStringList names;
  for (const auto& laid : d_->references)
    if (!laid.isMark) names.push_back(laid.graph->name());
  return names;
}

void PlotCanvas::addStem(Stem stem) {
  const std::size_t axis = stem.axis == Axis::left ? 0 : 1;
  d_->stemExtents[axis].add(stem.value);
  d_->stems->greatest[axis] = d_->stemExtents[axis].high;
  d_->stems->stems.push_back(std::move(stem));
}

void PlotCanvas::addEventTime(double t) {
  d_->events->times.push_back(t);
}

namespace {

// Impulses of several parts have one colour in common: it stands for what they are.
void joinNames(std::map<QString, int>& colours) {
  const auto isImpact = [](const auto& name) { return name.second == PlotStem::kImpactColour; };
  if (std::count_if(colours.begin(), colours.end(), isImpact) < 2) return;
  std::erase_if(colours, isImpact);
  colours.emplace(PlotCanvas::tr("impulses of events"), PlotStem::kImpactColour);
}

}  // namespace

// What finds no room beside the stems is told by its colour in the legend.
void PlotCanvasParts::nameStems() {
  if (!stems->lacksNames() || !stemNames.empty()) return;
  std::map<QString, int> colours;
  for (const PlotStem& stem : stems->stems)
    if (!stems->isNothing(stem)) colours.try_emplace(stem.label, stem.colour);
  joinNames(colours);
  for (const auto& [label, colour] : colours) {
    if (stemNames.size() == static_cast<std::size_t>(kMostNames)) break;
    QCPGraph* name = plot->addGraph();
    name->setName(label);
    name->setProperty(kGhost, true);
    name->setProperty(PlotFrame::kNameOnly, true);
    name->setPen(QPen(colour == PlotStem::kImpactColour ? palette.impact : palette.curve(colour),
                      2.2 * lookScale(plot)));
    stemNames.push_back(name);
  }
  isUnstyled = true;
  self->refresh();
}

void PlotCanvasParts::dropStemNames() {
  for (QCPGraph* name : stemNames) plot->removeGraph(name);
  stemNames.clear();
  isUnstyled = true;
}

void PlotCanvas::clearEvents() {
  d_->dropStemNames();
  d_->stems->stems.clear();
  d_->cursor->setPointer({});
  d_->events->times.clear();
  d_->stemExtents = {};
  d_->stems->greatest = {};
}

std::size_t PlotCanvas::countDrawnStems() const {
  return d_->stems->countDrawn();
}

QPointF PlotCanvas::toStemPixel(std::size_t stem) const {
  return d_->stems->toDot(d_->stems->stems[stem]);
}

QStringList PlotCanvas::listStemNames() const {
  QStringList names;
  for (const QCPGraph* name : d_->stemNames) names << name->name();
  return names;
}

void PlotCanvas::setBands(std::vector<Band> bands) {
  d_->bands->bands = std::move(bands);
}

void PlotCanvas::setFullRange(double from, double to) {
  d_->from = from;
  d_->to = to > from ? to : from + 1;
  resetView();
}

void PlotCanvas::setView(double from, double to) {
  d_->plot->xAxis->setRange(from, to);
}

void PlotCanvas::resetView() {
  d_->valuesByHand = false;
  setView(d_->from, d_->to);
  refresh();
}

std::pair<double, double> PlotCanvas::getFullRange() const {
  return {d_->from, d_->to};
}

std::pair<double, double> PlotCanvas::getView() const {
  return {d_->plot->xAxis->range().lower, d_->plot->xAxis->range().upper};
}

void PlotCanvas::setCursor(double t, bool isBefore) {
  if (d_->cursor->t == t && d_->cursor->isBefore == isBefore) return;
  d_->cursor->t = t;
  d_->cursor->isBefore = isBefore;
  if (isVisible() && !d_->replotDue) d_->plot->layer("cursor")->replot();
}

double PlotCanvas::getCursor() const {
  return d_->cursor->t;
}

void PlotCanvas::setMark(std::optional<double> t) {
  d_->cursor->mark = t;
  refresh();
}

QStringList PlotCanvas::listDifferences() const {
  return d_->cursor->listDifferences();
}

QStringList PlotCanvas::listReadings() const {
  return d_->readings->list();
}

QStringList PlotCanvas::tellReadings() const {
  return d_->readings->tell();
}

QString PlotCanvas::getPointerText() const {
  return d_->cursor->getPointerText();
}

void PlotCanvas::setLogarithmic(bool on) {
  for (QCPAxis* axis : {d_->plot->yAxis, d_->plot->yAxis2}) PlotFrame::setLogarithmic(*axis, on);
  d_->valuesByHand = false;
}

void PlotCanvas::setCurvesHidden(bool hidden) {
  for (const char* layer : {"ghosts", "curves"}) d_->plot->layer(layer)->setVisible(!hidden);
  d_->cursor->hidesValues = hidden;
  showHiddenNote(*d_->plot, hidden, d_->palette);
  refresh();
}

// Of all graphs together no more than a turn of the window has time for: a run of ten million samples that
// comes as a whole is seen to be drawn. False while some are not complete.
bool PlotCanvasParts::takePoints() {
  std::size_t left = kMostSamples;
  bool isComplete = true;
  const auto take = [&](CurveGraph& graph) {
    left -= graph.advance(left);
    isComplete = isComplete && graph.isComplete();
  };
  for (std::size_t i = 0; i < curves.size(); ++i) {
    take(*curves[i].graph);
    take(*curves[i].ghost);
    takeVisibility(static_cast<int>(i));
  }
  for (const Laid& laid : overlays) {
    take(*laid.ofRun);
    laid.ofRun->setVisible(!laid.hidesZero || !laid.ofRun->extent().isZero(findFloor(*laid.ofRun)));
  }
  nameOverlays();
  return isComplete;
}

// Where the ghost is seen the name says what that is, also before the run has got anywhere.
void PlotCanvasParts::takeVisibility(int index) {
  const Curve& curve = curves[static_cast<std::size_t>(index)];
  const auto isZero = [&](const CurveGraph& graph) {
    return graph.extent().isZero(curve.hidesZero ? findFloor(graph) : 0);
  };
  curve.ghost->setVisible(!isZero(*curve.ghost));
  if (curve.hidesZero && !curve.graph->extent().empty())
    self->setListed(index, curve.ghost->visible() || !isZero(*curve.graph));
}

// Each run once, by the first of its curves that is seen.
void PlotCanvasParts::nameOverlays() {
  std::set<QString> named;
  for (const Laid& laid : overlays) {
    if (laid.label.isEmpty() || !laid.ofRun->visible() || !named.insert(laid.label).second) continue;
    if (!laid.ofRun->name().isEmpty() || plot->legend->itemCount() >= kMostNames) continue;
    laid.ofRun->setName(laid.label);
    laid.ofRun->addToLegend();
    isUnstyled = true;
  }
}

void PlotCanvas::refresh() {
  if (!d_->takePoints() && !std::exchange(d_->isTaking, true))
    QTimer::singleShot(0, this, [this] {
      d_->isTaking = false;
      refresh();
    });
  d_->showAxes();
  if (std::exchange(d_->isUnstyled, false)) {
    d_->styleCurves();
    d_->frame.fitWords(size());
  }
  d_->rescaleValues();
  if (d_->replotDue) return;
  d_->replotDue = true;
  // By an event of ours: it comes before the next frame of the window, the plot's own timer only after it.
  QMetaObject::invokeMethod(
      this, [this] { d_->plot->replot(QCustomPlot::rpQueuedRefresh); }, Qt::QueuedConnection);
}

void PlotCanvas::setHeadRoom(int room) {
  if (!d_->frame.setHeadRoom(room)) return;
  d_->frame.fitWords(size());
  refresh();
}

// What has changed meanwhile was not drawn.
void PlotCanvas::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  refresh();
}

void PlotCanvas::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (event->size().width() > event->oldSize().width()) d_->dropStemNames();  // they may have room now
  d_->plot->resize(size());
  d_->frame.fitWords(size());
  d_->frame.fitTicks(size());
  refresh();
}

double PlotCanvas::toPixel(double t) const {
  return d_->plot->xAxis->coordToPixel(t);
}

QRect PlotCanvas::getPlotRect() const {
  return d_->plot->axisRect()->rect();
}

// On paper: what the axes are stands at them, and there is no moment to point at.
template <class Write>
auto PlotCanvasParts::print(Write write) {
  while (!takePoints()) continue;
  const Palette shown = palette;
  const std::array axes{plot->xAxis, plot->yAxis, plot->yAxis2};
  const std::array<QString, 3> units{"s", cursor->units[0], cursor->units[1]};
  const bool areTwo = plot->yAxis2->visible();
  const std::array<QString, 3> names{tr("t"), areTwo ? axisNames[0] : title,
                                     areTwo ? axisNames[1] : QString()};
  self->setLook(Palette::light());
  frame.setReadingRoom(0);
  plot->layer("cursor")->setVisible(false);
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const QString unit = writeShownUnit(units[i]);
    axes[i]->setLabelFont(makePlotFont(plot));
    axes[i]->setLabelColor(palette.ink);
    axes[i]->setLabel(unit.isEmpty() ? names[i] : tr("%1 [%2]").arg(names[i], unit).trimmed());
  }
  auto result = write();
  for (QCPAxis* axis : axes) axis->setLabel({});
  plot->layer("cursor")->setVisible(!frame.isBlank());
  frame.setReadingRoom(kReadingRoom);
  self->setLook(shown);
  return result;
}

QPixmap PlotCanvas::takePicture(const PictureForm& form) {
  return d_->print([&] { return d_->frame.takePicture(size(), form); });
}

bool PlotCanvas::writePicture(const QString& path, const PictureForm& form) {
  return d_->print([&] { return d_->frame.writePicture(path, size(), form); });
}

}  // namespace clank

#include "moc_plot_canvas.cpp"
#include "ui/plots/plot_font.h"
#include "ui/plots/plot_marks.h"
