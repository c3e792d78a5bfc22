// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/xy_feed.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "ui/look/shown_units.h"
#include "ui/look/words.h"
#include "ui/plots/column.h"

namespace clank {
namespace {

constexpr double kRounding = 1e-8;  // of a turn: a run of one turn ends with one

// "B.eccentricity_x" as "eccentricity x of B".
QString toAxisName(const Channel& channel) {
  const auto dot = channel.name.rfind('.');
  QString name = toText(dot == std::string::npos ? channel.name : channel.name.substr(dot + 1));
  name.replace('_', ' ');
  if (dot != std::string::npos) name = tr("%1 of %2").arg(name, toText(channel.name.substr(0, dot)));
  return name;
}

}  // namespace

std::optional<std::size_t> findTurning(const Trajectory& trajectory) {
  if (trajectory.sampleCount() < 2) return {};
  const auto first = trajectory.row(0), last = trajectory.row(trajectory.sampleCount() - 1);
  std::optional<std::size_t> found;
  double most = 2 * std::numbers::pi * (1 - kRounding);
  for (std::size_t c = 0; c < trajectory.channels().size(); ++c) {
    if (!trajectory.channels()[c].name.ends_with(".angle")) continue;
    const double way = std::abs(last[c] - first[c]);
    if (!(way > most * (1 + 1e-9))) continue;  // of equals the first
    most = way;
    found = c;
  }
  return found;
}

std::vector<SectionPoint> calcSection(const Trajectory& trajectory, std::size_t turning, std::size_t x,
                                      std::size_t y) {
  std::vector<SectionPoint> points;
  const double turn = 2 * std::numbers::pi, start = trajectory.row(0)[turning];
  const double side = trajectory.row(trajectory.sampleCount() - 1)[turning] >= start ? 1 : -1;
  double next = 1;  // turns
  for (std::size_t i = 1; i < trajectory.sampleCount(); ++i) {
    const auto a = trajectory.row(i - 1), b = trajectory.row(i);
    const double before = side * (a[turning] - start) / turn, after = side * (b[turning] - start) / turn;
    while (after >= next - kRounding && after > before) {
      const double part = std::clamp((next - before) / (after - before), 0.0, 1.0);
      const auto mix = [&](std::size_t c) { return a[c] + part * (b[c] - a[c]); };
      points.push_back({mix(0), mix(x), mix(y)});
      next += 1;
    }
  }
  return points;
}

void PressedRows::add(const Trajectory& trajectory, std::size_t penetration, std::size_t from) {
  const auto isPressed = [&](std::size_t row) { return trajectory.row(row)[penetration] > 0; };
  for (std::size_t i = from; i < trajectory.sampleCount(); ++i) {
    if (!isPressed(i)) continue;
    if (i == 0 || !isPressed(i - 1)) rows_.push_back(0);
    ++rows_.back();
  }
}

int PressedRows::findMedian() const {
  if (rows_.empty()) return 0;
  std::vector<int> rows = rows_;
  const auto middle = rows.begin() + static_cast<std::ptrdiff_t>(rows.size() / 2);
  std::nth_element(rows.begin(), middle, rows.end());
  return *middle;
}

void XyFeed::start(const PlotChoice& choice, const Trajectory& trajectory, const Trajectory* previous,
                   const std::vector<Overlay>& overlays) {
  choice_ = choice;
  trajectory_ = &trajectory;
  channels_.clear();
  shownSamples_ = 0;
  pressed_ = {};
  scale_.restart(trajectory.channels());
  over_ = trajectory.findChannel(choice.over);
  canvas_.clearCurves();
  canvas_.setHint({});
  canvas_.setEqual(choice.equalAxes);
  canvas_.setDotted(choice.everyTurn);
  canvas_.setCircle(0);
  canvas_.setLogarithmic(false, choice.logY);
  addCurves(previous, overlays);
  advance();
}

void XyFeed::addCurves(const Trajectory* previous, const std::vector<Overlay>& overlays) {
  std::vector<std::string> names;
  for (const auto& name : choice_.channels)
    if (over_ && trajectory_->findChannel(name)) names.push_back(name);
  const auto labels = makeLabels(names);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const int curve = canvas_.addCurve(labels[i]);
    channels_.push_back(*trajectory_->findChannel(names[i]));
    if (choice_.everyTurn) continue;
    for (const Overlay& overlay : overlays) {
      const auto x = overlay.trajectory->findChannel(choice_.over),
                 y = overlay.trajectory->findChannel(names[i]);
      if (x && y)
        canvas_.addOverlay(i == 0 ? overlay.name : QString(), overlay.colour,
                           columnOf(*overlay.trajectory, *x, 0), columnOf(*overlay.trajectory, *y, 0));
    }
    if (!previous || !overlays.empty()) continue;
    const auto x = previous->findChannel(choice_.over), y = previous->findChannel(names[i]);
    if (x && y) canvas_.setGhost(curve, columnOf(*previous, *x, 0), columnOf(*previous, *y, 0));
  }
  canvas_.setTitle(choice_.title.isEmpty() ? makeTitle(names) : choice_.title,
                   choice_.everyTurn ? tr("one dot a turn") : QString());
  if (names.empty()) return canvas_.setHint(tr("This run has no such channel"));
  const auto& channels = trajectory_->channels();
  const bool oneUnit = std::all_of(channels_.begin(), channels_.end(), [&](std::size_t c) {
    return channels[c].unit == channels[channels_[0]].unit;
  });
  const Channel& first = channels[channels_[0]];
  canvas_.setAxes(toAxisName(channels[*over_]), toText(channels[*over_].unit),
                  names.size() == 1 ? toAxisName(first) : QString(),
                  oneUnit ? toText(first.unit) : QString());
}

