// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/held_beam.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/math/gauss_legendre.h"

namespace clank {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kSmall = 1e-6;  // of the largest coefficient

// Of a sum of Legendre's polynomials: P'_n+1 - P'_n-1 = (2 n + 1) P_n.
VectorXd differentiate(const VectorXd& c) {
  const Index n = c.size();
  VectorXd d = VectorXd::Zero(n);
  for (Index k = n - 2; k >= 0; --k) {
    const double above = k + 2 < n ? d(k + 2) / static_cast<double>(2 * k + 5) : 0;
    d(k) = static_cast<double>(2 * k + 1) * (c(k + 1) + above);
  }
  return d;
}

// Sum at t, -1 to 1, by the recurrence (k + 1) P_k+1 = (2 k + 1) t P_k - k P_k-1.
double calcSum(const std::vector<double>& c, double t) {
  double before = 0, now = 1, sum = 0;
  for (std::size_t k = 0; k < c.size(); ++k) {
    sum += c[k] * now;
    const auto n = static_cast<double>(k);
    const double next = ((2 * n + 1) * t * now - n * before) / (n + 1);
    before = now;
    now = next;
  }
  return sum;
}

// The space of shapes: columns of coefficients, piece by piece.
class ShapeSpace {
 public:
  ShapeSpace(std::span<const BeamStation> stations, std::size_t fixed, double length) : length_(length) {
    places_.push_back(0);
    for (const BeamStation& station : stations)
      if (station.at > 0 && station.at < length) places_.push_back(station.at);
    places_.push_back(length);
    degree_ = 12 + 2 * static_cast<Index>(fixed);
    const Index bubbles = degree_ - 3;
    coefficients_ = MatrixXd::Zero(pieces() * (degree_ + 1), 2 * (pieces() + 1) + pieces() * bubbles);
    for (Index piece = 0; piece < pieces(); ++piece) {
      addCubics(piece);
      for (Index k = 0; k < bubbles; ++k) addBubble(piece, k + 2, 2 * (pieces() + 1) + piece * bubbles + k);
    }
    findHeld(stations);
  }

  // The static shapes, then the fixed ones.
  MatrixXd findShapes(std::size_t fixed) const {
    const MatrixXd K = calcProduct(2), M = calcProduct(0);
    const auto held = static_cast<Index>(held_.size());
    const Index rigid = 2 - std::min<Index>(2, held), wanted = static_cast<Index>(fixed);
    MatrixXd shapes = MatrixXd::Zero(coefficients_.cols(), std::max<Index>(0, held - 2) + wanted);
    if (held > 2) shapes.leftCols(held - 2) = findStatic(K);
    const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> solver(K(free_, free_), M(free_, free_));
    for (Index k = 0; k < wanted; ++k)
      shapes(free_, shapes.cols() - wanted + k) = solver.eigenvectors().col(rigid + k);
    return coefficients_ * shapes;
  }

  // Rigid motions out; then the eigenvectors, with their l.
  std::vector<PieceShape> makeShapes(MatrixXd shapes) const {
    for (Index k = 0; k < shapes.cols(); ++k) fixStart(shapes.col(k));
    const MatrixXd K = calcProduct(shapes, 2), M = calcProduct(shapes, 0);
    const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> solver(K, M);
    std::vector<PieceShape> result;
    for (Index k = 0; k < shapes.cols(); ++k) {
      VectorXd shape = shapes * solver.eigenvectors().col(k) * std::sqrt(length_);
      std::vector<std::vector<double>> coefficients;
      for (Index piece = 0; piece < pieces(); ++piece) {
        const VectorXd part = shape.segment(piece * (degree_ + 1), degree_ + 1);
        coefficients.emplace_back(part.begin(), part.end());
      }
      if (isDownward(coefficients))
        for (auto& part : coefficients)
          for (double& c : part) c = -c;
      result.emplace_back(places_, std::move(coefficients),
                          std::pow(std::max(0.0, solver.eigenvalues()(k)), 0.25) * length_);
    }
    return result;
  }

 private:
  Index pieces() const { return static_cast<Index>(places_.size()) - 1; }
  double getHalf(Index piece) const {
    const auto i = static_cast<std::size_t>(piece);
    return (places_[i + 1] - places_[i]) / 2;
  }

