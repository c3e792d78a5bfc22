// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/outdated_binding.h"

#include <QDockWidget>

#include "ui/panels/status_line.h"
#include "ui/panels/timeline.h"
#include "ui/scene/scene_view.h"

namespace clank {

OutdatedBinding::OutdatedBinding(Views& views, RunController& run, Playback& playback, QObject* parent)
    : QObject(parent), views_(views), playback_(playback) {
  veils_.push_back(new Veil(*views_.scene));
  veils_.back()->setWords(tr("The run before: the drawing has changed and cannot run"));
  for (QWidget* view : {static_cast<QWidget*>(views_.timeline), views_.plotsDock->widget(),
                        views_.receiptDock->widget(), views_.eventsDock->widget(),
                        views_.publishedDock->widget()})  // the times beside the timeline are of the drawing
    veils_.push_back(new Veil(*view));
  connect(&run, &RunController::outdatedChanged, this, &OutdatedBinding::show);
}

void OutdatedBinding::setLook(const Palette& palette) {
  for (Veil* veil : veils_) veil->setColours(palette);
}

void OutdatedBinding::show(bool isOutdated) {
  if (isOutdated) playback_.pause();
  for (Veil* veil : veils_) {
    veil->setVisible(isOutdated);
    veil->raise();
  }
  views_.status->setOutdated(isOutdated);
}

}  // namespace clank

#include "moc_outdated_binding.cpp"
