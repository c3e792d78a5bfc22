// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/video_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <cmath>

namespace clank {
namespace {

// "30", not "30.000": no more digits than its value has.
class ShortNumber : public QDoubleSpinBox {
 public:
  QString textFromValue(double value) const override {
    return locale().toString(value, 'f', QLocale::FloatingPointShortest);
  }
};

QDoubleSpinBox* makeNumber(double least, double most, int decimals, const QString& unit, const char* name) {
  auto* box = new ShortNumber;
  box->setObjectName(name);
  box->setDecimals(decimals);
  box->setRange(least, most);
  box->setSuffix(unit.isEmpty() ? unit : " " + unit);
  box->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
  return box;
}

QSpinBox* makeSide(const char* name) {
  auto* box = new QSpinBox;
  box->setObjectName(name);
  box->setRange(160, 7680);
  box->setSuffix(VideoDialog::tr(" px"));
  return box;
}

QLayout* makeRow(std::initializer_list<QWidget*> widgets) {
  auto* row = new QHBoxLayout;
  for (QWidget* widget : widgets) row->addWidget(widget);
  row->addStretch();
  return row;
}

}  // namespace

VideoDialog::VideoDialog(QWidget& window, double from, double to, double speed, std::vector<double> events)
    : QDialog(&window),
      runFrom_(from),
      runTo_(to),
      events_(std::move(events)),
      kind_(new QComboBox),
      content_(new QComboBox),
      size_(new QComboBox),
      width_(makeSide("videoWidth")),
      height_(makeSide("videoHeight")),
      rate_(makeNumber(1, 120, 3, tr("frames/s"), "videoRate")),
      from_(makeNumber(from, to, 6, "s", "videoFrom")),
      to_(makeNumber(from, to, 6, "s", "videoTo")),
      speed_(makeNumber(1e-4, 1000, 4, tr("\u00d7 real"), "videoSpeed")),
      slowest_(makeNumber(0.01, 1, 2, tr("of the speed"), "videoSlowest")),
      around_(makeNumber(0.05, 10, 2, tr("s of video around"), "videoAround")),
      slows_(new QCheckBox(tr("Slow down at events"))),
      remark_(new QLabel),
      buttons_(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel)) {
  setObjectName("videoDialog");
  setWindowTitle(tr("Export video"));
  kind_->setObjectName("videoKind");
  kind_->addItem(tr("MP4 video"), ".mp4");
  kind_->addItem(tr("Animated GIF"), ".gif");
  kind_->addItem(tr("PNG pictures"), ".png");
  content_->setObjectName("videoContent");
  content_->addItem(tr("Scene"), static_cast<int>(VideoOptions::Content::scene));
  content_->addItem(tr("Scene and plots"), static_cast<int>(VideoOptions::Content::sceneAndPlots));
  for (const QSize& size : {QSize(640, 360), QSize(1280, 720), QSize(1920, 1080), QSize(3840, 2160)})
    size_->addItem(tr("%1 \u00d7 %2").arg(size.width()).arg(size.height()), size);
  size_->addItem(tr("other"), QSize());
  slows_->setObjectName("videoSlows");
  remark_->setObjectName("videoRemark");
  remark_->setWordWrap(true);
  loadChoices();
  speed_->setValue(speed > 0 ? speed : 1);
  from_->setValue(from);
  to_->setValue(to);
  layOut();
  describe();
}

