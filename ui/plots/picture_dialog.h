// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QString>
#include <optional>

#include "ui/plots/picture_form.h"

class QCheckBox;
class QDoubleSpinBox;

namespace clank {

// Asks how large a picture is to be, and whether all plots are to be written. What was chosen last is
// proposed again.
class PictureDialog : public QDialog {
  Q_OBJECT
 public:
  // count: of the plots that could be written together.
  PictureDialog(int count, QWidget* parent);

  PictureForm form() const;
  bool isForAll() const;

 private:
  void remember() const;

  QDoubleSpinBox *width_, *height_, *letters_;
  QCheckBox* all_ = nullptr;  // absent: there is one plot
};

struct PictureOrder {
  QString path;  // SVG, PDF or PNG by its ending
  PictureForm form;
  bool isForAll = false;
};
// The dialog, then a file; nothing when it was given up. what: of the picture, for the name of its file.
std::optional<PictureOrder> askForPicture(QWidget& widget, const QString& title, const QString& what,
                                          int count = 1);

// "figure-2.svg" for "figure.svg" and 2.
QString numberPath(const QString& path, int number);

}  // namespace clank
