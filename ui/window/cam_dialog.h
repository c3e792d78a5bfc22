// SPDX-License-Identifier: GPL-3.0-or-later
// A cam from its lift law: the turn of the cam part by part, or a table; with the pitch curve and the
// pressure angle of what comes of it.
#pragma once

#include "core/kinematics/cam_profile.h"
#include "ui/window/maker_dialog.h"

class QPlainTextEdit;

namespace clank {

class SegmentedChoice;

class CamDialog : public MakerDialog {
  Q_OBJECT
 public:
  CamDialog(QWidget* window, const MechanismDocument& document, PlanePoint at);

 protected:
  std::optional<Mechanism> make(QString& wrong) const override;
  std::vector<std::vector<PlanePoint>> listLines() const override;
  QString remarkOf() const override;

 private:
  struct Cam {
    CamPlan plan;
    PlanePoint at;
    double speed = 0;  // rad/s
    LiftCurve lift;
    CamProfile profile;
  };
  std::optional<Cam> makeCam(QString& wrong) const;
  std::optional<LiftCurve> readLift(QString& wrong) const;
  std::optional<LiftCurve> readTable(const QStringList& lines, QString& wrong) const;
  double readText(const QString& text, const char* unit, QString& wrong) const;

  QLineEdit* base_;
  SegmentedChoice* face_;
  QLineEdit *roller_, *offset_, *speed_;
  QPlainTextEdit* lift_;
};

}  // namespace clank
