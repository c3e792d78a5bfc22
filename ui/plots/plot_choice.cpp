// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot_choice.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <set>

#include "core/record/channel_index.h"
#include "ui/look/part_names.h"
#include "ui/look/shown_units.h"
#include "ui/look/words.h"

namespace clank {
namespace {

// Names of channels have no other signs.
bool isExpression(const std::string& name) {
  return name.find_first_of("+-*/^()<>=&|!? ,") != std::string::npos;
}

std::string prefixOf(const std::string& name) {
  return name.substr(0, name.rfind('.'));
}
std::string suffixOf(const std::string& name) {
  const auto dot = name.rfind('.');
  return dot == std::string::npos ? name : name.substr(dot + 1);
}

constexpr std::size_t kMostBodies = 6;  // as many as there are colours; more can be chosen

struct QuantityName {
  const char *suffix, *name;
};
constexpr std::array kQuantities{
    QuantityName{"x", QT_TRANSLATE_NOOP("Clank", "Position x")},
    QuantityName{"y", QT_TRANSLATE_NOOP("Clank", "Position y")},
    QuantityName{"angle", QT_TRANSLATE_NOOP("Clank", "Angle")},
    QuantityName{"vx", QT_TRANSLATE_NOOP("Clank", "Velocity x")},
    QuantityName{"vy", QT_TRANSLATE_NOOP("Clank", "Velocity y")},
    QuantityName{"omega", QT_TRANSLATE_NOOP("Clank", "Angular velocity")},
    QuantityName{"ax", QT_TRANSLATE_NOOP("Clank", "Acceleration x")},
    QuantityName{"ay", QT_TRANSLATE_NOOP("Clank", "Acceleration y")},
    QuantityName{"alpha", QT_TRANSLATE_NOOP("Clank", "Angular acceleration")},
    QuantityName{"travel", QT_TRANSLATE_NOOP("Clank", "Travel")},
    QuantityName{"speed", QT_TRANSLATE_NOOP("Clank", "Speed")},
    QuantityName{"reaction_x", QT_TRANSLATE_NOOP("Clank", "Reaction x")},
    QuantityName{"reaction_y", QT_TRANSLATE_NOOP("Clank", "Reaction y")},
    QuantityName{"moment", QT_TRANSLATE_NOOP("Clank", "Moment")},
    QuantityName{"phase", QT_TRANSLATE_NOOP("Clank", "Phase")},
};

// A vector by the names of its two channels.
struct VectorName {
  const char *x, *y, *name;
};
constexpr std::array kVectors{
    VectorName{"x", "y", QT_TRANSLATE_NOOP("Clank", "Position")},
    VectorName{"vx", "vy", QT_TRANSLATE_NOOP("Clank", "Velocity")},
    VectorName{"ax", "ay", QT_TRANSLATE_NOOP("Clank", "Acceleration")},
    VectorName{"reaction_x", "reaction_y", QT_TRANSLATE_NOOP("Clank", "Reaction")},
};

// That of which all these suffixes are components.
const VectorName* findVector(const std::set<std::string>& suffixes) {
  for (const VectorName& vector : kVectors)
    if (std::all_of(suffixes.begin(), suffixes.end(),
                    [&](const std::string& s) { return s == vector.x || s == vector.y; }))
      return &vector;
  return nullptr;
}

QString writePlain(const std::string& text) {
  return toText(text).replace('_', ' ');
}

// An id that is no name reads better without underlines.
QString namePrefix(const std::string& id) {
  const QString name = namePart(id);
  return name == toText(id) ? writePlain(id) : name;
}

// Of a quantity among others of one part: Greek letters as letters.
QString writeSymbol(const std::string& suffix) {
  if (suffix == "omega") return QString(QChar(0x03C9));
  if (suffix == "alpha") return QString(QChar(0x03B1));
  return writePlain(suffix);
}

// Parts (bodies, joints, forces) that have a channel of this name and, if asked, one more, or lack a third.
std::vector<std::string> partsWith(const std::vector<Channel>& channels, const std::string& suffix,
                                   const std::string& alsoSuffix = {}, const std::string& without = {}) {
  std::vector<std::string> parts;
  const ChannelIndex columns(channels);
  const auto has = [&](const Channel& channel, const std::string& other) {
    return columns.find(prefixOf(channel.name) + "." + other) >= 0;
  };
  for (const auto& channel : channels)
    if (channel.name.ends_with(suffix) && channel.name != suffix && suffixOf(channel.name) == suffix &&
        (alsoSuffix.empty() || has(channel, alsoSuffix)) && (without.empty() || !has(channel, without)))
      parts.push_back(prefixOf(channel.name));
  return parts;
}

PlotChoice choiceFor(const QString& title, const std::vector<std::string>& parts, const std::string& suffix) {
  PlotChoice choice;
  choice.title = title;
  for (const auto& part : parts) choice.channels.push_back(part + "." + suffix);
  return choice;
}

}  // namespace

QString quantityName(const std::string& suffix) {
  for (const auto& quantity : kQuantities)
    if (suffix == quantity.suffix) return tr(quantity.name);
  return {};
}

PlotChoice toChoice(const PlotView& view) {
  PlotChoice choice;
  choice.kind = view.kind.value;
  choice.title = toText(view.name);
  choice.channels = view.channels;
  choice.hidesZero = view.hidesZero;
  choice.over = view.over;
  choice.equalAxes = view.equalAxes;
  choice.everyTurn = view.everyTurn;
  choice.circleOf = view.clearanceOf;
  choice.window = view.window.value;
  choice.logX = view.logX;
  choice.logY = view.logY;
  return choice;
}

void updView(PlotView& view, const PlotChoice& choice) {
  view.name = choice.title.toStdString();
  view.kind = choice.kind;
  view.channels = choice.channels;
  view.hidesZero = choice.hidesZero;
  view.over = choice.over;
  view.equalAxes = choice.equalAxes;
  view.everyTurn = choice.everyTurn;
  view.clearanceOf = choice.circleOf;
  view.window = choice.window;
  view.logX = choice.logX;
  view.logY = choice.logY;
}

PlotChoice energyChoice() {
  PlotChoice choice;
  choice.title = tr("Energy");
  choice.hidesZero = true;
  for (const char* name : {"kinetic", "gravity", "impact_loss", "lock_loss", "elastic", "damping", "friction",
                           "contact", "contact_damping", "switch_change"})
    choice.channels.push_back(std::string("energy.") + name);
  return choice;
}

PlotChoice impulseChoice() {
  PlotChoice choice;
  choice.kind = PlotChoice::Kind::impulses;
  choice.title = tr("Impulses");
  return choice;
}

PlotChoice orbitChoice(const std::string& joint) {
  PlotChoice choice;
  choice.kind = PlotChoice::Kind::xy;
  choice.title = tr("Journal orbit of %1").arg(namePart(joint));
  choice.over = joint + ".eccentricity_x";
  choice.channels = {joint + ".eccentricity_y"};
  choice.equalAxes = true;
  choice.circleOf = joint;
  return choice;
}

PlotChoice sectionChoice(const std::string& joint) {
  PlotChoice choice = orbitChoice(joint);
  choice.title = tr("Poincar\u00e9 section of %1").arg(namePart(joint));
  choice.everyTurn = true;
  return choice;
}

namespace {

PlotChoice makeHysteresis(const std::string& part, const ChannelIndex& columns) {
  PlotChoice choice;
  choice.kind = PlotChoice::Kind::xy;
  const bool sinks = columns.find(part + ".penetration") >= 0;
  choice.title =
      (sinks ? tr("Force over penetration in %1") : tr("Force over gap in %1")).arg(namePart(part));
  choice.over = part + (sinks ? ".penetration" : ".gap");
  choice.channels = {part + ".normal_force"};
  return choice;
}

}  // namespace

PlotChoice hysteresisChoice(const std::string& part, const std::vector<Channel>& channels) {
  return makeHysteresis(part, ChannelIndex(channels));
}

PlotChoice angularVelocityChoice(const std::vector<Channel>& channels) {
  auto bodies = partsWith(channels, "omega", "vx");
  bodies.resize(std::min(bodies.size(), kMostBodies));
  PlotChoice choice = choiceFor(tr("Angular velocity"), bodies, "omega");
  choice.hidesZero = true;  // sliders
  return choice;
}

namespace {

std::vector<std::string> listMotors(const std::vector<Channel>& channels) {
  return partsWith(channels, "moment", {}, "reaction_x");
}

PlotChoice reactionChoice(const std::string& joint, const ChannelIndex& columns) {
  PlotChoice choice;
  choice.title = tr("Reaction in %1").arg(namePart(joint));
  choice.hidesZero = true;  // the moment of a pin
  choice.channels = {joint + ".reaction_x", joint + ".reaction_y"};
  if (columns.find(joint + ".moment") >= 0) choice.channels.push_back(joint + ".moment");
  return choice;
}

bool hasEvents(const std::vector<Channel>& channels) {
  return std::any_of(channels.begin(), channels.end(), [](const Channel& channel) {
    const std::string suffix = suffixOf(channel.name);
    return suffix == "phase" || suffix == "state" || suffix == "gap";
  });
}

// What holds without a blow: contacts, ropes.
std::vector<PlotChoice> listHolding(const std::vector<Channel>& channels) {
  std::vector<PlotChoice> choices;
  for (const auto& [suffix, title] :
       {std::pair("normal_force", tr("Contact forces")), {"tension", tr("Tension of ropes")}}) {
    auto parts = partsWith(channels, suffix);
    parts.resize(std::min(parts.size(), kMostBodies));
    if (!parts.empty()) choices.push_back(choiceFor(title, parts, suffix));
  }
  return choices;
}

PlotChoice velocityChoice(const std::vector<Channel>& channels) {
  auto bodies = partsWith(channels, "vx", "omega");
  bodies.resize(std::min(bodies.size(), kMostBodies));
  PlotChoice choice =
      choiceFor(bodies.size() == 1 ? tr("Velocity of %1").arg(namePart(bodies[0])) : tr("Velocity"), {}, "");
  for (const std::string& body : bodies)
    for (const char* along : {".vx", ".vy"}) choice.channels.push_back(body + along);
  choice.hidesZero = true;  // across a guide
  return choice;
}

// Of bodies alone.
std::array<PlotChoice, 3> makeFlightDefaults(const std::vector<Channel>& channels) {
  auto bodies = partsWith(channels, "y", "omega");
  bodies.resize(std::min(bodies.size(), kMostBodies));
  const bool isAlone = bodies.size() == 1;  // its curves say which way
  PlotChoice speeds = choiceFor(
      isAlone ? tr("Velocity of %1").arg(namePart(bodies[0])) : tr("Vertical velocity"), bodies, "vy");
  if (isAlone) speeds.channels.insert(speeds.channels.begin(), bodies[0] + ".vx");
  return {choiceFor(tr("Height"), bodies, "y"), impulseChoice(), speeds};
}

}  // namespace

std::array<PlotChoice, 3> makeDefaults(const std::vector<Channel>& channels, SeenMotion seen) {
  const bool strikes = hasEvents(channels) && !seen.isCalm;
  const auto joints = partsWith(channels, "reaction_x");
  const auto holding = seen.isCalm ? listHolding(channels) : std::vector<PlotChoice>();
  if (joints.empty() && !partsWith(channels, "y", "omega").empty()) {
    auto flight = makeFlightDefaults(channels);
    if (!holding.empty()) flight[1] = holding.front();
    return flight;
  }
  std::array<PlotChoice, 3> defaults{
      energyChoice(), impulseChoice(),
      seen.isStraight ? velocityChoice(channels) : angularVelocityChoice(channels)};
  const auto rattling = partsWith(channels, "eccentricity_x");
  const auto motors = listMotors(channels);
  if (!rattling.empty()) {
    defaults[1] = orbitChoice(rattling.front());  // what rattles deals no single blows
  } else if (!holding.empty()) {
    defaults[1] = holding.front();
  } else if (!strikes && !motors.empty()) {
    defaults[1] = choiceFor(tr("Driving moments"), motors, "moment");
  } else if (!strikes && !joints.empty()) {
    defaults[1] = reactionChoice(joints.front(), ChannelIndex(channels));
  }
  return defaults;
}

namespace {

bool hasTitle(const std::vector<PlotChoice>& choices, const QString& title) {
  return std::any_of(choices.begin(), choices.end(), [&](const PlotChoice& c) { return c.title == title; });
}

}  // namespace

std::vector<PlotChoice> makeChoices(const std::vector<Channel>& channels) {
  const ChannelIndex columns(channels);
  const auto bodies = partsWith(channels, "omega", "vx");
  std::vector<PlotChoice> choices{energyChoice(),
                                  impulseChoice(),
                                  angularVelocityChoice(channels),
                                  velocityChoice(channels),
                                  choiceFor(tr("Angle"), bodies, "angle"),
                                  choiceFor(tr("Angular acceleration"), bodies, "alpha")};
  if (partsWith(channels, "reaction_x").empty())
    for (PlotChoice& shown : makeFlightDefaults(channels))
      if (!hasTitle(choices, shown.title)) choices.push_back(std::move(shown));
  for (const auto& joint : partsWith(channels, "eccentricity_x")) {
    choices.push_back(orbitChoice(joint));
    choices.push_back(makeHysteresis(joint, columns));
    choices.push_back(sectionChoice(joint));
  }
  for (const auto& contact : partsWith(channels, "penetration", {}, "eccentricity_x"))
    choices.push_back(makeHysteresis(contact, columns));
  for (const auto& joint : partsWith(channels, "reaction_x"))
    choices.push_back(reactionChoice(joint, columns));
  if (const auto motors = listMotors(channels); !motors.empty())
    choices.push_back(choiceFor(tr("Driving moments"), motors, "moment"));
  for (PlotChoice& holding : listHolding(channels)) choices.push_back(std::move(holding));
  PlotChoice quality;
  quality.title = tr("Energy residual");
  quality.channels = {"energy.residual"};
  choices.push_back(quality);
  std::erase_if(choices, [](const PlotChoice& c) {
    return c.kind == PlotChoice::Kind::channels && c.channels.empty();
  });
  return choices;
}

std::vector<PlotChoice> splitByUnits(const PlotChoice& choice, const std::vector<Channel>& channels) {
  if (choice.kind != PlotChoice::Kind::channels) return {choice};
  std::vector<std::string> units;
  PlotChoice empty = choice;
  empty.channels.clear();
  std::vector<PlotChoice> pieces{empty};
  for (const std::string& name : choice.channels) {
    const auto channel =
        std::find_if(channels.begin(), channels.end(), [&](const Channel& c) { return c.name == name; });
    if (channel == channels.end() && !isExpression(name)) continue;
    const std::string own =
        channel == channels.end() ? std::string() : channel->unit;  // of an expression none
    const auto unit = std::find(units.begin(), units.end(), own);
    const auto piece = static_cast<std::size_t>(unit - units.begin()) / 2;
    if (unit == units.end()) units.push_back(own);
    if (piece == pieces.size()) pieces.push_back(empty);
    pieces[piece].channels.push_back(name);
  }
  return pieces.size() == 1 ? std::vector{choice} : pieces;
}

QString describeLeftOut(const Trajectory& trajectory, SampleRange drawn, double from) {
  const double end = std::numeric_limits<double>::infinity();
  const SampleRange all = findLast(trajectory, from, end, trajectory.sampleCount());
  if (drawn.size() == 0 || drawn.first <= all.first) return {};
  return tr("from %1 on: zoom in time for more").arg(writeShown(trajectory.time(drawn.first), "s"));
}

QString tellToRun() {
  return tr("Run (Space), and the curves appear here");
}

QString nameAxis(const std::vector<std::string>& channels) {
  if (std::any_of(channels.begin(), channels.end(), isExpression))
    return channels.size() == 1 ? toText(channels[0]) : QString();
  std::set<std::string> prefixes, suffixes;
  for (const auto& name : channels) {
    prefixes.insert(prefixOf(name));
    suffixes.insert(suffixOf(name));
  }
  if (suffixes.size() == 1) {
    const QString quantity = quantityName(*suffixes.begin());
    if (!quantity.isEmpty())
      return prefixes.size() == 1 ? quantity + tr(" of ") + namePart(*prefixes.begin()) : quantity;
  }
  if (prefixes.size() == 1) return *prefixes.begin() == "energy" ? tr("Energy") : namePart(*prefixes.begin());
  const VectorName* vector = findVector(suffixes);
  return vector ? tr(vector->name) : QString();
}

QString makeTitle(const std::vector<std::string>& channels) {
  if (channels.empty()) return tr("No signal");
  const QString name = nameAxis(channels);
  return name.isEmpty() ? tr("Signals") : name;
}

QString tellChannel(const std::string& channel) {
  if (isExpression(channel) || channel.find('.') == std::string::npos) return toText(channel);
  const std::string prefix = prefixOf(channel), suffix = suffixOf(channel);
  const QString quantity = quantityName(suffix);
  if (!quantity.isEmpty()) return tr("%1 of %2").arg(quantity, namePrefix(prefix));
  const QString part = namePrefix(prefix);
  const QString start = prefix == "energy" ? part.left(1).toUpper() + part.mid(1) : part;
  return tr("%1, %2").arg(start, writeSymbol(suffix));
}

namespace {

// Of other parts and other quantities; vector: they all are components of it, which the title says.
QString tellAmongOthers(const std::string& channel, const VectorName* vector) {
  const std::string suffix = suffixOf(channel);
  const QString part = namePrefix(prefixOf(channel)), quantity = quantityName(suffix);
  if (vector) return tr("%1, %2").arg(part, suffix == vector->x ? "x" : "y");
  if (quantity.isEmpty()) return tr("%1, %2").arg(part, writeSymbol(suffix));
  return tr("%1 of %2").arg(quantity.left(1).toLower() + quantity.mid(1), part);
}

}  // namespace

std::vector<QString> makeLabels(const std::vector<std::string>& channels, bool hasOwnTitle) {
  if (std::any_of(channels.begin(), channels.end(), isExpression)) {
    std::vector<QString> whole;
    for (const std::string& name : channels) whole.push_back(toText(name));
    return whole;
  }
  std::set<std::string> prefixes, suffixes;
  for (const auto& name : channels) {
    prefixes.insert(prefixOf(name));
    suffixes.insert(suffixOf(name));
  }
  std::vector<QString> labels;
  for (const auto& name : channels) {
    const bool isOfPart = name.find('.') != std::string::npos;
    const bool isTitled = (hasOwnTitle && prefixOf(name) != "energy") || prefixes.size() > 1 ||
                          !quantityName(suffixOf(name)).isEmpty();
    if (!isOfPart)
      labels.push_back(writePlain(name));
    else if (suffixes.size() == 1 && isTitled)
      labels.push_back(namePrefix(prefixOf(name)));  // what is told of it the title says
    else if (prefixes.size() == 1)
      labels.push_back(writeSymbol(suffixOf(name)));
    else
      labels.push_back(tellAmongOthers(name, findVector(suffixes)));
  }
  return labels;
}

}  // namespace clank
