// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/hidden_note.h"

#include <qcustomplot.h>

#include "ui/look/palette.h"
#include "ui/look/words.h"

namespace clank {

void showHiddenNote(QCustomPlot& plot, bool hidden, const Palette& palette) {
  constexpr const char* kName = "hiddenNote";
  auto* note = plot.findChild<QCPItemText*>(kName);
  if (!note && !hidden) return;
  if (!note) {
    note = new QCPItemText(&plot);
    note->setObjectName(kName);
    note->setLayer("overlay");
    note->position->setType(QCPItemPosition::ptAxisRectRatio);
    note->position->setCoords(0.5, 0.5);
    note->setPositionAlignment(Qt::AlignCenter);
    note->setSelectable(false);
  }
  note->setText(tr("curves hidden: H shows them"));
  note->setFont(plot.font());
  note->setColor(palette.dim);
  note->setBrush(palette.panel);  // no line of the grid through it
  note->setPadding({6, 2, 6, 2});
  note->setVisible(hidden);
}

}  // namespace clank
