// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/python_model.h"

#include <algorithm>

#include "app/python/interruptible.h"
#include "app/python/table_sink.h"
#include "core/io/number_text.h"
#include "core/model/parameter_values.h"
#include "core/simulation/simulator.h"

namespace clank {
namespace {

std::string toText(const Problems& problems) {
  std::string text;
  for (const Problem& problem : problems) {
    if (!text.empty()) text += '\n';
    text += problem.where.empty() ? problem.what : problem.where + ": " + problem.what;
  }
  return text;
}

template <class T>
std::vector<std::string> listIds(const std::vector<T>& list) {
  std::vector<std::string> ids;
  for (const T& one : list) ids.push_back(one.id);
  return ids;
}

void need(const std::vector<std::string>& ids, const std::string& id, const char* what) {
  if (std::find(ids.begin(), ids.end(), id) == ids.end())
    throw ModelError(
        Problems{{std::string("there is no ") + what + " '" + id + "'" + suggestName(id, ids), ""}});
}

}  // namespace

ModelError::ModelError(const Problems& problems) : std::runtime_error(toText(problems)) {}

PythonMechanism PythonMechanism::load(const std::string& path) {
  auto loaded = loadMechanism(path);
  if (!loaded) throw ModelError(loaded.error());
  PythonMechanism made;
  made.drawn_ = std::move(loaded->mechanism);
  return made;
}

PythonMechanism PythonMechanism::read(const std::string& json) {
  auto loaded = readMechanism(json);
  if (!loaded) throw ModelError(loaded.error());
  PythonMechanism made;
  made.drawn_ = std::move(loaded->mechanism);
  return made;
}

std::string PythonMechanism::write() const {
  return writeMechanism(withValues());
}

void PythonMechanism::save(const std::string& path) const {
  const auto saved = saveMechanism(withValues(), path);
  if (!saved) throw ModelError(saved.error());
}

void PythonMechanism::setParameters(const std::map<std::string, std::string>& values) {
  for (const auto& [id, text] : values) need(listIds(drawn_.parameters), id, "parameter");
  std::map<std::string, std::string> set = values;
  set.insert(set_.begin(), set_.end());
  // Errors that the file has already are reported when it runs.
  const auto judge = [this](const std::map<std::string, std::string>& chosen) {
    Mechanism drawn = drawn_;
    Problems problems;
    updParameters(drawn, case_, chosen, problems);
    return problems;
  };
  Problems problems = judge(set);
  if (!problems.empty()) {
    const Problems before = judge(set_);
    std::erase_if(problems, [&](const Problem& one) {
      return std::ranges::any_of(
          before, [&](const Problem& other) { return other.where == one.where && other.what == one.what; });
    });
  }
  if (!problems.empty()) throw ModelError(problems);
  set_ = std::move(set);
}

Mechanism PythonMechanism::withValues() const {
  Mechanism drawn = drawn_;
  for (Parameter& parameter : drawn.parameters) {
    const auto found = set_.find(parameter.id);
    if (found == set_.end()) continue;
    // A number is in the unit of the parameter.
    const auto number = readNumber(found->second);
    const bool hasUnit = !parameter.unit.empty() && parameter.unit != "1";
    const std::string text = number && hasUnit ? found->second + " " + parameter.unit : found->second;
    if (!parameter.choices.empty()) {
      parameter.choice = found->second;
    } else if (number && !hasUnit) {
      parameter.value = Quantity(*number);
    } else {
      parameter.value = Quantity();
      parameter.value.text = text;
    }
    for (Case& one : drawn.cases)
      if (const auto own = one.set.find(parameter.id); own != one.set.end()) own->second = text;
  }
  return drawn;
}

void PythonMechanism::setCase(const std::string& id) {
  if (!id.empty()) need(listIds(drawn_.cases), id, "case");
  case_ = id;
}

Mechanism PythonMechanism::resolved() const {
  auto resolved = resolve(drawn_, case_, set_);
  if (!resolved) throw ModelError(resolved.error());
  return std::move(*resolved);
}

Problems PythonMechanism::listProblems() const {
  const auto resolved = resolve(drawn_, case_, set_);
  return resolved ? validate(*resolved) : resolved.error();
}

std::shared_ptr<PythonRun> PythonMechanism::run(std::optional<double> until,
                                                std::optional<double> every) const {
  Mechanism mechanism = resolved();
  if (until) mechanism.simulation.duration = *until;
  if (every) mechanism.simulation.outputInterval = *every;
  auto made = std::make_shared<PythonRun>();
  Problems problems;
  runInterruptibly([&](const std::stop_token& stop) {
    const auto simulator = Simulator::create(mechanism);
    if (!simulator) {
      problems = simulator.error();
      return;
    }
    made->channels = simulator->channels();
    TableSink sink;
    made->summary = simulator->run(sink, stop);
    made->rows = std::move(sink.rows());
    made->events = std::move(sink.events());
  });
  if (!problems.empty()) throw ModelError(problems);
  return made;
}

}  // namespace clank
