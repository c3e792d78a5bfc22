// SPDX-License-Identifier: GPL-3.0-or-later
// The curve of a reference, read from its table.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

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
// From its file, relative to the folder of the mechanism.
Result<ReferenceCurve> loadReference(const std::filesystem::path& folder, const Reference& resolved,
                                     const std::string& channelUnit);

// A column of a samples.csv of ours: names and SI units stand in its header.
Result<TimedCurve> readSamplesColumn(std::string_view text, const std::string& channel, std::string& unit);

}  // namespace clank
