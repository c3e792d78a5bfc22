// SPDX-License-Identifier: GPL-3.0-or-later
// Two doubles that are worked on at once, and the 2 x 2 blocks made of them. The type is the compilers' own
// (g++ and clang have it for every processor), because Eigen's fixed vectors of two are built and read
// through memory by g++ at -O2, which costs more than the arithmetic.
#pragma once

namespace clank {

struct Two {
  using Lanes = double __attribute__((vector_size(16)));
  Lanes lanes{0, 0};

  Two() = default;
  explicit Two(const Lanes& l) : lanes(l) {}
  Two(double first, double second) : lanes{first, second} {}
  double operator[](int i) const { return lanes[i]; }
  Two& operator+=(const Two& b) {
    lanes += b.lanes;
    return *this;
  }
  Two& operator-=(const Two& b) {
    lanes -= b.lanes;
    return *this;
  }
};

// Two neighbours in memory, at any place of a double. Read and written as the doubles that they are: both
// compilers make one move of it, and a cast to a type of their own would be undefined (g++ 14 then takes the
// doubles to be as they were before the write).
inline Two loadTwo(const double* from) {
  return Two(from[0], from[1]);
}
inline void storeTwo(const Two& two, double* to) {
  to[0] = two[0];
  to[1] = two[1];
}

inline Two operator+(const Two& a, const Two& b) {
  return Two(a.lanes + b.lanes);
}
inline Two operator-(const Two& a, const Two& b) {
  return Two(a.lanes - b.lanes);
}
inline Two operator*(const Two& a, double b) {
  return Two(a.lanes * Two::Lanes{b, b});
}
// {a.z, b.z}
inline Two dots(const Two& a, const Two& b, const Two& z) {
  const Two::Lanes p = a.lanes * z.lanes, q = b.lanes * z.lanes;
  return Two(Two::Lanes{p[0], q[0]} + Two::Lanes{p[1], q[1]});
}

struct Block {  // columns
  Two first, second;
  Block& operator-=(const Block& b) {
    first -= b.first;
    second -= b.second;
    return *this;
  }
};
inline Two operator*(const Block& a, const Two& z) {
  return a.first * z[0] + a.second * z[1];
}
inline Two transposedTimes(const Block& a, const Two& z) {
  return dots(a.first, a.second, z);
}
// a b'
inline Block timesTransposed(const Block& a, const Block& b) {
  return {a.first * b.first[0] + a.second * b.second[0], a.first * b.first[1] + a.second * b.second[1]};
}

}  // namespace clank
