// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/joint_card.h"

#include <QCoreApplication>
#include <QHBoxLayout>

#include "core/model/joint.h"
#include "ui/panels/segmented_choice.h"

namespace clank {

namespace {

constexpr int kCardWidth = 324;  // px

}  // namespace

QString explainNoClearance() {
  return QCoreApplication::translate("Board",
                                     "Only pins, guides, slots and points on curves can have a clearance");
}

JointCard::JointCard(QWidget* parent)
    : QFrame(parent), choice_(new SegmentedChoice({tr("ideal"), tr("metamorphic"), tr("clearance")})) {
  setObjectName("jointCard");
  choice_->setAccessibleName(tr("State of the joint"));
  choice_->mark(1, "metamorphic");
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(4, 4, 4, 4);
  layout->addWidget(choice_);
  connect(choice_, &SegmentedChoice::chosenByHand, this,
          [this](int index) { Q_EMIT marked(static_cast<JointMarking>(index)); });
  hide();
}

JointMarking findMarking(const Joint& joint) {
  if (joint.metamorphic) return JointMarking::metamorphic;
  return isLoose(joint) ? JointMarking::clearance : JointMarking::ideal;
}

void JointCard::setMark(JointMarking mark, const Joint& joint) {
  choice_->setChosen(static_cast<int>(mark));
  if (takesClearance(joint.kind))
    choice_->enable(2);
  else
    choice_->disable(2, explainNoClearance());
  resize(kCardWidth, sizeHint().height());
}

}  // namespace clank

#include "moc_joint_card.cpp"