void VideoDialog::layOut() {
  auto* form = new QFormLayout(this);
  // What a screen reader says: in rows of several fields the label belongs to none of them.
  const auto name = [](QWidget* field, const QString& words) { field->setAccessibleName(words); };
  name(kind_, tr("Kind"));
  name(content_, tr("Shows"));
  name(size_, tr("Usual sizes"));
  name(width_, tr("Width"));
  name(height_, tr("Height"));
  name(from_, tr("From"));
  name(to_, tr("To"));
  name(slowest_, tr("Part of the speed at events"));
  name(around_, tr("Time of video around events"));
  form->addRow(tr("Kind"), kind_);
  form->addRow(tr("Shows"), content_);
  form->addRow(tr("Size"), makeRow({size_, width_, height_}));
  form->addRow(tr("Frame rate"), rate_);
  form->addRow(tr("From, to"), makeRow({from_, to_}));
  form->addRow(tr("Speed"), speed_);
  form->addRow(slows_, makeRow({slowest_, around_}));
  form->addRow(remark_);
  form->addRow(buttons_);
  buttons_->button(QDialogButtonBox::Ok)->setText(tr("Export..."));
  for (auto* button : buttons_->buttons()) button->setIcon({});
  connect(buttons_, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(size_, &QComboBox::activated, this, [this] {
    const QSize size = size_->currentData().toSize();
    if (!size.isValid()) return width_->setFocus();
    width_->setValue(size.width());
    height_->setValue(size.height());
  });
  for (auto* box : findChildren<QDoubleSpinBox*>())
    connect(box, &QDoubleSpinBox::valueChanged, this, &VideoDialog::describe);
  for (auto* box : {width_, height_}) connect(box, &QSpinBox::valueChanged, this, &VideoDialog::describe);
  connect(kind_, &QComboBox::currentIndexChanged, this, &VideoDialog::describe);
  connect(slows_, &QCheckBox::toggled, this, &VideoDialog::describe);
}

VideoOptions VideoDialog::options() const {
  VideoOptions options;
  options.out = "video" + kind_->currentData().toString().toStdString();
  options.size = {width_->value(), height_->value()};
  options.content = static_cast<VideoOptions::Content>(content_->currentData().toInt());
  // The fields round to six decimals: at the ends of the run its own numbers count.
  const auto exact = [&](const QDoubleSpinBox& box, double end) {
    return std::abs(box.value() - end) < 1e-6 ? end : box.value();
  };
  options.pace.from = exact(*from_, runFrom_);
  options.pace.to = exact(*to_, runTo_);
  options.pace.speed = speed_->value();
  options.pace.rate = rate_->value();
  options.pace.slowest = slows_->isChecked() ? slowest_->value() : 1;
  options.pace.around = around_->value();
  return options;
}

void VideoDialog::describe() {
  const VideoOptions asked = options();
  Problems problems = checkVideo(asked);
  for (Problem& problem : checkPace(asked.pace, runFrom_, runTo_)) problems.push_back(std::move(problem));
  const int fits = size_->findData(asked.size);
  size_->setCurrentIndex(fits >= 0 ? fits : size_->count() - 1);
  const QString why = slows_->isChecked() ? QString() : tr("Tick \"%1\" first").arg(slows_->text());
  for (QDoubleSpinBox* box : {slowest_, around_}) {
    box->setEnabled(slows_->isChecked());
    box->setToolTip(why);
  }
  QPushButton* go = buttons_->button(QDialogButtonBox::Ok);
  go->setEnabled(problems.empty());
  go->setToolTip(problems.empty() ? QString() : QString::fromStdString(problems.front().what));
  if (!problems.empty()) return remark_->setText(QString::fromStdString(problems.front().what));
  const std::size_t frames = planFrames(asked.pace, events_).size();
  remark_->setText(tr("%1 frames, %2 s of video")
                       .arg(frames)
                       .arg(static_cast<double>(frames) / asked.pace.rate, 0, 'f', 1));
}

void VideoDialog::loadChoices() {
  const QSettings settings;
  kind_->setCurrentIndex(std::max(0, kind_->findData(settings.value("video/kind", ".mp4"))));
  content_->setCurrentIndex(settings.value("video/plots", false).toBool() ? 1 : 0);
  width_->setValue(settings.value("video/width", 1280).toInt());
  height_->setValue(settings.value("video/height", 720).toInt());
  rate_->setValue(settings.value("video/rate", 30).toDouble());
  slows_->setChecked(settings.value("video/slows", true).toBool());
  slowest_->setValue(settings.value("video/slowest", 0.1).toDouble());
  around_->setValue(settings.value("video/around", 0.5).toDouble());
}

// From, to and speed belong to a run: they are not kept.
void VideoDialog::keepChoices() const {
  QSettings settings;
  settings.setValue("video/kind", kind_->currentData());
  settings.setValue("video/plots", content_->currentIndex() == 1);
  settings.setValue("video/width", width_->value());
  settings.setValue("video/height", height_->value());
  settings.setValue("video/rate", rate_->value());
  settings.setValue("video/slows", slows_->isChecked());
  settings.setValue("video/slowest", slowest_->value());
  settings.setValue("video/around", around_->value());
}

}  // namespace clank

#include "moc_video_dialog.cpp"