void XyFeed::advance() {
  if (!trajectory_ || channels_.empty() || shownSamples_ == trajectory_->sampleCount()) return;
  showCircle();
  scale_.add(*trajectory_, shownSamples_);
  updFloors();
  choice_.everyTurn ? advanceSection() : advanceLines();
  if (choice_.over.ends_with(".penetration")) noteRowsOfContacts();
  shownSamples_ = trajectory_->sampleCount();
  canvas_.refresh();
}

void XyFeed::updFloors() {
  const auto& channels = trajectory_->channels();
  double least = scale_.findFloor(channels[channels_[0]]);
  for (const std::size_t channel : channels_) least = std::min(least, scale_.findFloor(channels[channel]));
  canvas_.setFloors(scale_.findFloor(channels[*over_]), least);
}

void XyFeed::advanceLines() {
  const auto t = columnOf(*trajectory_, 0, shownSamples_), x = columnOf(*trajectory_, *over_, shownSamples_);
  for (std::size_t i = 0; i < channels_.size(); ++i)
    canvas_.append(static_cast<int>(i), t, x, columnOf(*trajectory_, channels_[i], shownSamples_));
}

// Few dots: all again, as the angle that turns most may be another one by now.
void XyFeed::advanceSection() {
  const auto turning = findTurning(*trajectory_);
  canvas_.setHint(turning ? QString() : tr("Nothing has turned once round yet"));
  if (!turning) return;
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    std::vector<double> t, x, y;
    for (const SectionPoint& point : calcSection(*trajectory_, *turning, *over_, channels_[i])) {
      t.push_back(point.t);
      x.push_back(point.x);
      y.push_back(point.y);
    }
    canvas_.replace(static_cast<int>(i), t, x, y);
  }
}

// Loops of contacts that are shorter than some steps between rows are drawn with corners: that is said where
// most are so.
void XyFeed::noteRowsOfContacts() {
  constexpr int kFew = 20;
  pressed_.add(*trajectory_, *over_, shownSamples_);
  const int rows = pressed_.findMedian();
  const bool isFew = rows > 0 && rows < kFew;
  canvas_.setTitle(choice_.title,
                   isFew ? tr("%1 rows a contact: shorten the output interval").arg(rows) : QString());
}

// The clearance is what the journal has to the bearing: gap and eccentricity together.
void XyFeed::showCircle() {
  if (choice_.circleOf.empty()) return;
  const auto gap = trajectory_->findChannel(choice_.circleOf + ".gap"),
             x = trajectory_->findChannel(choice_.circleOf + ".eccentricity_x"),
             y = trajectory_->findChannel(choice_.circleOf + ".eccentricity_y");
  if (!gap || !x || !y) return;
  // A joint that wears out has none at first.
  constexpr double kNoise = 1e-6;
  const double before = shownSamples_ > 0 ? clearance_ : 0;
  double clearance = before;
  for (std::size_t i = shownSamples_; i < trajectory_->sampleCount(); ++i) {
    const auto row = trajectory_->row(i);
    const double now = row[*gap] + std::hypot(row[*x], row[*y]);
    if (now > clearance * (1 + kNoise)) clearance = now;
  }
  if (clearance == before) return;
  clearance_ = clearance;
  canvas_.setCircle(clearance);
  QString note = tr("clearance %1").arg(writeShown(clearance, "m"));
  if (choice_.everyTurn) note += ", " + tr("one dot a turn");
  canvas_.setTitle(choice_.title, note);
}

}  // namespace clank
