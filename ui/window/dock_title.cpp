// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/dock_title.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QStyleOption>
#include <QToolButton>

#include "ui/look/icon.h"

namespace clank {

constexpr int kNamedHeight = 36, kGripHeight = 12;  // px

DockTitle* DockTitle::install(QDockWidget* dock, Kind kind) {
  auto* title = new DockTitle(dock, kind);
  dock->setTitleBarWidget(title);
  QObject::connect(dock, &QDockWidget::topLevelChanged, title, [dock, title](bool floating) {
    dock->setTitleBarWidget(floating ? nullptr : title);
    title->setVisible(!floating);
  });
  return title;
}

DockTitle::DockTitle(QDockWidget* dock, Kind kind) : QWidget(dock), dock_(dock), kind_(kind) {
  setObjectName(kind == Kind::none ? "noTitle" : "dockTitle");
  if (kind != Kind::named) return;
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(16, 4, 8, 0);
  layout->setSpacing(0);
  layout->addWidget(new QLabel(dock->windowTitle(), this));
  layout->addStretch();
  float_ = new QToolButton(this);
  close_ = new QToolButton(this);
  for (QToolButton* button : {float_, close_}) {
    button->setFixedSize(24, 24);
    button->setIconSize({16, 16});
    button->setFocusPolicy(Qt::NoFocus);
    layout->addWidget(button);
  }
  float_->setToolTip(tr("Take the panel out of the window"));
  close_->setToolTip(tr("Hide the panel; the View menu brings it back"));
  float_->setAccessibleName(tr("Take out %1").arg(dock->windowTitle()));
  close_->setAccessibleName(tr("Hide %1").arg(dock->windowTitle()));
  connect(float_, &QToolButton::clicked, dock, [dock] { dock->setFloating(true); });
  connect(close_, &QToolButton::clicked, dock, &QWidget::close);
}

void DockTitle::setLook(const Palette& palette) {
  palette_ = palette;
  if (float_) float_->setIcon(makeIcon("float", palette.dim));
  if (close_) close_->setIcon(makeIcon("close", palette.dim));
  update();
}

QSize DockTitle::sizeHint() const {
  switch (kind_) {
    case Kind::named:
      return {120, kNamedHeight};
    case Kind::grip:
      return {120, kGripHeight};
    case Kind::none:
      break;
  }
  return {120, 0};
}

void DockTitle::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  QStyleOption option;
  option.initFrom(this);
  style()->drawPrimitive(QStyle::PE_Widget, &option, &painter, this);
  if (kind_ != Kind::grip) return;
  painter.setPen(Qt::NoPen);
  painter.setBrush(palette_.line);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.drawRoundedRect(QRectF(width() / 2.0 - 16, 5, 32, 3), 1.5, 1.5);
}

}  // namespace clank
