// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/signal_plot.h"

#include <fmt/format.h>
#include <qcustomplot.h>

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QResizeEvent>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/io/number_text.h"
#include "core/record/receipt_units.h"
#include "ui/look/icon.h"
#include "ui/plots/channel_picker.h"

namespace clank {

SignalPlot::SignalPlot(QWidget* parent)
    : QWidget(parent),
      canvas_(new PlotCanvas(this)),
      xy_(new XyCanvas(this)),
      button_(new QToolButton(this)),
      feed_(*canvas_),
      xyFeed_(*xy_),
      spectrumFeed_(*xy_) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(3, 3, 3, 3);
  layout->addWidget(canvas_);
  layout->addWidget(xy_);
  xy_->hide();
  restart();
  setObjectName("plotPane");
  setAttribute(Qt::WA_StyledBackground);
  button_->setAutoRaise(true);
  button_->setFixedSize(28, 28);
  button_->setToolTip(tr("Choose what this plot shows"));
  button_->setAccessibleName(tr("Choose what this plot shows"));
  connect(button_, &QToolButton::clicked, this,
          [this] { showMenu(button_->mapToGlobal(QPoint(0, button_->height()))); });
  connect(canvas_, &PlotCanvas::menuRequested, this, &SignalPlot::showMenu);
  connect(canvas_, &PlotCanvas::curvePicked, this, [this](int curve, const QPoint& at) {
    const std::string found = feed_.findSignal(curve);
    Q_EMIT signalsPicked(found.empty() ? choice_.channels : std::vector{found}, at);
  });
  connect(canvas_, &PlotCanvas::curvePointed, this, [this](int curve) {
    const std::string part = feed_.findPart(curve);
    Q_EMIT signalPointed(part.empty() ? feed_.findSignal(curve) : part + ".impulse");
  });
  connect(xy_, &XyCanvas::curvePointed, this, [this](int curve) {
    Q_EMIT signalPointed(isSpectrum() ? std::string() : xyFeed_.findSignal(curve));
  });
  connect(xy_, &XyCanvas::menuRequested, this, &SignalPlot::showMenu);
  for (auto* drawn : findChildren<QCustomPlot*>()) drawn->installEventFilter(this);
}

// Wherever it is pressed, also beside its curves.
bool SignalPlot::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::MouseButtonPress) Q_EMIT touched();
  return QWidget::eventFilter(watched, event);
}

void SignalPlot::takeTrajectory(const Trajectory* trajectory, const Trajectory* previous) {
  trajectory_ = trajectory;
  previous_ = previous;
}

void SignalPlot::setTrajectory(const Trajectory* trajectory, const Trajectory* previous) {
  takeTrajectory(trajectory, previous);
  restart();
}

void SignalPlot::setOverlays(std::vector<Overlay> overlays) {
  overlays_ = std::move(overlays);
  restart();
}

void SignalPlot::setConstants(std::vector<SignalConstant> constants) {
  constants_ = std::move(constants);
  feed_.setConstants(constants_);
  spectrumFeed_.setConstants(constants_);
}

void SignalPlot::setReferences(std::vector<ReferenceOverlay> references) {
  references_ = std::move(references);
  restart();
}

void SignalPlot::setChoice(const PlotChoice& choice) {
  choice_ = choice;
  restart();
  Q_EMIT choiceChanged();
}

void SignalPlot::restart() {
  canvas_->setVisible(!isXy());
  xy_->setVisible(isXy());
  spectrumFeed_.stop();
  xyFeed_.stop();
  if (!trajectory_) {
    canvas_->setHint(tellToRun());
    xy_->setHint(tellToRun());
    return;
  }
  if (isSpectrum()) {
    spectrumFeed_.setView(view_.first, view_.second);
    spectrumFeed_.start(choice_, *trajectory_);
  } else if (isXy()) {
    xyFeed_.setView(view_.first, view_.second);
    xyFeed_.start(choice_, *trajectory_, previous_, overlays_);
  } else {
    canvas_->setLogarithmic(choice_.logY);
    feed_.start(choice_, *trajectory_, previous_, overlays_, references_);
  }
  showPointed();
}

void SignalPlot::setPointed(const std::string& part) {
  pointed_ = part;
  showPointed();
}

void SignalPlot::showPointed() {
  if (isSpectrum()) return;
  isXy() ? xy_->setThick(xyFeed_.listCurvesOf(pointed_)) : canvas_->setThick(feed_.listCurvesOf(pointed_));
}

void SignalPlot::setView(double from, double to) {
  view_ = {from, to};
  isSpectrum() ? spectrumFeed_.setView(from, to) : xyFeed_.setView(from, to);
}

void SignalPlot::advance() {
  isSpectrum() ? spectrumFeed_.advance() : isXy() ? xyFeed_.advance() : feed_.advance();
}

