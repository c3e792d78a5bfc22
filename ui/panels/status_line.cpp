// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/status_line.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/manual/learn_more.h"
#include "ui/look/shown_units.h"
#include "ui/panels/number_words.h"

namespace clank {
namespace {

// Of the largest energy met. Half a unit of its seventh digit: no energy that the window writes is another by
// it.
constexpr double kRelativeTolerance = 5e-8;
constexpr double kStepTolerance = 1e-2;   // the same of a run with a fixed step, which has no error control
constexpr double kLeastTolerance = 1e-9;  // J, where hardly any energy is

QString toDuration(double seconds) {
  if (seconds < 1) return writeNumber(seconds * 1e3, 3) + " ms";
  return writeNumber(seconds, 3) + " s";
}

// An error of closure: its size tells enough.
QString tellRough(double metres) {
  return joinUnit(toMagnitude(metres / shownUnit("m").factor), writeShownUnit("m"));
}

}  // namespace

StatusLine::StatusLine(QWidget* parent)
    : QWidget(parent),
      mobility_(new QLabel(this)),
      lamp_(new QLabel(this)),
      energy_(new QLabel(this)),
      drift_(new QLabel(this)),
      computed_(new QLabel(this)),
      time_(new QLabel(this)),
      progress_(new QProgressBar(this)) {
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(8, 0, 16, 0);
  layout->setSpacing(20);
  layout->addWidget(mobility_);
  auto* ledger = new QHBoxLayout;
  ledger->setSpacing(8);
  ledger->addWidget(lamp_);
  ledger->addWidget(energy_);
  layout->addLayout(ledger);
  layout->addWidget(drift_);
  layout->addWidget(progress_);
  layout->addWidget(computed_);
  layout->addWidget(time_);
  for (QLabel* label : {lamp_, energy_}) {
    label->setCursor(Qt::PointingHandCursor);
    label->installEventFilter(this);
  }
  lamp_->setFixedSize(12, 12);
  lamp_->setAccessibleName(tr("Energy lamp"));
  mobility_->setAccessibleName(tr("Mobility"));
  energy_->setAccessibleName(tr("Energy balance"));
  drift_->setAccessibleName(tr("Drift"));
  computed_->setAccessibleName(tr("Computing time"));
  time_->setAccessibleName(tr("Time at the cursor"));
  progress_->setAccessibleName(tr("Progress of the run"));
  progress_->setRange(0, 100);
  progress_->setTextVisible(false);
  progress_->setFixedSize(72, 6);
  progress_->hide();
  showMobility();
  showLamp();
  time_->setMinimumWidth(96);
  time_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
}

void StatusLine::setTrajectory(const Trajectory* trajectory, int gruebler, bool hasPlay) {
  hasPlay_ = hasPlay;
  trajectory_ = trajectory;
  gruebler_ = gruebler;
  residualChannel_ = trajectory->findChannel("energy.residual");
  driftChannel_ = trajectory->findChannel("drift");
  mobilityChannel_ = trajectory->findChannel("mobility");
  seen_ = 0;
  residual_ = worstTime_ = largestEnergy_ = largestDrift_ = 0;
  progress_->hide();
  summary_.reset();
  if (!hasRun()) showComputed();  // else the summary of the run that has come as a whole follows
  if (trajectory->sampleCount() == 0) mobilityAtCursor_.reset();
  showMobility();
  advance();
}

void StatusLine::advance() {
  std::vector<std::size_t> energies;
  for (std::size_t i = 0; i < trajectory_->channels().size(); ++i)
    if (trajectory_->channels()[i].name.rfind("energy.", 0) == 0) energies.push_back(i);
  for (; seen_ < trajectory_->sampleCount(); ++seen_) {
    const auto row = trajectory_->row(seen_);
    for (const std::size_t i : energies) largestEnergy_ = std::max(largestEnergy_, std::abs(row[i]));
    if (driftChannel_) largestDrift_ = std::max(largestDrift_, row[*driftChannel_]);
    if (!residualChannel_) continue;
    const double found = std::abs(row[*residualChannel_]);
    if (found <= residual_) continue;
    residual_ = std::isfinite(found) ? found : std::numeric_limits<double>::infinity();
    worstTime_ = row[0];
  }
  updTolerance();
  showLamp();
}

void StatusLine::updTolerance() {
  tolerance_ = hasFixedStep_ ? kStepTolerance * std::max(1.0, largestEnergy_)
                             : std::max(kLeastTolerance, kRelativeTolerance * largestEnergy_);
}

// Nothing is claimed of a ledger that has no entries.
void StatusLine::showLamp() {
  showDrift();
  if (isTold()) return showLedger(isClosed());
  styleLamp(QString("border: 2px solid %1; border-radius: 6px").arg(palette_.dim.name()));
  energy_->setText(tr("energy %1").arg(QChar(0x2013)));
  for (QLabel* label : {lamp_, energy_})
    label->setToolTip(tr("After a run the lamp tells whether the energies add up. Click: learn more."));
}

bool StatusLine::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::MouseButtonRelease) Q_EMIT learnMoreAsked(kLampPage);
  return QWidget::eventFilter(watched, event);
}

// The same sheet set again would be read again.
void StatusLine::styleLamp(const QString& sheet) {
  if (lamp_->styleSheet() != sheet) lamp_->setStyleSheet(sheet);
}

