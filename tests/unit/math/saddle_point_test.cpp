// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/saddle_point.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>

namespace clank {
namespace {

struct Problem3 {
  int bodies;
  std::vector<BlockRow> rows;
  std::vector<std::array<double, 3>> inverseMass;
  Eigen::MatrixXd G;
  Eigen::VectorXd f, b;
};

// Number i of a row, three a block.
double& number(BlockRow& row, std::size_t i) {
  return row.at(i / 3)[i % 3];
}
Eigen::RowVectorXd makeDense(const BlockRow& row, Eigen::Index coordinates) {
  std::vector<double> dense(static_cast<std::size_t>(coordinates));
  scatter(row, dense);
  return Eigen::Map<Eigen::RowVectorXd>(dense.data(), coordinates);
}

// Rows between neighbours of a chain, closed into a ring when asked, with random numbers.
Problem3 makeChain(int bodies, bool ring, unsigned seed, int rowsPerJoint = 2) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  Problem3 p;
  p.bodies = bodies;
  for (int i = 0; i < bodies; ++i)
    p.inverseMass.push_back({1 + 0.5 * uniform(random), 2 + uniform(random), 100 + 50 * uniform(random)});
  for (int i = 0; i < bodies + (ring ? 1 : 0); ++i)
    for (int k = 0; k < rowsPerJoint; ++k) {
      BlockRow row;
      row.start(std::array<int, 2>{i - 1, i < bodies ? i : 0});
      for (std::size_t c = 0; c < 6; ++c) number(row, c) = row.block(c / 3) < 0 ? 0.0 : uniform(random);
      p.rows.push_back(row);
    }
  p.G = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(p.rows.size()), 3 * bodies);
  for (std::size_t r = 0; r < p.rows.size(); ++r)
    p.G.row(static_cast<Eigen::Index>(r)) = makeDense(p.rows[r], p.G.cols());
  p.f = Eigen::VectorXd::NullaryExpr(3 * bodies, [&] { return uniform(random); });
  p.b = Eigen::VectorXd::NullaryExpr(p.G.rows(), [&] { return uniform(random); });
  return p;
}

std::pair<Eigen::VectorXd, Eigen::VectorXd> solve(const Problem3& p, const Eigen::VectorXd& b,
                                                  SaddlePoint& saddle) {
  saddle.analyze(p.inverseMass, p.rows);
  saddle.factor(p.rows);
  Eigen::VectorXd x(3 * p.bodies), lambda(b.size());
  saddle.solve({p.f.data(), static_cast<std::size_t>(p.f.size())},
               {b.data(), static_cast<std::size_t>(b.size())}, {x.data(), static_cast<std::size_t>(x.size())},
               {lambda.data(), static_cast<std::size_t>(lambda.size())});
  return {x, lambda};
}

Eigen::VectorXd solveDense(const Problem3& p, const Eigen::VectorXd& b) {
  const Eigen::Index n = 3 * p.bodies, m = p.G.rows();
  Eigen::MatrixXd K = Eigen::MatrixXd::Zero(n + m, n + m);
  for (int i = 0; i < p.bodies; ++i)
    for (int c = 0; c < 3; ++c)
      K(3 * i + c, 3 * i + c) = 1 / p.inverseMass[static_cast<std::size_t>(i)][static_cast<std::size_t>(c)];
  K.topRightCorner(n, m) = -p.G.transpose();
  K.bottomLeftCorner(m, n) = p.G;
  Eigen::VectorXd rhs(n + m);
  rhs << p.f, b;
  return K.fullPivLu().solve(rhs);
}

TEST(SaddlePoint, AgreesWithDenseSolution) {
  for (const bool ring : {false, true})
    for (const int bodies : {1, 2, 3, 10, 30}) {
      if (ring && bodies < 4) continue;
      const Problem3 p = makeChain(bodies, ring, static_cast<unsigned>(bodies));
      SaddlePoint saddle;
      const auto [x, lambda] = solve(p, p.b, saddle);
      const Eigen::VectorXd dense = solveDense(p, p.b);
      EXPECT_LT((x - dense.head(x.size())).norm(), 1e-8 * (1 + dense.norm())) << bodies << ring;
      EXPECT_LT((lambda - dense.tail(lambda.size())).norm(), 1e-8 * (1 + dense.norm())) << bodies << ring;
    }
}

