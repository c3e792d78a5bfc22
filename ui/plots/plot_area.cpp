// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot_area.h"

#include <QHBoxLayout>
#include <QSplitter>
#include <algorithm>

namespace clank {

PlotArea::PlotArea(QWidget* parent) : QWidget(parent), splitter_(new QSplitter(this)) {
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(8, 0, 8, 8);
  splitter_->setChildrenCollapsible(false);
  splitter_->setHandleWidth(8);
  layout->addWidget(splitter_);
  for (int i = 0; i < 3; ++i) addPlot();
  splitter_->setSizes({1000, 1000, 1000});
  plots_[0]->setChoice(energyChoice());
  plots_[1]->setChoice(impulseChoice());
}

SignalPlot& PlotArea::addPlot() {
  auto* plot = new SignalPlot(this);
  plots_.push_back(plot);
  splitter_->addWidget(plot);
  connect(plot, &SignalPlot::touched, this, [this, plot] {
    active_ = static_cast<std::size_t>(std::find(plots_.begin(), plots_.end(), plot) - plots_.begin());
    Q_EMIT choiceChanged();
  });
  connect(plot, &SignalPlot::choiceChanged, this, [this, plot] {
    spread(*plot);
    Q_EMIT choiceChanged();
  });
  connect(&plot->canvas(), &PlotCanvas::markPicked, this, [this](double t) { setMark(t); });
  connect(plot, &SignalPlot::markDropped, this, [this] { setMark({}); });
  connect(plot, &SignalPlot::pictureWritten, this, &PlotArea::pictureWritten);
  connect(plot, &SignalPlot::copied, this, &PlotArea::copied);
  connect(plot, &SignalPlot::signalsPicked, this, &PlotArea::signalsPicked);
  connect(&plot->canvas(), &PlotCanvas::timePicked, this, &PlotArea::timePicked);
  connect(&plot->xyCanvas(), &XyCanvas::timePicked, this, &PlotArea::timePicked);
  connect(&plot->canvas(), &PlotCanvas::viewChanged, this, [this](double from, double to) {
    setView(from, to);
    Q_EMIT viewChanged(from, to);
  });
  return *plot;
}

void PlotArea::setStacked(bool stacked) {
  splitter_->setOrientation(stacked ? Qt::Vertical : Qt::Horizontal);
}

void PlotArea::dropSpills(const SignalPlot& owner) {
  const auto found = spills_.find(&owner);
  if (found == spills_.end()) return;
  const std::vector<SignalPlot*> spills = std::move(found->second);
  spills_.erase(found);
  for (SignalPlot* spill : spills) {
    dropSpills(*spill);
    std::erase(plots_, spill);
    spill->hide();
    spill->deleteLater();  // the menu of another plot may still be open
  }
  active_ = std::min(active_, plots_.size() - 1);
}

void PlotArea::spread(SignalPlot& plot) {
  dropSpills(plot);
  if (!trajectory_) return;
  const auto pieces = splitByUnits(plot.choice(), trajectory_->channels());
  for (std::size_t i = 1; i < pieces.size(); ++i) {
    SignalPlot& spill = addPlot();
    splitter_->insertWidget(splitter_->indexOf(&plot) + static_cast<int>(i), &spill);
    spills_[&plot].push_back(&spill);
    spill.setLook(palette_);
    spill.setOverlays(overlays_);
    spill.setReferences(references_);
    spill.setConstants(constants_);
    spill.setTrajectory(trajectory_, previous_);
    spill.setChoice(pieces[i]);
    PlotCanvas& canvas = spill.canvas();
    canvas.setFullRange(0, duration_);
    canvas.setView(view_.first, view_.second);
    canvas.setBands(bands_);
    canvas.setCurvesHidden(curvesHidden_);
    canvas.setCursor(cursor_);
    canvas.setMark(mark_);
    spill.setView(view_.first, view_.second);
    canvas.refresh();
  }
}

void PlotArea::setTrajectory(const Trajectory* trajectory, const Trajectory* previous, double duration,
                             const std::vector<SignalConstant>& constants) {
  const bool other = trajectory->channels() != channels_;
  trajectory_ = trajectory;
  previous_ = previous;
  constants_ = constants;
  for (SignalPlot* plot : plots_) {
    plot->setConstants(constants);
    plot->setTrajectory(trajectory, previous);
  }
  if (other) setDefaults(trajectory->channels());
  if (other || duration != duration_)
    for (SignalPlot* plot : plots_) {
      plot->canvas().setFullRange(0, duration);
      plot->setView(0, duration);
    }
  if (other || duration != duration_) view_ = {0, duration};
  channels_ = trajectory->channels();
  duration_ = duration;
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

void PlotArea::setDefaults(const std::vector<Channel>& channels) {
  const auto defaults = makeDefaults(channels);
  for (std::size_t i = 0; i < defaults.size(); ++i) plots_[i]->setChoice(defaults[i]);
}

void PlotArea::showChoice(const PlotChoice& choice) {
  active_ = 2;
  for (std::size_t i = 0; i < plots_.size(); ++i)
    if (plots_[i]->choice() == choice) active_ = i;
  plots_[active_]->setChoice(choice);
}

void PlotArea::advance() {
  for (SignalPlot* plot : plots_) plot->advance();
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
}

void PlotArea::setMenusHidden(bool hidden) {
  for (SignalPlot* plot : plots_) plot->setMenuHidden(hidden);
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
