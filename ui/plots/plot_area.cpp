// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot_area.h"

#include <QHBoxLayout>
#include <QSplitter>

namespace clank {

PlotArea::PlotArea(QWidget* parent) : QWidget(parent) {
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(8, 0, 8, 8);
  auto* splitter = new QSplitter(this);
  splitter->setChildrenCollapsible(false);
  splitter->setHandleWidth(8);
  layout->addWidget(splitter);
  for (std::size_t i = 0; i < 3; ++i) {
    auto* plot = new SignalPlot(this);
    plots_.push_back(plot);
    splitter->addWidget(plot);
    connect(plot, &SignalPlot::touched, this, [this, i] { active_ = i; });
    connect(plot, &SignalPlot::pictureWritten, this, &PlotArea::pictureWritten);
    connect(&plot->canvas(), &PlotCanvas::timePicked, this, &PlotArea::timePicked);
    connect(&plot->xyCanvas(), &XyCanvas::timePicked, this, &PlotArea::timePicked);
    connect(&plot->canvas(), &PlotCanvas::viewChanged, this, [this](double from, double to) {
      setView(from, to);
      Q_EMIT viewChanged(from, to);
    });
  }
  splitter->setSizes({1000, 1000, 1000});
  plots_[0]->setChoice(energyChoice());
  plots_[1]->setChoice(impulseChoice());
}

void PlotArea::setTrajectory(const Trajectory* trajectory, const Trajectory* previous, double duration) {
  const bool other = trajectory->channels() != channels_;
  for (SignalPlot* plot : plots_) plot->setTrajectory(trajectory, previous);
  if (other) setDefaults(trajectory->channels());
  if (other || duration != duration_)
    for (SignalPlot* plot : plots_) {
      plot->canvas().setFullRange(0, duration);
      plot->xyCanvas().setView(0, duration);
    }
  channels_ = trajectory->channels();
  duration_ = duration;
}

void PlotArea::setDefaults(const std::vector<Channel>& channels) {
  plots_[0]->setChoice(energyChoice());
  plots_[1]->setChoice(impulseChoice());
  plots_[2]->setChoice(angularVelocityChoice(channels));
  for (const PlotChoice& choice : makeChoices(channels))
    if (!choice.circleOf.empty()) return plots_[1]->setChoice(choice);  // what rattles deals no single blows
}

void PlotArea::showChoice(const PlotChoice& choice) {
  active_ = plots_.size() - 1;
  for (std::size_t i = 0; i < plots_.size(); ++i)
    if (plots_[i]->choice() == choice) active_ = i;
  plots_[active_]->setChoice(choice);
}

void PlotArea::advance() {
  for (SignalPlot* plot : plots_) plot->advance();
}

void PlotArea::setBands(const std::vector<PlotCanvas::Band>& bands) {
  for (SignalPlot* plot : plots_) plot->canvas().setBands(bands);
}

void PlotArea::setCursor(double t) {
  for (SignalPlot* plot : plots_) {
    plot->canvas().setCursor(t);
    plot->xyCanvas().setCursor(t);
  }
}

void PlotArea::setLook(const Palette& palette) {
  for (SignalPlot* plot : plots_) plot->setLook(palette);
}

void PlotArea::setCurvesHidden(bool hidden) {
  for (SignalPlot* plot : plots_) {
    plot->canvas().setCurvesHidden(hidden);
    plot->xyCanvas().setCurvesHidden(hidden);
  }
}

void PlotArea::resetView() {
  for (SignalPlot* plot : plots_) {
    plot->canvas().resetView();
    plot->xyCanvas().setView(0, duration_);
    plot->xyCanvas().resetView();
  }
  Q_EMIT viewChanged(0, duration_);
}

void PlotArea::setView(double from, double to) {
  for (SignalPlot* plot : plots_) {
    plot->canvas().setView(from, to);
    plot->canvas().refresh();
    plot->xyCanvas().setView(from, to);
  }
}

}  // namespace clank
