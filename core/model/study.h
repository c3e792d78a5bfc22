// SPDX-License-Identifier: GPL-3.0-or-later
// A study: many runs of one mechanism, with parameters that differ and quantities of every run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/flexible_link.h"
#include "core/support/compiled_once.h"
#include "core/support/result.h"

namespace clank {

// How the runs are chosen: every combination; independent random points; one point in every layer of every
// parameter; Sobol's points; the points that Sobol's sensitivity indices are computed from.
enum class Sampling { grid, random, latinHypercube, sobol, sensitivity };
enum class Spacing { linear, logarithmic };
// Of a parameter at random points. none: its values or range, each as likely.
enum class Distribution { none, uniform, normal, triangular };
enum class KeptSamples { nothing, lastState, channels };

// What a file has in place of a study or an optimisation that cannot be read. It stops that one alone, and is
// put back as it stands when the file is saved.
struct Unread {
  std::string json;   // empty: there is no such thing
  Problems problems;  // why; their pointers begin at the study
  explicit operator bool() const { return !json.empty(); }
  friend bool operator==(const Unread&, const Unread&) = default;
};

// Numbers are in the unit of the parameter, as everywhere; "80 mm" is what it says.
struct StudyParameter {
  std::string parameter;
  std::vector<Quantity> values;
  std::vector<std::string> words;  // of a word parameter
  std::optional<Quantity> from, to;
  Quantity count = 11;  // of the range on a grid
  Choice<Spacing> spacing = Spacing::linear;
  Choice<Distribution> distribution = Distribution::none;
  std::optional<Quantity> mean, deviation;  // normal
  std::optional<Quantity> mode;             // triangular; absent: in the middle
  UnknownKeys unknown;
  CLANK_COMPILED_ONCE(StudyParameter);
};

// A resolved number of a study in the unit of its parameter: a plain one is in it already, a text is in SI.
double toUnitOf(const std::string& unit, const Quantity& quantity);

struct StudyQuantity {
  std::string id, name;
  std::string value;  // expression over a run: "peak(O2.reaction_x)/mass"
  std::string unit;   // it is shown in; the value is in SI
  UnknownKeys unknown;
  CLANK_COMPILED_ONCE(StudyQuantity);
};

struct Study {
  std::string id, name, note;
  std::string caseId;  // empty: the first
  Choice<Sampling> sampling = Sampling::grid;
  Quantity runs = 100;  // not of a grid; of sensitivity: points in each of its tables
  Quantity seed = 1;
  std::vector<StudyParameter> parameters;
  std::vector<StudyQuantity> quantities;
  Choice<KeptSamples> keep = KeptSamples::nothing;
  std::vector<std::string> channels;  // kept
  Quantity timeLimit = 0;             // s of a processor's time a run; 0: none
  UnknownKeys unknown;
  Unread unread;  // then nothing but id and name is known
  CLANK_COMPILED_ONCE(Study);
};

// The place of its study in the list, of a problem of a study or of something in it.
std::optional<std::size_t> findStudyOf(const Problem& problem);
// Of a study or an optimisation, or of something in it.
bool isOfSearch(const Problem& problem);
// An error that keeps the mechanism from running. One of a study or an optimisation keeps that alone, one of
// a picture nothing.
bool stopsRun(const Problem& problem);
bool stopRun(const Problems& problems);  // any of them does

}  // namespace clank
