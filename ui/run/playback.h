// SPDX-License-Identifier: GPL-3.0-or-later
// The time cursor: one place in time that every view shows. Where two samples share a time (just before and
// just after an event) the cursor knows which of them it stands on.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <optional>
#include <vector>

#include "core/record/trajectory.h"

namespace clank {

class Playback : public QObject {
  Q_OBJECT
 public:
  explicit Playback(QObject* parent = nullptr);

  void setTrajectory(const Trajectory* trajectory);  // cursor to its start, playing ends
  // The trajectory was replaced by another of its kind: the cursor stands at a time, no longer on a sample.
  void letGo() {
    sample_.reset();
    chosen_.reset();
  }
  // Then it has grown: the cursor stays where it is in time, or as near to it as there are samples; playing
  // goes on.
  void keepPlace();
  void follow();   // keeps at the head of a growing trajectory until somebody moves the cursor
  void advance();  // the trajectory has grown
  void play();     // from the start when it stands at the end
  void pause();
  void setSpeed(double speed);  // 0.01..10 simulated s per s; 0: the whole run in one second
  double getSpeed() const { return speed_; }
  void setLoop(bool loop) { loop_ = loop; }

  void scrub(double t);
  void stepSample(int direction);  // +1, -1
  void stepEvent(int direction);   // next and previous event, just after it
  void goToEvent(std::size_t event);
  // From just after the last event to just before it, and back; the one side differs from the other by what
  // the event did.
  void changeSide();
  void goToStart();
  void goToEnd();

  bool isPlaying() const { return timer_.isActive(); }
  bool isFollowing() const { return following_; }
  double time() const { return t_; }
  // Another row is shown in the place of that at the cursor until the cursor moves; empty: no more.
  void showInstead(std::vector<double> row);
  bool showsOther() const { return !instead_.empty(); }
  std::vector<double> row()
      const;  // what is shown; of the trajectory at the cursor; empty when there is none
  std::span<const Touch> touches() const;  // at that row
  std::size_t getSample() const;           // under the cursor, or the last one before it
  // The one that was gone to, or else the last one not after the cursor.
  std::optional<std::size_t> findLastEvent() const;
  // The one that the cursor stands just before, at its time.
  std::optional<std::size_t> findEventAhead() const;

 Q_SIGNALS:
  void cursorMoved(double t);
  void playingChanged(bool playing);
  void eventChosen();  // by hand: the cursor stands at it

 private:
  void tick();
  enum class Side { before, after };
  struct Chosen {
    std::size_t event;
    Side side;
  };
  void move(double t, std::optional<std::size_t> sample, std::optional<Chosen> chosen = {});
  void moveByHand(double t, std::optional<std::size_t> sample, std::optional<Chosen> chosen = {});
  void goBefore(std::size_t event);
  double endTime() const;

  const Trajectory* trajectory_ = nullptr;
  std::vector<double> instead_;
  double t_ = 0;                       // s
  std::optional<std::size_t> sample_;  // the cursor stands on this one; absent: between samples
  // The event that was gone to, until the cursor moves: of several at one time, samples do not tell it.
  std::optional<Chosen> chosen_;
  std::optional<double> place_;  // s, where keepPlace() wants to be when the trajectory gets there
  bool following_ = false, loop_ = false;
  double speed_ = 1;
  QTimer timer_;
  QElapsedTimer clock_;
};

}  // namespace clank
