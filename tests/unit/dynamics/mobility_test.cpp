// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <Eigen/Geometry>
#include <cmath>
#include <functional>
#include <numbers>
#include <random>

#include "core/dynamics/consistency.h"
#include "core/dynamics/system_compiler.h"
#include "core/simulation/assembly.h"
#include "tests/support/benchmarks.h"
#include "tests/support/framework.h"
#include "tests/support/random_linkage.h"

namespace clank::test {
namespace {

// Rank of what the joints of a drawn mechanism forbid, from their definitions alone: the errors of the joints
// in m and rad as functions of the poses drawn, differences of them, singular values. Neither rows nor masses
// nor an elimination of the program have a part in it.
class DrawnConstraints {
 public:
  explicit DrawnConstraints(const Mechanism& m) : m_(m) {
    for (const Body& body : m.bodies)
      for (const double x : {body.pose.x.value, body.pose.y.value, body.pose.angle.value})
        poses_.push_back(x);
  }

  int calcRank() const {
    constexpr double h = 1e-4;  // m or rad; errors are smooth on this scale
    const auto n = static_cast<Eigen::Index>(poses_.size());
    Eigen::MatrixXd jacobian(calcErrors(poses_).size(), n);
    if (jacobian.rows() == 0) return 0;
    for (Eigen::Index k = 0; k < n; ++k) {
      const auto at = [&](double step) {
        std::vector<double> poses = poses_;
        poses[static_cast<std::size_t>(k)] += step;
        return calcErrors(poses);
      };
      // Of fourth order: what is left is rounding, 1e-12.
      jacobian.col(k) = (8 * (at(h) - at(-h)) - at(2 * h) + at(-2 * h)) / (12 * h);
    }
    const Eigen::VectorXd values = Eigen::JacobiSVD<Eigen::MatrixXd>(jacobian).singularValues();
    return static_cast<int>((values.array() > 1e-7 * values(0)).count());
  }

 private:
  struct Frame {
    Eigen::Vector2d origin{0, 0};
    double angle = 0;
    Eigen::Vector2d toWorld(const Point& p) const {
      return origin + Eigen::Rotation2Dd(angle) * Eigen::Vector2d(p.x.value, p.y.value);
    }
  };
  Frame find(const std::string& id, const std::vector<double>& poses) const {
    for (std::size_t i = 0; i < m_.bodies.size(); ++i)
      if (m_.bodies[i].id == id) return {{poses[3 * i], poses[3 * i + 1]}, poses[3 * i + 2]};
    return {};
  }

  Eigen::VectorXd calcErrors(const std::vector<double>& poses) const {
    std::vector<double> errors;
    for (const Joint& joint : m_.joints) {
      const Frame a = find(joint.a, poses), b = find(joint.b, poses);
      const Eigen::Vector2d way = b.toWorld(joint.atB) - a.toWorld(joint.atA);
      const auto across = [&](double axis) {
        return Eigen::Vector2d(-std::sin(a.angle + axis), std::cos(a.angle + axis)).dot(way);
      };
      if (std::holds_alternative<Distance>(joint.kind)) errors.push_back(way.norm());
      if (const auto* slot = std::get_if<Slot>(&joint.kind)) errors.push_back(across(slot->axis.value));
      if (const auto* prismatic = std::get_if<Prismatic>(&joint.kind))
        errors.insert(errors.end(), {across(prismatic->axis.value), b.angle - a.angle});
      if (std::holds_alternative<Revolute>(joint.kind)) errors.insert(errors.end(), {way.x(), way.y()});
      if (std::holds_alternative<Weld>(joint.kind))
        errors.insert(errors.end(), {way.x(), way.y(), b.angle - a.angle});
    }
    return Eigen::Map<const Eigen::VectorXd>(errors.data(), static_cast<Eigen::Index>(errors.size()));
  }

  const Mechanism& m_;
  std::vector<double> poses_;
};

// Rods pinned together at random. On a grid of half metres and quarter turns many positions are singular and
// many pins redundant; between them few are. Masses lie decades apart.
Mechanism makeTangle(std::mt19937& random, bool onGrid) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto draw = [&](double step) {
    const double x = 2 * uniform(random);
    return onGrid ? std::round(x / step) * step : x;
  };
  Mechanism m;
  const auto bodies = 2 + random() % 7;
  for (std::size_t i = 0; i < bodies; ++i) {
    const double mass = std::pow(10, 2 * uniform(random)), inertia = std::pow(10, 2 * uniform(random));
    const double x = draw(0.5), y = draw(0.5), angle = draw(1) * std::numbers::pi / 2;
    m.bodies.push_back(
        makeBody("rod" + std::to_string(i), mass, inertia, {x, y, angle, {}}, {draw(0.5), 0.0}));
  }
  const auto pins = 1 + random() % (2 * bodies);
  for (std::size_t j = 0; j < pins; ++j) {
    const auto a = random() % (bodies + 1), b = random() % bodies;
    if (a == b) continue;
    m.joints.push_back(makePin("P" + std::to_string(j), a == bodies ? kFrame : m.bodies[a].id, draw(0.5),
                               draw(0.5), m.bodies[b].id, draw(0.5)));
  }
  return m;
}

TEST(Mobility, RankOfRandomLinkagesAgreesWithDifferencesOfTheDrawing) {
  std::mt19937 random(7);
  int dependent = 0, regular = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const Mechanism tangle = resolve(makeTangle(random, trial % 2 == 0)).value();
    const System system = compileSystem(tangle).value();
    Mode mode;
    mode.joints.resize(system.joints.size());
    Assembler assembler(system, mode);  // the pins stay open: any G will do
    assembler.updRows(0, system.startY.data(), system.layout.speeds(system.startY).data());
    const int rank = calcRowRank(system, assembler.rows()).rank;
    EXPECT_EQ(rank, DrawnConstraints(tangle).calcRank()) << trial;
    const bool isDependent = rank < static_cast<int>(assembler.rowCount());
    dependent += isDependent ? 1 : 0;
    EXPECT_FALSE(assembler.hasIndependentRows()) << "not factored yet";
    assembler.factor();
    if (!assembler.hasIndependentRows()) continue;
    ++regular;
    EXPECT_FALSE(isDependent) << trial;
  }
  EXPECT_GT(dependent, 100);
  EXPECT_GT(regular, 20);
}

