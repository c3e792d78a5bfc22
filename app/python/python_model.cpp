// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/python_model.h"

#include <algorithm>

#include "app/python/interruptible.h"
#include "app/python/table_sink.h"
#include "core/io/mechanism_file.h"
#include "core/model/quantity_text.h"
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
  return writeMechanism(drawn_);
}

void PythonMechanism::save(const std::string& path) const {
  const auto saved = saveMechanism(drawn_, path);
  if (!saved) throw ModelError(saved.error());
}

void PythonMechanism::setParameter(const std::string& id, const std::string& text) {
  need(listIds(drawn_.parameters), id, "parameter");
  set_[id] = text;
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
