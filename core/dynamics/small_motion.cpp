// SPDX-License-Identifier: GPL-3.0-or-later
// Derivatives are differences of fourth order along the columns of N: nothing is derived twice by hand, and
// what a new joint or force needs for it is there already. With steps of 1e-3 of the size of the mechanism
// they leave 1e-12 of what is derived. The push of a compliant contact is far from straight over such a step:
// it is derived along its depth, and only its row along N.
#include "core/dynamics/small_motion.h"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <optional>

#include "core/dynamics/applied_forces.h"
#include "core/dynamics/compliant_contacts.h"
#include "core/dynamics/extent.h"
#include "core/dynamics/tolerances.h"

namespace clank {
namespace {

constexpr double kProbe = 1e-3;      // of the size of the mechanism, or rad
constexpr double kLeftOver = 1e-10;  // of what stiffnesses of forces and reactions leave of each other

Eigen::Map<const Eigen::VectorXd> toVector(std::span<const double> x) {
  return {x.data(), static_cast<Eigen::Index>(x.size())};
}

// Coordinates in the order of the mass matrix of a link that bends.
std::vector<Eigen::Index> listCoordinates(const BentLink& link) {
  std::vector<Eigen::Index> places;
  for (std::size_t i = 0; i < StateLayout::kBlock; ++i)
    places.push_back(static_cast<Eigen::Index>(StateLayout::pose(link.body) + i));
  for (std::size_t k = 0; k < StateLayout::kBlock * link.blocks; ++k)
    places.push_back(static_cast<Eigen::Index>(link.first + k));
  return places;
}

Eigen::MatrixXd calcMassMatrix(const System& system, const double* q) {
  const auto n = static_cast<Eigen::Index>(system.layout.coordinates());
  Eigen::MatrixXd M = Eigen::MatrixXd::Zero(n, n);
  for (std::size_t b = 0; b < system.bodies.size(); ++b) {
    const auto at = static_cast<Eigen::Index>(StateLayout::begin(b));
    M(at, at) = M(at + 1, at + 1) = system.bodies[b].mass;
    M(at + 2, at + 2) = system.bodies[b].inertia;
  }
  for (const BentLink& link : system.bends) {
    const auto places = listCoordinates(link);
    const auto size = static_cast<Eigen::Index>(places.size());
    Eigen::MatrixXd own(size, size);
    calcBentMass(link, q, own);
    for (std::size_t i = 0; i < places.size(); ++i)
      for (std::size_t j = 0; j <= i; ++j)
        M(places[i], places[j]) = M(places[j], places[i]) =
            own(static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(i));
  }
  return M;
}

// Coordinates that fill up the blocks of modes.
std::vector<bool> findPadding(const System& system) {
  std::vector<bool> padding(system.layout.coordinates(), false);
  for (const BentLink& link : system.bends)
    for (std::size_t k = link.modes(); k < StateLayout::kBlock * link.blocks; ++k)
      padding[link.first + k] = true;
  return padding;
}

// (8 (F(h) - F(-h)) - F(2h) + F(-2h))/(12 h).
template <class Function>
auto calcDerivative(const Function& function, double h) {
  auto sum = function(h);
  sum *= 8;
  sum -= 8 * function(-h);
  sum -= function(2 * h);
  sum += function(-2 * h);
  sum /= 12 * h;
  return sum;
}

// A compliant contact that is pressed, near a position of rest.
struct PressedSpring {
  ContactGeometry geometry;
  double force = 0, stiffness = 0, damping = 0;  // N, N/m, N s/m
};

std::vector<PressedSpring> listSprings(const System& system, const State& state) {
  constexpr double kPart = 1e-3;   // of the depth
  constexpr double kSpeed = 1e-4;  // m/s
  CompliantContacts contacts(system);
  contacts.setMode(state.mode);
  std::vector<PressedSpring> springs;
  for (const CompliantContacts::Press& press : contacts.pressed()) {
    const double depth = calcContactDepth(system, press.contact, state.y).depth;
    if (!(depth > 0)) continue;
    const NormalForceLaw& law = system.getPair(press.contact).compliance->normal;
    const double approach = std::max(chooseApproach(law, press.approach), kSpeed);
    const auto calc = [&](double more, double rate) {
      return calcNormalForce(law, depth + more, rate, approach).total();
    };
    springs.push_back({system.contacts[press.contact].geometry, calc(0, 0),
                       calcDerivative([&](double h) { return calc(h, 0); }, kPart * depth),
                       calcDerivative([&](double h) { return calc(0, h); }, kPart * approach)});
  }
  return springs;
}

BlockRow calcNormalRow(const ContactGeometry& geometry, const double* q, const double* v) {
  const ContactKinematics k = calcContactKinematics(geometry, q, v);
  BlockRow row;
  double gamma = 0;
  updNormalRow(k, row, gamma);
  return row;
}

// What acts at rest, as far as constraints do not do it.
class ForcesAtRest {
 public:
  ForcesAtRest(const System& system, const State& state)
      : system_(system),
        t_(state.t),
        springs_(listSprings(system, state)),
        workspace_(system),
        none_(system.layout.coordinates(), 0.0),
        powers_(kWorkIntegrals, 0.0) {
    branches_ = state.mode.branches;
    workspace_.branches = branches_;
  }
  // Contacts push as much as at first, wherever they do.
  Eigen::VectorXd calc(const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
    Eigen::VectorXd f(q.size());
    const std::span<double> out(f.data(), static_cast<std::size_t>(f.size()));
    updAppliedForces(system_, t_, q.data(), v.data(), workspace_, out, powers_);
    for (const PressedSpring& spring : springs_)
      addScattered(calcNormalRow(spring.geometry, q.data(), none_.data()), spring.force, out);
    return f;
  }
  const std::vector<PressedSpring>& springs() const { return springs_; }

