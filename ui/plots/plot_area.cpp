// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot_area.h"

#include <QHBoxLayout>
#include <QSplitter>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/look/scale.h"
#include "ui/plots/picture_dialog.h"
#include "ui/plots/plot_pager.h"

namespace clank {

namespace {

// px. In a low plot the names of the curves stand beside its title: it needs the width.
constexpr int kNarrowest = 240, kNarrowestLow = 380, kLow = 190, kLowestStacked = 160, kLeastHeight = 90;
constexpr int kGap = 8;

}  // namespace

PlotArea::PlotArea(QWidget* parent) : QWidget(parent), splitter_(new QSplitter), pager_(new PlotPager(this)) {
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(kGap, 0, kGap, kGap);
  splitter_->setChildrenCollapsible(false);
  splitter_->setHandleWidth(kGap);
  layout->addWidget(splitter_);
  connect(pager_, &PlotPager::turned, this, [this](int by) {
    first_ += by * countFitting();
    showPage();
  });
  for (int i = 0; i < 3; ++i) addPlot();
  splitter_->setSizes({1000, 1000, 1000});
  isArranging_ = true;
  plots_[0]->setChoice(energyChoice());
  plots_[1]->setChoice(impulseChoice());
  isArranging_ = false;
}

SignalPlot& PlotArea::addPlot() {
  auto* plot = new SignalPlot(this);
  plots_.push_back(plot);
  splitter_->addWidget(plot);
  connect(plot, &SignalPlot::touched, this, [this, plot] {
    active_ = static_cast<std::size_t>(std::find(plots_.begin(), plots_.end(), plot) - plots_.begin());
    Q_EMIT choiceChanged();
  });
  connect(plot, &SignalPlot::choiceChanged, this, [this, plot] { take(*plot); });
  connect(plot, &SignalPlot::newPlotAsked, this, &PlotArea::addNew);
  connect(plot, &SignalPlot::closeAsked, this, [this, plot] { close(*plot); });
  connect(&plot->canvas(), &PlotCanvas::markPicked, this, [this](double t) { setMark(t); });
  connect(plot, &SignalPlot::markDropped, this, [this] { setMark({}); });
  connect(plot, &SignalPlot::pictureAsked, this, [this, plot] { askForPicture(*plot); });
  connect(plot, &SignalPlot::copied, this, &PlotArea::copied);
  connect(plot, &SignalPlot::signalPointed, this, &PlotArea::signalPointed);
  connect(plot, &SignalPlot::referenceAsked, this, &PlotArea::referenceAsked);
  connect(plot, &SignalPlot::referenceDropped, this, &PlotArea::referenceDropped);
  connect(plot, &SignalPlot::signalsPicked, this, &PlotArea::signalsPicked);
  connect(&plot->canvas(), &PlotCanvas::timePicked, this, &PlotArea::timePicked);
  connect(&plot->xyCanvas(), &XyCanvas::timePicked, this, &PlotArea::timePicked);
  connect(&plot->canvas(), &PlotCanvas::viewChanged, this, [this](double from, double to) {
    setView(from, to);
    Q_EMIT viewChanged(from, to);
  });
  for (SignalPlot* one : plots_) one->setClosable(plots_.size() > 1);
  showPage();
  return *plot;
}

void PlotArea::take(SignalPlot& plot) {
  if (!isArranging_ && isSpill(plot)) settleSpills(plot);
  const bool wasArranging = std::exchange(isArranging_, true);
  spread(plot);
  Q_EMIT choiceChanged();
  isArranging_ = wasArranging;
  if (!wasArranging) noteLayout();
}

bool PlotArea::isSpill(const SignalPlot& plot) const {
  return std::any_of(spills_.begin(), spills_.end(), [&](const auto& entry) {
    return std::find(entry.second.begin(), entry.second.end(), &plot) != entry.second.end();
  });
}

void PlotArea::settleSpills(const SignalPlot& spill) {
  const auto found = std::find_if(spills_.begin(), spills_.end(), [&](const auto& entry) {
    return std::find(entry.second.begin(), entry.second.end(), &spill) != entry.second.end();
  });
  const auto owner = std::find(plots_.begin(), plots_.end(), found->first);
  spills_.erase(found);
  if (owner == plots_.end() || !trajectory_) return;
  const auto pieces = splitByUnits((*owner)->choice(), trajectory_->channels());
  isArranging_ = true;
  if (!pieces.empty()) (*owner)->setChoice(pieces.front());
  isArranging_ = false;
}

void PlotArea::noteLayout() {
  layout_.clear();
  for (const SignalPlot* plot : listInOrder())
    if (!isSpill(*plot)) layout_.push_back(plot->choice());
  Q_EMIT layoutChanged();
}

// One that was closed may still be there: its menu is open.
std::vector<SignalPlot*> PlotArea::listInOrder() const {
  std::vector<SignalPlot*> ordered;
  for (int i = 0; i < splitter_->count(); ++i) {
    auto* plot = qobject_cast<SignalPlot*>(splitter_->widget(i));
    if (std::find(plots_.begin(), plots_.end(), plot) != plots_.end()) ordered.push_back(plot);
  }
  return ordered;
}

// Those with curves, as they stand.
std::vector<SignalPlot*> PlotArea::listPrintable() const {
  std::vector<SignalPlot*> plots = listInOrder();
  std::erase_if(plots, [](const SignalPlot* plot) { return !plot->findHint().isEmpty(); });
  return plots;
}

void PlotArea::askForPicture(SignalPlot& plot) {
  const auto order = clank::askForPicture(*this, tr("Export plot"), plot.getTitle(),
                                          static_cast<int>(listPrintable().size()));
  if (!order) return;
  const bool isWritten =
      order->isForAll ? writePictures(order->path, order->form) : plot.writePicture(order->path, order->form);
  Q_EMIT pictureWritten(order->isForAll ? numberPath(order->path, 1) : order->path, isWritten);
}

bool PlotArea::writePictures(const QString& path, const PictureForm& form) {
  int number = 0;
  bool areWritten = true;
  for (SignalPlot* plot : listPrintable()) areWritten &= plot->writePicture(numberPath(path, ++number), form);
  return areWritten;
}

int PlotArea::countFitting() const {
  const double scale = lookScale(this);
  const int count = static_cast<int>(plots_.size());
  if (!isPaged_) return count;
  const bool isStacked = splitter_->orientation() == Qt::Vertical;
  const int room = (isStacked ? height() : width() - kGap) - kGap;
  const double least = (isStacked                 ? kLowestStacked
                        : height() < kLow * scale ? kNarrowestLow
                                                  : kNarrowest) *
                       scale;
  return std::clamp(static_cast<int>((room + kGap) / (least + kGap)), 1, count);
}

void PlotArea::showPage() {
  const std::vector<SignalPlot*> ordered = listInOrder();
  const int count = static_cast<int>(ordered.size()), fitting = std::min(countFitting(), count);
  first_ = std::clamp(first_, 0, count - fitting);
  bool isOther = false;
  for (int i = 0; i < count; ++i) {
    SignalPlot& plot = *ordered[static_cast<std::size_t>(i)];
    const bool seen = i >= first_ && i < first_ + fitting;
    isOther |= plot.isHidden() == seen;
    plot.setVisible(seen);
  }
  if (isOther) splitter_->setSizes(QList<int>(splitter_->count(), 1000));
  pager_->setPage(first_, fitting, count);
  const int besidePager = splitter_->orientation() == Qt::Vertical ? first_ : first_ + fitting - 1;
  for (int i = 0; i < count; ++i)
    ordered[static_cast<std::size_t>(i)]->setHeadRoom(fitting < count && i == besidePager ? pager_->width()
                                                                                          : 0);
  placePager();
}

void PlotArea::showPageWith(const SignalPlot& plot) {
  const std::vector<SignalPlot*> ordered = listInOrder();
  const auto at = static_cast<int>(std::find(ordered.begin(), ordered.end(), &plot) - ordered.begin());
  first_ = std::clamp(first_, at - countFitting() + 1, at);
  showPage();
}

// In the head of the last plot of a row, of the first of a column, beside the button of its menu.
void PlotArea::placePager() {
  constexpr int kMenu = 36, kTop = 4, kHigh = 28;  // px
  pager_->move(width() - kGap - kMenu - pager_->width(), kTop + (kHigh - pager_->height()) / 2);
  pager_->raise();
}

QSize PlotArea::minimumSizeHint() const {
  return {kNarrowest + 2 * kGap, kLeastHeight + kGap};
}

void PlotArea::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  showPage();
}

