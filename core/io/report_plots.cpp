// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/report_plots.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "core/model/shown_text.h"

namespace clank {
namespace {

constexpr std::size_t kMostPlots = 8;

// "angular velocity of Rocker" for "rocker.omega".
std::string nameChannel(const Mechanism& resolved, const std::string& channel) {
  constexpr std::array<std::pair<std::string_view, const char*>, 6> kWords{{{"omega", "angular velocity"},
                                                                            {"alpha", "angular acceleration"},
                                                                            {"vx", "velocity x"},
                                                                            {"vy", "velocity y"},
                                                                            {"ax", "acceleration x"},
                                                                            {"ay", "acceleration y"}}};
  const std::size_t dot = channel.rfind('.');
  if (dot == std::string::npos) return channel;
  const std::string part = channel.substr(0, dot);
  std::string quantity = channel.substr(dot + 1);
  for (const auto& [suffix, words] : kWords)
    if (quantity == suffix) quantity = words;
  std::replace(quantity.begin(), quantity.end(), '_', ' ');
  return part == "energy" ? part + ", " + quantity
                          : fmt::format("{} of {}", quantity, findPartName(resolved, part));
}

std::vector<FigureCurve> listCurves(const std::vector<ComparedReference>& references, const Channel& column,
                                    std::size_t channel, const UnitChoice& choice) {
  std::vector<FigureCurve> curves;
  for (const ComparedReference& compared : references) {
    if (compared.channel != channel) continue;
    const auto& d = compared.difference;
    curves.push_back(
        {d ? compared.getName() + ": RMS " + writeShownText(d->rms, column.unit, choice) : compared.getName(),
         &compared.theirs.curve, d ? std::optional(d->peakTime) : std::nullopt});
  }
  return curves;
}

// Is there anything to see in it?
bool turns(const Trajectory& trajectory, const std::string& name) {
  constexpr double kSteady = 1e-6;
  const auto channel = trajectory.findChannel(name);
  if (!channel) return false;
  double least = INFINITY, greatest = -INFINITY;
  for (std::size_t i = 0; i < trajectory.sampleCount(); ++i) {
    least = std::min(least, trajectory.row(i)[*channel]);
    greatest = std::max(greatest, trajectory.row(i)[*channel]);
  }
  return greatest - least > kSteady * std::max({1.0, std::abs(least), std::abs(greatest)});
}

}  // namespace

std::string findPartName(const Mechanism& resolved, const std::string& id) {
  std::string name = id;
  const auto look = [&](const auto& parts) {
    for (const auto& part : parts)
      if (part.id == id && !part.name.empty()) name = part.name;
  };
  look(resolved.bodies);
  look(resolved.joints);
  look(resolved.surfaces);
  look(resolved.contacts);
  look(resolved.forces);
  look(resolved.drives);
  look(resolved.traces);
  return name;
}

std::vector<std::size_t> chooseReportChannels(const Mechanism& resolved, const Trajectory& trajectory) {
  std::vector<std::string> names;
  for (const PlotView& plot : resolved.plots)
    if (plot.kind.value == PlotKind::channels)
      names.insert(names.end(), plot.channels.begin(), plot.channels.end());
  for (const PublishedValue& value : resolved.published) names.push_back(value.channel);
  for (const Reference& reference : resolved.references) names.push_back(reference.channel);
  for (const Joint& joint : resolved.joints)
    if (joint.metamorphic)
      for (const char* signal : {".angle", ".travel"}) names.push_back(joint.id + signal);
  for (const Drive& drive : resolved.drives)
    for (const char* signal : {".moment", ".force"}) names.push_back(drive.id + signal);
  for (const Trace& trace : resolved.traces)
    for (const char* signal : {".x", ".y"}) names.push_back(trace.id + signal);
  for (const Body& body : resolved.bodies)
    if (turns(trajectory, body.id + ".omega")) names.push_back(body.id + ".omega");
  std::vector<std::size_t> chosen;
  for (const std::string& name : names) {
    const auto channel = trajectory.findChannel(name);
    if (name == "t") continue;  // against itself
    if (channel && chosen.size() + 1 < kMostPlots &&
        std::find(chosen.begin(), chosen.end(), *channel) == chosen.end())
      chosen.push_back(*channel);
  }
  if (const auto residual = trajectory.findChannel("energy.residual")) chosen.push_back(*residual);
  return chosen;
}

std::vector<FigurePanel> makeReportPanels(const Mechanism& resolved, const Trajectory& trajectory,
                                          const std::vector<ComparedReference>& references,
                                          const std::vector<std::size_t>& channels) {
  std::vector<FigurePanel> panels;
  for (const std::size_t channel : channels) {
    const Channel& column = trajectory.channels()[channel];
    panels.push_back({channel, nameChannel(resolved, column.name),
                      listCurves(references, column, channel, resolved.units)});
  }
  return panels;
}

}  // namespace clank
