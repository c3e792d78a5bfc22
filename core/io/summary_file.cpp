// SPDX-License-Identifier: GPL-3.0-or-later
// summary.json.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "core/io/exporters.h"
#include "core/io/mechanism_file.h"
#include "core/io/text_hash.h"
#include "core/model/fields.h"
#include "core/model/loops.h"
#include "core/model/words.h"
#include "core/record/published.h"
#include "core/support/version.h"

namespace clank {

namespace {

using nlohmann::json;

constexpr std::size_t kNumberLength = 24;

// Takes the typed text from every quantity, so that what counts is its value.
class TextRemover {
 public:
  void operator()(const Field&, Quantity& value) { value.text.clear(); }
  void operator()(const Field&, Point& value) {
    value.x.text.clear();
    value.y.text.clear();
  }
  void operator()(const Field& field, const OptionalRef& value) {
    if (value) enter(field, *value);
  }
  void operator()(const Field& field, const ListRef& list) {
    for (std::size_t i = 0; i < list.size(); ++i) enter(field, list[i]);
  }
  void operator()(const Field&, const RecordRef& record) { visitFields(record, *this); }
  void operator()(const Field&, const VariantRef& variant) { visitFields(variant.alternative(), *this); }
  template <class T>
  void operator()(const Field&, const T&) {}

 private:
  void enter(const Field& field, const ValueRef& value) {
    value.visit([&](auto& member) { (*this)(field, member); });
  }
};

const char* toWord(RunSummary::End end) {
  switch (end) {
    case RunSummary::End::finished:
      return "finished";
    case RunSummary::End::interrupted:
      return "interrupted";
    case RunSummary::End::failed:
      return "failed";
  }
  return "";
}

json describeSettings(const SimulationSettings& s) {
  return {{"duration", s.duration.value},
          {"output_interval", s.outputInterval.value},
          {"integrator", Words<IntegratorKind>::names.at(static_cast<std::size_t>(s.integrator.value))},
          {"relative_tolerance", s.relativeTolerance.value},
          {"absolute_tolerance", s.absoluteTolerance.value},
          {"max_step", s.maxStep.value},
          {"time_step", s.timeStep.value},
          {"start_branch", s.startBranch.value},
          {"capture_speed", s.captureSpeed.value},
          {"impacts", Words<ImpactOrder>::names.at(static_cast<std::size_t>(s.impacts.value))},
          {"drift_control", Words<DriftControl>::names.at(static_cast<std::size_t>(s.driftControl.value))},
          {"baumgarte_alpha", s.baumgarteAlpha.value},
          {"baumgarte_beta", s.baumgarteBeta.value}};
}

json describeTolerances(const RunTolerances& t) {
  return {{"length_unit", t.lengthUnit},
          {"closed", t.closed},
          {"open", t.open},
          {"absolute_tolerance", t.absoluteTolerance},
          {"capture_speed", t.captureSpeed}};
}

json describeLedger(const EnergyLedger& ledger) {
  return {{"kinetic", ledger.kinetic},
          {"gravity", ledger.gravity},
          {"elastic", ledger.elastic},
          {"work", ledger.work},
          {"damping", ledger.damping},
          {"friction", ledger.friction},
          {"contact", ledger.contact},
          {"contact_damping", ledger.contactDamping},
          {"impact_loss", ledger.impactLoss},
          {"lock_loss", ledger.lockLoss},
          {"switch_change", ledger.switchChange},
          {"residual", ledger.residual}};
}

// No tree: ten thousand parts have more than a hundred thousand channels, and one of them would take longer
// than anybody waits after a stop. The library writes the numbers as one list.
std::string writeFinalState(const SummaryBasis& basis, std::span<const double> row) {
  std::vector<double> numbers;
  std::size_t length = 0;
  for (std::size_t i = 0; i < basis.order.size() && basis.order[i] < row.size(); ++i) {
    numbers.push_back(row[basis.order[i]]);
    length += basis.keys[i].size() + kNumberLength;
  }
  if (numbers.size() < basis.order.size()) return "{}";  // the run has not begun
  const std::string list = json(std::move(numbers)).dump();
  std::string text = "{";
  text.reserve(length);
  std::size_t begin = 1;
  for (const std::string& key : basis.keys) {
    const std::size_t end = list.find_first_of(",]", begin);
    text += text.size() > 1 ? "," : "";
    text += key;
    text.append(list, begin, end - begin);
    begin = end + 1;
  }
  text += text.size() > 1 ? "\n  }" : "}";
  return text;
}

json describeProblems(const Problems& problems) {
  json list = json::array();
  for (const Problem& problem : problems) {
    list.push_back(
        {{"what", problem.what}, {"where", problem.where}, {"severity", toWord(problem.severity)}});
  }
  return list;
}

json describePublished(const std::vector<PublishedComparison>& comparisons) {
  json list = json::array();
  for (const PublishedComparison& comparison : comparisons) {
    const PublishedValue& value = comparison.published;
    const auto difference = comparison.difference();
    list.push_back({{"what", value.what},
                    {"channel", value.channel},
                    {"at", value.at},
                    {"published", comparison.theirs},
                    {"ours", comparison.ours ? json(*comparison.ours) : json()},
                    {"difference", difference ? json(*difference) : json()},
                    {"unit", value.unit},
                    {"source", value.source},
                    {"note", value.note}});
  }
  return list;
}

json describeShares(const std::vector<SharedPart>& parts) {
  json list = json::array();
  for (const SharedPart& part : parts)
    list.push_back({{"part", part.part}, {"first", part.first}, {"last", part.last}});
  return list;
}

json describeBends(const std::vector<BentPeak>& peaks) {
  json list = json::array();
  for (const BentPeak& peak : peaks) {
    json one = {{"link", peak.link},
                {"deflection", {{"value", peak.deflection}, {"t", peak.deflectionTime}}}};
    if (peak.stress > 0)
      one["stress"] = {{"value", peak.stress}, {"t", peak.stressTime}, {"at", peak.stressPlace}};
    list.push_back(std::move(one));
  }
  return list;
}

json describeLoops(const Mechanism& resolved) {
  json list = json::array();
  for (const FourBar& bar : findFourBars(resolved))
    list.push_back({{"loop", describeLoop(resolved, bar.loop)},
                    {"lengths", bar.lengths},
                    {"shortest", bar.loop.bodies[bar.shortest]},
                    {"type", toWords(bar.type)}});
  return list;
}

}  // namespace

std::string hashModel(Mechanism resolved) {
  visitFields(recordOf(resolved), TextRemover());
  TextHash hash;
  writeMechanism(resolved, [&](std::string_view text) { hash.add(text); });
  return hash.write();
}

SummaryBasis prepareSummary(const Mechanism& resolved, std::span<const Channel> channels) {
  SummaryBasis basis;
  basis.hash = hashModel(resolved);
  basis.fourBars = describeLoops(resolved).dump();
  std::vector<std::pair<std::string, std::size_t>> sorted;
  for (std::size_t i = 0; i < channels.size(); ++i) sorted.emplace_back(channels[i].header(), i);
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (i + 1 < sorted.size() && sorted[i + 1].first == sorted[i].first) continue;
    basis.order.push_back(sorted[i].second);
    const std::string key = json(sorted[i].first).dump(-1, ' ', false, json::error_handler_t::replace);
    basis.keys.push_back("\n    " + key + ": ");
  }
  return basis;
}

