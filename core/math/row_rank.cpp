// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/row_rank.h"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <cmath>
#include <iterator>

namespace clank {
namespace {

// place[c]: where column c is taken.
std::vector<int> findPlaces(const std::vector<SparseRow>& rows, int columns) {
  std::vector<Eigen::Triplet<double>> entries;
  std::size_t count = 0;
  for (const SparseRow& row : rows) count += row.empty() ? 0 : row.size() * (row.size() - 1) / 2;
  entries.reserve(count);
  for (const SparseRow& row : rows)  // the order asks for one triangle
    for (std::size_t i = 0; i < row.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) entries.emplace_back(row[i].first, row[j].first, 1.0);
  Eigen::SparseMatrix<double> pattern(columns, columns);
  pattern.setFromTriplets(entries.begin(), entries.end());
  entries = {};  // the order takes as much again
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
  Eigen::AMDOrdering<int>()(pattern, order);
  std::vector<int> place(static_cast<std::size_t>(columns));
  for (int k = 0; k < columns; ++k) place[static_cast<std::size_t>(order.indices()[k])] = k;
  return place;
}

class Triangle {
 public:
  explicit Triangle(int columns) : rows_(static_cast<std::size_t>(columns)) {}

  void insert(SparseRow row) {
    while (!row.empty()) {
      SparseRow& resident = rows_[static_cast<std::size_t>(row.front().first)];
      if (resident.empty()) {
        resident = std::move(row);
        return;
      }
      rotate(resident, row);
    }
  }

  RankResult finish(double tolerance) {
    for (SparseRow& row : rows_) {
      if (row.empty() || std::abs(row.front().second) > tolerance) continue;
      SparseRow rest(std::next(row.begin()), row.end());
      row.clear();
      insert(std::move(rest));
    }
    for (const SparseRow& row : rows_) {
      result_.rank += row.empty() ? 0 : 1;
      result_.fill += static_cast<std::int64_t>(row.size());
    }
    return result_;
  }

 private:
  // Both begin in the same column; there the second becomes zero and is dropped.
  void rotate(SparseRow& first, SparseRow& second) {
    const double length = std::hypot(first.front().second, second.front().second);
    const double c = length > 0 ? first.front().second / length : 1;
    const double s = length > 0 ? second.front().second / length : 0;
    turned_.clear();
    rest_.clear();
    for (std::size_t i = 0, j = 0; i < first.size() || j < second.size(); ++result_.rotations) {
      const int column = j == second.size() || (i < first.size() && first[i].first < second[j].first)
                             ? first[i].first
                             : second[j].first;
      const double a = i < first.size() && first[i].first == column ? first[i++].second : 0;
      const double b = j < second.size() && second[j].first == column ? second[j++].second : 0;
      turned_.emplace_back(column, c * a + s * b);
      rest_.emplace_back(column, c * b - s * a);
    }
    first.swap(turned_);
    second.assign(std::next(rest_.begin()), rest_.end());
  }

  std::vector<SparseRow> rows_;  // by their first column
  SparseRow turned_, rest_;
  RankResult result_;
};

}  // namespace

RankResult calcRank(std::vector<SparseRow> rows, int columns, double tolerance) {
  const std::vector<int> place = findPlaces(rows, columns);
  for (SparseRow& row : rows) {
    for (auto& entry : row) entry.first = place[static_cast<std::size_t>(entry.first)];
    std::sort(row.begin(), row.end());
  }
  // Short rows first: a row that ends early meets only short ones.
  std::stable_sort(rows.begin(), rows.end(), [](const SparseRow& a, const SparseRow& b) {
    return (a.empty() ? -1 : a.back().first) < (b.empty() ? -1 : b.back().first);
  });
  Triangle triangle(columns);
  for (SparseRow& row : rows) triangle.insert(std::move(row));
  return triangle.finish(tolerance);
}

}  // namespace clank
