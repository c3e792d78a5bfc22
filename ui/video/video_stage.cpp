// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/video/video_stage.h"

#include <QCoreApplication>
#include <QPainter>
#include <algorithm>

#include "ui/look/scale.h"
#include "ui/panels/configuration_track.h"
#include "ui/panels/receipt_words.h"

namespace clank {
namespace {

constexpr double kFlash = 0.03;       // of the run: how long an event is shown, as in the window
constexpr double kPlotsShare = 0.36;  // of the height
constexpr double kUsualHeight = 720;  // px, at which text has its usual size

QString tr(const char* text) {
  return QCoreApplication::translate("Video", text);
}

double scaleOf(const VideoOptions& options) {
  return std::max(1.0, options.size.height() / kUsualHeight);
}

void dress(QWidget& widget, QSize size, double scale) {
  setLookScale(&widget, scale);
  QFont font = widget.font();
  font.setPixelSize(qRound(14 * scale));
  widget.setFont(font);
  widget.resize(size);
}

// The states along the plots; of a mechanism that has one state there is nothing to tell.
std::vector<PlotCanvas::Band> listBands(const Mechanism& mechanism, const Trajectory& trajectory) {
  ConfigurationTrack track;
  track.start(mechanism, trajectory);
  track.advance();
  std::vector<PlotCanvas::Band> bands;
  if (track.getSegments().size() < 2) return bands;
  for (const auto& segment : track.getSegments()) bands.push_back({segment.from, segment.to, segment.state});
  return bands;
}

}  // namespace

VideoStage::VideoStage(const VideoRun& run, const VideoOptions& options) : run_(run), options_(options) {
  const bool both = options.content == VideoOptions::Content::sceneAndPlots;
  const int below = both ? qRound(kPlotsShare * options.size.height()) : 0;
  dress(scene_, {options.size.width(), options.size.height() - below}, scaleOf(options));
  scene_.setLook(run.palette);
  if (!both) return;
  plots_ = std::make_unique<PlotArea>();
  dress(*plots_, {options.size.width(), below}, scaleOf(options));
}

Problems VideoStage::begin() {
  if (Problems problems = scene_.beginOffscreen(); !problems.empty()) return problems;
  scene_.setMechanism(*run_.mechanism, run_.trajectory->channels());
  fitToRun();
  if (run_.like) scene_.takeLook(*run_.like);
  if (!options_.follow.empty()) scene_.setFollowed(QString::fromStdString(options_.follow), options_.turns);
  if (plots_) preparePlots();
  return {};
}

// Around all of the motion from the first frame on.
void VideoStage::fitToRun() {
  for (std::size_t i = 0; i < run_.trajectory->sampleCount(); ++i)
    scene_.appendTrace(run_.trajectory->row(i), run_.trajectory->touchesAt(i));
  scene_.clearTrace();
  scene_.fit();
}

// Visible, so that it lays itself out and draws, but on no screen.
void VideoStage::preparePlots() {
  plots_->setAttribute(Qt::WA_DontShowOnScreen);
  plots_->setAttribute(Qt::WA_StyledBackground, false);
  const Trajectory& trajectory = *run_.trajectory;
  plots_->setLook(run_.palette);
  plots_->setTrajectory(&trajectory, nullptr, trajectory.time(trajectory.sampleCount() - 1), run_.constants);
  for (std::size_t i = 0; i < run_.plots.size() && i < 3; ++i) plots_->getPlot(i).setChoice(run_.plots[i]);
  plots_->setBands(listBands(*run_.mechanism, trajectory));
  plots_->setView(options_.pace.from, options_.pace.to);
  plots_->setMenusHidden(true);
  plots_->show();
  QCoreApplication::sendPostedEvents();
}

QString VideoStage::makeHeadline(const VideoFrame& frame, const Receipt* flashing) const {
  QString text = tr("t = %1 s").arg(frame.t, 0, 'f', 4);
  if (flashing) text += "   " + makeEventName(*flashing);
  // Two digits, and only where the eye would notice: the number runs along with the pace.
  if (frame.pace < 0.995)
    text += "   " + tr("slowed down %1\u00d7").arg(1 / frame.pace, 0, 'f', frame.pace > 0.1005 ? 1 : 0);
  return text;
}

void VideoStage::showScene(const VideoFrame& frame) {
  const Trajectory& trajectory = *run_.trajectory;
  for (; traced_ < trajectory.sampleCount() && trajectory.time(traced_) <= frame.t; ++traced_)
    scene_.appendTrace(trajectory.row(traced_), trajectory.touchesAt(traced_));
  const auto& events = trajectory.events();
  const auto next = std::upper_bound(events.begin(), events.end(), frame.t,
                                     [](double t, const Receipt& receipt) { return t < receipt.t; });
  const double duration = trajectory.time(trajectory.sampleCount() - 1);
  const Receipt* last = next == events.begin() ? nullptr : &*(next - 1);
  const Receipt* flashing = last && frame.t - last->t <= kFlash * duration ? last : nullptr;
  scene_.showRow(trajectory.at(frame.t), trajectory.touchesAt(std::max<std::size_t>(1, traced_) - 1));
  scene_.showReceipt(flashing);
  scene_.setHeadline(makeHeadline(frame, flashing));
}

QImage VideoStage::draw(const VideoFrame& frame) {
  showScene(frame);
  if (!plots_) return scene_.drawImage();
  plots_->setCursor(frame.t);
  QImage image(options_.size, QImage::Format_RGB32);
  image.fill(run_.palette.ground);
  QPainter painter(&image);
  painter.drawImage(0, 0, scene_.drawImage());
  plots_->render(&painter, {0, scene_.height()}, {}, QWidget::DrawChildren);
  return image;
}

}  // namespace clank
