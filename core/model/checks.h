// SPDX-License-Identifier: GPL-3.0-or-later
// The checks that validate() is made of; each looks at one room of a resolved mechanism.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/math/name_index.h"
#include "core/model/mechanism.h"

namespace clank {

// What the checks of a mechanism find, and its bodies by name, which most of them ask for.
class ProblemList {
 public:
  ProblemList() = default;  // of a part alone
  explicit ProblemList(const Mechanism& mechanism, bool numbersAlone = false) : numbersAlone_(numbersAlone) {
    for (const Body& body : mechanism.bodies) bodies_.add(body.id);
  }
  const NameIndex& bodies() const { return bodies_; }  // without the frame
  bool numbersAlone() const { return numbersAlone_; }  // laws and names are sound
  void error(std::string where, std::string what) {
    problems_.push_back({std::move(what), std::move(where), Severity::error});
  }
  void warn(std::string where, std::string what) {
    problems_.push_back({std::move(what), std::move(where), Severity::warning});
  }
  bool hasErrorAt(const std::string& where) const {
    return std::any_of(problems_.begin(), problems_.end(),
                       [&](const Problem& p) { return p.severity == Severity::error && p.where == where; });
  }
  bool hasError() const {
    return std::any_of(problems_.begin(), problems_.end(),
                       [](const Problem& p) { return p.severity == Severity::error; });
  }
  Problems take() { return std::move(problems_); }

 private:
  bool numbersAlone_ = false;
  NameIndex bodies_;
  Problems problems_;
};

void checkFinite(const Mechanism& mechanism, ProblemList& problems);      // every number
void checkNames(const Mechanism& mechanism, ProblemList& problems);       // ids: form and uniqueness
void checkParameters(const Mechanism& mechanism, ProblemList& problems);  // and cases, published values
void checkBodies(const Mechanism& mechanism, ProblemList& problems);
void checkPoints(const Mechanism& mechanism, ProblemList& problems);  // with names
void checkFlexible(const Mechanism& mechanism, ProblemList& problems);
void checkRods(const Mechanism& mechanism, ProblemList& problems);  // when all else is right
void checkJoints(const Mechanism& mechanism, ProblemList& problems);
void checkFriction(const Mechanism& mechanism, ProblemList& problems);  // of joints
void checkPhases(const Mechanism& mechanism, ProblemList& problems);    // of metamorphic joints
void checkBranches(const Mechanism& mechanism, ProblemList& problems);
void checkDrives(const Mechanism& mechanism, ProblemList& problems);
void checkForces(const Mechanism& mechanism, ProblemList& problems);
void checkContacts(const Mechanism& mechanism, ProblemList& problems);
void checkSolids(const Mechanism& mechanism,
                 ProblemList& problems);  // surfaces, materials, bodies that touch
void checkTraces(const Mechanism& mechanism, ProblemList& problems);
void checkPictures(const Mechanism& mechanism, ProblemList& problems);
void checkCopies(const Mechanism& mechanism, ProblemList& problems);
void checkStudies(const Mechanism& mechanism, ProblemList& problems);
void checkOptimisations(const Mechanism& mechanism, ProblemList& problems);
void checkUnits(const Mechanism& mechanism, ProblemList& problems);
void checkSimulation(const Mechanism& mechanism, ProblemList& problems);

// The units of quantities, and that what they compute of parameters alone has them. of: "study tolerances".
void checkQuantityUnits(const Mechanism& mechanism, const std::vector<StudyQuantity>& quantities,
                        const std::string& of, const std::string& where, ProblemList& problems);

// Of a study or an optimisation, called kind; where: its pointer. True: it could not be read, which is said.
template <class Search>
bool isSetAside(const Search& search, const char* kind, const std::string& where, ProblemList& problems) {
  for (const Problem& problem : search.unread.problems)
    problems.error(where + problem.where,
                   search.id.empty()
                       ? fmt::format("{} that cannot be read: {}", kind, problem.what)
                       : fmt::format("{} {} cannot be read: {}", kind, search.id, problem.what));
  return bool(search.unread);
}

// The ends a and b of a joint or force element: existing parts, and not the same one.
void checkEnds(const std::string& id, const std::string& a, const std::string& b, const std::string& pointer,
               ProblemList& problems);

// A curve at pointer, of a part.
void checkCurve(const PathCurve& curve, const std::string& part, const std::string& pointer,
                ProblemList& problems);

// A body that is not the frame, for what acts on one body alone.
void checkBody(const std::string& id, const std::string& body, const std::string& pointer,
               ProblemList& problems);

// A plain number of many turns is most likely meant in degrees.
void checkAngle(const Quantity& angle, const std::string& part, const std::string& pointer,
                ProblemList& problems);

// False for what checkFinite() reports: the other checks pass it over.
inline bool isBelow(const Quantity& quantity, double limit) {
  return std::isfinite(quantity.value) && quantity.value < limit;
}
inline bool isAbove(const Quantity& quantity, double limit) {
  return std::isfinite(quantity.value) && quantity.value > limit;
}
inline bool isNotPositive(const Quantity& quantity) {
  return std::isfinite(quantity.value) && quantity.value <= 0;
}

}  // namespace clank
