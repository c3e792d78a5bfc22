// SPDX-License-Identifier: GPL-3.0-or-later
// A thousand random linkages with stops, contacts, friction, springs and drives. Each finishes or says why
// not, creates no energy, balances momentum and angular momentum of every body at every receipt, and keeps
// its joints closed.
#include <Eigen/Geometry>
#include <cstdio>
#include <functional>
#include <map>
#include <regex>

#include "tests/support/random_linkage.h"
#include "tests/support/runs.h"
#include "tests/support/sanitized.h"

namespace clank {
namespace {

using namespace test;

// The impulses of a receipt, summed up for each body about its centre of mass.
class Impulses {
 public:
  Impulses(const Mechanism& m, const std::function<double(const std::string&)>& channel) : m_(m) {
    for (const Body& body : m.bodies)
      places_[body.id] = {channel(body.id + ".x"), channel(body.id + ".y"), channel(body.id + ".angle")};
  }

  // Reactions act on b at its joint point, and against them on a at the same place.
  void add(const JointImpulse& received) {
    for (const Joint& joint : m_.joints)
      if (joint.id == received.joint)
        exchange(joint.a, joint.b, pointOf(joint.b, joint.atB), {received.x, received.y}, received.moment);
  }
  void add(const ContactPush& push) {
    const Eigen::Vector2d point(push.pointX, push.pointY), force(push.x, push.y);
    for (const ContactPair& contact : m_.contacts)
      if (contact.id == push.element) exchange(contact.a, contact.b, point, force, push.moment);
    for (const Joint& joint : m_.joints)
      if (joint.id == push.element) exchange(joint.a, joint.b, point, force, push.moment);
  }

  Eigen::Vector3d of(const std::string& body) { return sums_.try_emplace(body, 0, 0, 0).first->second; }
  double largest() const { return largest_; }  // of a force or moment, N s or N m s

 private:
  Eigen::Vector2d pointOf(const std::string& body, const Point& p) const {
    const Eigen::Vector2d local(p.x.value, p.y.value);
    if (body == kFrame) return local;
    const Eigen::Vector3d& at = places_.at(body);
    return at.head<2>() + Eigen::Rotation2Dd(at.z()) * local;
  }
  void exchange(const std::string& a, const std::string& b, const Eigen::Vector2d& point,
                const Eigen::Vector2d& force, double moment) {
    receive(b, point, force, moment);
    receive(a, point, -force, -moment);
    largest_ = std::max({largest_, force.norm(), std::abs(moment)});
  }
  void receive(const std::string& body, const Eigen::Vector2d& point, const Eigen::Vector2d& force,
               double moment) {
    if (body == kFrame) return;
    const Eigen::Vector2d arm = point - places_.at(body).head<2>();
    sums_.try_emplace(body, 0, 0, 0).first->second +=
        Eigen::Vector3d(force.x(), force.y(), arm.x() * force.y() - arm.y() * force.x() + moment);
  }

