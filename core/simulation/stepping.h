// SPDX-License-Identifier: GPL-3.0-or-later
// Steps along the motion between two events: drift control at their ends, steps that are taken again because
// of what lies in them, and the step to begin with after an event.
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "core/dynamics/consistency.h"
#include "core/dynamics/forward_dynamics.h"
#include "core/simulation/event_search.h"
#include "core/simulation/integrator.h"
#include "core/simulation/knot_stops.h"
#include "core/simulation/law_stops.h"
#include "core/simulation/press_steps.h"

namespace clank {

class Stepping {
 public:
  // All must outlive it. dynamics is in the mode of the states given.
  Stepping(const System& system, const SimulationSettings& settings, ForwardDynamics& dynamics,
           Integrator& integrator, EventSearch& search)
      : system_(system),
        settings_(settings),
        dynamics_(dynamics),
        integrator_(integrator),
        search_(search),
        pressSteps_(system),
        knotStops_(system),
        lawStops_(system, integrator.stages(), settings.relativeTolerance.value, search.resolution()),
        inside_(system.layout.size()) {}

  // s, where the next step is to end, as a part comes to a knot of a spline or a law of time begins to move;
  // infinity: nowhere.
  double findStop(const State& begin);
  // One accepted step, not beyond a time (s). False when no step meets the tolerances.
  bool step(double tEnd);

  // Drift control on the end of the step, kept aside. With Baumgarte it is in the equations already. Returns
  // the drift before it, m or rad.
  double correctEnd();
  // Where the constraints nearly leave two ways (a parallelogram with a link that bends, lying flat), a drift
  // of positions that is none for the tolerances is the difference between them: drift control would stop the
  // parts as an impact does that nobody has drawn. Of rigid links the residual stays small there without
  // it, and near dead points they would pay for it dearly: a search took eleven times as long.
  // True while shorter steps make that less.
  bool isOtherMotion(const Mode& mode);
  // A step may leap over a dead point without noticing. From its begin again; false when it was too short for
  // that.
  bool tryShorter(const State& begin);
  // A step has leapt over what a law of time does in it: from its begin again, to where that begins.
  bool endBeforeLaw(const State& begin);
  // What correctEnd() has found is the end of the step.
  void keepEnd();

  // Beyond the end of a compliant contact, or of its push, a step has a force with a kink, and its dense
  // output loses digits on this side too: the step is taken again from its begin, up to there.
  bool takeAgain(const std::optional<Hit>& hit, const State& begin);
  // The event where the last step was cut, if it was: has the step come to it? It is the motion in which that
  // was the first, so that nobody has to search; the time that is left to the end of a contact is nothing
  // beside the step, and polish() takes it away.
  struct Cut {
    Guard guard;
    bool isReached = false;
  };
  std::optional<Cut> findCut(const State& begin);

  // To a time in the last step (s).
  void moveTo(double t, State& state);
  // The time of an impact is known to its last digit only, and always a little late: over many impacts the
  // energy of that digit adds up. The state is taken back by what the gap says is left, to first order.
  // Of a step that was taken again to the end of a contact the time is what has an error, and moves with it.
  void polish(const Guard& guard, bool isAgain, State& state);

  // For the first step after events.
  void noteStep() { pressSteps_.noteStep(integrator_.end() - integrator_.begin(), integrator_.error()); }
  void noteEvent(const Guard& guard, const State& after);
  // Starts again after an event, or where a law changes (isLaw) and the step was cut short for that.
  void goOn(const State& after, bool isLaw, bool wasAgain);

  // Onto the constraints. Returns the drift before it, m or rad.
  double project(double t, std::vector<double>& y);

 private:
  bool hasBaumgarte() const { return settings_.driftControl.value == DriftControl::baumgarte; }
  double calcDriftOf(double t, const std::vector<double>& y);
  double calcFirstStep(const State& after, bool isLaw, bool wasAgain) const;
  bool isReached(const Guard& guard, const State& begin);

  const System& system_;
  const SimulationSettings& settings_;
  ForwardDynamics& dynamics_;
  Integrator& integrator_;
  EventSearch& search_;
  Projection projection_;
  PressSteps pressSteps_;
  KnotStops knotStops_;
  LawStops lawStops_;
  double lawStop_ = -std::numeric_limits<double>::infinity();  // s, of the last step that was taken again
  std::vector<double> inside_;                                 // scratch of a state
  double shift_ = std::numeric_limits<double>::infinity();     // of speeds by drift control in the last try
  double wantedStep_ = 0;                                      // s, of the last step before it was cut
  std::optional<Hit> again_;                                   // where the present step is to end
  double wholeStep_ = 0;                                       // s, of the last step that was taken again
};

}  // namespace clank
