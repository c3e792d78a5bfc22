// SPDX-License-Identifier: GPL-3.0-or-later
// The curve of a reference, read from its table.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/io/named_file.h"
#include "core/model/mechanism.h"
#include "core/record/curve_difference.h"

namespace clank {

struct ReferenceCurve {
  TimedCurve curve;       // SI, by time
  std::string valueUnit;  // in which its numbers were given
};

// From the text of the table. channelUnit: SI unit of the channel it is compared with. Fails when the table
// is broken (line and reason), a unit does not fit, or its times go back and forth.
Result<ReferenceCurve> readReference(std::string_view text, const Reference& resolved,
                                     const std::string& channelUnit);
// From its file, relative to the folder of the mechanism, and below it unless more is allowed.
Result<ReferenceCurve> loadReference(const std::filesystem::path& folder, const Reference& resolved,
                                     const std::string& channelUnit, const OutsideFiles& outside = {});

// Those that belong to the case; empty: the first.
std::vector<Reference> listReferences(const Mechanism& resolved, const std::string& caseId);

// A reference of the mechanism beside the run.
struct ComparedReference {
  Reference reference;
  std::size_t channel = 0;  // of the run
  ReferenceCurve theirs;
  std::optional<CurveDifference> difference;  // nothing without a shared range

  std::string getName() const { return reference.name.empty() ? reference.file : reference.name; }
};
struct ComparedReferences {
  std::vector<ComparedReference> curves;
  Problems problems;  // of those that cannot be read, or whose channel the run lacks
};
ComparedReferences compareReferences(const Mechanism& resolved, const std::string& caseId,
                                     const std::filesystem::path& folder, const Trajectory& trajectory,
                                     const OutsideFiles& outside = {});

// A column of a samples.csv of ours: names and SI units stand in its header.
Result<TimedCurve> readSamplesColumn(std::string_view text, const std::string& channel, std::string& unit);

}  // namespace clank
