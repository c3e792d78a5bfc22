// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/segmented_choice.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QPushButton>
#include <utility>

namespace clank {
namespace {

// As wide at least as its word where it is chosen, which is bold.
class Segment : public QPushButton {
 public:
  using QPushButton::QPushButton;
  QSize sizeHint() const override { return withBoldWord(QPushButton::sizeHint()); }
  QSize minimumSizeHint() const override { return withBoldWord(QPushButton::minimumSizeHint()); }

 private:
  QSize withBoldWord(const QSize& size) const {
    constexpr int kEdges = 8;  // px, of both sides together
    QFont bold = font();
    bold.setBold(true);
    return {QFontMetrics(bold).horizontalAdvance(text()) + kEdges, size.height()};
  }
};

}  // namespace

SegmentedChoice::SegmentedChoice(const QStringList& words, QWidget* parent)
    : QWidget(parent), buttons_(new QButtonGroup(this)) {
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(4);
  for (const QString& word : words) {
    auto* button = new Segment(word);
    button->setCheckable(true);
    button->setProperty("segment", true);
    button->setAccessibleName(word);
    buttons_->addButton(button, static_cast<int>(buttons_->buttons().size()));
    layout->addWidget(button, 1);
  }
  connect(buttons_, &QButtonGroup::idClicked, this, [this](int index) {
    if (index != std::exchange(chosen_, index)) Q_EMIT chosenByHand(index);
  });
}

void SegmentedChoice::setChosen(int index) {
  auto* button = buttons_->button(index);
  if (!button) return;
  button->setChecked(true);
  chosen_ = index;
}

void SegmentedChoice::mark(int index, const QString& tone) {
  buttons_->button(index)->setProperty("tone", tone);
}

void SegmentedChoice::shorten(int index, const QString& sign) {
  QAbstractButton* button = buttons_->button(index);
  button->setToolTip(button->text());
  button->setText(sign);
  for (QAbstractButton* each : buttons_->buttons())
    each->setMinimumWidth(each->fontMetrics().horizontalAdvance(each->text()) + 16);
}

void SegmentedChoice::disable(int index, const QString& why) {
  QAbstractButton* button = buttons_->button(index);
  button->setEnabled(false);
  button->setToolTip(why);
  button->setAccessibleDescription(why);
}

void SegmentedChoice::enable(int index) {
  QAbstractButton* button = buttons_->button(index);
  button->setEnabled(true);
  button->setToolTip({});
  button->setAccessibleDescription({});
}

int SegmentedChoice::chosen() const {
  return chosen_;
}

}  // namespace clank

#include "moc_segmented_choice.cpp"
