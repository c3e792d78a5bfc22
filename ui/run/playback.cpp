// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/playback.h"

#include <algorithm>
#include <cmath>

namespace clank {
namespace {

constexpr int kFrameInterval = 16;  // ms

// Of events that happened together, in order: those with no sample between them.
std::size_t findLastThere(const Trajectory& trajectory, std::size_t event) {
  while (event + 1 < trajectory.events().size() &&
         trajectory.sampleAfterEvent(event + 1) == trajectory.sampleAfterEvent(event))
    ++event;
  return event;
}

}  // namespace

Playback::Playback(QObject* parent) : QObject(parent) {
  timer_.setInterval(kFrameInterval);
  timer_.setTimerType(Qt::PreciseTimer);
  connect(&timer_, &QTimer::timeout, this, &Playback::tick);
}

void Playback::setTrajectory(const Trajectory* trajectory) {
  pause();
  trajectory_ = trajectory;
  following_ = false;
  move(trajectory_ && trajectory_->sampleCount() ? trajectory_->time(0) : 0, std::nullopt);
}

void Playback::keepPlace() {
  if (!trajectory_ || !trajectory_->sampleCount()) return;
  if (isPlaying() && trajectory_->sampleCount() < 2) pause();
  const double wanted = place_.value_or(t_);
  const double there = std::clamp(wanted, trajectory_->time(0), endTime());
  move(there, std::nullopt);
  if (there != wanted) place_ = wanted;
}

void Playback::follow() {
  pause();
  following_ = true;
  advance();
}

void Playback::advance() {
  if (following_ && trajectory_->sampleCount()) move(endTime(), trajectory_->sampleCount() - 1);
}

void Playback::play() {
  if (!trajectory_ || trajectory_->sampleCount() < 2 || isPlaying()) return;
  following_ = false;
  if (t_ >= endTime()) move(trajectory_->time(0), 0);
  clock_.start();
  timer_.start();
  Q_EMIT playingChanged(true);
}

void Playback::pause() {
  if (!isPlaying()) return;
  timer_.stop();
  Q_EMIT playingChanged(false);
}

void Playback::setSpeed(double speed) {
  speed_ = speed;
}

void Playback::tick() {
  const double passed = static_cast<double>(clock_.restart()) * 1e-3;
  const double first = trajectory_->time(0), end = endTime();
  double t = t_ + passed * (speed_ > 0 ? speed_ : end - first);
  if (t >= end) {
    if (!loop_) {
      pause();
      return move(end, trajectory_->sampleCount() - 1);
    }
    t = end > first ? first + std::fmod(t - first, end - first) : first;
  }
  move(t, std::nullopt);
}

void Playback::scrub(double t) {
  if (!trajectory_ || !trajectory_->sampleCount()) return;
  moveByHand(std::clamp(t, trajectory_->time(0), endTime()), std::nullopt);
}

void Playback::stepSample(int direction) {
  if (!trajectory_ || !trajectory_->sampleCount()) return;
  const std::size_t last = trajectory_->sampleCount() - 1, here = getSample();
  std::size_t next = here;
  if (direction > 0) next = std::min(here + 1, last);
  if (direction < 0) {
    // Between two samples the one before the cursor is the previous one.
    const bool onSample = sample_ || trajectory_->time(here) == t_;
    next = onSample && here > 0 ? here - 1 : here;
  }
  moveByHand(trajectory_->time(next), next);
}

void Playback::stepEvent(int direction) {
  if (!trajectory_ || !trajectory_->sampleCount()) return;
  const std::size_t here = getSample();
  const auto& events = trajectory_->events();
  if (direction > 0) {
    for (std::size_t i = 0; i < events.size(); ++i)
      if (trajectory_->sampleAfterEvent(i) > here) return goToEvent(findLastThere(*trajectory_, i));
  } else {
    for (std::size_t i = events.size(); i-- > 0;)
      if (trajectory_->sampleAfterEvent(i) < here ||
          (trajectory_->sampleAfterEvent(i) == here && t_ > events[i].t))
        return goToEvent(i);
    goToStart();
  }
}

void Playback::goToEvent(std::size_t event) {
  if (!trajectory_ || event >= trajectory_->events().size()) return;
  const std::size_t after = trajectory_->sampleAfterEvent(event);
  if (after < trajectory_->sampleCount()) {
    moveByHand(trajectory_->time(after), after, Chosen{event, Side::after});
  } else {
    moveByHand(trajectory_->events()[event].t, std::nullopt);  // its sample is still on the way
  }
  Q_EMIT eventChosen();
}

void Playback::changeSide() {
  if (!trajectory_ || trajectory_->events().empty()) return;
  if (const auto chosen = chosen_; chosen && chosen->event < trajectory_->events().size())
    return chosen->side == Side::before ? goToEvent(chosen->event) : goBefore(chosen->event);
  const auto event = findLastEvent();
  const auto isBefore = [&](std::size_t e) {
    return sample_ && *sample_ + 1 == trajectory_->sampleAfterEvent(e);
  };
  const std::size_t next = event ? *event + 1 : 0;
  if (next < trajectory_->events().size() && isBefore(next)) return goToEvent(next);
  goBefore(event.value_or(0));
}

void Playback::goBefore(std::size_t event) {
  const std::size_t after = trajectory_->sampleAfterEvent(event);
  if (after == 0 || after >= trajectory_->sampleCount()) return;
  moveByHand(trajectory_->time(after - 1), after - 1, Chosen{event, Side::before});
}

void Playback::goToStart() {
  if (trajectory_ && trajectory_->sampleCount()) moveByHand(trajectory_->time(0), 0);
}

void Playback::goToEnd() {
  if (trajectory_ && trajectory_->sampleCount()) moveByHand(endTime(), trajectory_->sampleCount() - 1);
}

void Playback::showInstead(std::vector<double> row) {
  if (row.empty() && instead_.empty()) return;
  if (!row.empty()) pause();
  instead_ = std::move(row);
  Q_EMIT cursorMoved(t_);
}

std::vector<double> Playback::row() const {
  if (!instead_.empty()) return instead_;
  if (!trajectory_ || !trajectory_->sampleCount()) return {};
  if (!sample_) return trajectory_->at(t_);
  const auto row = trajectory_->row(*sample_);
  return {row.begin(), row.end()};
}

std::span<const Touch> Playback::touches() const {
  if (showsOther() || !trajectory_ || !trajectory_->sampleCount()) return {};
  return trajectory_->touchesAt(getSample());
}

std::optional<std::size_t> Playback::findLastEvent() const {
  if (!trajectory_ || !trajectory_->sampleCount()) return {};
  const auto& events = trajectory_->events();
  if (chosen_ && chosen_->side == Side::after && chosen_->event < events.size()) return chosen_->event;
  const std::size_t here = getSample();
  for (std::size_t i = events.size(); i-- > 0;)
    if (events[i].t <= t_ && trajectory_->sampleAfterEvent(i) <= here) return i;
  return {};
}

std::optional<std::size_t> Playback::findEventAhead() const {
  if (!trajectory_) return {};
  const auto& events = trajectory_->events();
  if (chosen_ && chosen_->event < events.size())
    return chosen_->side == Side::before ? std::optional(chosen_->event) : std::nullopt;
  const auto last = findLastEvent();
  const std::size_t next = last ? *last + 1 : 0;
  if (next < events.size() && events[next].t == t_ && t_ > 0) return next;
  return {};
}

double Playback::endTime() const {
  return trajectory_->time(trajectory_->sampleCount() - 1);
}

std::size_t Playback::getSample() const {
  if (sample_) return *sample_;
  const std::size_t after = trajectory_->countUpTo(t_);
  return after > 0 ? after - 1 : 0;
}

void Playback::moveByHand(double t, std::optional<std::size_t> sample, std::optional<Chosen> chosen) {
  pause();
  following_ = false;
  move(t, sample, chosen);
}

void Playback::move(double t, std::optional<std::size_t> sample, std::optional<Chosen> chosen) {
  place_.reset();
  instead_.clear();
  t_ = t;
  sample_ = sample;
  chosen_ = chosen;
  Q_EMIT cursorMoved(t);
}

}  // namespace clank

#include "moc_playback.cpp"
