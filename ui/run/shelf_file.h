// SPDX-License-Identifier: GPL-3.0-or-later
// The shelf beside the file of its mechanism: of each run its name, colour and what it was run with. Its
// samples are computed again when it is brought back: the same file and settings give the same bytes.
#pragma once

#include <QString>
#include <vector>

#include "core/support/result.h"
#include "ui/run/run_shelf.h"

namespace clank {

// "three-bar.shelf.json" beside "three-bar.clank".
QString shelfPathOf(const QString& mechanismPath);

std::string writeShelf(const std::vector<KeptRun>& runs);
// Without trajectories. Fails with the run and what is wrong with it.
Result<std::vector<KeptRun>> readShelf(const std::string& text);

}  // namespace clank
