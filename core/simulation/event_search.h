// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the next event: the first one inside an accepted step, and those that are on at a state.
//
// A contact is hit by a fall with speed, or by one without speed that accelerates into it; a gap that has
// just been let go opens with the cube of time and is rounding error of either sign at first, and what lies
// behind the end of a surface is no contact. Such falls are passed over and the search goes on after them.
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "core/events/change_guard.h"
#include "core/events/event_locator.h"
#include "core/events/friction_watch.h"
#include "core/events/guard.h"
#include "core/events/law_watch.h"
#include "core/simulation/integrator.h"
#include "core/simulation/press_course.h"

namespace clank {

// What is watched: a stop or contact, a phase change without one, the friction of joints, or where a law
// changes.
using Watched = std::variant<Guard, ChangeWatch, FrictionWatch, SwitchWatch>;

struct Hit {
  Watched watched;
  double t = 0;  // s
};

class EventSearch {
 public:
  // All must outlive the search; dynamics is in the mode of the states asked about. resolution: s, laws of
  // time are looked at as often at least.
  EventSearch(const System& system, ForwardDynamics& dynamics, Integrator& integrator,
              double resolution = 1e-4);

  // The integrator has taken a step: states of the one before are forgotten.
  void beginStep();
  // The first event inside the integrator's last step, which begins here.
  std::optional<Hit> findFirst(const Mode& mode);
  // An event that is on at a state.
  std::optional<Watched> findOn(const State& state);
  // A phase change whose guard is not a number at a state.
  std::optional<Watched> findUndefined(const State& state);
  double resolution() const { return resolution_; }
  // States inside the last step; valid until a few calls later.
  StateAt stateAt();
  // The course of a pressed contact from the beginning of the last step to a time within (s).
  PressCourse calcCourse(std::size_t contact, double until);

 private:
  // A state inside the last step; guards are looked at in the same few places, one after the other.
  struct Look {
    double t = std::numeric_limits<double>::quiet_NaN();
    std::vector<double> y;
  };
  const std::vector<double>& look(double t);
  // A part of the last step, s.
  struct Window {
    double begin, end;
  };
  // Where many contacts are hit one after the other, most of a step lies behind the first of them: it is
  // searched in windows, the first one as long as a few times that between events.
  Window makeWindow(double begin, double length) const;
  void noteHit(const std::optional<Hit>& hit);
  // Contacts that can touch within a window.
  void watchTouching(const Mode& mode, const Window& window);
  // The same where there are few.
  void watchFew(const Window& window);
  // The guard of a pressed contact that cannot fall within the last step.
  bool isClear(const Guard& guard, const Mode& mode);
  std::optional<double> locate(const Guard& guard, const Mode& mode, const Window& window);
  // What a guard has where nothing is to be told from zero. One that begins there, as the force of parts that
  // only touch or the slip of parts that begin to slide, has not turned before it is as far below zero.
  double findNothing(Guard::Kind kind) const;
  // The first impact of a gap in a window. Lost: there were falls, but none that is an impact.
  struct Touch {
    std::optional<double> t;
    bool isLost = false;
  };
  // The same of a gap that bends downwards throughout a window, with what it is at the
  // beginning. Nothing where that is not certain.
  std::optional<Touch> locateOnlyTouch(std::size_t unilateral, const Gap& now, const Window& window);
  // below: m, by how far the gap must be negative.
  Touch locateTouch(std::size_t unilateral, GuardFunction function, const Window& window, double below);
  std::optional<double> locateOther(const Guard& guard, double last, double before);
  // A force that has turned before the first event found, and turned back in it.
  void findHiddenTurn(std::optional<Hit>& first);
  std::optional<double> locate(const FrictionWatch& watch, double last);
  // Of the last step; evaluated once at each time.
  const UnilateralModes& modes() const { return dynamics_.assembler().mode().unilaterals; }
  const ForceMargins& findForces(double t, bool closely);
  // forces: filled when first needed.
  bool isOn(const Guard& guard, const State& state, std::optional<ForceMargins>& forces);
  // rad/s, of the bodies at both ends of the last step.
  double findFastestTurn();
  bool isTurningLittle(const Window& window) const;
  Gap calcGapAt(std::size_t unilateral, double t);
  // Places at which a gap is looked at in a part of that step (s).
  int countLooks(int least, double duration) const;
  bool isGapOn(std::size_t unilateral, const State& state);
  // A fall that is no impact.
  bool isFalse(std::size_t unilateral, double t, const Gap& gap);
  double calcNoAcceleration() const;
  const double* speeds(const std::vector<double>& y) const { return system_.layout.speeds(y).data(); }

  const System& system_;
  ForwardDynamics& dynamics_;
  Integrator& integrator_;
  double resolution_;
  std::vector<std::size_t> watched_, touched_;  // contacts; of these, for a moment, those that touch
  std::vector<Guard> guards_;                   // of the window or the state that is looked at
  std::array<Look, 8> looks_;
  std::size_t oldest_ = 0;  // of the looks
  std::vector<double> begin_,
      beyond_;  // state at the beginning of a window; how far it leaves the straight line
  std::vector<BodySweep> sweeps_;
  std::vector<std::pair<double, ForceMargins>> forces_;       // s
  std::vector<std::pair<std::size_t, PressCourse>> courses_;  // of contacts, over all of the step
  Eigen::VectorXd shareHint_;                                 // of calcForceMargins
  double nothing_ = 0;                                        // N, of the state looked at last
  double fastestTurn_ = 0;
  double ahead_ = std::numeric_limits<double>::infinity(), sinceHit_ = 0;  // s: of windows; from the last hit
};

// "stop of joint A", "contact c1", "joint B", "the law (moment of f)".
std::string describeWatched(const System& system, const Watched& watched);

}  // namespace clank
