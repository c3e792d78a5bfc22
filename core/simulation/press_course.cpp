// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/press_course.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/dynamics/compliant_contacts.h"
#include "core/dynamics/tolerances.h"

namespace clank {
namespace {

constexpr double kMissed = 0.25;  // of the range of the coefficients

struct Range {
  double least, most;
};
Range enclose(double a, double b, double c) {
  const auto [least, most] = std::minmax({a, b, c});
  const double missed = kMissed * (most - least);
  return {least - missed, most + missed};
}

struct Ends {
  static constexpr double kDegree = 3;
  double first, firstRate, last, lastRate, h;
  double second() const { return first + h * firstRate / kDegree; }
  double third() const { return last - h * lastRate / kDegree; }
  Range range() const {
    return enclose(std::min(first, last), std::min(second(), third()),
                   std::max({first, second(), third(), last}));
  }
  std::pair<double, double> accelerations() const {
    return {2 * kDegree * (first - 2 * second() + third()) / (h * h),
            2 * kDegree * (second() - 2 * third() + last) / (h * h)};
  }
  double braking() const {
    const auto [begins, ends] = accelerations();
    return std::min(begins, ends) - std::abs(ends - begins);
  }
  Range rates() const { return enclose(firstRate, kDegree * (third() - second()) / h, lastRate); }
};

ContactKinematics calcAt(const System& system, std::size_t contact, std::span<const double> y) {
  return calcContactKinematics(system.contacts[contact].geometry, y.data(), system.layout.speeds(y).data());
}

}  // namespace

bool staysOpen(const System& system, std::size_t contact, std::span<const double> begin,
               std::span<const double> end, double h) {
  constexpr double kTimes = 16;
  const ContactDepth a = calcContactDepth(system, contact, begin);
  if (-a.depth < kTimes * kMissed * h * std::abs(a.rate) / Ends::kDegree) return false;
  const ContactDepth b = calcContactDepth(system, contact, end);
  const Ends gap{-a.depth, -a.rate, -b.depth, -b.rate, h};
  const auto [least, most] = std::minmax({gap.first, gap.second(), gap.third(), gap.last});
  return least - kTimes * kMissed * (most - least) > system.tolerances.open;
}

std::optional<Fall> findFall(const Gap& begin, const Gap& end, double h) {
  constexpr double kTimes = 4, kRounding = 4 * kClosed;  // of the range; m
  if (!(end.plane < 0)) return std::nullopt;
  const Ends gap{begin.plane, begin.planeRate, end.plane, end.planeRate, h};
  const auto [first, last] = gap.accelerations();
  const double missed = kTimes * std::abs(last - first) + kRounding / (h * h);
  Fall fall{missed - std::min(first, last), -missed - std::max(first, last), h};
  if (!(fall.flattest > 0)) return std::nullopt;
  // Newton's method from below; the cubic bends downwards too.
  constexpr int kSteps = 8;
  constexpr double kConverged = 1e-9;  // of the step
  const double jerk = (last - first) / h;
  for (int i = 0; i < kSteps; ++i) {
    const double s = fall.guess;
    const double value = gap.first + s * (gap.firstRate + s * (first / 2 + s * jerk / 6));
    const double rate = gap.firstRate + s * (first + s * jerk / 2);
    if (!(rate < 0)) break;
    fall.guess = std::clamp(s - value / rate, 0.0, h);
    if (std::abs(fall.guess - s) < kConverged * h) break;
  }
  const double both = fall.guess * (h - fall.guess) / h;
  fall.allowed = fall.flattest * both * both / 2;
  return fall;
}

PressCourse calcPressCourse(const System& system, std::size_t contact, std::span<const double> begin,
                            std::span<const double> end, double h) {
  const ContactKinematics a = calcAt(system, contact, begin), b = calcAt(system, contact, end);
  const Ends depth{-a.at.gap, -a.gapRate, -b.at.gap, -b.gapRate, h};
  const Ends inside{-a.at.past, -a.pastRate, -b.at.past, -b.pastRate, h};
  const Range depths = depth.range(), rates = depth.rates();
  return {depths.least, depths.most, rates.least, rates.most, inside.range().least, depth.braking()};
}

bool staysPressed(const NormalForceLaw& law, const PressCourse& course, double approach) {
  if (!(course.lowest > 0 && course.inside > 0)) return false;
  return !canPull(law) || calcLeastPush(law, course.lowest, course.slowest, approach) > 0;
}

bool pushGrows(const NormalForceLaw& law, const PressCourse& course, double approach) {
  const double slowest = course.slowest, brakes = std::min(course.braking, 0.0);
  if (!(slowest > 0)) return false;
  if (law.law == ContactLaw::kelvinVoigt) return law.stiffness * slowest + law.damping * brakes > 0;
  if (law.law != ContactLaw::impact)
    return law.exponent * slowest * (1 + law.hysteresis * slowest / approach) +
               law.hysteresis * course.highest * brakes / approach >
           0;
  const double lowest = std::max(course.lowest, 0.0);
  return law.exponent * law.stiffness * std::pow(lowest, law.exponent - 1) * slowest + law.damping * brakes >
         0;
}

}  // namespace clank