void PlotArea::setLayout(std::vector<PlotChoice> layout) {
  layout_ = std::move(layout);
  arrange();
}

std::vector<std::string> PlotArea::listPlotted() const {
  std::vector<std::string> texts;
  for (const SignalPlot* plot : plots_) {
    const PlotChoice& choice = plot->choice();
    texts.insert(texts.end(), choice.channels.begin(), choice.channels.end());
    if (!choice.over.empty()) texts.push_back(choice.over);
    for (const char* signal : {".gap", ".eccentricity_x", ".eccentricity_y"})
      if (!choice.circleOf.empty()) texts.push_back(choice.circleOf + signal);
  }
  return texts;
}

void PlotArea::addNew() {
  const std::vector<PlotChoice> choices = makeChoices(channels_);
  const auto isShown = [&](const PlotChoice& choice) {
    return std::any_of(plots_.begin(), plots_.end(),
                       [&](const SignalPlot* plot) { return plot->choice() == choice; });
  };
  const auto fresh = std::find_if_not(choices.begin(), choices.end(), isShown);
  SignalPlot& plot = addPlot();
  prepare(plot);
  active_ = plots_.size() - 1;
  plot.setChoice(fresh == choices.end() ? PlotChoice() : *fresh);
  splitter_->setSizes(QList<int>(splitter_->count(), 1000));
  showPageWith(plot);
}