  const Mechanism& m_;
  std::map<std::string, Eigen::Vector3d> places_, sums_;
  double largest_ = 0;
};

// m dv and J dw of every body from the impulses that the nth receipt lists.
void expectMomentum(const Mechanism& m, const FinishedRun& r, std::size_t nth) {
  const Receipt& receipt = r.trajectory.events()[nth];
  const auto row = r.trajectory.row(r.trajectory.sampleAfterEvent(nth));
  Impulses impulses(m, [&](const std::string& channel) { return r.value(row, channel); });
  for (const JointImpulse& received : receipt.jointImpulses) impulses.add(received);
  for (const ContactPush& push : receipt.contactImpulses) impulses.add(push);
  const double tolerance = 1e-8 * (1 + impulses.largest());
  for (std::size_t i = 0; i < m.bodies.size(); ++i) {
    const BodyJump& jump = receipt.jumps[i];
    const double mass = m.bodies[i].mass->value, inertia = m.bodies[i].inertia->value;
    const Eigen::Vector3d given = impulses.of(jump.body);
    SCOPED_TRACE(receipt.element + " " + jump.body);
    EXPECT_NEAR(mass * (jump.after[0] - jump.before[0]), given.x(), tolerance);
    EXPECT_NEAR(mass * (jump.after[1] - jump.before[1]), given.y(), tolerance);
    EXPECT_NEAR(inertia * (jump.after[2] - jump.before[2]), given.z(), tolerance);
  }
}

struct Counts {
  int ran = 0, finished = 0, events = 0;
  std::map<std::string, int> refused, failed;  // how often, by the reason
};

int sum(const std::map<std::string, int>& counts) {
  int total = 0;
  for (const auto& [reason, count] : counts) total += count;
  return total;
}

void print(const char* what, const std::map<std::string, int>& counts) {
  std::printf("%d %s\n", sum(counts), what);
  for (const auto& [reason, count] : counts) std::printf("  %d: %s\n", count, reason.c_str());
}

// The reason of an error without its numbers, those in names included.
std::string findReason(const Problems& problems) {
  for (const Problem& problem : problems)
    if (problem.severity == Severity::error)
      return std::regex_replace(problem.what, std::regex("[0-9]+([.][0-9]+)?(e[-+]?[0-9]+)?"), "#");
  return {};
}

// What scales the tolerances: the greatest kinetic energy and work of the run.
double calcEnergyScale(const FinishedRun& r) {
  double scale = 1;
  for (std::size_t s = 0; s < r.trajectory.sampleCount(); ++s)
    for (const char* channel : {"energy.kinetic", "energy.work"})
      scale = std::max(scale, std::abs(r.value(r.trajectory.row(s), channel)));
  return scale;
}

void check(unsigned seed, Counts& counts) {
  const Mechanism m = RandomLinkage(seed).make();
  auto simulator = Simulator::create(m);
  if (!simulator) {
    const std::string why = findReason(simulator.error());
    EXPECT_NE(why, "");
    ++counts.refused[why];
    return;
  }
  ++counts.ran;
  FinishedRun r{Trajectory(simulator->channels()), {}};
  r.summary = simulator->run(r.trajectory);
  counts.events += r.summary.events;
  if (r.summary.end == RunSummary::End::finished) {
    ++counts.finished;
  } else {
    const std::string why = findReason(r.summary.problems);
    EXPECT_NE(why, "");
    ++counts.failed[why];
  }
  for (std::size_t s = 0; s < r.trajectory.sampleCount(); ++s)
    for (const double value : r.trajectory.row(s)) ASSERT_TRUE(std::isfinite(value));
  const double scale = calcEnergyScale(r);
  EXPECT_LT(r.summary.largestResidual, 1e-5 * scale);
  EXPECT_LT(r.summary.largestDrift, 2e-6);
  for (std::size_t i = 0; i < r.trajectory.events().size(); ++i) {
    const Receipt& receipt = r.trajectory.events()[i];
    if (!receipt.momentumConserved) continue;
    EXPECT_GE(receipt.energyLoss(), -1e-9 * scale) << receipt.element << " at " << receipt.t;
    // In a step of time forces act too, and its receipts tell the bodies that touch.
    if (receipt.jumps.size() == m.bodies.size()) expectMomentum(m, r, i);
  }
}

TEST(RandomLinkages, AThousandFinishOrSayWhy) {
  Counts counts;
  for (unsigned seed = 1; seed <= takePart(1000); ++seed) {
    SCOPED_TRACE("linkage " + std::to_string(seed));
    check(seed, counts);
  }
  std::printf("%d ran, %d finished, %d events\n", counts.ran, counts.finished, counts.events);
  print("refused", counts.refused);
  print("stopped on the way", counts.failed);
  EXPECT_LE(sum(counts.refused), 100) << "a tenth";
  EXPECT_GE(counts.finished, counts.ran * 97 / 100);
}

}  // namespace
}  // namespace clank