void StatusLine::showDrift() {
  const bool isKnown = trajectory_ && trajectory_->sampleCount() > 0 && !isOutdated_;
  drift_->setText(tr("drift %1").arg(isKnown ? tellRough(largestDrift_) : QString(QChar(0x2013))));
  drift_->setToolTip(tr("Largest error of the joints' closure so far."));
}

void StatusLine::showLedger(bool closed) {
  const QColor colour = closed ? palette_.contact : palette_.impact;
  styleLamp(QString("background: %1; border-radius: %2px").arg(colour.name()).arg(closed ? 6 : 2));
  energy_->setText(
      closed ? tr("energy balanced to %1 J").arg(toMagnitude(residual_))
             : tr("energy off by %1 J at t = %2 s").arg(toMagnitude(residual_), writeNumber(worstTime_)));
  const QString why =
      closed ? tr("Start energy + work - losses agrees with the energy now within %1 J.")
                   .arg(toMagnitude(tolerance_))
             : tr("The ledger should close within %1 J. Smaller tolerances or a smaller step "
                  "usually mend it; a kinematic switch that ignores its impact does not conserve energy.")
                   .arg(toMagnitude(tolerance_));
  for (QLabel* label : {lamp_, energy_}) label->setToolTip(why + '\n' + tr("Click: learn more."));
}

void StatusLine::setProgress(double part, bool isPaused) {
  const int percent = static_cast<int>(std::lround(100 * std::clamp(part, 0.0, 1.0)));
  progress_->setUpdatesEnabled(false);  // else it would paint the window at once, for one percent
  progress_->setValue(percent);
  progress_->setUpdatesEnabled(true);
  progress_->show();
  computed_->setText((isPaused ? tr("paused, %1 %") : tr("running, %1 %")).arg(percent));
}

void StatusLine::setSummary(const RunSummary& summary) {
  progress_->hide();
  summary_ = summary;
  showComputed();
  if (hasFixedStep_ == summary.stepError.has_value()) return;
  hasFixedStep_ = summary.stepError.has_value();
  updTolerance();
  showLamp();
}

void StatusLine::setCompact(bool compact) {
  if (compact == compact_) return;
  compact_ = compact;
  if (progress_->isHidden()) showComputed();
}

void StatusLine::setTeaching(bool teaches) {
  drift_->setVisible(!teaches);
  computed_->setVisible(!teaches);
}

void StatusLine::showComputed() {
  if (!summary_ || isOutdated_) {
    computed_->setText(tr("not run yet"));
    return computed_->setToolTip(tr("How long a run takes to compute is told here."));
  }
  const QString took = toDuration(summary_->wallSeconds);
  computed_->setText(compact_ ? tr("in %1").arg(took)
                              : tr("%1 s computed in %2").arg(writeNumber(summary_->t), took));
  const QString error =
      summary_->stepError
          ? tr("\nOne step against two of half its length: %1 at most, %2 on average.")
                .arg(tellRough(summary_->stepError->largest), tellRough(summary_->stepError->mean))
          : QString();
  if (summary_->stepError && !compact_)
    computed_->setText(computed_->text() +
                       tr(", step error %1").arg(tellRough(summary_->stepError->largest)));
  computed_->setToolTip(tr("%1 s computed in %2: %3 steps, %4 rejected, %5 evaluations, %6 events")
                            .arg(writeNumber(summary_->t), took)
                            .arg(summary_->steps)
                            .arg(summary_->rejectedSteps)
                            .arg(summary_->evaluations)
                            .arg(summary_->events) +
                        error);
}

void StatusLine::setRow(std::span<const double> row) {
  mobilityAtCursor_.reset();
  if (mobilityChannel_ && !row.empty())
    mobilityAtCursor_ = static_cast<int>(std::lround(row[*mobilityChannel_]));
  timeAtCursor_ = row.empty() ? std::nullopt : std::optional(row[0]);
  showMobility();
  showTime();
}

void StatusLine::showTime() {
  const bool isKnown = timeAtCursor_ && !isOutdated_;
  time_->setText(
      tr("t = %1").arg(isKnown ? QString::number(*timeAtCursor_, 'f', 4) + " s" : QString(QChar(0x2013))));
}

// At its start a run has the mobility of the drawing, which the board tells in the same words.
void StatusLine::showMobility() {
  if (!isTold() && !drawnMobility_.isEmpty()) return mobility_->setText(drawnMobility_);
  if (!mobilityAtCursor_ || isOutdated_) return mobility_->setText(tr("mobility %1").arg(QChar(0x2013)));
  mobility_->setText((hasPlay_ ? tr("mobility %1 with play (Gruebler %2)") : tr("mobility %1 (Gruebler %2)"))
                         .arg(*mobilityAtCursor_)
                         .arg(gruebler_));
}

void StatusLine::setDrawnMobility(const QString& words) {
  drawnMobility_ = words;
  showMobility();
}

void StatusLine::setOutdated(bool on) {
  isOutdated_ = on;
  if (on) progress_->hide();
  showMobility();
  showTime();
  showComputed();
  showLamp();
}

void StatusLine::setLook(const Palette& palette) {
  palette_ = palette;
  showLamp();
}

}  // namespace clank

#include "moc_status_line.cpp"