void PlotArea::close(SignalPlot& plot) {
  if (plots_.size() < 2) return;
  if (isSpill(plot)) settleSpills(plot);
  dropSpills(plot);
  discard(plot);
  noteLayout();
  Q_EMIT choiceChanged();
}

void PlotArea::discard(SignalPlot& plot) {
  std::erase(plots_, &plot);
  plot.hide();
  plot.deleteLater();  // its menu may still be open
  active_ = std::min(active_, plots_.size() - 1);
  for (SignalPlot* one : plots_) one->setClosable(plots_.size() > 1);
  showPage();
}

void PlotArea::setStacked(bool stacked) {
  splitter_->setOrientation(stacked ? Qt::Vertical : Qt::Horizontal);
  showPage();
}

void PlotArea::dropSpills(const SignalPlot& owner) {
  const auto found = spills_.find(&owner);
  if (found == spills_.end()) return;
  const std::vector<SignalPlot*> spills = std::move(found->second);
  spills_.erase(found);
  for (SignalPlot* spill : spills) {
    dropSpills(*spill);
    discard(*spill);
  }
}

void PlotArea::prepare(SignalPlot& plot) {
  plot.setLook(palette_);
  plot.setOverlays(overlays_);
  plot.setReferences(references_);
  plot.setConstants(constants_);
  plot.setTrajectory(trajectory_, previous_);
  PlotCanvas& canvas = plot.canvas();
  canvas.setFullRange(0, duration_);
  canvas.setView(view_.first, view_.second);
  plot.setPointed(pointed_);
  canvas.setBands(bands_);
  canvas.setCurvesHidden(curvesHidden_);
  plot.xyCanvas().setCurvesHidden(curvesHidden_);
  canvas.setCursor(cursor_);
  canvas.setMark(mark_);
  plot.setView(view_.first, view_.second);
}

void PlotArea::spread(SignalPlot& plot) {
  dropSpills(plot);
  if (!trajectory_) return;
  const auto pieces = splitByUnits(plot.choice(), trajectory_->channels());
  for (std::size_t i = 1; i < pieces.size(); ++i) {
    SignalPlot& spill = addPlot();
    splitter_->insertWidget(splitter_->indexOf(&plot) + static_cast<int>(i), &spill);
    spills_[&plot].push_back(&spill);
    prepare(spill);
    spill.setChoice(pieces[i]);
    spill.canvas().refresh();
  }
  if (pieces.size() > 1) splitter_->setSizes(QList<int>(splitter_->count(), 1000));
  showPage();  // each stands where it belongs now
}

void PlotArea::setTrajectory(const Trajectory* trajectory, const Trajectory* previous, double duration,
                             const std::vector<SignalConstant>& constants) {
  const bool other = trajectory->channels() != channels_;
  trajectory_ = trajectory;
  previous_ = previous;
  constants_ = constants;
  for (SignalPlot* plot : plots_) {
    plot->setConstants(constants);
    other ? plot->takeTrajectory(trajectory, previous) : plot->setTrajectory(trajectory, previous);
  }
  if (other) {
    channels_ = trajectory->channels();
    seen_.reset();
    arrange();
  }
  if (other || duration != duration_)
    for (SignalPlot* plot : plots_) {
      plot->canvas().setFullRange(0, duration);
      plot->setView(0, duration);
    }
  if (other || duration != duration_) view_ = {0, duration};
  duration_ = duration;
}

void PlotArea::setPointed(const std::string& part) {
  pointed_ = part;
  for (SignalPlot* plot : plots_) plot->setPointed(part);
}

void PlotArea::setOverlays(const std::vector<Overlay>& overlays) {
  overlays_ = overlays;
  for (SignalPlot* plot : plots_) plot->setOverlays(overlays);
}