 private:
  const System& system_;
  double t_;
  std::vector<PressedSpring> springs_;
  ForceWorkspace workspace_;
  std::vector<double> branches_, none_, powers_;
};

Eigen::VectorXd copyPositions(const System& system, const State& state) {
  return toVector(system.layout.positions(std::span<const double>(state.y)));
}

Eigen::VectorXd toDense(const BlockRow& row, Eigen::Index coordinates) {
  Eigen::VectorXd dense = Eigen::VectorXd::Zero(coordinates);
  addScattered(row, 1, std::span(dense.data(), static_cast<std::size_t>(coordinates)));
  return dense;
}

// N' r of the coordinate of each joint with viscous friction, times the root of its coefficient.
void addViscousJoints(const Assembler& assembler, const Eigen::MatrixXd& N, Eigen::MatrixXd& C) {
  const System& system = assembler.system();
  for (std::size_t j = 0; j < system.joints.size(); ++j) {
    const auto& friction = system.joints[j].friction;
    if (!friction || friction->viscous == 0) continue;
    BlockRow row;
    double gamma = 0, error = 0;
    startCoordinateRow(assembler.shape(j), row);
    updCoordinateRow(assembler.shape(j), assembler.calcShapeKinematics(j), 0, row, gamma, error);
    const Eigen::VectorXd along = N.transpose() * toDense(row, N.rows());
    C += friction->viscous * along * along.transpose();
  }
}

// G'l at q, l kept.
Eigen::VectorXd calcReactions(Assembler& assembler, double t, const Eigen::VectorXd& q,
                              std::span<const double> lambda) {
  const Eigen::VectorXd none = Eigen::VectorXd::Zero(q.size());
  assembler.updRows(t, q.data(), none.data());
  Eigen::VectorXd f = Eigen::VectorXd::Zero(q.size());
  for (std::size_t r = 0; r < lambda.size(); ++r)
    addScattered(assembler.rows()[r], lambda[r], std::span(f.data(), static_cast<std::size_t>(f.size())));
  return f;
}

void addContactsAndJoints(const Assembler& assembler, const ForcesAtRest& forces, const Eigen::VectorXd& q,
                          const Eigen::MatrixXd& N, TangentStiffness& tangent) {
  addViscousJoints(assembler, N, tangent.damping);
  const Eigen::VectorXd rest = Eigen::VectorXd::Zero(q.size());
  for (const PressedSpring& spring : forces.springs()) {
    const Eigen::VectorXd along =
        N.transpose() * toDense(calcNormalRow(spring.geometry, q.data(), rest.data()), N.rows());
    tangent.ofForces += spring.stiffness * along * along.transpose();
    tangent.damping += spring.damping * along * along.transpose();
  }
}

}  // namespace

double calcReach(const System& system, const double* q, const double* direction) {
  const double extent = calcExtent(system, q);
  double reach = 0;
  const auto note = [&](std::size_t coordinate, double unit) {
    reach = std::max(reach, std::abs(direction[coordinate]) / unit);
  };
  for (std::size_t b = 0; b < system.bodies.size(); ++b)
    for (std::size_t k = 0; k < StateLayout::kBlock; ++k) note(StateLayout::begin(b) + k, k < 2 ? extent : 1);
  for (const BentLink& link : system.bends)
    for (std::size_t k = 0; k < link.modes(); ++k) note(link.first + k, link.length);
  return reach;
}

double NaturalMode::frequency() const {
  return swings() ? std::abs(root) / (2 * std::numbers::pi) : 0;
}

double NaturalMode::dampingRatio() const {
  return swings() && root.real() != 0 ? -root.real() / std::abs(root) : 0;
}

Mode leaveFrictionOut(const Mode& mode) {
  Mode loose = mode;
  for (Mode::JointMode& joint : loose.joints) joint.grips = false;
  return loose;
}

// With M = L L' and z = L' dq the rows G L'^-1 are orthogonal to what is free: the last columns of Q.
Eigen::MatrixXd calcFreeDirections(const Assembler& assembler, const double* q) {
  const System& system = assembler.system();
  const auto padding = findPadding(system);
  const Eigen::LLT<Eigen::MatrixXd> mass(calcMassMatrix(system, q));
  const auto n = static_cast<Eigen::Index>(padding.size());
  std::vector<Eigen::VectorXd> held;
  for (const BlockRow& row : assembler.rows()) held.push_back(toDense(row, n));
  for (Eigen::Index k = 0; k < n; ++k)
    if (padding[static_cast<std::size_t>(k)]) held.push_back(Eigen::VectorXd::Unit(n, k));
  Eigen::MatrixXd columns(n, static_cast<Eigen::Index>(held.size()));
  for (std::size_t r = 0; r < held.size(); ++r) {
    auto column = columns.col(static_cast<Eigen::Index>(r));
    column = mass.matrixL().solve(held[r]);
    if (const double length = column.norm(); length > 0) column /= length;
  }
  Eigen::MatrixXd free = Eigen::MatrixXd::Identity(n, n);
  if (columns.cols() > 0) {
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(n, columns.cols());
    qr.setThreshold(kDependent);
    qr.compute(columns);
    free = (qr.householderQ() * free).rightCols(n - qr.rank()).eval();
  }
  if (free.cols() == 0) return free;
  return mass.matrixU().solve(free);
}

std::vector<double> calcForcesAtRest(const System& system, const State& state) {
  const Eigen::VectorXd q = copyPositions(system, state);
  const Eigen::VectorXd f = ForcesAtRest(system, state).calc(q, Eigen::VectorXd::Zero(q.size()));
  return {f.data(), f.data() + f.size()};
}

TangentStiffness calcTangentStiffness(Assembler& assembler, const State& state, const Eigen::MatrixXd& N) {
  const System& system = assembler.system();
  const Eigen::VectorXd q = copyPositions(system, state), rest = Eigen::VectorXd::Zero(q.size());
  ForcesAtRest forces(system, state);
  const Eigen::VectorXd f = forces.calc(q, rest);
  std::vector<double> acceleration(system.layout.coordinates()), lambda(assembler.rowCount());
  const std::vector<double> none(assembler.rowCount(), 0.0);
  assembler.update(state.t, q.data(), rest.data());
  assembler.solve(std::span(f.data(), acceleration.size()), none, acceleration, lambda);

  TangentStiffness tangent;
  tangent.drive = N.transpose() * f;
  const Eigen::Index m = N.cols();
  tangent.ofForces = tangent.ofReactions = tangent.damping = Eigen::MatrixXd::Zero(m, m);
  for (Eigen::Index j = 0; j < m; ++j) {
    const Eigen::VectorXd d = N.col(j);
    const double h = kProbe / calcReach(system, q.data(), d.data());
    const auto derive = [&](const auto& function) { return calcDerivative(function, h); };
    tangent.ofForces.col(j) = -N.transpose() * derive([&](double s) { return forces.calc(q + s * d, rest); });
    tangent.damping.col(j) = -N.transpose() * derive([&](double s) { return forces.calc(q, s * d); });
    tangent.ofReactions.col(j) = -N.transpose() * derive([&](double s) {
      return calcReactions(assembler, state.t, q + s * d, lambda);
    });
  }
  assembler.update(state.t, q.data(), rest.data());
  addContactsAndJoints(assembler, forces, q, N, tangent);
  return tangent;
}

namespace {

// rad/s, of all bodies about one fixed point; nothing when they move otherwise.
std::optional<double> findSpin(const System& system, const State& state) {
  constexpr double kAlike = 1e-6;
  const double *const q = state.y.data(), *const v = system.layout.speeds(state.y).data();
  const double spin = v[StateLayout::angle(0)], slack = kAlike * std::abs(spin) * calcExtent(system, q);
  for (std::size_t b = 0; b < system.bodies.size(); ++b) {
    const int body = static_cast<int>(b);
    if (!(std::abs(v[StateLayout::angle(body)] - spin) <= kAlike * std::abs(spin))) return std::nullopt;
    const Eigen::Vector2d apart = calcPosition(body, q) - calcPosition(0, q),
                          rate = calcPosition(body, v) - calcPosition(0, v);
    if (!((rate - spin * perp(apart)).norm() <= slack)) return std::nullopt;
  }
  for (const BentLink& link : system.bends)
    for (std::size_t k = 0; k < link.modes(); ++k)
      if (!(std::abs(v[link.first + k]) <= slack)) return std::nullopt;
  return spin;
}

// J of the head: what the axes turn of a displacement.
Eigen::VectorXd turnAlong(const System& system, double spin, const Eigen::VectorXd& d) {
  Eigen::VectorXd turned = Eigen::VectorXd::Zero(d.size());
  for (std::size_t b = 0; b < system.bodies.size(); ++b) {
    const auto at = static_cast<Eigen::Index>(StateLayout::begin(b));
    turned(at) = -spin * d(at + 1);
    turned(at + 1) = spin * d(at);
  }
  return turned;
}

TangentStiffness calcTurningTangent(Assembler& assembler, const State& state, const Eigen::MatrixXd& N,
                                    double spin) {
  const System& system = assembler.system();
  const Eigen::VectorXd q = copyPositions(system, state);
  const Eigen::VectorXd v = toVector(system.layout.speeds(std::span<const double>(state.y)));
  const Eigen::MatrixXd M = calcMassMatrix(system, q.data());
  ForcesAtRest forces(system, state);
  const Eigen::VectorXd f = forces.calc(q, v);
  std::vector<double> acceleration(system.layout.coordinates()), lambda(assembler.rowCount());
  assembler.update(state.t, q.data(), v.data());
  assembler.solve(std::span(f.data(), acceleration.size()), assembler.gamma(), acceleration, lambda);
  Eigen::VectorXd a = toVector(acceleration);
  TangentStiffness tangent;
  tangent.drive = N.transpose() * (M * a);
  a -= N * tangent.drive;
  tangent.ofForces = tangent.ofReactions = tangent.damping = Eigen::MatrixXd::Zero(N.cols(), N.cols());
  for (Eigen::Index j = 0; j < N.cols(); ++j) {
    const Eigen::VectorXd d = N.col(j), turned = turnAlong(system, spin, d);
    const double h = kProbe / calcReach(system, q.data(), d.data());
    const auto derive = [&](const auto& function) { return calcDerivative(function, h); };
    const Eigen::VectorXd ofForces = derive([&](double s) -> Eigen::VectorXd {
      const Eigen::VectorXd at = q + s * d;
      return calcMassMatrix(system, at.data()) * a - forces.calc(at, v + s * turned);
    });
    tangent.ofForces.col(j) = N.transpose() * (M * turnAlong(system, spin, turned) + ofForces);
    const Eigen::VectorXd ofSpeeds = derive([&](double s) { return forces.calc(q, v + s * d); });
    tangent.damping.col(j) = N.transpose() * (2 * M * turned - ofSpeeds);
    tangent.ofReactions.col(j) = -N.transpose() * derive([&](double s) {
      return calcReactions(assembler, state.t, q + s * d, lambda);
    });
  }
  assembler.update(state.t, q.data(), v.data());
  addContactsAndJoints(assembler, forces, q, N, tangent);
  return tangent;
}

// Roots and vectors of x" + C x' + K x = 0, each pair once.
class Roots {
 public:
  explicit Roots(const TangentStiffness& tangent)
      : tangent_(tangent),
        K_(tangent.ofForces + tangent.ofReactions),
        scale_(std::sqrt(std::max(K_.norm(), tangent.damping.norm() * tangent.damping.norm()))) {
    const double asymmetry = (K_ - K_.transpose()).norm();
    if (tangent.damping.norm() <= kLeftOver * scale_ && asymmetry <= kLeftOver * K_.norm())
      solveSymmetric();
    else
      solveGeneral();
  }
  struct Root {
    NaturalMode::Kind kind;
    std::complex<double> root;
    Eigen::VectorXcd x;
  };
  std::vector<Root> list;