void SignalPlot::setLook(const Palette& palette) {
  canvas_->setLook(palette);
  xy_->setLook(palette);
  button_->setIcon(makeIcon("channels", palette.dim));
}

void SignalPlot::setMenuHidden(bool hidden) {
  button_->setVisible(!hidden);
}

void SignalPlot::setHeadRoom(int room) {
  canvas_->setHeadRoom(room);
  xy_->setHeadRoom(room);
}

void SignalPlot::showMenu(const QPoint& globalPosition) {
  Q_EMIT touched();
  QMenu menu(this);
  if (trajectory_) {
    for (const auto& choice : makeChoices(trajectory_->channels())) {
      auto* action = menu.addAction(choice.title, this, [this, choice] { setChoice(choice); });
      action->setCheckable(true);
      action->setChecked(choice == choice_);
    }
    menu.addSeparator();
    menu.addAction(tr("Choose channels..."), this, &SignalPlot::showPicker);
    addAxisActions(menu);
    addReferenceActions(menu);
    menu.addSeparator();
  }
  menu.addAction(tr("New plot"), this, &SignalPlot::newPlotAsked);
  auto* close = menu.addAction(tr("Close this plot"), this, &SignalPlot::closeAsked);
  close->setEnabled(isClosable_);
  if (!isClosable_) close->setToolTip(tr("One plot stays"));
  menu.setToolTipsVisible(true);
  menu.addSeparator();
  menu.addAction(tr("Show everything"), canvas_, [this] {
    canvas_->resetView();
    xy_->resetView();
    Q_EMIT canvas_->viewChanged(canvas_->getFullRange().first, canvas_->getFullRange().second);
  });
  const QString why = findHint();
  for (QAction* action : {menu.addAction(tr("Copy picture"), this, &SignalPlot::copyPicture),
                          menu.addAction(tr("Copy numbers"), this, &SignalPlot::copyTable),
                          menu.addAction(tr("Export picture..."), this, &SignalPlot::pictureAsked)}) {
    action->setEnabled(why.isEmpty());
    if (!why.isEmpty()) action->setToolTip(why);
  }
  menu.exec(globalPosition);
}

// What a plot of signals can be besides: a spectrum, and on logarithmic axes.
void SignalPlot::addAxisActions(QMenu& menu) {
  const auto add = [this](QMenu& to, const QString& words, bool is, auto change) {
    auto* action = to.addAction(words, this, [this, change] {
      PlotChoice choice = choice_;
      change(choice);
      setChoice(choice);
    });
    action->setCheckable(true);
    action->setChecked(is);
  };
  if (choice_.kind == PlotChoice::Kind::channels || isSpectrum())
    add(menu, tr("Spectrum of these"), isSpectrum(), [](PlotChoice& choice) {
      const bool was = choice.kind == PlotChoice::Kind::spectrum;
      choice.kind = was ? PlotChoice::Kind::channels : PlotChoice::Kind::spectrum;
    });
  if (isSpectrum()) {
    QMenu& windows = *menu.addMenu(tr("Window of the spectrum"));
    for (const auto& [window, words] : {std::pair(SpectrumWindow::rectangular, tr("Rectangular")),
                                        std::pair(SpectrumWindow::hann, tr("Hann")),
                                        std::pair(SpectrumWindow::flatTop, tr("Flat top: true amplitudes"))})
      add(windows, words, choice_.window == window,
          [chosen = window](PlotChoice& choice) { choice.window = chosen; });
    add(menu, tr("Logarithmic frequencies"), choice_.logX,
        [](PlotChoice& choice) { choice.logX = !choice.logX; });
  }
  if (choice_.kind != PlotChoice::Kind::impulses)
    add(menu, tr("Logarithmic values"), choice_.logY, [](PlotChoice& choice) { choice.logY = !choice.logY; });
  if (!canvas_->listDifferences().isEmpty())
    menu.addAction(tr("Remove the second cursor"), this, &SignalPlot::markDropped);
}

// Curves of other origin lie over channels of time.
void SignalPlot::addReferenceActions(QMenu& menu) {
  std::vector<Channel> mine;
  for (const std::string& name : choice_.channels)
    if (const auto found = trajectory_->findChannel(name)) mine.push_back(trajectory_->channels()[*found]);
  auto* compare =
      menu.addAction(tr("Compare with a file..."), this, [this, mine] { Q_EMIT referenceAsked(mine); });
  const bool can = choice_.kind == PlotChoice::Kind::channels && !mine.empty();
  compare->setEnabled(can);
  compare->setToolTip(can ? tr("Lay the curve of a table (CSV) over one of this plot")
                          : tr("Only beside channels over time"));
  for (const ReferenceOverlay& reference : references_)
    if (can &&
        std::any_of(mine.begin(), mine.end(), [&](const Channel& c) { return c.name == reference.channel; }))
      menu.addAction(tr("Remove %1").arg(reference.label.section(": RMS", 0, 0)), this,
                     [this, channel = reference.channel, file = reference.file] {
                       Q_EMIT referenceDropped(channel, file);
                     });
}

