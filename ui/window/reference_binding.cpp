// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/reference_binding.h"

#include <filesystem>

#include "core/io/reference_file.h"
#include "ui/plots/plot_area.h"

namespace clank {

ReferenceBinding::ReferenceBinding(Views& views, MechanismDocument& document, RunController& run,
                                   QObject* parent)
    : QObject(parent), views_(views), document_(document), run_(run) {
  connect(&run_, &RunController::stateChanged, this, &ReferenceBinding::show);
  connect(&run_, &RunController::assembled, this, &ReferenceBinding::show);
}

void ReferenceBinding::show() {
  const auto folder = std::filesystem::path(document_.path().toStdString()).parent_path();
  const Trajectory none(run_.trajectory().channels());
  const Trajectory& compared = run_.isBusy() ? none : run_.trajectory();
  const ComparedReferences found =
      compareReferences(document_.resolved(), document_.caseId(), folder, compared);
  std::vector<ReferenceOverlay> overlays;
  for (const ComparedReference& reference : found.curves) {
    ReferenceOverlay overlay{
        reference.reference.channel, QString::fromStdString(reference.getName()), reference.theirs.curve, {}};
    if (const auto& difference = reference.difference) {
      overlay.worst = difference->peakTime;
      overlay.label = tr("%1: RMS %2, most %3")
                          .arg(overlay.label, QString::fromStdString(reference.toText(difference->rms)),
                               QString::fromStdString(reference.toText(difference->peak)));
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