std::string writeSummary(const Mechanism& resolved, const SummaryBasis& basis, const std::string& caseId,
                         const RunSummary& summary, const Trajectory& trajectory) {
  const std::string inForce = caseId.empty() && !resolved.cases.empty() ? resolved.cases.front().id : caseId;
  json root = {
      {"format", "clank-summary"},
      {"version", 1},
      {"program", {{"name", "clank"}, {"version", programVersion()}}},
      {"model", {{"name", resolved.name}, {"hash", basis.hash}}},
      {"case", inForce},
      {"settings", describeSettings(resolved.simulation)},
      {"tolerances", describeTolerances(summary.tolerances)},
      {"end", toWord(summary.end)},
      {"t", summary.t},
      {"counts",
       {{"steps", summary.steps},
        {"rejected_steps", summary.rejectedSteps},
        {"evaluations", summary.evaluations},
        {"events", summary.events},
        {"singular_positions", summary.singularPositions}}},
      {"mobility",
       {{"start", summary.mobilityStart}, {"end", summary.mobilityEnd}, {"gruebler", summary.gruebler}}},
      {"four_bars", json::parse(basis.fourBars)},
      {"energy", describeLedger(summary.ledger)},
      {"largest_residual", summary.largestResidual},
      {"largest_drift", summary.largestDrift},
      {"not_unique", describeShares(summary.notUnique)},
      {"bends", describeBends(summary.bends)},
      {"final_state", json::object()},
      {"published", describePublished(comparePublished(resolved, caseId, trajectory))},
      {"problems", describeProblems(summary.problems)},
      {"wall_seconds", summary.wallSeconds},
      {"cpu_seconds", summary.cpuSeconds}};
  if (summary.stepError)
    root["step_error"] = {{"largest", summary.stepError->largest},
                          {"mean", summary.stepError->mean},
                          {"samples", summary.stepError->samples}};
  std::string text = root.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
  const std::string_view state = "\n  \"final_state\": {}";
  text.replace(text.find(state) + state.size() - 2, 2, writeFinalState(basis, summary.finalRow));
  return text;
}

}  // namespace clank
