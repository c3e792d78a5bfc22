// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/reference_binding.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QTimer>
#include <filesystem>

#include "core/io/picture_file.h"
#include "core/io/reference_file.h"
#include "ui/look/shown_units.h"
#include "ui/look/words.h"
#include "ui/plots/plot_area.h"
#include "ui/window/reference_dialog.h"

namespace clank {

ReferenceBinding::ReferenceBinding(Views& views, MechanismDocument& document, RunController& run,
                                   QObject* parent)
    : QObject(parent), views_(views), document_(document), run_(run) {
  connect(&run_, &RunController::stateChanged, this, &ReferenceBinding::show);
  connect(&run_, &RunController::assembled, this, &ReferenceBinding::show);
  connect(&document_, &MechanismDocument::drawnChanged, this, &ReferenceBinding::showChanged);
  connect(views_.plots, &PlotArea::referenceAsked, this, [this](const std::vector<Channel>& channels) {
    // Not while the menu of the plot is busy with the click.
    QTimer::singleShot(0, this, [this, channels] { ask(channels); });
  });
  connect(views_.plots, &PlotArea::referenceDropped, this,
          [this](const std::string& channel, const std::string& file) {
            document_.edit(tr("remove a curve to compare with"), [&](Mechanism& m) {
              std::erase_if(m.references,
                            [&](const Reference& r) { return r.channel == channel && r.file == file; });
            });
          });
}

// They are no part of what runs: a new one lies over the run that is there.
void ReferenceBinding::showChanged() {
  if (document_.drawn().references == shown_) return;
  shown_ = document_.drawn().references;
  show();
}

void ReferenceBinding::ask(const std::vector<Channel>& channels) {
  QWidget* window = views_.plots->window();
  const QString path =
      QFileDialog::getOpenFileName(window, tr("Compare with"), QFileInfo(document_.path()).path(),
                                   tr("Tables (*.csv *.txt *.dat *.tsv);;All files (*)"));
  if (path.isEmpty()) return;
  ReferenceDialog dialog(window, path, channels);
  if (dialog.exec() == QDialog::Accepted) add(dialog.reference());
}

bool ReferenceBinding::add(Reference reference) {
  document_.allowOutside(placeNamedFile(document_.folder(), reference.file));
  return document_.edit(tr("compare with %1").arg(QString::fromStdString(reference.name)), [&](Mechanism& m) {
    m.references.push_back(std::move(reference));
    if (!document_.path().isEmpty()) moveToFolder(m, document_.folder(), document_.folder());
  });
}

void ReferenceBinding::show() {
  const auto folder = std::filesystem::path(document_.path().toStdString()).parent_path();
  Trajectory none;
  if (run_.isBusy()) none = Trajectory(run_.trajectory().channels());
  const Trajectory& compared = run_.isBusy() ? none : run_.trajectory();
  const ComparedReferences found =
      compareReferences(document_.shown(), document_.caseId(), folder, compared, document_.outside());
  std::vector<ReferenceOverlay> overlays;
  for (const ComparedReference& reference : found.curves) {
    ReferenceOverlay overlay{reference.reference.channel,
                             reference.reference.file,
                             QString::fromStdString(reference.getName()),
                             reference.theirs.curve,
                             {}};
    if (const auto& difference = reference.difference) {
      overlay.worst = difference->peakTime;
      const QString unit = toText(compared.channels()[reference.channel].unit);
      overlay.label =
          tr("%1: RMS %2, most %3")
              .arg(overlay.label, writeShown(difference->rms, unit), writeShown(difference->peak, unit));
    }
    overlays.push_back(std::move(overlay));
  }
  views_.plots->setReferences(overlays);
  const QString complaint =
      found.problems.empty() ? QString() : QString::fromStdString(found.problems.front().what);
  if (complaint != complaint_ && !complaint.isEmpty()) Q_EMIT said(complaint);
  complaint_ = complaint;
}

}  // namespace clank

#include "moc_reference_binding.cpp"
