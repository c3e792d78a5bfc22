// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/frequency_dialog.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QVBoxLayout>
#include <cmath>
#include <numbers>

#include "ui/look/part_names.h"
#include "ui/look/shown_units.h"
#include "ui/panels/mode_table.h"
#include "ui/panels/number_words.h"
#include "ui/scene/scene_view.h"

namespace clank {
namespace {

constexpr int kShapeFrames = 48, kShapeInterval = 16;  // ms
constexpr double kPeriod = 1.2;                        // s, of what is shown, whatever the frequency
constexpr double kAmplitude = 0.06;
constexpr double kUnrest = 1e-6;  // m/s2

QString nameKind(const NaturalMode& mode) {
  switch (mode.kind) {
    case NaturalMode::Kind::divergence:
      return FrequencyDialog::tr("unstable: leaves the position");
    case NaturalMode::Kind::flutter:
      return FrequencyDialog::tr("flutter: swings and grows");
    case NaturalMode::Kind::neutral:
      return FrequencyDialog::tr("nothing brings it back");
    case NaturalMode::Kind::oscillation:
      return mode.dampingRatio() > 0 ? FrequencyDialog::tr("dies away") : FrequencyDialog::tr("steady");
    case NaturalMode::Kind::decay:
      return FrequencyDialog::tr("overdamped: creeps back");
  }
  return {};
}

}  // namespace

FrequencyDialog::FrequencyDialog(QWidget& window, RunController& run, Playback& playback, SceneView& scene)
    : QDialog(&window),
      run_(run),
      playback_(playback),
      scene_(scene),
      headline_(new QLabel),
      remark_(new QLabel),
      table_(new ModeTable) {
  setObjectName("frequencies");
  setWindowTitle(tr("Natural frequencies"));
  auto* layout = new QVBoxLayout(this);
  for (QLabel* label : {headline_, remark_}) {
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
  }
  layout->addWidget(headline_);
  layout->addWidget(table_, 1);
  layout->addWidget(remark_);
  resize(620, 320);
  timer_.setInterval(kShapeInterval);
  connect(&timer_, &QTimer::timeout, this, &FrequencyDialog::tick);
  connect(table_, &ModeTable::modePicked, this, &FrequencyDialog::animate);
  connect(&run_, &RunController::cleared, this, [this] {
    if (isVisible()) forget(tr("The mechanism has changed."));
  });
  connect(&playback_, &Playback::cursorMoved, this, [this] {
    if (!showing_) rest();
  });
}

FrequencyDialog::~FrequencyDialog() {
  qApp->removeEventFilter(this);
}

void FrequencyDialog::open() {
  rest();
  const QWidget* window = parentWidget();  // below the pictures
  if (isHidden())
    move(window->mapToGlobal(QPoint(window->width() - width() - 24, window->height() - height() - 24)));
  show();
  raise();
  activateWindow();
  find();
}

// A run up to the position may take a while.
void FrequencyDialog::find() {
  modes_.reset();
  table_->setModes({});
  remark_->clear();
  headline_->setText(tr("Computing"));
  const double at = run_.trajectory().sampleCount() > 1 ? playback_.time() : 0;
  finder_ = std::jthread([this, at, mechanism = run_.mechanism()](const std::stop_token& stop) {
    auto found = std::make_shared<Result<NaturalModes>>(NaturalModes::find(mechanism, at, stop));
    if (!stop.stop_requested())
      QMetaObject::invokeMethod(this, [this, found, stop] {
        if (!stop.stop_requested()) take(found);
      });
  });
}

void FrequencyDialog::take(const std::shared_ptr<Result<NaturalModes>>& found) {
  if (!*found) {
    headline_->setText(tellMessage(found->error().back().what));
    return;
  }
  modes_ = std::move(**found);
  const QString place = tr("t = %1 s").arg(modes_->time(), 0, 'f', 4);
  headline_->setText(modes_->modes().empty()
                         ? tr("Nothing can move at %1: joints and drives hold every part.").arg(place)
                         : tr("About the position at %1, drives held. Click a mode to see it.").arg(place));
  if (modes_->unrest() > kUnrest)
    remark_->setText(tr("The position is not one of rest: let go, it would set out with %1. The "
                        "frequencies are those about it as if a steady force held it there.")
                         .arg(writeShown(modes_->unrest(), "m/s2", 3)));
  std::vector<ModeWords> words;
  for (const NaturalMode& mode : modes_->modes()) {
    ModeWords& line = words.emplace_back();
    if (mode.swings()) line.frequency = mode.frequency();
    if (mode.dampingRatio() != 0) line.damping = mode.dampingRatio();
    line.kind = nameKind(mode);
    line.movers = QString::fromStdString(modes_->nameMovers(mode));
  }
  table_->setModes(words);
}

void FrequencyDialog::forget(const QString& why) {
  finder_ = {};
  rest();
  modes_.reset();
  table_->setModes({});
  remark_->clear();
  headline_->setText(why);
}

void FrequencyDialog::animate(int mode) {
  if (!modes_ || mode < 0 || mode >= static_cast<int>(modes_->modes().size())) return;
  const auto index = static_cast<std::size_t>(mode);
  const NaturalMode& picked = modes_->modes()[index];
  frames_.clear();
  for (int i = 0; i < kShapeFrames; ++i)
    frames_.push_back(modes_->calcShapeRow(index, 2 * std::numbers::pi * i / kShapeFrames, kAmplitude));
  caption_ = picked.swings()
                 ? tr("mode %1: %2 Hz, its shape").arg(mode + 1).arg(writeNumber(picked.frequency(), 5))
                 : tr("mode %1: %2").arg(mode + 1).arg(nameKind(picked));
  if (!isAnimating()) qApp->installEventFilter(this);
  clock_.start();
  timer_.start();
  tick();
}

void FrequencyDialog::rest() {
  if (!isAnimating()) return;
  timer_.stop();
  qApp->removeEventFilter(this);
  frames_.clear();
  table_->clearSelection();
  playback_.showInstead({});
}

void FrequencyDialog::tick() {
  const double turns = static_cast<double>(clock_.elapsed()) * 1e-3 / kPeriod;
  const auto frame = static_cast<std::size_t>((turns - std::floor(turns)) * kShapeFrames);
  showing_ = true;
  playback_.showInstead(frames_[std::min(frame, frames_.size() - 1)]);
  scene_.setHeadline(caption_);
  showing_ = false;
}

void FrequencyDialog::done(int result) {
  finder_ = {};
  rest();
  QDialog::done(result);
}

// Esc in the dialog: first the picture rests, then the dialog closes.
void FrequencyDialog::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && isAnimating()) return rest();
  QDialog::keyPressEvent(event);
}

bool FrequencyDialog::eventFilter(QObject* watched, QEvent* event) {
  const auto* widget = qobject_cast<QWidget*>(watched);
  const bool isMine = !widget || widget == this || isAncestorOf(widget);
  if (!isMine && event->type() == QEvent::MouseButtonPress) rest();
  if (!isMine && event->type() == QEvent::KeyPress &&
      static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
    rest();
    return true;
  }
  return QDialog::eventFilter(watched, event);
}

}  // namespace clank

#include "moc_frequency_dialog.cpp"