 private:
  using Kind = NaturalMode::Kind;

  // What is left of the stiffness along x is rounding: of differences, and of the eigenvalues.
  bool isNeutral(const Eigen::VectorXcd& x, double squared) const {
    const double taken =
        (x.cwiseAbs().array() *
         ((tangent_.ofForces * x).cwiseAbs() + (tangent_.ofReactions * x).cwiseAbs()).array())
            .sum();
    return squared <= kLeftOver * taken + 100 * std::numeric_limits<double>::epsilon() * K_.norm();
  }

  void solveSymmetric() {
    if (K_.rows() == 0) return;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver((K_ + K_.transpose()) / 2);
    for (Eigen::Index k = 0; k < K_.rows(); ++k) {
      const double squared = solver.eigenvalues()(k), w = std::sqrt(std::abs(squared));
      const Eigen::VectorXcd x = solver.eigenvectors().col(k).cast<std::complex<double>>();
      if (isNeutral(x, std::abs(squared)))
        list.push_back({Kind::neutral, 0, x});
      else if (squared > 0)
        list.push_back({Kind::oscillation, {0, w}, x});
      else
        list.push_back({Kind::divergence, w, x});
    }
  }

  // [x, x'/s]' = [0, s; -K/s, -C] [x, x'/s], s making both parts of one size. Of directions without stiffness
  // the roots are 0, once or twice, and are told by the stiffness itself.
  void solveGeneral() {
    const Eigen::Index m = K_.rows();
    const Eigen::JacobiSVD<Eigen::MatrixXd> stiffness(K_, Eigen::ComputeFullV);
    Eigen::Index neutral = 0;
    for (Eigen::Index k = m - 1; k >= 0; --k) {
      const Eigen::VectorXcd x = stiffness.matrixV().col(k).cast<std::complex<double>>();
      if (!isNeutral(x, stiffness.singularValues()(k))) break;
      list.push_back({Kind::neutral, 0, x});
      ++neutral;
    }
    Eigen::MatrixXd A = Eigen::MatrixXd::Zero(2 * m, 2 * m);
    A.topRightCorner(m, m).setIdentity();
    A.topRightCorner(m, m) *= scale_;
    A.bottomLeftCorner(m, m) = -K_ / scale_;
    A.bottomRightCorner(m, m) = -tangent_.damping;
    const Eigen::EigenSolver<Eigen::MatrixXd> solver(A);
    std::vector<Root> growing, dying;
    const double tiny = std::sqrt(std::numeric_limits<double>::epsilon());
    for (Eigen::Index k = 0; k < 2 * m; ++k) {
      std::complex<double> root = solver.eigenvalues()(k);
      if (root.imag() < 0) continue;
      Eigen::VectorXcd x = solver.eigenvectors().col(k).head(m);
      if (neutral > 0 && std::abs(root) <= tiny * scale_) continue;
      x.normalize();
      if (std::abs(root.real()) <= kLeftOver * std::abs(root)) root.real(0);
      if (root.imag() > 0)
        list.push_back({root.real() > 0 ? Kind::flutter : Kind::oscillation, root, x});
      else
        (root.real() > 0 ? growing : dying).push_back({Kind::decay, root, x});
    }
    addReal(growing, dying);
  }

