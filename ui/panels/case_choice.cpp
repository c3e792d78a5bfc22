// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/case_choice.h"

#include <QSignalBlocker>

namespace clank {

CaseChoice::CaseChoice(MechanismDocument& document, QWidget* parent)
    : WordChoice(parent), document_(document) {
  setPlaceholderText(tr("one case"));
  setAccessibleName(tr("Case"));
  setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  connect(&document_, &MechanismDocument::drawnChanged, this, &CaseChoice::refresh);
  connect(this, &QComboBox::activated, this,
          [this](int index) { document_.setCase(itemData(index).toString()); });
  refresh();
}

void CaseChoice::refresh() {
  const QSignalBlocker quiet(this);
  if (shown_ != document_.drawn().cases || count() == 0) {
    shown_ = document_.drawn().cases;
    clear();
    for (const Case& c : shown_) {
      addItem(QString::fromStdString(c.name.empty() ? c.id : c.name), QString::fromStdString(c.id));
      setItemData(count() - 1, QString::fromStdString(c.note), Qt::ToolTipRole);
    }
    setEnabled(count() > 0);
  }
  setCurrentIndex(findData(QString::fromStdString(document_.caseId())));
  setToolTip(count() == 0 ? tr("This file has one case. Add others beside the parameters.")
                          : tr("Case, a named set of parameter values: %1").arg(currentText()));
}

}  // namespace clank

#include "moc_case_choice.cpp"
