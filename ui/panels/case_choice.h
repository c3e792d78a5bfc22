// SPDX-License-Identifier: GPL-3.0-or-later
// The case in force, to choose from those of the file.
#pragma once

#include <vector>

#include "ui/document/mechanism_document.h"
#include "ui/panels/word_choice.h"

namespace clank {

class CaseChoice : public WordChoice {
  Q_OBJECT
 public:
  explicit CaseChoice(MechanismDocument& document, QWidget* parent = nullptr);

 private:
  void refresh();

  MechanismDocument& document_;
  std::vector<Case> shown_;
};

}  // namespace clank
