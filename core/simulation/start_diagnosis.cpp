// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/start_diagnosis.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "core/dynamics/closure.h"
#include "core/dynamics/consistency.h"
#include "core/dynamics/redundancy.h"
#include "core/model/loops.h"

namespace clank {
namespace {

constexpr double kContradiction = 1e-7;  // m/s or rad/s, relative to what the drive asks for
constexpr std::size_t kMostRows = 600;   // to name redundant ones

std::string writeLength(double metres) {
  return metres < 1 ? fmt::format("{:.4g} mm", 1000 * metres) : fmt::format("{:.4g} m", metres);
}
bool isAngle(const SystemJoint& joint) {
  return joint.coordinate == CoordinateKind::angle;
}
std::string writeCoordinate(const SystemJoint& joint, double value) {
  return isAngle(joint) ? fmt::format("{:.6g} rad", value) : writeLength(value);
}
Problem makeError(std::string what, std::string where) {
  return {std::move(what), std::move(where), Severity::error};
}
Problem makeWarning(std::string what, std::string where) {
  return {std::move(what), std::move(where), Severity::warning};
}
Problem makeNote(std::string what, std::string where = {}) {
  return {std::move(what), std::move(where), Severity::note};
}

// Drives are apart from the joints: the same system with some of them. One without any is large at times,
// and is not copied.
class WithDrives {
 public:
  WithDrives(const System& system, const std::set<std::size_t>& kept) : system_(system) {
    if (kept.size() == system.drives.size()) return;
    copy_ = system;
    copy_->drives.clear();
    for (std::size_t d = 0; d < system.drives.size(); ++d)
      if (kept.contains(d)) copy_->drives.push_back(system.drives[d]);
  }
  const System& system() const { return copy_ ? *copy_ : system_; }

