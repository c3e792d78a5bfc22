// SPDX-License-Identifier: GPL-3.0-or-later
// Asks what a table of numbers is to a plot: of which curve, in which columns and units, how its time runs.
// Says what it reads from it, or why it cannot.
#pragma once

#include <QDialog>
#include <filesystem>
#include <vector>

#include "core/model/mechanism.h"
#include "core/record/channel.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace clank {

class ReferenceDialog : public QDialog {
  Q_OBJECT
 public:
  // file: absolute. channels: those it can be compared with, one at least.
  ReferenceDialog(QWidget* window, const QString& file, std::vector<Channel> channels);
  Reference reference() const;  // with the file as it was given

 private:
  QLineEdit* addField(const char* name, const QString& label, const QString& text, const QString& hint);
  void describe();

  QString file_;
  std::vector<Channel> channels_;
  QComboBox* channel_;
  QLineEdit *name_, *timeColumn_, *valueColumn_, *timeUnit_, *valueUnit_, *scale_, *shift_;
  QLabel* remark_;
  QPushButton* ok_;
};

}  // namespace clank
