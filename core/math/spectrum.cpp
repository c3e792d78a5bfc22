// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/spectrum.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <numbers>
#include <numeric>
#include <unsupported/Eigen/FFT>

namespace clank {
namespace {

constexpr std::size_t kLeast = 4;

// The step that half of the samples do not exceed; those of one moment are none.
double findStep(std::span<const double> t) {
  std::vector<double> steps;
  for (std::size_t i = 1; i < t.size(); ++i)
    if (t[i] > t[i - 1]) steps.push_back(t[i] - t[i - 1]);
  if (steps.empty()) return 0;
  const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
  std::nth_element(steps.begin(), middle, steps.end());
  return *middle;
}

std::vector<double> sampleEvenly(std::span<const double> t, std::span<const double> values, double step,
                                 std::size_t count) {
  std::vector<double> even(count);
  std::size_t after = 0;  // the first sample behind the moment
  for (std::size_t i = 0; i < count; ++i) {
    const double at = t.front() + step * static_cast<double>(i);
    while (after < t.size() && t[after] <= at) ++after;
    if (after == t.size() || after == 0) {
      even[i] = values[after == 0 ? 0 : t.size() - 1];
      continue;
    }
    const double part = (at - t[after - 1]) / (t[after] - t[after - 1]);
    even[i] = values[after - 1] + part * (values[after] - values[after - 1]);
  }
  return even;
}

// Periodic windows: over N steps the next period would begin.
double calcWeight(SpectrumWindow window, double phase) {
  switch (window) {
    case SpectrumWindow::rectangular:
      return 1;
    case SpectrumWindow::hann:
      return 0.5 - 0.5 * std::cos(phase);
    case SpectrumWindow::flatTop:
      return 1 - 1.933 * std::cos(phase) + 1.286 * std::cos(2 * phase) - 0.388 * std::cos(3 * phase) +
             0.0322 * std::cos(4 * phase);
  }
  return 1;
}

// A product of twos, threes and fives: of other lengths the transform takes long.
std::size_t findLength(std::size_t least) {
  for (std::size_t length = least + least % 2;; length += 2) {
    std::size_t rest = length;
    for (const std::size_t prime : {2U, 3U, 5U})
      while (rest % prime == 0) rest /= prime;
    if (rest == 1) return length;
  }
}

}  // namespace

Spectrum calcSpectrum(std::span<const double> t, std::span<const double> values, SpectrumWindow window) {
  const double step = findStep(t);
  if (!(step > 0)) return {};
  const auto count = static_cast<std::size_t>(std::floor((t.back() - t.front()) / step * (1 + 1e-9))) + 1;
  if (count < kLeast || count > 4 * t.size()) return {};
  std::vector<double> x = sampleEvenly(t, values, step, count);
  const double mean = std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(count);
  double weights = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double phase = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(count);
    const double weight = calcWeight(window, phase);
    weights += weight;
    x[i] = weight * (x[i] - mean);
  }
  x.resize(findLength(count), 0);
  std::vector<std::complex<double>> transform;
  Eigen::FFT<double>().fwd(transform, x);
  Spectrum spectrum;
  for (std::size_t k = 0; k <= x.size() / 2; ++k) {
    spectrum.frequency.push_back(static_cast<double>(k) / (static_cast<double>(x.size()) * step));
    const double sides = k == 0 || k == x.size() / 2 ? 1 : 2;
    spectrum.amplitude.push_back(sides * std::abs(transform[k]) / weights);
  }
  return spectrum;
}

}  // namespace clank
