// SPDX-License-Identifier: GPL-3.0-or-later
// The trust in the numbers, always in view: mobility, the lamp of the energy ledger, drift, computing time,
// t.
#pragma once

#include <QWidget>
#include <optional>

#include "core/record/run_summary.h"
#include "core/record/trajectory.h"
#include "ui/look/palette.h"

class QLabel;
class QProgressBar;

namespace clank {

class StatusLine : public QWidget {
  Q_OBJECT
 public:
  explicit StatusLine(QWidget* parent = nullptr);
  // hasPlay: its mobility counts what clearance sets free.
  void setTrajectory(const Trajectory* trajectory, int gruebler, bool hasPlay = false);
  // Of the drawing, in words; shown while there is no run of it. Empty: not known.
  void setDrawnMobility(const QString& words);
  void setOutdated(bool on);  // the run is past: nothing is claimed of it
  void advance();
  void setSummary(const RunSummary& summary);            // after the end of a run
  void setProgress(double part, bool isPaused = false);  // 0..1 of a run under way
  void setRow(std::span<const double> row);              // at the cursor
  void setLook(const Palette& palette);
  void setCompact(bool compact);                             // fewer words, in a narrow window
  void setTeaching(bool teaches);                            // a class needs no numbers about numbers
  bool isClosed() const { return residual_ <= tolerance_; }  // the energy ledger
  bool hasRun() const { return trajectory_ && trajectory_->sampleCount() > 1; }

 Q_SIGNALS:
  void learnMoreAsked(const QString& page);  // "lamp.md": the lamp, or what stands beside it, was clicked

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  bool isTold() const { return hasRun() && !isOutdated_; }
  void showMobility();
  void showTime();
  void showComputed();
  void showLamp();
  void showLedger(bool closed);
  void updTolerance();
  void styleLamp(const QString& sheet);
  void showDrift();

  QLabel *mobility_, *lamp_, *energy_, *drift_, *computed_, *time_;
  QProgressBar* progress_;
  Palette palette_ = Palette::light();
  const Trajectory* trajectory_ = nullptr;
  std::optional<std::size_t> residualChannel_, driftChannel_, mobilityChannel_;
  std::optional<RunSummary> summary_;
  bool compact_ = false, isOutdated_ = false, hasPlay_ = false;
  QString drawnMobility_;
  std::optional<int> mobilityAtCursor_;
  std::optional<double> timeAtCursor_;  // s
  std::size_t seen_ = 0;
  int gruebler_ = 0;
  double residual_ = 0, worstTime_ = 0;  // J and s: largest so far, and when
  double largestEnergy_ = 0;             // J, of any part of the ledger
  double largestDrift_ = 0;
  double tolerance_ = 1e-9;    // J
  bool hasFixedStep_ = false;  // the last run
};

}  // namespace clank
