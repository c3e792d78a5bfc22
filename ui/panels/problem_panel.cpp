// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/problem_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/look/icon.h"

namespace clank {

constexpr int kRowsInView = 4;

ProblemPanel::ProblemPanel(QWidget* parent)
    : QFrame(parent),
      icon_(new QLabel(this)),
      heading_(new QLabel(this)),
      close_(new QToolButton(this)),
      list_(new QListWidget(this)) {
  setObjectName("problems");
  heading_->setObjectName("heading");
  heading_->setWordWrap(true);
  close_->setAutoRaise(true);
  close_->setAccessibleName(tr("Hide the problems"));
  close_->setToolTip(tr("Hide the problems"));
  list_->setAccessibleName(tr("Problems"));
  list_->setFrameShape(QFrame::NoFrame);
  list_->setWordWrap(true);
  list_->setIconSize({16, 16});
  list_->setSelectionMode(QAbstractItemView::NoSelection);
  list_->setFocusPolicy(Qt::NoFocus);
  auto* head = new QHBoxLayout;
  head->setSpacing(8);
  head->addWidget(icon_);
  head->addWidget(heading_, 1);
  head->addWidget(close_);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(16, 8, 8, 8);
  layout->setSpacing(4);
  layout->addLayout(head);
  layout->addWidget(list_);
  connect(close_, &QToolButton::clicked, this, &QWidget::hide);
  connect(list_, &QListWidget::itemClicked, this,
          [this](QListWidgetItem* item) { Q_EMIT picked(item->data(Qt::UserRole).toString()); });
  hide();
}

void ProblemPanel::setProblems(const QString& heading, const Problems& problems) {
  heading_->setText(heading);
  problems_ = problems;
  fill();
  setVisible(!problems.empty());
}

void ProblemPanel::fill() {
  list_->clear();
  for (const auto& problem : problems_) {
    QString text = QString::fromStdString(problem.what);
    if (!problem.where.empty()) text += QString("   (%1)").arg(QString::fromStdString(problem.where));
    const bool error = problem.severity == Severity::error;
    auto* item =
        new QListWidgetItem(makeIcon("problem", error ? palette_.impact : palette_.locked), text, list_);
    item->setToolTip(text);
    item->setData(Qt::UserRole, QString::fromStdString(problem.where));
  }
  list_->ensurePolished();
  const int rows = std::min(kRowsInView, list_->count());
  list_->setFixedHeight(rows * list_->sizeHintForRow(0) + 4);
}

void ProblemPanel::setLook(const Palette& palette) {
  palette_ = palette;
  icon_->setPixmap(makeIcon("problem", palette.impact).pixmap(20, 20));
  close_->setIcon(makeIcon("close", palette.dim));
  fill();
}

int ProblemPanel::count() const {
  return list_->count();
}

}  // namespace clank
