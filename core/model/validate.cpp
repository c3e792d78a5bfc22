// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <numbers>

#include "core/model/checks.h"
#include "core/model/field_walk.h"
#include "core/model/quantity_text.h"
#include "core/model/validate_numbers.h"

namespace clank {

namespace {

// Squares and products of a few such numbers stay in the range of the computer.
constexpr double kLargest = 1e50;

class FiniteCheck {
 public:
  explicit FiniteCheck(ProblemList& problems) : problems_(problems) {}

  void leaf(const Field& field, const Quantity& quantity, const std::string& pointer) {
    if (std::abs(quantity.value) <= kLargest) return;
    const std::string part =
        parts_.empty() ? std::string(field.key) : fmt::format("{}, {}", parts_.front(), field.key);
    const bool isFinite = std::isfinite(quantity.value);
    // One that resolve() could not evaluate, and has said so: it does not stop where it is of a study or a
    // picture.
    if (!isFinite && (pointer.starts_with("/studies/") || pointer.starts_with("/pictures/"))) return;
    if (isFinite)
      problems_.error(pointer,
                      fmt::format("{}: {:.3g} is too large to compute with; at most {:.0e} is possible", part,
                                  quantity.value, kLargest));
    else
      problems_.error(pointer, fmt::format("{}: the value is not a finite number", part));
  }
  bool concerns(const Quantity& quantity) const { return !(std::abs(quantity.value) <= kLargest); }

  void enter(const RecordView& record) {
    if (record.id()) parts_.push_back(*record.id());
  }
  void leave(const RecordView& record) {
    if (record.id()) parts_.pop_back();
  }

 private:
  ProblemList& problems_;
  std::vector<std::string> parts_;  // the element with an id that the walk is in, and those around it
};

}  // namespace

void checkFinite(const Mechanism& mechanism, ProblemList& problems) {
  FiniteCheck check(problems);
  walkFields(mechanism, check);
}

void checkEnds(const std::string& id, const std::string& a, const std::string& b, const std::string& pointer,
               ProblemList& problems) {
  const auto check = [&](const std::string& end, const char* key) {
    if (end == kFrame || problems.bodies().contains(end)) return;
    std::vector<std::string> known = problems.bodies().list();
    known.insert(known.begin(), kFrame);
    problems.error(fmt::format("{}/{}", pointer, key),
                   fmt::format("{}: there is no body '{}'{}", id, end, suggestName(end, known)));
  };
  check(a, "a");
  check(b, "b");
  if (a == b) problems.error(pointer + "/b", fmt::format("{} connects '{}' with itself", id, a));
}

void checkBody(const std::string& id, const std::string& body, const std::string& pointer,
               ProblemList& problems) {
  const NameIndex& bodies = problems.bodies();
  if (bodies.contains(body)) return;
  problems.error(pointer, body == kFrame ? fmt::format("{} acts on the frame, which does not move", id)
                                         : fmt::format("{}: there is no body '{}'{}", id, body,
                                                       suggestName(body, bodies.list())));
}

void checkAngle(const Quantity& angle, const std::string& part, const std::string& pointer,
                ProblemList& problems) {
  constexpr double kTurn = 2 * std::numbers::pi;
  const bool plain = angle.text.empty();
  if (plain && std::isfinite(angle.value) && std::abs(angle.value) > 2 * kTurn)
    problems.warn(pointer, fmt::format("{}: {:.6g} rad are {:.1f} turns; for degrees write \"{:.6g} deg\"",
                                       part, angle.value, angle.value / kTurn, angle.value));
}

void checkTraces(const Mechanism& mechanism, ProblemList& problems) {
  for (std::size_t i = 0; i < mechanism.traces.size(); ++i) {
    const Trace& trace = mechanism.traces[i];
    const std::string pointer = fmt::format("/traces/{}/b", i);
    if (trace.b == kFrame) {
      problems.warn(pointer, fmt::format("trace {}: a point of the frame stays where it is", trace.id));
    } else if (!problems.bodies().contains(trace.b)) {
      problems.error(pointer, fmt::format("trace {}: there is no body '{}'{}", trace.id, trace.b,
                                          suggestName(trace.b, problems.bodies().list())));
    }
  }
}

namespace {

Problems listProblems(const Mechanism& resolved, bool numbersAlone) {
  ProblemList problems(resolved, numbersAlone);
  checkFinite(resolved, problems);
  if (!numbersAlone) checkNames(resolved, problems);
  checkParameters(resolved, problems);
  checkBodies(resolved, problems);
  checkFlexible(resolved, problems);
  checkJoints(resolved, problems);
  checkFriction(resolved, problems);
  checkPhases(resolved, problems);
  checkBranches(resolved, problems);
  checkDrives(resolved, problems);
  checkForces(resolved, problems);
  checkSolids(resolved, problems);
  checkContacts(resolved, problems);
  checkTraces(resolved, problems);
  checkSimulation(resolved, problems);
  if (!numbersAlone) {
    checkPoints(resolved, problems);
    checkPictures(resolved, problems);
    checkCopies(resolved, problems);
    checkUnits(resolved, problems);
    checkStudies(resolved, problems);
    checkOptimisations(resolved, problems);
  }
  checkRods(resolved, problems);
  return problems.take();
}

}  // namespace

Problems validate(const Mechanism& resolved) {
  return listProblems(resolved, false);
}

Problems validateNumbers(const Mechanism& resolved) {
  return listProblems(resolved, true);
}

}  // namespace clank
