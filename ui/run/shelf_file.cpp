// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/shelf_file.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "core/io/mechanism_file.h"

namespace clank {
namespace {

constexpr const char* kFormat = "clank-shelf";
constexpr int kVersion = 1;

// What a case has set is what the parameters are; the numbers of a run must not be set once more.
Mechanism withOwnValues(Mechanism resolved) {
  for (Parameter& parameter : resolved.parameters) parameter.value.text.clear();
  return resolved;
}

QJsonObject toJson(const KeptRun& run) {
  const std::string mechanism = writeMechanism(withOwnValues(run.mechanism));
  return {{"name", run.name},
          {"colour", run.colour},
          {"shown", run.shown},
          {"mechanism", QJsonDocument::fromJson(QByteArray::fromStdString(mechanism)).object()}};
}

Result<KeptRun> readRun(const QJsonObject& json, const std::string& where) {
  KeptRun run;
  run.name = json["name"].toString();
  if (run.name.isEmpty()) return failure("a run has no name", where + "/name");
  run.colour = json["colour"].toInt(-1);
  run.shown = json["shown"].toBool(true);
  const auto text = QJsonDocument(json["mechanism"].toObject()).toJson();
  const auto placed = [&](Problems problems) {
    for (Problem& problem : problems) problem.where = where + "/mechanism" + problem.where;
    return tl::unexpected(std::move(problems));
  };
  auto loaded = readMechanism(text.toStdString());
  if (!loaded) return placed(loaded.error());
  const auto cases = std::exchange(loaded->mechanism.cases, {});
  auto resolved = resolve(loaded->mechanism);
  if (!resolved) return placed(resolved.error());
  run.mechanism = std::move(*resolved);
  run.mechanism.cases = cases;
  return run;
}

}  // namespace

QString shelfPathOf(const QString& mechanismPath) {
  if (mechanismPath.isEmpty()) return {};
  const QFileInfo file(mechanismPath);
  return file.path() + '/' + file.completeBaseName() + ".shelf.json";
}

std::string writeShelf(const std::vector<KeptRun>& runs) {
  QJsonArray list;
  for (const KeptRun& run : runs) list.push_back(toJson(run));
  const QJsonObject shelf{{"format", kFormat}, {"version", kVersion}, {"runs", list}};
  return QJsonDocument(shelf).toJson().toStdString();
}

Result<std::vector<KeptRun>> readShelf(const std::string& text) {
  QJsonParseError error;
  const QJsonObject shelf = QJsonDocument::fromJson(QByteArray::fromStdString(text), &error).object();
  if (error.error != QJsonParseError::NoError)
    return failure("it is no JSON: " + error.errorString().toStdString(),
                   "byte " + std::to_string(error.offset));
  if (shelf["format"].toString() != kFormat) return failure("it is no shelf of runs", "/format");
  if (shelf["version"].toInt() != kVersion)
    return failure("it was written by a later version of the program", "/version");
  std::vector<KeptRun> runs;
  const QJsonArray list = shelf["runs"].toArray();
  for (qsizetype i = 0; i < list.size() && runs.size() < RunShelf::kMost; ++i) {
    auto run = readRun(list[i].toObject(), "/runs/" + std::to_string(i));
    if (!run) return tl::unexpected(run.error());
    runs.push_back(std::move(*run));
  }
  return runs;
}

}  // namespace clank