  // At x = L, or where that end does not move by its moment about the start.
  bool isDownward(const std::vector<std::vector<double>>& coefficients) const {
    double end = 0, moment = 0, size = 0;
    for (const double c : coefficients.back()) end += c;
    for (std::size_t i = 0; i < coefficients.size(); ++i) {
      const double half = getHalf(static_cast<Index>(i));
      moment += 2 * half * (coefficients[i][0] * (places_[i] + half) + coefficients[i][1] * half / 3);
      for (const double c : coefficients[i]) size = std::max(size, std::abs(c));
    }
    return std::abs(end) > kSmall * size ? end < 0 : moment < 0;
  }

  // Hermite's cubics: deflection and slope at both ends.
  void addCubics(Index piece) {
    const double half = getHalf(piece);
    const Index row = piece * (degree_ + 1), column = 2 * piece;
    const double value[] = {0.5, -0.6, 0, 0.1}, slope[] = {1.0 / 6, -0.1, -1.0 / 6, 0.1};
    for (Index n = 0; n < 4; ++n) {
      const double odd = n % 2 == 0 ? 1 : -1;
      coefficients_(row + n, column) = value[n];
      coefficients_(row + n, column + 1) = half * slope[n];
      coefficients_(row + n, column + 2) = odd * value[n];
      coefficients_(row + n, column + 3) = -odd * half * slope[n];
    }
  }
  // The polynomial whose second derivative by t is P_n; it vanishes with its slope at both ends.
  void addBubble(Index piece, Index n, Index column) {
    const auto row = piece * (degree_ + 1) + n;
    const auto m = static_cast<double>(n);
    coefficients_(row + 2, column) = 1 / ((2 * m + 1) * (2 * m + 3));
    coefficients_(row, column) = -2 / ((2 * m - 1) * (2 * m + 3));
    coefficients_(row - 2, column) = 1 / ((2 * m + 1) * (2 * m - 1));
  }

  void findHeld(std::span<const BeamStation> stations) {
    std::vector<bool> isHeld(static_cast<std::size_t>(coefficients_.cols()), false);
    for (const BeamStation& station : stations) {
      const auto place = std::find(places_.begin(), places_.end(), station.at) - places_.begin();
      isHeld[static_cast<std::size_t>(2 * place)] = true;
      isHeld[static_cast<std::size_t>(2 * place + 1)] = station.turned;
    }
    for (std::size_t k = 0; k < isHeld.size(); ++k)
      (isHeld[k] ? held_ : free_).push_back(static_cast<Index>(k));
  }

  // As many as are no rigid motion, of the largest energy for what is held.
  MatrixXd findStatic(const MatrixXd& K) const {
    const auto held = static_cast<Index>(held_.size());
    MatrixXd all = MatrixXd::Zero(coefficients_.cols(), held);
    all(held_, Eigen::all) = MatrixXd::Identity(held, held);
    all(free_, Eigen::all) = -K(free_, free_).ldlt().solve(K(free_, held_));
    const MatrixXd energy = all.transpose() * K * all;
    const VectorXd scale = energy.diagonal().cwiseSqrt().cwiseInverse();
    const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(scale.asDiagonal() * energy * scale.asDiagonal());
    return all * scale.asDiagonal() * solver.eigenvectors().rightCols(held - 2);
  }

  // Integrals of products of derivatives, of all columns of the space or of these.
  MatrixXd calcProduct(int order) const { return calcProduct(coefficients_, order); }
  MatrixXd calcProduct(const MatrixXd& shapes, int order) const {
    MatrixXd derived = shapes;
    for (Index piece = 0; piece < pieces(); ++piece) {
      const double half = getHalf(piece);
      for (Index k = 0; k < shapes.cols(); ++k) {
        VectorXd c = derived.col(k).segment(piece * (degree_ + 1), degree_ + 1);
        for (int i = 0; i < order; ++i) c = differentiate(c) / half;
        for (Index n = 0; n <= degree_; ++n) c(n) *= std::sqrt(2 * half / static_cast<double>(2 * n + 1));
        derived.col(k).segment(piece * (degree_ + 1), degree_ + 1) = c;
      }
    }
    return derived.transpose() * derived;
  }

  // Takes w(0) + w'(0) x out.
  void fixStart(Eigen::Ref<VectorXd> shape) const {
    const VectorXd first = shape.head(degree_ + 1), slopes = differentiate(first) / getHalf(0);
    double value = 0, slope = 0;
    for (Index n = 0; n <= degree_; ++n) {
      const double at = n % 2 == 0 ? 1 : -1;
      value += at * first(n);
      slope += at * slopes(n);
    }
    for (Index piece = 0; piece < pieces(); ++piece) {
      const double half = getHalf(piece), middle = places_[static_cast<std::size_t>(piece)] + half;
      shape(piece * (degree_ + 1)) -= value + slope * middle;
      shape(piece * (degree_ + 1) + 1) -= slope * half;
    }
  }

