// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/reference_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include "core/io/reference_file.h"
#include "core/model/quantity_text.h"
#include "ui/look/shown_units.h"

namespace clank {
namespace {

// Numbers, and quantities with their unit; anything else stays as it was typed, for the file to complain of.
Quantity readQuantity(const QString& text, const char* unit) {
  const auto value = evaluateQuantity(text.trimmed().toStdString(), unit, ParameterScope{});
  return value ? Quantity(*value) : Quantity();
}

bool isQuantity(const QString& text, const char* unit) {
  return evaluateQuantity(text.trimmed().toStdString(), unit, ParameterScope{}).has_value();
}

}  // namespace

ReferenceDialog::ReferenceDialog(QWidget* window, const QString& file, std::vector<Channel> channels)
    : QDialog(window),
      file_(file),
      channels_(std::move(channels)),
      channel_(new QComboBox),
      remark_(new QLabel) {
  setObjectName("referenceDialog");
  setWindowTitle(tr("Compare with %1").arg(QFileInfo(file).fileName()));
  auto* form = new QFormLayout(this);
  channel_->setObjectName("referenceChannel");
  channel_->setAccessibleName(tr("Curve"));
  for (const Channel& channel : channels_) channel_->addItem(QString::fromStdString(channel.name));
  form->addRow(tr("Curve"), channel_);
  name_ = addField("referenceName", tr("Name"), QFileInfo(file).completeBaseName(), {});
  timeColumn_ =
      addField("referenceTimeColumn", tr("Column of times"), "1", tr("number, or name in the first row"));
  valueColumn_ =
      addField("referenceValueColumn", tr("Column of values"), "2", tr("number, or name in the first row"));
  timeUnit_ = addField("referenceTimeUnit", tr("Unit of times"), {}, tr("as the first row says, else s"));
  valueUnit_ = addField("referenceValueUnit", tr("Unit of values"), {}, tr("as the first row says, else SI"));
  scale_ = addField("referenceScale", tr("Times are multiplied by"), "1", {});
  shift_ = addField("referenceShift", tr("and then shifted by"), "0 s", {});
  remark_->setObjectName("referenceRemark");
  remark_->setWordWrap(true);
  remark_->setMinimumWidth(360);
  form->addRow(remark_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
  for (auto* button : buttons->buttons()) button->setIcon({});
  ok_ = buttons->button(QDialogButtonBox::Ok);
  ok_->setText(tr("Compare"));
  form->addRow(buttons);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(channel_, &QComboBox::currentIndexChanged, this, &ReferenceDialog::describe);
  for (auto* field : findChildren<QLineEdit*>())
    connect(field, &QLineEdit::textChanged, this, &ReferenceDialog::describe);
  describe();
}

QLineEdit* ReferenceDialog::addField(const char* name, const QString& label, const QString& text,
                                     const QString& hint) {
  auto* field = new QLineEdit(text);
  field->setObjectName(name);
  field->setAccessibleName(label);
  field->setPlaceholderText(hint);
  field->setToolTip(hint);
  static_cast<QFormLayout*>(layout())->addRow(label, field);
  return field;
}

Reference ReferenceDialog::reference() const {
  Reference made;
  made.file = file_.toStdString();
  made.name = name_->text().trimmed().toStdString();
  made.channel = channels_[static_cast<std::size_t>(std::max(0, channel_->currentIndex()))].name;
  made.timeColumn = timeColumn_->text().trimmed().toStdString();
  made.valueColumn = valueColumn_->text().trimmed().toStdString();
  made.timeUnit = timeUnit_->text().trimmed().toStdString();
  made.valueUnit = valueUnit_->text().trimmed().toStdString();
  made.timeScale = readQuantity(scale_->text(), "1");
  made.timeShift = readQuantity(shift_->text(), "s");
  return made;
}

// Read anew with every letter: tables to compare with are small.
void ReferenceDialog::describe() {
  const auto refuse = [this](const QString& why) {
    remark_->setText(why);
    ok_->setEnabled(false);
    ok_->setToolTip(why);
  };
  if (!isQuantity(scale_->text(), "1")) return refuse(tr("What times are multiplied by is a number"));
  if (!isQuantity(shift_->text(), "s")) return refuse(tr("What times are shifted by is a time: 0.1 s"));
  const std::string& unit = channels_[static_cast<std::size_t>(std::max(0, channel_->currentIndex()))].unit;
  const auto read = loadReference({}, reference(), unit, OutsideFiles::allowAll());
  if (!read) return refuse(QString::fromStdString(read.error().front().what));
  ok_->setEnabled(true);
  ok_->setToolTip({});
  remark_->setText(tr("%1 points in %2, from t = %3 to %4")
                       .arg(read->curve.t.size())
                       .arg(read->valueUnit.empty() ? tr("no unit") : QString::fromStdString(read->valueUnit),
                            writeShown(read->curve.t.front(), "s"), writeShown(read->curve.t.back(), "s")));
}

}  // namespace clank

#include "moc_reference_dialog.cpp"
