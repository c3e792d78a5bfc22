// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/picture_dialog.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>

#include "ui/look/export_file.h"

namespace clank {
namespace {

constexpr double kLeastSide = 30, kMostSide = 1000;   // mm
constexpr double kLeastPoints = 4, kMostPoints = 48;  // points
constexpr const char *kWidthKey = "picture/width", *kHeightKey = "picture/height",
                     *kLettersKey = "picture/letters";

QDoubleSpinBox* addLength(QFormLayout& form, const QString& name, const QString& unit, double least,
                          double most, double value) {
  auto* box = new QDoubleSpinBox;
  box->setRange(least, most);
  box->setDecimals(1);
  box->setSuffix(unit);
  box->setValue(value);
  box->setAccessibleName(name);
  form.addRow(name, box);
  return box;
}

double recall(const char* key, double usual) {
  return QSettings().value(key, usual).toDouble();
}

}  // namespace

PictureDialog::PictureDialog(int count, QWidget* parent) : QDialog(parent) {
  setObjectName("pictureDialog");
  setWindowTitle(tr("Picture for print"));
  auto* form = new QFormLayout(this);
  const PictureForm usual;
  width_ = addLength(*form, tr("Width"), tr(" mm"), kLeastSide, kMostSide, recall(kWidthKey, usual.width));
  height_ = addLength(*form, tr("Height"), tr(" mm"), 0, kMostSide, recall(kHeightKey, usual.height));
  height_->setSpecialValueText(tr("as shown"));
  letters_ = addLength(*form, tr("Letters"), tr(" pt"), kLeastPoints, kMostPoints,
                       recall(kLettersKey, usual.letters));
  if (count > 1) {
    all_ = new QCheckBox(tr("All %1 plots, in files with numbers").arg(count));
    form->addRow(all_);
  }
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
  buttons->button(QDialogButtonBox::Ok)->setText(tr("Choose file..."));
  form->addRow(buttons);
  connect(buttons, &QDialogButtonBox::accepted, this, [this] {
    remember();
    accept();
  });
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

PictureForm PictureDialog::form() const {
  return {width_->value(), height_->value(), letters_->value()};
}

bool PictureDialog::isForAll() const {
  return all_ && all_->isChecked();
}

void PictureDialog::remember() const {
  QSettings settings;
  settings.setValue(kWidthKey, width_->value());
  settings.setValue(kHeightKey, height_->value());
  settings.setValue(kLettersKey, letters_->value());
}

QString numberPath(const QString& path, int number) {
  const QFileInfo file(path);
  return QDir(file.path())
      .filePath(QString("%1-%2.%3").arg(file.completeBaseName()).arg(number).arg(file.suffix()));
}

namespace {

// The file dialog asks about one file alone.
bool mayReplace(QWidget& widget, const QString& title, const QString& path, int count) {
  QStringList there;
  for (int i = 1; i <= count; ++i)
    if (const QString name = numberPath(path, i); QFileInfo::exists(name))
      there << QFileInfo(name).fileName();
  return there.isEmpty() ||
         QMessageBox::question(&widget, title,
                               PictureDialog::tr("Replace %1?").arg(there.join(PictureDialog::tr(", ")))) ==
             QMessageBox::Yes;
}

}  // namespace

std::optional<PictureOrder> askForPicture(QWidget& widget, const QString& title, const QString& what,
                                          int count) {
  PictureDialog dialog(count, &widget);
  if (dialog.exec() != QDialog::Accepted) return std::nullopt;
  const QString path =
      askForExport(widget, title, (dialog.isForAll() ? PictureDialog::tr("plots") : what) + ".svg",
                   PictureDialog::tr("Vector picture (*.svg);;PDF (*.pdf);;Picture (*.png)"));
  if (path.isEmpty() || (dialog.isForAll() && !mayReplace(widget, title, path, count))) return std::nullopt;
  return PictureOrder{path, dialog.form(), dialog.isForAll()};
}

}  // namespace clank

#include "moc_picture_dialog.cpp"