 private:
  const System& system_;
  std::optional<System> copy_;
};

bool canClose(const System& system, const Mode& mode, const std::set<std::size_t>& drives) {
  const WithDrives some(system, drives);
  const System& tried = some.system();
  Assembler assembler(tried, mode);
  const auto start = tried.layout.positions(tried.startY);
  std::vector<double> q(start.begin(), start.end()), v(q.size(), 0.0);
  return closeNearest(assembler, 0, q, v) < kOpen;
}

double calcStartOfLaw(const SystemDrive& drive) {
  std::vector<Jet> scratch(64);
  if (const auto* formula = std::get_if<FormulaLaw>(&drive.law)) scratch.resize(formula->slots.size());
  return calcMotion(drive.law, 0, scratch).v;
}

Problems describeLawsWithoutNumber(const System& system) {
  Problems problems;
  for (const SystemDrive& drive : system.drives)
    if (!std::isfinite(calcStartOfLaw(drive)))
      problems.push_back(makeError(fmt::format("drive {}: its law is not a finite number at t = 0", drive.id),
                                   fmt::format("/drives/{}", drive.index)));
  return problems;
}

Problems describeShortLoops(const Mechanism& resolved) {
  Problems problems;
  for (const Loop& loop : findLoops(resolved)) {
    const auto gap = calcLoopGap(resolved, loop);
    if (!gap || gap->missing <= kOpen) continue;
    problems.push_back(makeError(
        fmt::format(
            "the loop {} cannot close: {} are missing; {} is {} long, all other links of the loop together "
            "only {}",
            describeLoop(resolved, loop), writeLength(gap->missing), loop.bodies[gap->longest],
            writeLength(gap->length), writeLength(gap->length - gap->missing)),
        fmt::format("/joints/{}", *std::max_element(loop.joints.begin(), loop.joints.end()))));
  }
  return problems;
}

Problems describeDrivesInTheWay(const System& system, const Mode& mode) {
  Problems problems;
  if (system.drives.empty() || !canClose(system, mode, {})) return problems;
  std::vector<std::string> names;
  for (std::size_t d = 0; d < system.drives.size(); ++d) {
    const SystemDrive& drive = system.drives[d];
    names.push_back(drive.id);
    if (canClose(system, mode, {d})) continue;
    const SystemJoint& joint = system.joints[drive.joint];
    problems.push_back(makeError(
        fmt::format("drive {} wants joint {} at {} at t = 0, but the other joints do not let it get there",
                    drive.id, joint.id, writeCoordinate(joint, calcStartOfLaw(drive))),
        fmt::format("/drives/{}", drive.index)));
  }
  if (problems.empty())
    problems.push_back(
        makeError(fmt::format("the drives {} contradict each other: each can be followed, but not all "
                              "at once",
                              fmt::join(names, ", ")),
                  "/drives"));
  return problems;
}

std::size_t findWorstJoint(const Assembler& assembler, double& gap) {
  std::size_t worst = 0;
  gap = -1;
  for (std::size_t r = 0; r < assembler.jointRowCount(); ++r) {
    const double error = std::abs(assembler.error()[r]);
    if (error <= gap) continue;
    gap = error;
    worst = findJointOfRow(assembler, r);
  }
  return worst;
}

Problem describeOpenJoint(const Mechanism& resolved, const Assembler& assembler) {
  double gap = 0;
  const std::size_t joint = findWorstJoint(assembler, gap);
  const std::string& id = assembler.system().joints[joint].id;
  return makeError(
      fmt::format("the mechanism cannot be assembled from the drawn position: joint {} stays open by {}{}",
                  id, writeLength(gap), describeLoopOfJoint(resolved, joint)),
      fmt::format("/joints/{}", joint));
}

// A closed position a little way off, along what the joints allow: there the rank is that of the mechanism,
// not of one position.
std::vector<double> findNeighbour(Assembler& assembler, std::span<const double> q) {
  double size = 0;
  for (std::size_t k = 0; k < q.size(); ++k)
    if (const std::size_t place = StateLayout::placeOf(k); place != 2)
      size = std::max(size, std::abs(q[k] - q[place]));
  if (size == 0) size = 1;
  std::vector<double> moved(q.begin(), q.end()), v(q.size());
  for (std::size_t k = 0; k < v.size(); ++k)  // any direction, as long as it has no pattern
    if (assembler.system().metric.inverse(k) > 0)
      v[k] = std::cos(1.7 * static_cast<double>(k * k) + 0.3) * (StateLayout::placeOf(k) == 2 ? 1 : size);
  const std::vector<double> still(q.size(), 0.0);
  assembler.update(0, q.data(), still.data());
  projectVelocity(assembler, v);
  double fastest = 0;
  for (std::size_t k = 0; k < v.size(); ++k)
    fastest = std::max(fastest, std::abs(v[k]) / (StateLayout::placeOf(k) == 2 ? 1 : size));
  if (fastest < 1e-9) return moved;
  for (std::size_t k = 0; k < v.size(); ++k) moved[k] += 1e-3 / fastest * v[k];
  if (!(closeNearest(assembler, 0, moved, still) < kOpen)) moved.assign(q.begin(), q.end());
  return moved;
}

// Joints of the rows, each with how many of them it has.
std::map<std::size_t, int> countByJoint(const Assembler& assembler, const std::vector<std::size_t>& rows) {
  std::map<std::size_t, int> count;
  for (const std::size_t row : rows) ++count[findJointOfRow(assembler, row)];
  return count;
}

// Drives whose row depends on the joints and the drives before them, q being no singular position.
Problems describeRedundantDrives(const System& system, const Mode& mode, std::span<const double> q) {
  if (system.drives.empty()) return {};
  Assembler assembler(system, mode);
  if (assembler.rowCount() > kMostRows) return {};
  const std::vector<double> v(q.size(), 0.0);
  assembler.update(0, q.data(), v.data());
  Problems problems;
  const std::vector<std::size_t> dependent = findDependentRows(assembler);
  for (std::size_t d = 0; d < system.drives.size(); ++d)
    if (std::find(dependent.begin(), dependent.end(), static_cast<std::size_t>(assembler.driveRow(d))) !=
        dependent.end())
      problems.push_back(makeWarning(
          fmt::format("drive {} on joint {} repeats what {} already: it goes on only as long as its law fits "
                      "exactly, and how much of the {} it gives cannot be told, so it is shared evenly",
                      system.drives[d].id, system.joints[system.drives[d].joint].id,
                      d == 0 ? "the joints hold" : "the joints and the other drives prescribe",
                      isAngle(system.joints[system.drives[d].joint]) ? "moment" : "force"),
          fmt::format("/drives/{}", system.drives[d].index)));
  return problems;
}

}  // namespace

Problems describeStartVelocities(const Mechanism& resolved, const System& system, const State& start) {
  constexpr double kSame = 1e-6;  // of what is asked for
  Problems problems;
  for (std::size_t i = 0; i < resolved.bodies.size(); ++i) {
    const Velocity& asked = resolved.bodies[i].velocity;
    const double* const q = start.y.data() + StateLayout::begin(i);
    const double* const v = system.layout.speeds(start.y).data() + StateLayout::begin(i);
    const Eigen::Vector2d origin = calcOriginVelocity(system.bodies[i], q, v);
    const KeptVelocity keep = asked.keep.value;
    const auto tell = [&](const char* key, const char* unit, const Quantity& wanted, double got, bool kept) {
      if (wanted.value == 0 && !kept) return;
      if (std::abs(got - wanted.value) <= kSame * std::max(std::abs(wanted.value), kSame)) return;
      const std::string where = fmt::format("/bodies/{}/velocity/{}", i, key);
      const std::string what =
          fmt::format("body {} starts with {} {:.6g} {}, not {:.6g} {}: ", system.bodies[i].id, key, got,
                      unit, wanted.value, unit);
      problems.push_back(
          kept ? makeWarning(what + "the joints, the drives or what else is kept do not allow it", where)
               : makeNote(what +
                              "the joints and drives do not allow all start velocities together, and masses "
                              "decide; keep says which one counts",
                          where));
    };
    const bool all = keep == KeptVelocity::all, point = all || keep == KeptVelocity::point;
    tell("vx", "m/s", asked.vx, origin.x(), point);
    tell("vy", "m/s", asked.vy, origin.y(), point);
    tell("omega", "rad/s", asked.omega, v[2], all || keep == KeptVelocity::omega);
  }
  return problems;
}

Problems describeTableEnds(const Mechanism& resolved, const System& system) {
  Problems problems;
  for (const SystemDrive& drive : system.drives) {
    const auto* table = std::get_if<TableLaw>(&drive.law);
    if (!table) continue;
    const auto tell = [&](double t, const char* way) {
      const double speed = table->spline.evaluate(t).d;
      if (std::abs(speed) <= 1e-9) return;
      problems.push_back(makeNote(
          fmt::format(
              "drive {}: its table {} with {:.4g} {}, so that the speed jumps at t = {:.6g} s and the parts "
              "feel an impulse; a polynomial_345 or cycloidal stroke begins and ends smoothly",
              drive.id, way, speed, isAngle(system.joints[drive.joint]) ? "rad/s" : "m/s", t),
          fmt::format("/drives/{}/values", drive.index)));
    };
    const std::vector<double>& times = table->spline.getKnots();
    if (times.front() > 0 && times.front() < resolved.simulation.duration.value)
      tell(times.front(), "begins");
    if (times.back() > 0 && times.back() < resolved.simulation.duration.value) tell(times.back(), "ends");
  }
  return problems;
}

std::string describeLoopOfJoint(const Mechanism& resolved, std::size_t joint) {
  const Loop* shortest = nullptr;
  const std::vector<Loop> loops = findLoops(resolved);
  for (const Loop& loop : loops) {
    if (std::find(loop.joints.begin(), loop.joints.end(), joint) == loop.joints.end()) continue;
    if (!shortest || loop.joints.size() < shortest->joints.size()) shortest = &loop;
  }
  return shortest ? " in the loop " + describeLoop(resolved, *shortest) : "";
}

Problems describeOpenPosition(const Mechanism& resolved, const System& system, const Mode& mode,
                              std::span<const double> q) {
  if (Problems laws = describeLawsWithoutNumber(system); !laws.empty()) return laws;
  if (Problems loops = describeShortLoops(resolved); !loops.empty()) return loops;
  if (Problems drives = describeDrivesInTheWay(system, mode); !drives.empty()) return drives;
  const WithDrives none(system, {});
  const System& still = none.system();
  Assembler assembler(still, mode);
  const std::vector<double> v(q.size(), 0.0);
  assembler.update(0, q.data(), v.data());
  return {describeOpenJoint(resolved, assembler)};
}

Problems describeContradictoryDrives(const Assembler& assembler, std::span<const double> v) {
  const System& system = assembler.system();
  std::vector<double> rates(assembler.rowCount());
  multiply(assembler.rows(), v.data(), rates);
  double worst = 0;
  for (std::size_t r = 0; r < rates.size(); ++r) {
    const double asked = assembler.rate()[r];
    worst = std::max(worst, std::abs(rates[r] - asked) / (1 + std::abs(asked)));
  }
  if (worst < kContradiction || system.drives.empty()) return {};
  std::vector<std::string> asked;
  for (std::size_t d = 0; d < system.drives.size(); ++d)
    asked.push_back(fmt::format("{} (joint {} at {:.6g} {})", system.drives[d].id,
                                system.joints[system.drives[d].joint].id,
                                assembler.rate()[static_cast<std::size_t>(assembler.driveRow(d))],
                                isAngle(system.joints[system.drives[d].joint]) ? "rad/s" : "m/s"));
  const int mobility = calcMobility(system, assembler);
  return {makeError(
      asked.size() == 1
          ? fmt::format("drive {} asks for a speed that the joints do not allow in this position",
                        asked.front())
          : fmt::format("the drives {} contradict each other: the mechanism has {} degree{} of freedom "
                        "and cannot follow all of them",
                        fmt::join(asked, " and "), mobility, mobility == 1 ? "" : "s"),
      "/drives")};
}

Problems describeStructure(const Mechanism& resolved, const System& system, const Mode& mode,
                           std::span<const double> q, BranchNote branch) {
  const WithDrives none(system, {});
  const System& still = none.system();
  Assembler assembler(still, mode);
  const std::vector<double> v(q.size(), 0.0);
  assembler.update(0, q.data(), v.data());
  const int here = calcMobility(still, assembler), gruebler = calcGruebler(still, assembler);
  // Every row counts: nothing redundant, nothing singular.
  if (here == gruebler) return describeRedundantDrives(system, mode, q);
  const bool nameThem = assembler.rowCount() <= kMostRows;
  const auto rowsHere = nameThem ? findDependentRows(assembler) : std::vector<std::size_t>{};
  const std::vector<double> beside = findNeighbour(assembler, q);
  assembler.update(0, beside.data(), v.data());
  const int usual = calcMobility(still, assembler);
  const auto rowsBeside = nameThem ? findDependentRows(assembler) : std::vector<std::size_t>{};
  Problems notes = describeRedundantDrives(system, mode, beside);
  if (usual > gruebler && !nameThem)
    notes.push_back(makeNote(fmt::format("{} constraints are redundant", usual - gruebler)));
  for (const auto& [joint, count] : countByJoint(assembler, rowsBeside))
    notes.push_back(
        makeNote(fmt::format("joint {} adds {} redundant constraint{}: what it holds is held by "
                             "the others already{}; rigid links do not tell how they share the force, "
                             "so it is shared evenly",
                             system.joints[joint].id, count, count == 1 ? "" : "s",
                             describeLoopOfJoint(resolved, joint)),
                 fmt::format("/joints/{}", joint)));
  if (here <= usual || branch == BranchNote::present) return notes;
  std::string where;
  for (const std::size_t row : rowsHere)
    if (std::find(rowsBeside.begin(), rowsBeside.end(), row) == rowsBeside.end())
      where = describeLoopOfJoint(resolved, findJointOfRow(assembler, row));
  notes.push_back(
      makeNote(fmt::format("the mechanism starts in a singular position: {} degrees of freedom there, {} "
                           "elsewhere; the motion may branch{}",
                           here, usual, where)));
  return notes;
}

}  // namespace clank
