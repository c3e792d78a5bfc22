// SPDX-License-Identifier: GPL-3.0-or-later
// What a video is to be like; the last choices are kept.
#pragma once

#include <QDialog>

#include "ui/video/video_options.h"

class QCheckBox;
class QComboBox;
class QDialogButtonBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace clank {

class VideoDialog : public QDialog {
  Q_OBJECT
 public:
  // from, to, events: s, of the run; speed: that of the window.
  VideoDialog(QWidget& window, double from, double to, double speed, std::vector<double> events);

  VideoOptions options() const;  // but for the file
  void keepChoices() const;

 private:
  void layOut();
  void loadChoices();
  void describe();  // length and frames, or what is wrong

  const double runFrom_, runTo_;  // s
  const std::vector<double> events_;
  QComboBox *kind_, *content_, *size_;
  QSpinBox *width_, *height_;
  QDoubleSpinBox *rate_, *from_, *to_, *speed_, *slowest_, *around_;
  QCheckBox* slows_;
  QLabel* remark_;
  QDialogButtonBox* buttons_;
};

}  // namespace clank