  // A direction that goes away has a root that comes back as well, which says nothing new.
  void addReal(std::vector<Root>& growing, std::vector<Root>& dying) {
    for (Root& root : growing) {
      const auto nearest = std::min_element(dying.begin(), dying.end(), [&](const Root& a, const Root& b) {
        return std::abs(a.x.dot(root.x)) > std::abs(b.x.dot(root.x));
      });
      if (nearest != dying.end()) dying.erase(nearest);
      root.kind = Kind::divergence;
      list.push_back(root);
    }
    list.insert(list.end(), dying.begin(), dying.end());
  }

  const TangentStiffness& tangent_;
  Eigen::MatrixXd K_;
  double scale_;
};

// Turned so that the greatest part is real.
void turnToReal(Eigen::VectorXcd& x) {
  Eigen::Index at = 0;
  x.cwiseAbs().maxCoeff(&at);
  x *= std::conj(x(at)) / std::abs(x(at));
}

std::vector<double> calcKineticShares(const System& system, const Eigen::MatrixXd& M,
                                      const Eigen::VectorXcd& X) {
  std::vector<double> shares;
  const auto part = [&](const Eigen::VectorXcd& own) { return own.dot(M * own).real(); };
  for (std::size_t b = 0; b < system.bodies.size(); ++b) {
    Eigen::VectorXcd own = Eigen::VectorXcd::Zero(X.size());
    const auto at = static_cast<Eigen::Index>(StateLayout::begin(b));
    own.segment<3>(at) = X.segment<3>(at);
    for (const BentLink& link : system.bends)
      if (link.body == static_cast<int>(b))
        for (const Eigen::Index place : listCoordinates(link)) own(place) = X(place);
    shares.push_back(part(own));
  }
  return shares;
}

}  // namespace

SmallMotion calcSmallMotion(const System& system, const State& state) {
  Assembler assembler(system, leaveFrictionOut(state.mode));
  const Eigen::VectorXd q = copyPositions(system, state), rest = Eigen::VectorXd::Zero(q.size());
  assembler.update(state.t, q.data(), rest.data());
  const Eigen::MatrixXd N = calcFreeDirections(assembler, q.data()), M = calcMassMatrix(system, q.data());
  SmallMotion motion;
  if (N.cols() == 0) return motion;
  const auto v = system.layout.speeds(std::span<const double>(state.y));
  if (std::any_of(v.begin(), v.end(), [](double rate) { return rate != 0; })) {
    const std::optional<double> spin = findSpin(system, state);
    const bool turns = spin && *spin != 0;
    motion.speeds = turns ? SmallMotion::Speeds::turning : SmallMotion::Speeds::leftOut;
    motion.spin = turns ? *spin : 0;
  }
  const TangentStiffness tangent = motion.spin != 0 ? calcTurningTangent(assembler, state, N, motion.spin)
                                                    : calcTangentStiffness(assembler, state, N);
  double mass = 0;
  for (const SystemBody& body : system.bodies) mass += body.mass;
  motion.unrest = tangent.drive.norm() / std::sqrt(mass);
  for (const Roots::Root& root : Roots(tangent).list) {
    Eigen::VectorXcd X = N.cast<std::complex<double>>() * root.x;
    turnToReal(X);
    NaturalMode& mode = motion.modes.emplace_back();
    mode.kind = root.kind;
    mode.root = root.root;
    mode.shape.assign(X.data(), X.data() + X.size());
    mode.kinetic = calcKineticShares(system, M, X);
  }
  std::stable_sort(motion.modes.begin(), motion.modes.end(), [](const NaturalMode& a, const NaturalMode& b) {
    return a.kind != b.kind ? a.kind < b.kind : std::abs(a.root) < std::abs(b.root);
  });
  return motion;
}

}  // namespace clank