void PlotArea::setReferences(const std::vector<ReferenceOverlay>& references) {
  if (references.empty() && references_.empty()) return;
  references_ = references;
  for (SignalPlot* plot : plots_) plot->setReferences(references);
}

void PlotArea::arrange() {
  if (!trajectory_) return;
  std::vector<PlotChoice> choices = layout_;
  if (choices.empty()) {
    const auto defaults = makeDefaults(channels_, seen_.value_or(SeenMotion{}));
    choices.assign(defaults.begin(), defaults.end());
  }
  isArranging_ = true;
  for (SignalPlot* plot : std::vector<SignalPlot*>(plots_))
    if (!isSpill(*plot)) dropSpills(*plot);
  while (plots_.size() > choices.size()) discard(*plots_.back());
  while (plots_.size() < choices.size()) prepare(addPlot());
  for (std::size_t i = 0; i < choices.size(); ++i) plots_[i]->setChoice(choices[i]);
  isArranging_ = false;
}

void PlotArea::showChoice(const PlotChoice& choice) {
  active_ = std::min<std::size_t>(2, plots_.size() - 1);
  for (std::size_t i = 0; i < plots_.size(); ++i)
    if (plots_[i]->choice() == choice) active_ = i;
  plots_[active_]->setChoice(choice);
  showPageWith(*plots_[active_]);
}

void PlotArea::advance() {
  for (SignalPlot* plot : plots_) plot->advance();
}

namespace {

// At moments that are spread over the run.
bool hasTurned(const Trajectory& run) {
  constexpr std::size_t kMoments = 200;
  constexpr double kTurns = 1e-9;  // rad/s
  std::vector<std::size_t> columns;
  for (std::size_t c = 0; c < run.channels().size(); ++c)
    if (run.channels()[c].name.ends_with(".omega")) columns.push_back(c);
  const std::size_t step = std::max<std::size_t>(1, run.sampleCount() / kMoments);
  for (std::size_t i = 0; i < run.sampleCount(); i += step)
    for (const std::size_t c : columns)
      if (std::abs(run.row(i)[c]) > kTurns) return true;
  return columns.empty();
}

}  // namespace

void PlotArea::settle(bool again) {
  if (!trajectory_ || (seen_ && !again)) return;
  const auto& events = trajectory_->events();
  const bool isCalm =
      std::none_of(events.begin(), events.end(), [](const Receipt& receipt) { return receipt.impulse != 0; });
  const SeenMotion seen{isCalm, !hasTurned(*trajectory_)};
  if (std::exchange(seen_, seen).value_or(SeenMotion{}) != seen && layout_.empty()) arrange();
}

void PlotArea::setBands(const std::vector<PlotCanvas::Band>& bands) {
  bands_ = bands;
  for (SignalPlot* plot : plots_) plot->canvas().setBands(bands);
}

void PlotArea::setCursor(double t, bool isBefore) {
  cursor_ = t;
  for (SignalPlot* plot : plots_) {
    plot->canvas().setCursor(t, isBefore);
    plot->xyCanvas().setCursor(t);
  }
}

void PlotArea::setMark(std::optional<double> t) {
  mark_ = t;
  for (SignalPlot* plot : plots_) plot->canvas().setMark(t);
}

void PlotArea::setLook(const Palette& palette) {
  palette_ = palette;
  for (SignalPlot* plot : plots_) plot->setLook(palette);
  showPage();  // the scale of the window may be another
}

void PlotArea::setMenusHidden(bool hidden) {
  for (SignalPlot* plot : plots_) plot->setMenuHidden(hidden);
  isPaged_ = !hidden;
  showPage();
}

void PlotArea::setCurvesHidden(bool hidden) {
  curvesHidden_ = hidden;
  for (SignalPlot* plot : plots_) {
    plot->canvas().setCurvesHidden(hidden);
    plot->xyCanvas().setCurvesHidden(hidden);
  }
}

void PlotArea::resetView() {
  for (SignalPlot* plot : plots_) {
    plot->canvas().resetView();
    plot->setView(0, duration_);
    plot->xyCanvas().resetView();
  }
  view_ = {0, duration_};
  Q_EMIT viewChanged(0, duration_);
}

void PlotArea::setView(double from, double to) {
  view_ = {from, to};
  for (SignalPlot* plot : plots_) {
    plot->canvas().setView(from, to);
    plot->canvas().refresh();
    plot->setView(from, to);
  }
}

}  // namespace clank

#include "moc_plot_area.cpp"
