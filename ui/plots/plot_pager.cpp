// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot_pager.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace clank {

PlotPager::PlotPager(QWidget* parent) : QWidget(parent) {
  setObjectName("plotPager");
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  back_ = addButton(QChar(0x2039), tr("Previous plots"), -1);
  words_ = new QLabel;
  words_->setObjectName("dim");
  layout->addWidget(words_);
  on_ = addButton(QChar(0x203a), tr("Next plots"), 1);
  hide();
}

QToolButton* PlotPager::addButton(const QString& sign, const QString& words, int by) {
  auto* button = new QToolButton;
  button->setText(sign);
  button->setAutoRaise(true);
  button->setAccessibleName(words);
  button->setToolTip(words);
  connect(button, &QToolButton::clicked, this, [this, by] { Q_EMIT turned(by); });
  layout()->addWidget(button);
  return button;
}

void PlotPager::setPage(int first, int shown, int count) {
  const QString from = QString::number(first + 1);
  words_->setText(shown > 1 ? tr("%1\u2013%2 of %3").arg(from).arg(first + shown).arg(count)
                            : tr("%1 of %2").arg(from).arg(count));
  back_->setEnabled(first > 0);
  on_->setEnabled(first + shown < count);
  back_->setToolTip(first > 0 ? tr("Previous plots") : tr("These are the first plots"));
  on_->setToolTip(on_->isEnabled() ? tr("Next plots") : tr("These are the last plots"));
  setVisible(shown < count);
  adjustSize();
}

}  // namespace clank

#include "moc_plot_pager.cpp"
