// SPDX-License-Identifier: GPL-3.0-or-later
// What one plot shows, and the ready-made choices for the channels of a run.
#pragma once

#include <QString>
#include <array>
#include <string>
#include <vector>

#include "core/model/plot_view.h"
#include "core/record/channel.h"
#include "ui/plots/column.h"

namespace clank {

struct PlotChoice {
  using Kind = PlotKind;
  Kind kind = Kind::channels;
  QString title;  // empty: from the channels
  std::vector<std::string> channels;
  bool hidesZero = false;  // curves that are zero throughout are not listed
  // Of xy: the channel along the other axis; axes of one scale; a dot a turn of the crank instead of a line;
  // the loose joint whose clearance circle is drawn.
  std::string over;
  bool equalAxes = false, everyTurn = false;
  std::string circleOf;
  SpectrumWindow window = SpectrumWindow::hann;  // of spectrum
  bool logX = false, logY = false;               // logarithmic axes; x of spectrum alone
  friend bool operator==(const PlotChoice&, const PlotChoice&) = default;
};

// As the file has it, and back; what is unknown in it stays with the file.
PlotChoice toChoice(const PlotView& view);
void updView(PlotView& view, const PlotChoice& choice);

PlotChoice energyChoice();
PlotChoice impulseChoice();
// Of a loose joint: the way of its journal's centre, and where that is once a turn.
PlotChoice orbitChoice(const std::string& joint);
PlotChoice sectionChoice(const std::string& joint);
// Of a loose joint or compliant contact: force over penetration; over the gap where nothing sinks in.
PlotChoice hysteresisChoice(const std::string& part, const std::vector<Channel>& channels);
PlotChoice angularVelocityChoice(const std::vector<Channel>& channels);
// What a run has shown of a mechanism: it dealt no blows, then contacts show their force; no body turned,
// then velocities stand in the place of angular ones.
struct SeenMotion {
  bool isCalm = false, isStraight = false;
  friend bool operator==(const SeenMotion&, const SeenMotion&) = default;
};
// What the three plots of a mechanism show before anybody chooses: energy, impulses and angular velocities;
// where nothing can be hit, driving moments or reactions in the place of impulses; of a joint that rattles
// its orbit; of bodies without joints their height, impulses and velocities.
std::array<PlotChoice, 3> makeDefaults(const std::vector<Channel>& channels, SeenMotion seen = {});
// All of them in the order of a menu.
std::vector<PlotChoice> makeChoices(const std::vector<Channel>& channels);

// The same in plots of at most two units each, one for either axis, in the order of the channels.
std::vector<PlotChoice> splitByUnits(const PlotChoice& choice, const std::vector<Channel>& channels);

// "Angular velocity" of "omega"; empty: no common one.
QString quantityName(const std::string& suffix);
// In place of curves, until there is a run.
QString tellToRun();
// Title for channels: the quantity they share ("Angular velocity"), the part they share, or "Signals".
QString makeTitle(const std::vector<std::string>& channels);
// The same for an axis; empty in the place of a word that says nothing.
QString nameAxis(const std::vector<std::string>& channels);
// What stands beside a title where samples in view, which begins at a moment (s), are left out; empty: none
// is.
QString describeLeftOut(const Trajectory& trajectory, SampleRange drawn, double from);
// Of one channel among those of other parts: "angular velocity of Rocker", "Energy, kinetic".
QString tellChannel(const std::string& channel);
// Names for a legend: without the part that all of them share. hasOwnTitle: the title is not makeTitle, it
// says what is told but not of which part.
std::vector<QString> makeLabels(const std::vector<std::string>& channels, bool hasOwnTitle = false);

}  // namespace clank