  const double length_;
  Index degree_ = 0;
  std::vector<double> places_;
  MatrixXd coefficients_;
  std::vector<Index> held_, free_;
};

}  // namespace

std::size_t countStaticShapes(std::span<const BeamStation> stations) {
  std::size_t held = stations.size();
  for (const BeamStation& station : stations) held += station.turned ? 1 : 0;
  return held > 2 ? held - 2 : 0;
}

PieceShape::PieceShape(std::vector<double> places, std::vector<std::vector<double>> coefficients, double wave)
    : places_(std::move(places)), wave_(wave) {
  coefficients_[0] = std::move(coefficients);
  for (std::size_t order = 1; order < coefficients_.size(); ++order)
    for (std::size_t piece = 0; piece + 1 < places_.size(); ++piece) {
      const std::vector<double>& of = coefficients_[order - 1][piece];
      const double half = (places_[piece + 1] - places_[piece]) / 2;
      const VectorXd d =
          differentiate(Eigen::Map<const VectorXd>(of.data(), static_cast<Index>(of.size()))) / half;
      coefficients_[order].emplace_back(d.begin(), d.end());
    }
}

double PieceShape::calcDerivative(double x, int order) const {
  std::size_t piece = 0;
  while (piece + 2 < places_.size() && x > places_[piece + 1]) ++piece;
  const double half = (places_[piece + 1] - places_[piece]) / 2;
  return calcSum(coefficients_[static_cast<std::size_t>(order)][piece], (x - places_[piece]) / half - 1);
}

std::vector<PieceShape> listHeldBending(std::span<const BeamStation> stations, std::size_t fixed,
                                        double length) {
  if (fixed + countStaticShapes(stations) == 0) return {};
  const ShapeSpace space(stations, fixed, length);
  return space.makeShapes(space.findShapes(fixed));
}

// Of two shapes u = min(x, s) and v = sin(pi x/s) up to s:
//   int u'^2 = s,         int u' v' = 0,  int v'^2 = pi^2/(2 s),
//   int u^2 = s^2 (L - 2 s/3),  int u v = s^2/pi,  int v^2 = s/2.
std::vector<PieceShape> listHeldStretching(std::span<const BeamStation> stations, std::size_t count,
                                           double length) {
  constexpr int kDegree = 20;
  constexpr double pi = std::numbers::pi;
  if (count == 0) return {};
  const double s = stations.empty() || !(stations.back().at > 0) ? length : stations.back().at;
  Eigen::Matrix2d K, M;
  K << s, 0, 0, pi * pi / (2 * s);
  M << s * s * (length - 2 * s / 3), s * s / pi, s * s / pi, s / 2;
  const auto n = static_cast<Index>(std::min<std::size_t>(count, 2));
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> solver(K.topLeftCorner(n, n),
                                                                  M.topLeftCorner(n, n));
  std::vector<PieceShape> shapes;
  for (Index k = 0; k < n; ++k) {
    VectorXd share = solver.eigenvectors().col(k) * std::sqrt(length);
    if (share(0) < 0) share = -share;
    std::vector<double> places{0, s}, c(kDegree + 1, 0.0);
    c[0] = c[1] = share(0) * s / 2;
    for (const QuadraturePoint& point : listGaussLegendre(kDegree + 10, -1, 1)) {
      const double value = n == 2 ? share(1) * std::sin(pi * (point.at + 1) / 2) : 0;
      double before = 0, now = 1;
      for (int degree = 0; degree <= kDegree; ++degree) {
        c[static_cast<std::size_t>(degree)] += point.weight * value * now * (2 * degree + 1) / 2;
        const double next = ((2 * degree + 1) * point.at * now - degree * before) / (degree + 1);
        before = now;
        now = next;
      }
    }
    std::vector<std::vector<double>> pieces{c};
    if (s < length) {
      places.push_back(length);
      pieces.push_back({share(0) * s, 0, 0, 0});
    }
    shapes.emplace_back(std::move(places), std::move(pieces), std::sqrt(solver.eigenvalues()(k)) * length);
  }
  return shapes;
}

}  // namespace clank