int calcMobilityOf(const Mechanism& drawn) {
  const Mechanism resolved = resolve(drawn).value();
  const System system = compileSystem(resolved).value();
  const State state = assembleStart(system, resolved).value();
  Assembler assembler(system, state.mode);
  assembler.updRows(0, state.y.data(), state.y.data() + 3 * system.bodies.size());
  const int byRank = calcMobility(system, assembler);
  assembler.factor();
  EXPECT_EQ(calcMobility(system, assembler), byRank) << "by pivots";
  return byRank;
}

// Pins, slots, guides, rods and welds at random.
TEST(Mobility, OfRandomLinkagesAgreesWithDifferencesOfTheDrawing) {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    Mechanism m = RandomLinkage(seed).make();
    m.drives.clear();  // the drawing may not allow their speed
    const int bodies = static_cast<int>(m.bodies.size());
    EXPECT_EQ(calcMobilityOf(m), 3 * bodies - DrawnConstraints(m).calcRank()) << seed;
  }
}

// Legs of one length and direction between frame and beam: however many there are, the beam goes round on a
// circle. By count every leg beyond the second takes a freedom. One that differs holds the beam.
TEST(Mobility, ParallelogramsWithMoreLegs) {
  for (const std::size_t legs : {2u, 3u, 6u})
    for (const bool oneDiffers : {false, true}) {
      std::vector<Framework::Place> places;
      std::vector<std::size_t> beam;
      for (std::size_t i = 0; i < legs; ++i) {
        const double x = static_cast<double>(i * i);
        places.push_back({x, 0});
        places.push_back({x + 0.6, 0.8});
        beam.push_back(2 * i + 1);
      }
      if (oneDiffers) places[2] = {1, 0.3};
      Framework f(places);
      for (std::size_t i = 0; i < legs; ++i) f.ground(2 * i).bar({2 * i, 2 * i + 1});
      f.bar(beam);
      const int expected = oneDiffers && legs > 2 ? 0 : 1;
      EXPECT_EQ(calcMobilityOf(f.mechanism()), expected) << legs << " legs";
    }
}

// Two crossed rods a cell, n cells in a row, on the floor with one foot pinned. All lower nodes stay in line:
// every foot on the floor beyond the second is redundant. Free of the floor the lattice has four freedoms.
TEST(Mobility, ScissorLattices) {
  for (const std::size_t cells : {1u, 2u, 7u}) {
    std::vector<Framework::Place> places;  // of each column: lower, upper; then the crossings
    for (std::size_t i = 0; i <= cells; ++i)
      for (const double y : {0.0, 0.7}) places.push_back({static_cast<double>(i), y});
    for (std::size_t i = 0; i < cells; ++i) places.push_back({static_cast<double>(i) + 0.5, 0.35});
    const auto build = [&](Framework& f) {
      for (std::size_t i = 0; i < cells; ++i) {
        const std::size_t crossing = 2 * (cells + 1) + i;
        f.bar({2 * i, crossing, 2 * i + 3}).bar({2 * i + 1, crossing, 2 * i + 2});
      }
    };
    Framework loose(places), standing(places);
    build(loose);
    EXPECT_EQ(calcMobilityOf(loose.mechanism()), 4) << cells;
    standing.ground(0);
    build(standing);
    EXPECT_EQ(calcMobilityOf(standing.mechanism()), 2) << cells;
    for (std::size_t i = 1; i <= cells; ++i) {
      standing.foot(2 * i);
      EXPECT_EQ(calcMobilityOf(standing.mechanism()), 1) << cells << " cells, " << i << " feet";
    }
  }
}