void SignalPlot::showPicker() {
  auto* picker = new ChannelPicker(this);
  picker->setWindowFlag(Qt::Popup);
  picker->setAttribute(Qt::WA_DeleteOnClose);
  picker->setChannels(trajectory_->channels(), choice_.channels, constants_);
  picker->setOver(choice_.over, choice_.everyTurn);
  connect(picker, &ChannelPicker::chosenChanged, this, [this, picker] {
    PlotChoice choice;
    choice.channels = picker->chosen();
    choice.over = picker->over();
    if (!choice.over.empty()) choice.kind = PlotChoice::Kind::xy;
    choice.everyTurn = picker->isEveryTurn();
    if (isSpectrum() && choice.over.empty()) choice.kind = PlotChoice::Kind::spectrum;
    choice.window = choice_.window;
    choice.logX = choice_.logX;
    choice.logY = choice_.logY;
    choice.equalAxes = choice_.equalAxes && choice.over == choice_.over;
    setChoice(choice);
  });
  picker->resize(340, 400);
  picker->move(button_->mapToGlobal(QPoint(button_->width() - picker->width(), -picker->height())));
  picker->show();
  picker->setFocus();
}

QString SignalPlot::getTitle() const {
  return choice_.title.isEmpty() ? makeTitle(choice_.channels) : choice_.title;
}

void SignalPlot::copyPicture() {
  QGuiApplication::clipboard()->setPixmap(isXy() ? xy_->takePicture() : canvas_->takePicture());
  Q_EMIT copied(tr("Copied the picture of %1").arg(getTitle()));
}

void SignalPlot::copyTable() {
  const QString text = toText();
  QGuiApplication::clipboard()->setText(text);
  Q_EMIT copied(tr("Copied %1 rows of %2").arg(std::max<qsizetype>(0, text.count('\n') - 1)).arg(getTitle()));
}

QString SignalPlot::toText() const {
  if (!trajectory_) return {};
  if (isSpectrum()) return spectrumFeed_.toText();
  const auto [from, to] = canvas_->getView();
  if (choice_.kind == PlotChoice::Kind::impulses) return toImpulseText(from, to);
  std::vector<std::string> names{"t"};
  if (isXy() && choice_.over != "t") names.push_back(choice_.over);
  names.insert(names.end(), choice_.channels.begin(), choice_.channels.end());
  std::vector<Signal> columns;
  std::string text;
  for (const std::string& name : names) {
    auto signal = Signal::findIfThere(name, trajectory_->channels(), constants_);
    if (!signal) continue;
    if (!columns.empty()) text += '\t';
    text += signal->isExpression() ? name : Channel{name, signal->getUnit()}.header();
    columns.push_back(std::move(*signal));
  }
  text += '\n';
  for (std::size_t i = 0; i < trajectory_->sampleCount(); ++i) {
    const auto row = trajectory_->row(i);
    if (row[0] < from || row[0] > to) continue;
    for (Signal& column : columns) {
      appendFullNumber(text, column.read(row));
      text += &column == &columns.back() ? '\n' : '\t';
    }
  }
  return QString::fromStdString(text);
}

// The stems: what was exchanged, and through which joints.
QString SignalPlot::toImpulseText(double from, double to) const {
  std::string text = fmt::format("t [s]\telement\timpulse [{}]\tmoment [{}]\n", kForceImpulse.impulse,
                                 kMomentImpulse.impulse);
  const auto add = [&](double t, const std::string& element, double impulse, bool ofMoment = false) {
    appendFullNumber(text, t);
    text += '\t' + element + (ofMoment ? "\t\t" : "\t");
    appendFullNumber(text, impulse);
    text += ofMoment ? "\n" : "\t\n";
  };
  for (const Receipt& receipt : trajectory_->events()) {
    if (receipt.t < from || receipt.t > to) continue;
    if (receipt.impulse != 0) add(receipt.t, receipt.element, std::abs(receipt.impulse), isMoment(receipt));
    for (const JointImpulse& joint : receipt.jointImpulses)
      if (const double size = std::hypot(joint.x, joint.y); size != 0) add(receipt.t, joint.joint, size);
  }
  return QString::fromStdString(text);
}

QString SignalPlot::findHint() const {
  return isXy() ? xy_->getHint() : canvas_->getHint();
}

bool SignalPlot::writePicture(const QString& path, const PictureForm& form) {
  return isXy() ? xy_->writePicture(path, form) : canvas_->writePicture(path, form);
}

void SignalPlot::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  button_->move(width() - button_->width() - 6, 4);
}

}  // namespace clank

#include "moc_signal_plot.cpp"
