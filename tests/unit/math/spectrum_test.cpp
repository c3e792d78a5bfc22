// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/spectrum.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

namespace clank {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;

struct Samples {
  std::vector<double> t, x;
};

Samples sampleOf(const std::function<double(double)>& f, std::size_t count, double step) {
  Samples s;
  for (std::size_t i = 0; i < count; ++i) {
    s.t.push_back(step * static_cast<double>(i));
    s.x.push_back(f(s.t.back()));
  }
  return s;
}

std::size_t findPeak(const Spectrum& spectrum) {
  return static_cast<std::size_t>(std::max_element(spectrum.amplitude.begin(), spectrum.amplitude.end()) -
                                  spectrum.amplitude.begin());
}

// Ten whole periods in the stretch: the line is exact whatever the window.
TEST(Spectrum, AmplitudeOfASineWithAnOffset) {
  const Samples s = sampleOf([](double t) { return 7 + 0.25 * std::sin(kTurn * 5 * t + 0.3); }, 1000, 0.002);
  for (const SpectrumWindow window :
       {SpectrumWindow::rectangular, SpectrumWindow::hann, SpectrumWindow::flatTop}) {
    const Spectrum spectrum = calcSpectrum(s.t, s.x, window);
    EXPECT_EQ(spectrum.frequency.size(), 501U);
    EXPECT_NEAR(spectrum.frequency.back(), 250, 1e-9);
    const std::size_t peak = findPeak(spectrum);
    EXPECT_NEAR(spectrum.frequency[peak], 5, 1e-9);
    EXPECT_NEAR(spectrum.amplitude[peak], 0.25, 1e-9);
    EXPECT_NEAR(spectrum.amplitude[0], 0, 1e-9);
  }
}

// Rectangular: the squares of the amplitudes are the mean square of the signal.
TEST(Spectrum, ParsevalHolds) {
  const Samples s = sampleOf(
      [](double t) {
        return std::sin(kTurn * 3 * t) + 0.5 * std::cos(kTurn * 40 * t) + 0.1 * std::sin(kTurn * 77 * t);
      },
      400, 0.0025);
  const Spectrum spectrum = calcSpectrum(s.t, s.x, SpectrumWindow::rectangular);
  double sum = 0;
  for (const double a : spectrum.amplitude) sum += a * a / 2;
  EXPECT_NEAR(sum, (1 + 0.25 + 0.01) / 2, 1e-12);
}

// Between two lines: flat top keeps the amplitude, the rectangular window loses up to a third.
TEST(Spectrum, BetweenLinesFlatTopKeepsTheAmplitude) {
  const Samples s = sampleOf([](double t) { return std::sin(kTurn * 10.25 * t); }, 1024, 1 / 512.0);
  const auto highest = [&](SpectrumWindow window) {
    const Spectrum spectrum = calcSpectrum(s.t, s.x, window);
    return spectrum.amplitude[findPeak(spectrum)];
  };
  EXPECT_NEAR(highest(SpectrumWindow::flatTop), 1, 2e-3);
  EXPECT_LT(highest(SpectrumWindow::rectangular), 0.7);
}

// The two samples of an event, and a prime number of them: between the lines a Hann window takes 2.4 %.
TEST(Spectrum, DoubleSamplesOfEventsDoNoHarm) {
  Samples s = sampleOf([](double t) { return std::sin(kTurn * 8 * t); }, 1009, 0.001);
  for (const std::size_t i : {100U, 555U}) {
    const double t = s.t[i] + 0.0004, x = std::sin(kTurn * 8 * t);
    for (int side = 0; side < 2; ++side) {
      s.t.insert(s.t.begin() + static_cast<std::ptrdiff_t>(i) + 1, t);
      s.x.insert(s.x.begin() + static_cast<std::ptrdiff_t>(i) + 1, x);
    }
  }
  const Spectrum spectrum = calcSpectrum(s.t, s.x, SpectrumWindow::hann);
  const std::size_t peak = findPeak(spectrum);
  EXPECT_NEAR(spectrum.frequency[peak], 8, 0.5);
  EXPECT_NEAR(spectrum.amplitude[peak], 1, 0.03);
}

TEST(Spectrum, OfAlmostNothingThereIsNone) {
  EXPECT_TRUE(calcSpectrum({}, {}, SpectrumWindow::hann).frequency.empty());
  const std::vector<double> t{0, 0, 0, 0, 0}, x{1, 2, 3, 4, 5};
  EXPECT_TRUE(calcSpectrum(t, x, SpectrumWindow::hann).frequency.empty());
}

}  // namespace
}  // namespace clank
