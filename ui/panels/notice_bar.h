// SPDX-License-Identifier: GPL-3.0-or-later
// One sentence with answers, in the window and out of the way: no dialog.
#pragma once

#include <functional>
#include <vector>

#include "ui/look/palette.h"
#include "ui/panels/head_bar.h"

class QHBoxLayout;
class QLabel;

namespace clank {

class NoticeBar : public HeadBar {
  Q_OBJECT
 public:
  struct Answer {
    QString text;
    std::function<void()> action;  // the bar goes before it is called
  };
  explicit NoticeBar(QWidget* parent = nullptr);
  void ask(const QString& sentence, const std::vector<Answer>& answers);
  void setLook(const Palette& palette);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  QLabel *icon_, *sentence_;
  QHBoxLayout* answers_;
};

}  // namespace clank
