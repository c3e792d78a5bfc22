// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/signal_plot.h"

#include <QFileDialog>
#include <QMenu>
#include <QResizeEvent>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/look/file_name.h"
#include "ui/look/icon.h"
#include "ui/plots/channel_picker.h"

namespace clank {

SignalPlot::SignalPlot(QWidget* parent)
    : QWidget(parent),
      canvas_(new PlotCanvas(this)),
      xy_(new XyCanvas(this)),
      button_(new QToolButton(this)),
      feed_(*canvas_),
      xyFeed_(*xy_) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(3, 3, 3, 3);
  layout->addWidget(canvas_);
  layout->addWidget(xy_);
  xy_->hide();
  setObjectName("plotPane");
  setAttribute(Qt::WA_StyledBackground);
  button_->setAutoRaise(true);
  button_->setFixedSize(28, 28);
  button_->setToolTip(tr("Choose what this plot shows"));
  button_->setAccessibleName(tr("Choose what this plot shows"));
  connect(button_, &QToolButton::clicked, this,
          [this] { showMenu(button_->mapToGlobal(QPoint(0, button_->height()))); });
  connect(canvas_, &PlotCanvas::menuRequested, this, &SignalPlot::showMenu);
  connect(canvas_, &PlotCanvas::timePicked, this, &SignalPlot::touched);
  connect(xy_, &XyCanvas::menuRequested, this, &SignalPlot::showMenu);
  connect(xy_, &XyCanvas::timePicked, this, &SignalPlot::touched);
}

void SignalPlot::setTrajectory(const Trajectory* trajectory, const Trajectory* previous) {
  trajectory_ = trajectory;
  previous_ = previous;
  restart();
}

void SignalPlot::setOverlays(std::vector<Overlay> overlays) {
  overlays_ = std::move(overlays);
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
  if (!trajectory_) return;
  if (isXy())
    xyFeed_.start(choice_, *trajectory_, previous_, overlays_);
  else
    feed_.start(choice_, *trajectory_, previous_, overlays_);
}

void SignalPlot::advance() {
  isXy() ? xyFeed_.advance() : feed_.advance();
}

void SignalPlot::setLook(const Palette& palette) {
  canvas_->setLook(palette);
  xy_->setLook(palette);
  button_->setIcon(makeIcon("channels", palette.dim));
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
  }
  menu.addAction(tr("Show everything"), canvas_, [this] {
    canvas_->resetView();
    xy_->resetView();
    Q_EMIT canvas_->viewChanged(canvas_->getFullRange().first, canvas_->getFullRange().second);
  });
  menu.addAction(tr("Export picture..."), this, &SignalPlot::askForPicture);
  menu.exec(globalPosition);
}

void SignalPlot::showPicker() {
  auto* picker = new ChannelPicker(this);
  picker->setWindowFlag(Qt::Popup);
  picker->setAttribute(Qt::WA_DeleteOnClose);
  picker->setChannels(trajectory_->channels(), choice_.channels);
  picker->setOver(choice_.over, choice_.everyTurn);
  connect(picker, &ChannelPicker::chosenChanged, this, [this, picker] {
    PlotChoice choice;
    choice.channels = picker->chosen();
    choice.over = picker->over();
    if (!choice.over.empty()) choice.kind = PlotChoice::Kind::xy;
    choice.everyTurn = picker->isEveryTurn();
    choice.equalAxes = choice_.equalAxes && choice.over == choice_.over;
    setChoice(choice);
  });
  picker->resize(300, 400);
  picker->move(button_->mapToGlobal(QPoint(button_->width() - picker->width(), -picker->height())));
  picker->show();
  picker->setFocus();
}

QString SignalPlot::getTitle() const {
  return choice_.title.isEmpty() ? makeTitle(choice_.channels) : choice_.title;
}

void SignalPlot::askForPicture() {
  const QString path =
      QFileDialog::getSaveFileName(this, tr("Export plot"), proposeFile(*this, getTitle() + ".svg"),
                                   tr("Vector picture (*.svg);;PDF (*.pdf);;Picture (*.png)"));
  if (!path.isEmpty())
    Q_EMIT pictureWritten(path, isXy() ? xy_->writePicture(path) : canvas_->writePicture(path));
}

void SignalPlot::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  button_->move(width() - button_->width() - 6, 4);
}

}  // namespace clank
