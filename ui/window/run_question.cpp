// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/run_question.h"

#include <QApplication>
#include <QMessageBox>
#include <QPushButton>
#include <cmath>

#include "ui/look/words.h"
#include "ui/run/run_memory.h"

namespace clank {

void runAfterQuestion(RunController& run, const std::vector<std::string>& plotted) {
  constexpr double kGigabyte = 1e9;
  const double needed = estimateRunMemory(run.mechanism(), run.start().channels.size());
  const double machine = readMachineMemory();
  if (needed <= kModestPart * machine) return run.run();
  const double thinning = std::ceil(needed / (kModestPart * machine));
  QMessageBox box(QMessageBox::NoIcon, tr("A large run"),
                  tr("This run keeps %1 GB of samples; this computer has %2 GB of memory.")
                      .arg(needed / kGigabyte, 0, 'f', 1)
                      .arg(machine / kGigabyte, 0, 'f', 1),
                  QMessageBox::Cancel, QApplication::activeWindow());
  box.setObjectName("largeRun");
  box.setInformativeText(
      tr("It ends with what there is when the memory runs short. The output interval of the "
         "simulation says how many samples are kept."));
  auto* fewer = box.addButton(tr("Keep one sample in %1").arg(thinning, 0, 'g', 12), QMessageBox::AcceptRole);
  const Columns seen = listSeenChannels(run.start().channels, plotted);
  auto* seenOnly =
      box.addButton(tr("Keep %1 of %2 channels: what is drawn and plotted, %3 GB")
                        .arg(seen.size())
                        .arg(run.start().channels.size())
                        .arg(estimateRunMemory(run.mechanism(), seen.size()) / kGigabyte, 0, 'f', 1),
                    QMessageBox::AcceptRole);
  auto* all = box.addButton(tr("Run all the same"), QMessageBox::DestructiveRole);
  box.setDefaultButton(fewer);
  for (auto* button : box.buttons()) button->setIcon({});
  box.exec();
  if (box.clickedButton() == fewer) run.run(thinning);
  if (box.clickedButton() == seenOnly) run.run(1, seen);
  if (box.clickedButton() == all) run.run();
}

}  // namespace clank
