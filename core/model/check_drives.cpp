// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>

#include "core/math/expression.h"
#include "core/model/body_pose.h"
#include "core/model/check_guard.h"
#include "core/model/checks.h"
#include "core/model/law_names.h"
#include "core/model/named_point.h"
#include "core/model/words.h"

namespace clank {

namespace {

class DriveCheck {
 public:
  DriveCheck(const Mechanism& mechanism, ProblemList& problems)
      : mechanism_(mechanism), problems_(problems) {}

  void run(const Drive& drive, const std::string& pointer) {
    part_ = "drive " + drive.id;
    pointer_ = pointer;
    checkJoint(drive);
    if (isNotPositive(drive.efficiency) || isAbove(drive.efficiency, 1))
      problems_.error(pointer_ + "/efficiency",
                      fmt::format("{}: the efficiency is {}, but it must be above 0 and at most 1", part_,
                                  drive.efficiency.value));
    std::visit([this](const auto& law) { check(law); }, drive.kind);
    if (drive.until && joint_)
      checkGuard(drive.until->guard, {mechanism_, *joint_, Phase{}, false, true, part_, pointer_ + "/until"},
                 problems_);
  }

 private:
  void checkJoint(const Drive& drive) {
    const auto joint = std::find_if(mechanism_.joints.begin(), mechanism_.joints.end(),
                                    [&](const Joint& j) { return j.id == drive.joint; });
    joint_ = joint == mechanism_.joints.end() ? nullptr : &*joint;
    const std::string where = pointer_ + "/joint";
    if (joint == mechanism_.joints.end()) {
      std::vector<std::string> ids;
      for (const Joint& j : mechanism_.joints) ids.push_back(j.id);
      const std::string near = findNearestName(drive.joint, ids);
      problems_.error(where, fmt::format("{}: there is no joint '{}'{}", part_, drive.joint,
                                         near.empty() ? "" : "; did you mean '" + near + "'?"));
      return;
    }
    if (isRigid(joint->kind))
      problems_.error(where, fmt::format("{}: the {} {} cannot move", part_,
                                         Words<JointKind>::names[joint->kind.index()], joint->id));
    else if (findCoordinateKind(joint->kind) == CoordinateKind::none)
      problems_.error(where, fmt::format("{}: joint {} has no coordinate to drive", part_, joint->id));
    checkPhases(*joint, where);
    if (drive.active.value != 0 && !driven_.insert(drive.joint).second)
      problems_.error(
          where, fmt::format("{}: joint {} is driven twice; two motion laws contradict each other", part_,
                             joint->id));
  }

  // A drive moves the coordinate as drawn in every phase: it has to be there, free, along the same axis or
  // curve.
  void checkPhases(const Joint& joint, const std::string& where) {
    if (!joint.metamorphic) return;
    for (const Phase& phase : joint.metamorphic->phases) {
      const auto kind = findJointKind(joint, phase);
      if (phase.locked)
        problems_.error(where, fmt::format("{}: joint {} is locked in phase '{}' and cannot be driven in it",
                                           part_, joint.id, phase.id));
      else if (!kind || !measureSame(*kind, joint.kind))
        problems_.error(where,
                        fmt::format("{}: in phase '{}' joint {} does not have the coordinate that is driven",
                                    part_, phase.id, joint.id));
    }
  }

  // The coordinate of a telescope is a length.
  void checkLength(const Quantity& coordinate, const std::string& where) {
    if (joint_ && std::holds_alternative<Telescope>(joint_->kind) && isNotPositive(coordinate))
      problems_.error(pointer_ + where,
                      fmt::format("{}: the coordinate of a telescope is its length, which must be "
                                  "positive",
                                  part_));
  }

