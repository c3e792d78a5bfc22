// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/mirror_dialog.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>
#include <numbers>

#include "ui/board/grid.h"
#include "ui/board/typed_quantity.h"
#include "ui/document/copy_motion.h"
#include "ui/look/words.h"
#include "ui/panels/segmented_choice.h"

namespace clank {
namespace {

enum LineKind { kUpright, kLevel, kDirected };

}  // namespace

MirrorDialog::MirrorDialog(QWidget* window, const MechanismDocument& document, PlanePoint line)
    : QDialog(window),
      document_(document),
      kind_(new SegmentedChoice({tr("Upright"), tr("Level"), tr("In a direction")})),
      form_(new QFormLayout),
      x_(addField("mirrorX", tr("Through x"), writeLength(line.x, 5))),
      y_(addField("mirrorY", tr("Through y"), writeLength(line.y, 5))),
      direction_(addField("mirrorDirection", tr("Direction from +x"), "45 deg")),
      alike_(new QCheckBox(tr("Stays alike: a change of either side goes to both"))),
      remark_(new QLabel),
      buttons_(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel)) {
  setObjectName("mirrorDialog");
  setWindowTitle(tr("Mirror copy"));
  kind_->setChosen(kUpright);
  alike_->setObjectName("mirrorAlike");
  alike_->setChecked(true);
  remark_->setWordWrap(true);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(new QLabel(tr("The mirror line is")));
  layout->addWidget(kind_);
  layout->addLayout(form_);
  layout->addWidget(alike_);
  layout->addWidget(remark_);
  layout->addWidget(buttons_);
  connect(buttons_, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(kind_, &SegmentedChoice::chosenByHand, this, [this](int) { showKind(); });
  for (QLineEdit* field : {x_, y_, direction_})
    connect(field, &QLineEdit::textChanged, this, &MirrorDialog::check);
  showKind();
  x_->setFocus();
  x_->selectAll();
}

QLineEdit* MirrorDialog::addField(const char* name, const QString& label, const QString& text) {
  auto* field = new QLineEdit(text);
  field->setObjectName(name);
  form_->addRow(label, field);
  return field;
}

void MirrorDialog::showKind() {
  const auto show = [this](QLineEdit* field, bool on) {
    field->setVisible(on);
    form_->labelForField(field)->setVisible(on);
  };
  show(x_, kind_->chosen() != kLevel);
  show(y_, kind_->chosen() != kUpright);
  show(direction_, kind_->chosen() == kDirected);
  check();
  adjustSize();
}

void MirrorDialog::check() {
  QString wrong;
  buttons_->button(QDialogButtonBox::Ok)->setEnabled(findMotion(wrong).has_value());
  remark_->setText(wrong);
  remark_->setVisible(!wrong.isEmpty());
}

bool MirrorDialog::staysAlike() const {
  return alike_->isChecked();
}

std::optional<CopyMotion> MirrorDialog::findMotion() const {
  QString wrong;
  return findMotion(wrong);
}

std::optional<CopyMotion> MirrorDialog::findMotion(QString& wrong) const {
  const auto read = [&](const QLineEdit& field, const char* unit, double& into) {
    const auto value = evaluateTyped(field.text(), unit, document_.shown());
    if (!value) wrong = QString::fromStdString(value.error());
    if (value) into = value->value;
    return value.has_value();
  };
  PlanePoint through;
  double direction = kind_->chosen() == kUpright ? std::numbers::pi / 2 : 0;
  if (kind_->chosen() != kLevel && !read(*x_, "m", through.x)) return std::nullopt;
  if (kind_->chosen() != kUpright && !read(*y_, "m", through.y)) return std::nullopt;
  if (kind_->chosen() == kDirected && !read(*direction_, "rad", direction)) return std::nullopt;
  return mirrorAt(through, direction);
}

}  // namespace clank

#include "moc_mirror_dialog.cpp"
