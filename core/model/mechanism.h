// SPDX-License-Identifier: GPL-3.0-or-later
// WHAT THE USER DREW. Copyable, comparable, in SI; no coordinates, no velocities of a run.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/model/body.h"
#include "core/model/contact_pair.h"
#include "core/model/drive.h"
#include "core/model/force_element.h"
#include "core/model/joint.h"
#include "core/model/linked_copy.h"
#include "core/model/optimisation.h"
#include "core/model/picture.h"
#include "core/model/plot_view.h"
#include "core/model/solid_material.h"
#include "core/model/study.h"
#include "core/model/surface.h"
#include "core/model/unit_choice.h"
#include "core/support/compiled_once.h"
#include "core/support/result.h"

namespace clank {

// A named number (value) or a named word (choice, one of choices) that quantities and choices refer to.
struct Parameter {
  std::string id, name;
  Quantity value;
  std::string unit;                  // of the value, for display and for --set; empty: SI
  std::optional<Quantity> min, max;  // of a slider
  std::vector<std::string> choices;  // not empty: a word parameter
  std::string choice;
  UnknownKeys unknown;
  CLANK_COMPILED_ONCE(Parameter);
};

// A named set of parameter values.
struct Case {
  std::string id, name, note;
  std::map<std::string, std::string> set;  // parameter id -> number, quantity text or word
  UnknownKeys unknown;
  friend bool operator==(const Case&, const Case&) = default;
};

// The first two have error control and stop at every event; Moreau and Jean's has a fixed step and takes the
// events of a step together.
enum class IntegratorKind { dop853, dopri5, moreauJean };
// Where a run begins: as drawn, links that bend straight, or in the static equilibrium near that.
enum class StartPosition { drawn, equilibrium };
// How joints are kept closed: by moving the end of every step onto them, or by an acceleration against the
// error that builds up (Baumgarte), as many papers do.
enum class DriftControl { projection, baumgarte };

// How contacts that touch when one of them is hit take part: all at once, or in blows that follow each other.
enum class ImpactOrder { simultaneous, sequential };

struct SimulationSettings {
  Quantity duration = 1;            // s
  Quantity outputInterval = 0.001;  // s
  Choice<StartPosition> start = StartPosition::drawn;
  Quantity startBranch = 1;  // from a change point: 1 is the branch nearest to the start velocities
  Choice<IntegratorKind> integrator = IntegratorKind::dop853;
  Quantity relativeTolerance = 1e-10;
  Quantity absoluteTolerance = 1e-10;  // in m, rad, m/s, rad/s and J alike
  Quantity maxStep = 0;                // s; 0: the integrator's choice
  Quantity timeStep = 0.001;           // s; of moreauJean
  Quantity captureSpeed = 1e-4;        // m/s; slower rebounds end in contact
  Choice<ImpactOrder> impacts = ImpactOrder::simultaneous;
  Choice<DriftControl> driftControl = DriftControl::projection;
  Quantity baumgarteAlpha = 5, baumgarteBeta = 5;  // 1/s: C" + 2 alpha C' + beta^2 C = 0
  UnknownKeys unknown;
  CLANK_COMPILED_ONCE(SimulationSettings);
};

// A published number to be shown beside ours, with the reason for the difference.
struct PublishedValue {
  std::string what;     // in words
  std::string channel;  // our channel's name, or a field of a receipt (see file_format.md)
  std::string at;       // "before event 1", "after event 1", "end"
  Quantity value;
  std::string unit, source, note;
  std::vector<std::string> cases;  // ids of the cases it belongs to; empty: all
  UnknownKeys unknown;
  CLANK_COMPILED_ONCE(PublishedValue);
};

// Whether the first row of a table names its columns; found: it does when it holds no numbers.
enum class HeaderRow { found, yes, no };

// A curve from elsewhere (measured, digitised from a paper) that a channel is compared with. Time is
// time_scale * (number in time_unit) + time_shift.
struct Reference {
  std::string name;
  std::string file;              // a CSV file, relative to the file of the mechanism
  std::string source;            // where the numbers come from
  std::string channel;           // ours
  std::string timeColumn = "1";  // number from 1, or name in the header
  std::string valueColumn = "2";
  std::string delimiter;  // one character, "tab" or "blank"; empty: found
  Choice<HeaderRow> header = HeaderRow::found;
  std::string timeUnit, valueUnit;  // empty: what the header says in brackets, else SI
  Quantity timeShift = 0;           // s
  Quantity timeScale = 1;
  std::vector<std::string> cases;  // ids of the cases it belongs to; empty: all
  UnknownKeys unknown;
  CLANK_COMPILED_ONCE(Reference);
};

enum class Side { left, right };

// Which of the two ways of putting two links together is meant: joint elbow lies on this side of the line
// from joint first to joint last, at the start.
struct Branch {
  std::string first, elbow, last;
  Choice<Side> side = Side::left;
  UnknownKeys unknown;
  friend bool operator==(const Branch&, const Branch&) = default;
};

// A point of a body that leaves its path behind: a coupler point.
struct Trace {
  std::string id, name;
  std::string b;  // body
  Point atB;      // m, in the axes of b
  UnknownKeys unknown;
  friend bool operator==(const Trace&, const Trace&) = default;
};

struct Mechanism {
  std::string name, description;
  Point gravity{0.0, -9.81};  // m/s2
  std::vector<Parameter> parameters;
  std::vector<Case> cases;  // the first is the default
  std::vector<Body> bodies;
  std::vector<Joint> joints;
  std::vector<Branch> branches;  // empty: as drawn
  std::vector<Drive> drives;
  std::vector<ForceElement> forces;
  std::vector<DrawnSurface> surfaces;
  std::vector<SolidMaterial> materials;     // beside those of kSolidMaterials
  std::vector<MaterialPair> materialPairs;  // what differs from the two materials together
  std::vector<ContactPair> contacts;        // what differs from what the materials say, and points that touch
  std::vector<Trace> traces;
  std::vector<Picture> pictures;  // behind the drawing, the first at the back
  std::vector<LinkedCopy> linkedCopies;
  SimulationSettings simulation;
  UnitChoice units;
  std::vector<PlotView> plots;  // empty: what such a mechanism has by default
  std::vector<PublishedValue> published;
  std::vector<Reference> references;
  std::vector<Study> studies;
  std::vector<Optimisation> optimisations;
  UnknownKeys unknown;
  CLANK_COMPILED_ONCE(Mechanism);
};

// The mechanism with every quantity and choice evaluated for a case (empty: the first) and, on top of it,
// overrides (parameter id -> text). Problems carry the JSON pointer of the quantity. What cannot be evaluated
// in a study alone is NaN there and no failure.
Result<Mechanism> resolve(Mechanism drawn, const std::string& caseId = {},
                          const std::map<std::string, std::string>& overrides = {});

// The same as far as it goes, for drawing: a quantity that cannot be evaluated is NaN, and why is appended to
// problems.
Mechanism resolve(Mechanism drawn, const std::string& caseId,
                  const std::map<std::string, std::string>& overrides, Problems& problems);

// Everything that prevents a run, or one of the studies (errors, see stopsRun()), or is doubtful (warnings)
// in a resolved mechanism, with JSON pointers.
Problems validate(const Mechanism& resolved);

}  // namespace clank