// A repeated row is a redundant constraint: x is what it would be without it.
TEST(SaddlePoint, RedundantRowsLeaveTheMotionUntouched) {
  Problem3 p = makeChain(5, false, 7);
  SaddlePoint saddle;
  const auto [x, lambda] = solve(p, p.b, saddle);
  Eigen::VectorXd b(p.b.size() + 1);
  b << p.b, p.b[3];
  p.rows.push_back(p.rows[3]);
  const auto [again, lambdas] = solve(p, b, saddle);
  EXPECT_LT((again - x).norm(), 1e-8 * (1 + x.norm()));
  EXPECT_NEAR(lambdas[3] + lambdas[lambdas.size() - 1], lambda[3], 1e-6 * (1 + std::abs(lambda[3])));
}

TEST(SaddlePoint, FillGrowsLinearlyAlongChains) {
  SaddlePoint small, large;
  const Problem3 few = makeChain(100, true, 1), many = makeChain(400, true, 1);
  small.analyze(few.inverseMass, few.rows);
  large.analyze(many.inverseMass, many.rows);
  EXPECT_LT(large.getFill(), 5 * small.getFill());
  EXPECT_LT(large.getProducts(), 5 * small.getProducts());
}

// Joints of one, two and three rows, and rows of one joint that stand apart: pairs with and without a
// partner.
TEST(SaddlePoint, RowsPairUpInAnyNumberAndOrder) {
  for (const int perJoint : {1, 2, 3}) {
    Problem3 p = makeChain(6, false, 11, perJoint);
    const auto swapRows = [&](std::size_t i, std::size_t j) {
      std::swap(p.rows[i], p.rows[j]);
      p.G.row(static_cast<Eigen::Index>(i)).swap(p.G.row(static_cast<Eigen::Index>(j)));
    };
    for (std::size_t r = 0; r + 4 < p.rows.size(); ++r) swapRows(r, r + 4);
    SaddlePoint saddle;
    const auto [x, lambda] = solve(p, p.b, saddle);
    const Eigen::VectorXd dense = solveDense(p, p.b);
    EXPECT_LT((x - dense.head(x.size())).norm(), 1e-9 * (1 + dense.norm())) << perJoint;
    EXPECT_LT((lambda - dense.tail(lambda.size())).norm(), 1e-9 * (1 + dense.norm())) << perJoint;
  }
}

// Near a singular position, where the last row is sigma away from the one before: S has a pivot of about
// the order of sigma^2. With p/d above 1e-7 and e = 1e-8 four passes leave (e d/p)^8 = 1e-8 of the solution.
TEST(SaddlePoint, SmallPivotsAreSolvedAccurately) {
  for (const double sigma : {1e-1, 1e-2, 1e-3}) {
    Problem3 p = makeChain(5, false, 5);
    const auto last = static_cast<Eigen::Index>(p.rows.size()) - 1;
    BlockRow& before = p.rows[p.rows.size() - 2];
    for (std::size_t c = 0; c < 3; ++c) number(p.rows.back(), c) = number(before, c);
    for (std::size_t c = 3; c < 6; ++c) {
      double& g = number(p.rows.back(), c);
      g = number(before, c) + sigma * g;
    }
    p.G.row(last) = makeDense(p.rows.back(), p.G.cols());
    p.b[last] = p.b[last - 1] + sigma;
    SaddlePoint saddle;
    const auto [x, lambda] = solve(p, p.b, saddle);
    const Eigen::VectorXd dense = solveDense(p, p.b);
    EXPECT_LT((x - dense.head(x.size())).norm(), 1e-8 * (1 + dense.head(x.size()).norm())) << sigma;
    EXPECT_LT((p.G * x - p.b).norm(), 1e-8 * sigma * (1 + x.norm())) << sigma;
  }
}

// Of rows with fixed directions only the moments are read again; every second row, and all.
TEST(SaddlePoint, FixedDirectionsKeepTheirPlace) {
  for (const std::size_t every : {2U, 1U}) {
    Problem3 p = makeChain(6, true, 17);
    for (std::size_t r = 0; r < p.rows.size(); r += every) p.rows[r].fixedDirection = true;
    SaddlePoint saddle;
    solve(p, p.b, saddle);
    for (std::size_t r = 0; r < p.rows.size(); ++r)
      for (std::size_t i = 2; i < 6; i += 3) {
        if (p.rows[r].block(i / 3) < 0) continue;
        const double moment = 0.3 + 0.1 * static_cast<double>(r);
        p.G(static_cast<Eigen::Index>(r), 3 * p.rows[r].block(i / 3) + 2) += moment;
        number(p.rows[r], i) += moment;
      }
    saddle.factor(p.rows);
    Eigen::VectorXd x(p.f.size()), lambda(p.b.size());
    saddle.solve({p.f.data(), static_cast<std::size_t>(p.f.size())},
                 {p.b.data(), static_cast<std::size_t>(p.b.size())},
                 {x.data(), static_cast<std::size_t>(x.size())},
                 {lambda.data(), static_cast<std::size_t>(lambda.size())});
    const Eigen::VectorXd dense = solveDense(p, p.b);
    EXPECT_LT((x - dense.head(x.size())).norm(), 1e-9 * (1 + dense.norm())) << every;
    EXPECT_LT((lambda - dense.tail(lambda.size())).norm(), 1e-9 * (1 + dense.norm())) << every;
  }
}