// Peaucellier and Lipkin's inversor: one freedom. Without the bar that leads it, two.
TEST(Mobility, Inversor) {
  // O, Q on the frame; rhombus A C B D on two arms; O, C and D in line.
  const std::vector<Framework::Place> places{{0, 0}, {1, 0}, {2.5, 1}, {2.5, -1}, {2, 0}, {3, 0}};
  for (const bool led : {true, false}) {
    Framework f(places);
    f.ground(0).ground(1).bar({0, 2}).bar({0, 3}).bar({2, 4}).bar({4, 3}).bar({3, 5}).bar({5, 2});
    if (led) f.bar({1, 4});
    EXPECT_EQ(calcMobilityOf(f.mechanism()), led ? 1 : 2);
  }
}

// A platform on three legs is held, unless the legs point to one place or are parallel: then it can turn
// about that place, or shift.
TEST(Mobility, PlatformsOnThreeLegs) {
  const auto mobilityOn = [](const std::vector<Framework::Place>& feet) {
    std::vector<Framework::Place> places{{-1, 2}, {0.5, 2.5}, {1, 2}};
    places.insert(places.end(), feet.begin(), feet.end());
    Framework f(places);
    f.bar({0, 1}).bar({1, 2}).bar({2, 0});
    for (std::size_t i = 0; i < 3; ++i) f.ground(3 + i).bar({3 + i, i});
    return calcMobilityOf(f.mechanism());
  };
  EXPECT_EQ(mobilityOn({{-2, 0}, {0.3, 0}, {2, 0}}), 0);
  EXPECT_EQ(mobilityOn({{-2, 0}, {0.75, 1.75}, {2, 0}}), 1) << "all three point to (0, 4)";
  EXPECT_EQ(mobilityOn({{-2, 0}, {-1, -0.5}, {0.5, 1}}), 1) << "parallel";
}

// Nine rods from each of three nodes to each of three others are rigid unless all six lie on a conic
// (Bolker, Roth: When is a bipartite graph a rigid framework?, 1980).
TEST(Mobility, NineRodsOnAConic) {
  const auto mobilityOn = [](const std::function<Framework::Place(double)>& curve) {
    std::vector<Framework::Place> places;
    for (const double t : {0.2, 1.1, 2.3, 2.9, 4.4, 5.6}) places.push_back(curve(t));
    Framework f(places);
    for (const std::size_t i : {0u, 3u, 4u})
      for (const std::size_t j : {1u, 2u, 5u}) f.bar({i, j});
    return calcMobilityOf(f.mechanism());
  };
  EXPECT_EQ(mobilityOn([](double t) { return Framework::Place(std::cos(t), std::sin(t)); }), 4);
  EXPECT_EQ(mobilityOn([](double t) { return Framework::Place(2 * std::cos(t), std::sin(t) + std::cos(t)); }),
            4);
  EXPECT_EQ(mobilityOn([](double t) { return Framework::Place(t, t * t / 4); }), 4);
  EXPECT_EQ(mobilityOn([](double t) { return Framework::Place(t, t * t * t / 20); }), 3);
}

// N windows: one degree of freedom, by count as well; flat, every window adds one.
TEST(Mobility, FourBarsUprightAndFlat) {
  for (const int windows : {1, 10, 40}) {
    const Mechanism mechanism = resolve(makeFourBars(windows)).value();
    const System system = compileSystem(mechanism).value();
    State state = assembleStart(system, mechanism).value();
    Assembler assembler(system, state.mode);
    const auto at = [&] {
      assembler.updRows(0, state.y.data(), system.layout.speeds(state.y).data());
      return calcMobility(system, assembler);
    };
    EXPECT_EQ(at(), 1);
    assembler.factor();
    for (std::size_t body = 0; body < system.bodies.size(); ++body) state.y[3 * body + 2] = 0;
    EXPECT_EQ(at(), 1 + windows);
  }
}

struct Work {
  double fill, rotations, blocks, products;  // of the rank, of the factorisation
};
Work calcWork(const Mechanism& mechanism) {
  const Mechanism resolved = resolve(mechanism).value();
  const System system = compileSystem(resolved).value();
  const State state = assembleStart(system, resolved).value();
  Assembler assembler(system, state.mode);
  assembler.updRows(0, state.y.data(), system.layout.speeds(state.y).data());
  const RankResult rank = calcRowRank(system, assembler.rows());
  SaddlePoint saddlePoint;
  saddlePoint.analyze(system.metric.inverse(), assembler.rows());
  return {static_cast<double>(rank.fill), static_cast<double>(rank.rotations),
          static_cast<double>(saddlePoint.getFill()), static_cast<double>(saddlePoint.getProducts())};
}

// Numbers touched by an evaluation and by the mobility, counted: four times the bodies, four times the work.
TEST(Growth, OfWorkIsLinearInTheNumberOfBodies) {
  for (Mechanism (*make)(int) : {makeChainOfRods, makeFourBars}) {
    const Work small = calcWork(make(50)), large = calcWork(make(200));
    EXPECT_LT(large.fill, 4.4 * small.fill);
    EXPECT_LT(large.rotations, 4.4 * small.rotations);
    EXPECT_LT(large.blocks, 4.4 * small.blocks);
    EXPECT_LT(large.products, 4.4 * small.products);
  }
}

}  // namespace
}  // namespace clank::test
