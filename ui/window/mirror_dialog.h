// SPDX-License-Identifier: GPL-3.0-or-later
// At which line the selected parts are mirrored for a copy of them, and whether both stay alike.
#pragma once

#include <QDialog>
#include <optional>

#include "ui/document/copy_image.h"
#include "ui/document/copy_motion.h"
#include "ui/document/mechanism_document.h"
#include "ui/document/transform.h"

class QCheckBox;
class QDialogButtonBox;
class QFormLayout;
class QLabel;
class QLineEdit;

namespace clank {

class SegmentedChoice;

class MirrorDialog : public QDialog {
  Q_OBJECT
 public:
  // line: where an upright and a level line would run at first.
  MirrorDialog(QWidget* window, const MechanismDocument& document, PlanePoint line);
  // Nothing while something typed is wrong, which the dialog says.
  std::optional<CopyMotion> findMotion() const;
  bool staysAlike() const;

 private:
  QLineEdit* addField(const char* name, const QString& label, const QString& text);
  void showKind();
  void check();
  std::optional<CopyMotion> findMotion(QString& wrong) const;

  const MechanismDocument& document_;
  SegmentedChoice* kind_;
  QFormLayout* form_;
  QLineEdit *x_, *y_, *direction_;
  QCheckBox* alike_;
  QLabel* remark_;
  QDialogButtonBox* buttons_;
};

}  // namespace clank
