// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/model/checks.h"
#include "core/model/law_traits.h"
#include "core/model/touches.h"
#include "core/model/unused_keys.h"

namespace clank {

namespace {

constexpr double kMostSamples = 1e7;
constexpr double kMostSteps = 1e8;
constexpr double kLoosestTolerance = 0.1;

void checkPositive(const Quantity& quantity, const char* key, const char* words, ProblemList& problems) {
  if (isNotPositive(quantity))
    problems.error(fmt::format("/simulation/{}", key), fmt::format("the {} must be positive", words));
}

void checkTolerance(const Quantity& tolerance, const char* key, const char* words, ProblemList& problems) {
  const std::string where = fmt::format("/simulation/{}", key);
  checkPositive(tolerance, key, words, problems);
  if (isAbove(tolerance, kLoosestTolerance))
    problems.error(where,
                   fmt::format("the {} is above {}: steps would be meaningless", words, kLoosestTolerance));
}

std::string describeCount(double count) {
  return std::isfinite(count) ? fmt::format("{:.3g}", count) : "countless";
}

// The steps of a run are counted before it starts.
void checkTimeStep(const SimulationSettings& settings, ProblemList& problems) {
  checkPositive(settings.timeStep, "time_step", "time step", problems);
  const double steps = settings.duration.value / settings.timeStep.value;
  if (settings.integrator.value == IntegratorKind::moreauJean && settings.timeStep.value > 0 &&
      steps > kMostSteps)
    problems.error("/simulation/time_step",
                   fmt::format("duration and time step make {} steps; at most {:.0e} are possible",
                               describeCount(steps), kMostSteps));
}

// A pair of solids whose materials have a compliant law: "ball|floor"; empty: there is none.
std::string findCompliantSolids(const Mechanism& mechanism) {
  std::string found;
  if (std::none_of(mechanism.materialPairs.begin(), mechanism.materialPairs.end(),
                   [](const MaterialPair& pair) { return isCompliant(pair.law.value); }))
    return found;
  bool isOfSolids = false;
  listTouches(mechanism,
              {[&](const TouchGroup& group) { isOfSolids = !group.place.starts_with("/contacts/"); },
               [&](const ContactPair& pair) {
                 if (isOfSolids && found.empty() && isCompliant(pair.law.value)) found = pair.id;
               }});
  return found;
}

void checkIntegrator(const Mechanism& mechanism, ProblemList& problems) {
  if (mechanism.simulation.integrator.value != IntegratorKind::moreauJean) return;
  for (const ContactPair& contact : mechanism.contacts)
    if (isCompliant(contact.law.value) && contact.active.value != 0)
      return problems.error("/simulation/integrator",
                            fmt::format("moreau_jean takes rigid contacts only, and contact {} is compliant: "
                                        "take dop853 or a rigid law",
                                        contact.id));
  if (const std::string pair = findCompliantSolids(mechanism); !pair.empty())
    return problems.error("/simulation/integrator",
                          fmt::format("moreau_jean takes rigid contacts only, and by their materials {} is "
                                      "compliant: take dop853 or a rigid law",
                                      pair));
  for (const Joint& joint : mechanism.joints)
    for (const Play& play : listPlay(joint))
      if (isCompliant(play.clearance->law.value))
        return problems.error(
            "/simulation/integrator",
            fmt::format("moreau_jean takes rigid contacts only, and the clearance of joint {} is "
                        "compliant: take dop853 or a rigid law",
                        joint.id));
}

}  // namespace

void checkSimulation(const Mechanism& mechanism, ProblemList& problems) {
  const SimulationSettings& settings = mechanism.simulation;
  checkPositive(settings.duration, "duration", "duration", problems);
  checkPositive(settings.outputInterval, "output_interval", "output interval", problems);
  const double samples = settings.duration.value / settings.outputInterval.value;
  if (settings.outputInterval.value > 0 && samples > kMostSamples)
    problems.error("/simulation/output_interval",
                   fmt::format("duration and output interval make {} samples; at most {:.0e} are possible",
                               describeCount(samples), kMostSamples));
  checkTolerance(settings.relativeTolerance, "relative_tolerance", "relative tolerance", problems);
  checkTolerance(settings.absoluteTolerance, "absolute_tolerance", "absolute tolerance", problems);
  constexpr double kFinest = 4 * std::numeric_limits<double>::epsilon();
  if (isBelow(settings.relativeTolerance, kFinest) && !isNotPositive(settings.relativeTolerance))
    problems.error(
        "/simulation/relative_tolerance",
        fmt::format("the relative tolerance is finer than numbers are: give at least {:.0e}", kFinest));
  if (isBelow(settings.maxStep, 0))
    problems.error("/simulation/max_step", "the greatest step is negative; 0 leaves it free");
  const double branch = settings.startBranch.value;
  if (std::isfinite(branch) && (branch < 1 || branch != std::floor(branch)))
    problems.error("/simulation/start_branch",
                   fmt::format("start_branch is {}; it must be a whole number from 1", branch));
  checkTimeStep(settings, problems);
  checkIntegrator(mechanism, problems);
  if (isBelow(settings.captureSpeed, 0))
    problems.error("/simulation/capture_speed", "the capture speed is negative");
  if (isBelow(settings.baumgarteAlpha, 0))
    problems.error("/simulation/baumgarte_alpha", "alpha of Baumgarte is negative: errors would grow");
  if (isBelow(settings.baumgarteBeta, 0))
    problems.error("/simulation/baumgarte_beta", "beta of Baumgarte is negative; only its square counts");
  for (const UnusedKey& unused : listUnusedKeys(settings))
    warnUnused(unused, "simulation", "/simulation", problems);
}

}  // namespace clank
