// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/joint_card.h"

#include <QCoreApplication>
#include <QHBoxLayout>

#include "ui/panels/segmented_choice.h"

namespace clank {

namespace {

constexpr int kCardWidth = 324;  // px

}  // namespace

QString explainNoClearance() {
  return QCoreApplication::translate("Board", "Joints with clearance are not computed yet");
}

JointCard::JointCard(QWidget* parent)
    : QFrame(parent), choice_(new SegmentedChoice({tr("ideal"), tr("metamorphic"), tr("clearance")})) {
  setObjectName("jointCard");
  choice_->setAccessibleName(tr("State of the joint"));
  choice_->mark(1, "metamorphic");
  choice_->disable(2, explainNoClearance());
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(4, 4, 4, 4);
  layout->addWidget(choice_);
  connect(choice_, &SegmentedChoice::chosenByHand, this,
          [this](int index) { Q_EMIT marked(static_cast<JointMarking>(index)); });
  hide();
}

void JointCard::setMark(JointMarking mark) {
  choice_->setChosen(static_cast<int>(mark));
  resize(kCardWidth, sizeHint().height());
}

}  // namespace clank