// Bodies with more coordinates than a pose take several blocks, with a mass matrix M = L L' that is full and
// changes (theory (1b)): in y = L' x it is the identity, rows are G L'^-1 and forces L^-1 f. Seven
// coordinates in three blocks: two that nothing touches are left over.
TEST(SaddlePoint, BodiesOfSeveralBlocks) {
  constexpr int kBodies = 3, kBlocks = 3, kOwn = 7, kSize = 3 * kBlocks, kAll = kBodies * kSize;
  std::mt19937 random(23);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto draw = [&](Eigen::Index rows, Eigen::Index columns) {
    return Eigen::MatrixXd(Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return uniform(random); }));
  };
  for (int trial = 0; trial < 10; ++trial) {
    Eigen::MatrixXd M = Eigen::MatrixXd::Identity(kAll, kAll), Lt = M;
    for (int body = 0; body < kBodies; ++body) {
      const Eigen::MatrixXd A = draw(kOwn, kOwn),
                            own = A * A.transpose() + Eigen::MatrixXd::Identity(kOwn, kOwn);
      M.block<kOwn, kOwn>(kSize * body, kSize * body) = own;
      Lt.block<kOwn, kOwn>(kSize * body, kSize * body) = own.llt().matrixU();
    }
    // Two rows between neighbours, one on the first body and the frame.
    std::vector<std::vector<int>> touched{
        {-1, 0, 1, 2}, {0, 1, 2, 3, 4, 5}, {3, 4, 5, 0, 1, 2}, {3, 4, 5, 6, 7, 8}};
    Eigen::MatrixXd G = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(touched.size()), kAll);
    for (std::size_t r = 0; r < touched.size(); ++r)
      for (const int block : touched[r])
        for (int c = 0; c < 3 && block >= 0; ++c)
          if (3 * (block % kBlocks) + c < kOwn)
            G(static_cast<Eigen::Index>(r), 3 * block + c) = uniform(random);
    const Eigen::MatrixXd whitened =
        Lt.transpose().triangularView<Eigen::Lower>().solve(G.transpose()).transpose();
    std::vector<BlockRow> rows(touched.size());
    for (std::size_t r = 0; r < rows.size(); ++r) {
      rows[r].start(touched[r]);
      for (std::size_t slot = 0; slot < rows[r].size(); ++slot)
        for (int c = 0; c < 3 && rows[r].block(slot) >= 0; ++c)
          rows[r].at(slot)[c] = whitened(static_cast<Eigen::Index>(r), 3 * rows[r].block(slot) + c);
    }
    Eigen::VectorXd f = draw(kAll, 1), b = draw(G.rows(), 1), y(kAll), lambda(G.rows());
    for (int body = 0; body < kBodies; ++body) f.segment<kSize - kOwn>(kSize * body + kOwn).setZero();
    const Eigen::VectorXd force = Lt.transpose().triangularView<Eigen::Lower>().solve(f);
    const std::vector<SaddlePoint::InverseMass> identity(kBodies * kBlocks, {1, 1, 1});
    SaddlePoint saddle;
    saddle.analyze(identity, rows);
    saddle.factor(rows);
    saddle.solve({force.data(), kAll}, {b.data(), rows.size()}, {y.data(), kAll},
                 {lambda.data(), rows.size()});
    const Eigen::VectorXd x = Lt.triangularView<Eigen::Upper>().solve(y);
    EXPECT_LT((G * x - b).norm(), 1e-11);
    EXPECT_LT((M * x - f - G.transpose() * lambda).norm(), 1e-10 * (1 + f.norm() + lambda.norm()));
    EXPECT_NEAR(dot(rows[1], y.data()), b(1), 1e-11);
  }
}

