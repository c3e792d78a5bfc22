// SPDX-License-Identifier: GPL-3.0-or-later
// The state of a joint as one choice, over the sheet beside the joint.
#pragma once

#include <QFrame>

namespace clank {

struct Joint;
class SegmentedChoice;

enum class JointMarking { ideal, metamorphic, clearance };

class JointCard : public QFrame {
  Q_OBJECT
 public:
  explicit JointCard(QWidget* parent);
  void setMark(JointMarking mark, const Joint& joint);

 Q_SIGNALS:
  void marked(clank::JointMarking mark);

 private:
  SegmentedChoice* choice_;
};

// What a joint is marked as.
JointMarking findMarking(const Joint& joint);
QString explainNoClearance();

}  // namespace clank
