// SPDX-License-Identifier: GPL-3.0-or-later
// The record of one event.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/events/event_kind.h"

namespace clank {

struct JointImpulse {
  std::string joint;    // without what its stop pushes with, and its parts in their play
  double x = 0, y = 0;  // N s, on body b
  double moment = 0;    // N m s, on body b (held angle, or drive)
};

struct DriveImpulse {
  std::string drive;
  double impulse = 0;  // N m s, or N s along the axis, on body b
};

// Of every contact and stop that pushed in the event.
struct ContactPush {
  std::string element;
  double x = 0, y = 0;            // N s, on body b
  double moment = 0;              // N m s, on body b, of a stop without a pin
  double pointX = 0, pointY = 0;  // m, world
  std::string bodyA{}, bodyB{};   // of a contact of several bodies those two
  // N m s, on body b about the point of joint element: of its parts in their play, which is what goes through
  // the joint. Nothing of a stop, which pushes beside the joint that has its name, and of other contacts.
  std::optional<double> playMoment{};
};

struct BodyJump {
  std::string body;
  std::array<double, 3> before{}, after{};  // vx, vy (m/s, of the body origin), omega (rad/s)
};

// The guard of a phase change that was met, or that of a drive that it has switched off.
struct FiredGuard {
  int change = 0;    // of the joint, counted from 1 as in its table; 0: no phase change: a drive, a contact
  std::string kind;  // word of the file: "limit", "force", ...; empty without a guard
  double value = 0;  // limit, threshold, speed, time; 0 for an expression
  std::string unit;  // SI, of the value
  std::string expression;  // of an expression
  bool falling = false;    // met from above
  friend bool operator==(const FiredGuard&, const FiredGuard&) = default;
};

// A compliant contact from its begin to its end, or to that of the run.
struct ContactReport {
  double begin = 0, duration = 0;             // s
  double approach = 0;                        // m/s, at the begin
  double peakForce = 0, peakDepth = 0;        // N, m
  double normalImpulse = 0, slipImpulse = 0;  // N s, on b from the surface, and along its tangent
  double dampingLoss = 0, frictionLoss = 0;   // J
  // Of the normal velocity; nothing while it lasts, and of what was not approached.
  std::optional<double> effectiveRestitution;
  bool isStruck = false;  // another event has changed its speed meanwhile: its parting is no restitution
  friend bool operator==(const ContactReport&, const ContactReport&) = default;
};

// Several contacts that follow each other in a row, as one: times from the first touch to the last parting,
// the greatest peaks, sums of impulses and losses, restitution from the first approach to the last parting.
// contacts: at least one, in order.
ContactReport sumContacts(std::span<const ContactReport> contacts);

// Speeds (m/s, rad/s) below which the tolerances of a run cannot tell motion from rest.
struct SpeedNoise {
  double along = 0, about = 0;
};

struct Receipt {
  double t = 0;  // s
  EventKind kind = EventKind::impact;
  std::string element;  // id of the joint or contact
  std::string law;      // word of the transition law
  FiredGuard guard;     // of a phase change, a stop included
  bool mobile = false;  // between moving parts; false: against the frame (stable)
  // The parts stay together after it: of an impact without rebound, of a contact that begins, of a lock.
  bool staysClosed = false;
  std::string bodyA, bodyB;
  double pointX = 0, pointY = 0;    // m, where the impulse acts, world
  double normalX = 0, normalY = 0;  // its direction on body a; zero for a pure moment
  double impulse = 0;  // N s along the normal on body a (N m s for a pure moment), >= 0 for a push
  double normalVelocityBefore = 0,
         normalVelocityAfter = 0;            // m/s (rad/s for a pure moment), approaching is negative
  SpeedNoise noise;                          // of all its speeds
  double restitution = 0;                    // in force at this event
  std::string note;                          // how an impact was solved, where that is not plain
  double energyBefore = 0, energyAfter = 0;  // J, kinetic
  std::string phaseBefore, phaseAfter;       // ids
  int mobilityBefore = 0, mobilityAfter = 0;
  bool momentumConserved = true;
  double driveWork = 0;  // J, put in by drives and surfaces that keep their speed through the jump
  // J, what the event itself has cost.
  double energyLoss() const { return energyBefore - energyAfter + driveWork; }
  double slipImpulse = 0;                                // N s, of friction, along the tangent on body a
  double slipVelocityBefore = 0, slipVelocityAfter = 0;  // m/s
  std::optional<ContactReport> contact;                  // that this event has ended, or that is open
  std::vector<ContactPush> contactImpulses;
  std::vector<JointImpulse> jointImpulses;
  std::vector<DriveImpulse> driveImpulses;
  // Parts whose impulses are not unique: rigid bodies leave open how they share, the least norm is told.
  std::vector<std::string> notUnique;
  std::vector<BodyJump> jumps;
};

// What goes through a joint in an event, with what its parts push in their play; nothing of a joint that is
// none.
std::optional<JointImpulse> findThrough(const Receipt& receipt, const std::string& joint);

}  // namespace clank
