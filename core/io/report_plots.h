// SPDX-License-Identifier: GPL-3.0-or-later
// Which curves a report shows, and what they are called.
#pragma once

#include <string>
#include <vector>

#include "core/io/reference_file.h"
#include "core/io/svg_figure.h"
#include "core/record/trajectory.h"

namespace clank {

// What people call the part with this id.
std::string findPartName(const Mechanism& resolved, const std::string& id);

// Channels that plots, published numbers, references, joints with phases, drives and traces speak of, the
// first ones first, then bodies that turn; the energy residual is the last.
std::vector<std::size_t> chooseReportChannels(const Mechanism& resolved, const Trajectory& trajectory);

// The channels as panels, each with the curves it is compared with: those point into references.
std::vector<FigurePanel> makeReportPanels(const Mechanism& resolved, const Trajectory& trajectory,
                                          const std::vector<ComparedReference>& references,
                                          const std::vector<std::size_t>& channels);

}  // namespace clank