// A pin to the frame, and the angle of its body: a crank that is driven.
void pushHeld(int body, double x, double y, std::vector<BlockRow>& rows) {
  const std::array<std::array<double, 3>, 3> numbers{{{1, 0, -y}, {0, 1, x}, {0, 0, 1}}};
  for (const auto& one : numbers) {
    BlockRow row;
    row.start(std::array<int, 2>{-1, body});
    row.fixedDirection = true;
    std::copy(one.begin(), one.end(), row.at(1));
    rows.push_back(row);
  }
}

// A chain on pins, so heavy about its centres that no pivot is small. Its first body, and perhaps its last,
// is a driven crank.
Problem3 makeDriven(bool both, unsigned seed) {
  constexpr int kBodies = 5;
  Problem3 p = makeChain(kBodies, false, seed);
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (SaddlePoint::InverseMass& w : p.inverseMass) w = {1, 1, 0.02 + 0.01 * uniform(random)};
  p.rows.erase(p.rows.begin(), p.rows.begin() + 2);  // to the frame
  for (BlockRow& row : p.rows) {
    const bool isX = (&row - p.rows.data()) % 2 == 0;
    for (const std::size_t slot : {std::size_t{0}, std::size_t{1}}) {
      const double sign = slot == 0 ? -1 : 1;
      row.at(slot)[0] = isX ? sign : 0;
      row.at(slot)[1] = isX ? 0 : sign;
    }
  }
  pushHeld(0, 0.3, -0.7, p.rows);
  if (both) pushHeld(kBodies - 1, -0.4, 0.2, p.rows);
  p.G.resize(static_cast<Eigen::Index>(p.rows.size()), 3 * kBodies);
  for (std::size_t r = 0; r < p.rows.size(); ++r)
    p.G.row(static_cast<Eigen::Index>(r)) = makeDense(p.rows[r], p.G.cols());
  p.b = Eigen::VectorXd::LinSpaced(p.G.rows(), -1, 2);
  return p;
}

TEST(SaddlePoint, WhatTheFrameHoldsNeedsNoShare) {
  for (const bool both : {false, true})
    for (unsigned seed = 1; seed < 20; ++seed) {
      const Problem3 p = makeDriven(both, seed);
      SaddlePoint saddle;
      const auto [x, lambda] = solve(p, p.b, saddle);
      const Eigen::VectorXd dense = solveDense(p, p.b);
      EXPECT_EQ(saddle.isRegular(), !both);  // else all rows decide, and nothing is held
      EXPECT_LT((x - dense.head(x.size())).norm(), 1e-11 * (1 + dense.norm()));
      EXPECT_LT((lambda - dense.tail(lambda.size())).norm(), 1e-11 * (1 + dense.norm()));
    }
  // Of the rows of one body between two cranks two pairs are left, which meet at it.
  Problem3 fourBar;
  fourBar.bodies = 1;
  fourBar.inverseMass = {{1, 1, 100}};
  pushHeld(0, 0.1, 0.2, fourBar.rows);
  SaddlePoint saddle;
  saddle.analyze(fourBar.inverseMass, fourBar.rows);
  EXPECT_EQ(saddle.getProducts(), 0);
  EXPECT_TRUE((saddle.factor(fourBar.rows), saddle.isRegular()));
}

// A fourth row of a crank, and one between two of them, depend on what holds them, and are told to.
TEST(SaddlePoint, RowsBetweenHeldBodiesAreDependent) {
  for (const int other : {-1, 1}) {
    std::vector<BlockRow> rows;
    pushHeld(0, 0.3, -0.7, rows);
    pushHeld(1, -0.4, 0.2, rows);
    BlockRow row;
    row.start(std::array<int, 2>{0, other});
    row.at(0)[0] = 0.6;
    row.at(0)[2] = 0.5;
    if (other >= 0) row.at(1)[1] = -0.8;
    rows.push_back(row);
    const std::vector<SaddlePoint::InverseMass> inverseMass{{1, 1, 100}, {2, 2, 50}};
    SaddlePoint saddle;
    saddle.analyze(inverseMass, rows);
    saddle.factor(rows);
    EXPECT_FALSE(saddle.isRegular());
    EXPECT_FALSE(saddle.smallPivots().empty());
  }
}

TEST(SaddlePoint, NoRowsIsNewton) {
  Problem3 p = makeChain(2, false, 3);
  p.rows.clear();
  SaddlePoint saddle;
  const auto [x, lambda] = solve(p, Eigen::VectorXd(0), saddle);
  for (int k = 0; k < 6; ++k)
    EXPECT_DOUBLE_EQ(
        x[k], p.f[k] * p.inverseMass[static_cast<std::size_t>(k / 3)][static_cast<std::size_t>(k % 3)]);
}

}  // namespace
}  // namespace clank