  void check(const ConstantSpeed& line) {
    if (line.start) checkLength(*line.start, "/start");
  }
  void check(const Stroke& stroke) {
    if (stroke.start) checkLength(*stroke.start, "/start");
    if (joint_)
      checkLength(
          stroke.rise.value + (stroke.start ? stroke.start->value : calcDrawnCoordinate(mechanism_, *joint_)),
          "/rise");
    if (isNotPositive(stroke.duration))
      problems_.error(pointer_ + "/duration", fmt::format("{}: the duration must be positive", part_));
  }
  // With a ramp r the way L takes the time L/v + r: the speed v is reached where L is at least v r.
  void check(const Reverse& reverse) {
    if (reverse.from) checkLength(*reverse.from, "/from");
    checkLength(reverse.to, "/to");
    const auto error = [&](const char* key, const std::string& what) {
      problems_.error(pointer_ + key, fmt::format("{}: {}", part_, what));
    };
    if (isNotPositive(reverse.speed))
      error("/speed", "the speed must be positive; which way it goes first follows from from and to");
    if (isBelow(reverse.ramp, 0)) error("/ramp", "the ramp is negative");
    const double cycles = reverse.cycles.value;
    if (isBelow(reverse.cycles, 0) || (std::isfinite(cycles) && cycles != std::round(cycles)))
      error(
          "/cycles",
          fmt::format("the number of cycles is {}, but it must be a whole number (0: without end)", cycles));
    if (!reverse.from && !joint_) return;
    const double from = reverse.from ? reverse.from->value : calcDrawnCoordinate(mechanism_, *joint_);
    const double way = std::abs(reverse.to.value - from), least = reverse.speed.value * reverse.ramp.value;
    if (way == 0)
      error("/to", reverse.from
                       ? "from and to are the same place: there is no way between them"
                       : "it is drawn at to already: there is no way; draw it elsewhere or give from");
    else if (way < least)
      error("/ramp",
            fmt::format("the way between from and to is {:.6g}, but with this ramp the speed is reached and "
                        "lost within {:.6g} only; a shorter ramp or a lower speed is needed",
                        way, least));
  }
  void check(const TableMotion& table) {
    for (std::size_t i = 0; i < table.values.size(); ++i)
      checkLength(table.values[i], fmt::format("/values/{}", i));
    if (table.times.size() < 2)
      problems_.error(pointer_ + "/times", fmt::format("{}: the table needs two times at least", part_));
    if (table.times.size() != table.values.size())
      problems_.error(pointer_ + "/values", fmt::format("{}: {} times but {} values", part_,
                                                        table.times.size(), table.values.size()));
    for (std::size_t i = 1; i < table.times.size(); ++i)
      if (!(table.times[i].value > table.times[i - 1].value))
        problems_.error(fmt::format("{}/times/{}", pointer_, i), fmt::format("{}: times must rise", part_));
  }
  void check(const ExpressionMotion& motion) {
    const std::vector<std::string> all = calcLawNames(mechanism_);
    const auto time = std::find(all.begin(), all.end(), "t");
    const std::vector<std::string> names(all.begin(), time + 1);
    const Result<Expression> expression = Expression::compile(motion.coordinate.text, names);
    if (expression) return;
    const bool readsState = Expression::compile(motion.coordinate.text, all).has_value();
    for (const Problem& problem : expression.error())
      problems_.error(pointer_ + "/coordinate",
                      readsState ? fmt::format("{}: a motion law may read t and parameters only", part_)
                                 : fmt::format("{}: {} ({}){}", part_, problem.what, problem.where,
                                               explainPointInLaw(mechanism_, motion.coordinate.text)));
  }

  const Mechanism& mechanism_;
  ProblemList& problems_;
  const Joint* joint_ = nullptr;  // of the drive that is looked at
  std::set<std::string> driven_;
  std::string part_, pointer_;
};

}  // namespace

void checkDrives(const Mechanism& mechanism, ProblemList& problems) {
  DriveCheck check(mechanism, problems);
  for (std::size_t i = 0; i < mechanism.drives.size(); ++i)
    check.run(mechanism.drives[i], fmt::format("/drives/{}", i));
}

}  // namespace clank
