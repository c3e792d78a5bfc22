// SPDX-License-Identifier: GPL-3.0-or-later
// An optimisation: the values of some parameters, within bounds, for which a number of the run is least or
// greatest. Dimensional synthesis is one whose number is the distance of a traced path from target points.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/path_curve.h"
#include "core/model/study.h"
#include "core/support/compiled_once.h"

namespace clank {

enum class Aim { minimise, maximise };
// Over the whole range: division into rectangles (Jones 1993), controlled random search with local mutation
// (Kaelo and Ali 2006), improved stochastic ranking evolution strategy (Runarsson and Yao 2005).
enum class GlobalSearch { none, direct, crs, isres };
// From the best point on: linear models (Powell 1994), a quadratic model (Powell 2009), Nelder and Mead's
// simplex on subspaces (Rowan 1990). None needs derivatives.
enum class LocalSearch { none, cobyla, bobyqa, sbplx };
enum class FitBy { nearest, time };

// Numbers are in the unit of the parameter; "80 mm" is what it says.
struct SearchedParameter {
  std::string parameter;
  Quantity from, to;
  std::optional<Quantity> start;  // absent: its value in the case
  UnknownKeys unknown;
  friend bool operator==(const SearchedParameter&, const SearchedParameter&) = default;
};

// How far a traced path is from target points: the root mean square of their distances (m). The points are
// given one by one, or lie evenly along a curve.
struct PathFit {
  std::string id, name;
  std::string trace;
  std::vector<Point> points;       // m, world
  std::optional<PathCurve> curve;  // instead of points
  Point at;                        // m, world: origin of the curve
  Quantity axis;                   // rad, of its x axis
  Quantity count = 60;             // points along the curve
  Choice<FitBy> by = FitBy::nearest;
  std::vector<Quantity> times;  // s, of the points; none: evenly over the run
  UnknownKeys unknown;
  CLANK_COMPILED_ONCE(PathFit);
};

// Bounds of an expression over parameters, quantities and fits, in SI.
struct SearchConstraint {
  std::string value;
  std::optional<Quantity> atLeast, atMost;
  UnknownKeys unknown;
  friend bool operator==(const SearchConstraint&, const SearchConstraint&) = default;
};

struct Optimisation {
  std::string id, name, note;
  std::string caseId;  // empty: the first
  std::vector<SearchedParameter> parameters;
  std::vector<StudyQuantity> quantities;
  std::vector<PathFit> fits;
  Choice<Aim> aim = Aim::minimise;
  std::string objective;  // expression over parameters, quantities and fits
  std::vector<SearchConstraint> constraints;
  Choice<GlobalSearch> global = GlobalSearch::crs;
  Quantity globalRuns = 500;
  Choice<LocalSearch> local = LocalSearch::cobyla;
  Quantity localRuns = 200;
  Quantity tolerance = 1e-6;  // of the local search, parts of the range of each parameter
  Quantity seed = 1;
  Quantity timeLimit = 0;  // s of computing a run; 0: none
  UnknownKeys unknown;
  Unread unread;  // then nothing but id and name is known
  CLANK_COMPILED_ONCE(Optimisation);
};

}  // namespace clank
