// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/repeat_dialog.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include "ui/board/grid.h"
#include "ui/board/typed_quantity.h"
#include "ui/look/words.h"
#include "ui/panels/segmented_choice.h"

namespace clank {
namespace {

constexpr double kApart = 1.5;  // widths of the parts, at first

}  // namespace

RepeatDialog::RepeatDialog(QWidget* window, const MechanismDocument& document, PlanePoint pivot, double width)
    : QDialog(window),
      document_(document),
      kind_(new SegmentedChoice({tr("In a row"), tr("Around a point")})),
      copies_(new QSpinBox),
      right_(addField("repeatRight", writeLength(kApart * width, 4))),
      up_(addField("repeatUp", writeLength(0, 4))),
      turn_(addField("repeatTurn", "30 deg")),
      aboutX_(addField("repeatAboutX", writeLength(pivot.x, 5))),
      aboutY_(addField("repeatAboutY", writeLength(pivot.y, 5))),
      row_(new QWidget),
      around_(new QWidget),
      alike_(new QCheckBox(tr("They stay alike: a change of one goes to all"))),
      remark_(new QLabel),
      buttons_(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel)) {
  setObjectName("repeatDialog");
  kind_->setChosen(0);
  setWindowTitle(tr("Repeat"));
  alike_->setObjectName("repeatAlike");
  copies_->setObjectName("repeatCopies");
  copies_->setRange(1, kMostCopies);
  copies_->setValue(4);
  remark_->setWordWrap(true);
  auto* count = new QFormLayout;
  count->addRow(tr("Copies"), copies_);
  auto* row = new QFormLayout(row_);
  row->setContentsMargins(0, 0, 0, 0);
  row->addRow(tr("Step to the right"), right_);
  row->addRow(tr("Step up"), up_);
  auto* around = new QFormLayout(around_);
  around->setContentsMargins(0, 0, 0, 0);
  around->addRow(tr("Turn of each"), turn_);
  around->addRow(tr("About x"), aboutX_);
  around->addRow(tr("About y"), aboutY_);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(kind_);
  layout->addLayout(count);
  layout->addWidget(row_);
  layout->addWidget(around_);
  layout->addWidget(alike_);
  layout->addWidget(remark_);
  layout->addWidget(buttons_);
  connect(buttons_, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(kind_, &SegmentedChoice::chosenByHand, this, [this](int) { showKind(); });
  for (QLineEdit* field : {right_, up_, turn_, aboutX_, aboutY_})
    connect(field, &QLineEdit::textChanged, this, &RepeatDialog::check);
  showKind();
  copies_->setFocus();
  copies_->selectAll();
}

QLineEdit* RepeatDialog::addField(const char* name, const QString& text) {
  auto* field = new QLineEdit(text);
  field->setObjectName(name);
  return field;
}

void RepeatDialog::showKind() {
  row_->setVisible(kind_->chosen() == 0);
  around_->setVisible(kind_->chosen() == 1);
  check();
  adjustSize();
}

void RepeatDialog::check() {
  QString wrong;
  buttons_->button(QDialogButtonBox::Ok)->setEnabled(findPlan(wrong).has_value());
  remark_->setText(wrong);
  remark_->setVisible(!wrong.isEmpty());
}

std::optional<double> RepeatDialog::read(const QLineEdit& field, const char* unit, QString& wrong) const {
  const auto value = evaluateTyped(field.text(), unit, document_.shown());
  if (value) return value->value;
  wrong = QString::fromStdString(value.error());
  return std::nullopt;
}

std::optional<RepeatPlan> RepeatDialog::findPlan() const {
  QString wrong;
  return findPlan(wrong);
}

std::optional<RepeatPlan> RepeatDialog::findPlan(QString& wrong) const {
  RepeatPlan plan;
  plan.copies = copies_->value();
  plan.alike = alike_->isChecked();
  if (kind_->chosen() == 0) {
    const auto right = read(*right_, "m", wrong), up = read(*up_, "m", wrong);
    if (!right || !up) return std::nullopt;
    plan.step.dx = *right;
    plan.step.dy = *up;
  } else {
    const auto turn = read(*turn_, "rad", wrong), x = read(*aboutX_, "m", wrong),
               y = read(*aboutY_, "m", wrong);
    if (!turn || !x || !y) return std::nullopt;
    plan.step.angle = *turn;
    plan.step.about = {*x, *y};
  }
  if (plan.step.dx != 0 || plan.step.dy != 0 || plan.step.angle != 0) return plan;
  wrong = tr("All copies would lie on each other: type a step");
  return std::nullopt;
}

}  // namespace clank

#include "moc_repeat_dialog.cpp"
