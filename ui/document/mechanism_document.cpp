// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/mechanism_document.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <cmath>

#include "core/io/mechanism_file.h"
#include "core/io/picture_file.h"
#include "core/model/field_walk.h"
#include "ui/document/closed_poses.h"
#include "ui/document/edit_commands.h"
#include "ui/document/element_edits.h"

namespace clank {
namespace {

constexpr const char* kRecoveryKey = "recovery";  // of the file, in a recovery copy

// Every number of a mechanism by its JSON pointer.
class NumberTable {
 public:
  void leaf(const Field&, const Quantity& quantity, const std::string& pointer) {
    numbers[pointer] = quantity.value;
  }
  template <class E>
  void leaf(const Field&, const Choice<E>&, const std::string&) {}
  void enter(const auto&) {}
  void leave(const auto&) {}
  std::map<std::string, double> numbers;
};

// Puts the last value in where there is none.
class Filling {
 public:
  explicit Filling(const NumberTable& last) : last_(last) {}
  void leaf(const Field&, Quantity& quantity, const std::string& pointer) {
    if (std::isfinite(quantity.value)) return;
    const auto known = last_.numbers.find(pointer);
    quantity.value = known == last_.numbers.end() ? 0 : known->second;
  }
  template <class E>
  void leaf(const Field&, Choice<E>&, const std::string&) {}
  void enter(auto&) {}
  void leave(auto&) {}

 private:
  const NumberTable& last_;
};

void fillFrom(const Mechanism& last, Mechanism& mechanism) {
  NumberTable table;
  FieldWalk reading(table);
  visitFields(last, reading);
  Filling filling(table);
  FieldWalk writing(filling);
  visitFields(mechanism, writing);
}

QByteArray calcFingerprint(const QString& path) {
  QFile file(path);
  QCryptographicHash hash(QCryptographicHash::Sha1);
  if (path.isEmpty() || !QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly) || !hash.addData(&file))
    return {};
  return hash.result();
}

}  // namespace

Mechanism onlyWhatRuns(Mechanism mechanism) {
  mechanism.studies.clear();
  mechanism.optimisations.clear();
  mechanism.plots.clear();
  mechanism.pictures.clear();
  mechanism.references.clear();
  return mechanism;
}

MechanismDocument::MechanismDocument(QObject* parent) : QObject(parent) {
  connect(&undo_, &QUndoStack::cleanChanged, this, &MechanismDocument::titleChanged);
}

void MechanismDocument::create() {
  open({}, {}, {}, {});
}

bool MechanismDocument::load(const QString& path, const QString& caseId) {
  auto file = loadMechanism(std::filesystem::path(path.toStdU16String()));
  if (!file) {
    fileProblems_ = std::move(file.error());
    return false;
  }
  std::string chosen = caseId.toStdString();
  if (chosen.empty() && !file->mechanism.cases.empty()) chosen = file->mechanism.cases.front().id;
  if (!chosen.empty() && !findById(file->mechanism.cases, chosen)) {
    fileProblems_ = std::move(resolve(file->mechanism, chosen).error());
    return false;
  }
  open(std::move(file->mechanism), QFileInfo(path).absoluteFilePath(), std::move(chosen),
       std::move(file->warnings));
  return true;
}

void MechanismDocument::open(Mechanism drawn, const QString& path, std::string caseId, Problems warnings) {
  undo_.clear();
  path_ = path;
  fingerprint_ = calcFingerprint(path);
  isOpen_ = true;
  drawn_ = std::move(drawn);
  resolved_ = shown_ = {};
  caseId_ = std::move(caseId);
  warnings_ = std::move(warnings);
  // All is in place before anyone is told.
  Problems problems;
  shown_ = resolve(drawn_, caseId_, {}, problems);
  isResolved_ = !stopRun(problems);
  fillFrom({}, shown_);
  arePosesOld_ = true;
  if (isResolved_) resolved_ = onlyWhatRuns(shown_);
  Q_EMIT loaded();
  Q_EMIT drawnChanged();
  judge(std::move(problems));
  Q_EMIT resolvedChanged();
  Q_EMIT titleChanged();
}

const std::optional<std::vector<BodyPose>>& MechanismDocument::closedPoses() const {
  if (arePosesOld_) closedPoses_ = findClosedPoses(shown_);
  arePosesOld_ = false;
  return closedPoses_;
}

std::filesystem::path MechanismDocument::folder() const {
  return path_.isEmpty() ? std::filesystem::path()
                         : std::filesystem::path(QFileInfo(path_).absolutePath().toStdU16String());
}

// In another folder the files beside it have other names; that is a step of its own, so that undoing what
// came before finds the values it knows.
bool MechanismDocument::save(const QString& path) {
  Mechanism moved = drawn_;
  moveToFolder(moved, folder(), QFileInfo(path).absolutePath().toStdU16String());
  const auto written = saveMechanism(moved, std::filesystem::path(path.toStdU16String()));
  if (!written) {
    fileProblems_ = written.error();
    return false;
  }
  path_ = QFileInfo(path).absoluteFilePath();
  fingerprint_ = calcFingerprint(path_);
  edit(tr("save beside other files"), [&](Mechanism& m) { m = moved; });
  undo_.setClean();
  Q_EMIT titleChanged();
  return true;
}

QByteArray MechanismDocument::readFingerprint() const {
  return calcFingerprint(path_);
}

bool MechanismDocument::isChangedOnDisk() const {
  const QByteArray now = readFingerprint();
  return !now.isEmpty() && now != fingerprint_;
}

Mechanism MechanismDocument::makeRecoveryCopy() const {
  Mechanism copy = drawn_;
  const QJsonObject note{{"path", path_}, {"case", QString::fromStdString(caseId_)}};
  copy.unknown[kRecoveryKey] = QJsonDocument(note).toJson(QJsonDocument::Compact).toStdString();
  return copy;
}

bool MechanismDocument::recover(const QString& copy) {
  auto file = loadMechanism(std::filesystem::path(copy.toStdU16String()));
  if (!file) return false;
  const auto note = file->mechanism.unknown.extract(kRecoveryKey);
  if (!note) return false;
  std::erase_if(file->warnings, [](const Problem& p) { return p.where == std::string("/") + kRecoveryKey; });
  const QJsonObject where = QJsonDocument::fromJson(QByteArray::fromStdString(note.mapped())).object();
  std::string chosen = where["case"].toString().toStdString();
  if (!findById(file->mechanism.cases, chosen))
    chosen = file->mechanism.cases.empty() ? "" : file->mechanism.cases.front().id;
  open(std::move(file->mechanism), where["path"].toString(), std::move(chosen), std::move(file->warnings));
  undo_.resetClean();
  return true;
}

bool MechanismDocument::edit(const QString& text, const std::function<void(Mechanism&)>& change,
                             int mergeId) {
  Mechanism after = drawn_;
  change(after);
  MechanismChange difference = MechanismChange::between(drawn_, after);
  if (difference.isEmpty()) return false;
  undo_.push(new EditCommand(*this, std::move(difference), text, mergeId));
  return true;
}

bool MechanismDocument::remove(const std::vector<ElementId>& elements) {
  const QString text = elements.size() == 1 ? tr("delete %1").arg(QString::fromStdString(elements.front().id))
                                            : tr("delete %1 parts").arg(elements.size());
  return edit(text, [&](Mechanism& m) { removeElements(m, elements); });
}

QString MechanismDocument::rename(const ElementId& element, const QString& id, int mergeId) {
  const std::string why = explainId(drawn_, id.toStdString(), element.id);
  if (!why.empty()) return QString::fromStdString(why);
  edit(
      tr("rename %1 to %2").arg(QString::fromStdString(element.id), id),
      [&](Mechanism& m) { renameElement(m, element, id.toStdString()); }, mergeId);
  return {};
}

// An undone step may have brought the case in force.
void MechanismDocument::refresh() {
  if (!findById(drawn_.cases, caseId_)) caseId_ = drawn_.cases.empty() ? "" : drawn_.cases.front().id;
  Problems problems;
  Mechanism now = resolve(drawn_, caseId_, {}, problems);
  isResolved_ = !stopRun(problems);
  if (!problems.empty()) fillFrom(shown_, now);
  shown_ = std::move(now);
  arePosesOld_ = true;
  Mechanism runs = onlyWhatRuns(shown_);
  const bool changed = isResolved_ && !(runs == resolved_);
  if (changed) resolved_ = std::move(runs);
  Q_EMIT drawnChanged();
  judge(std::move(problems));
  if (changed) Q_EMIT resolvedChanged();
  Q_EMIT titleChanged();
}

bool MechanismDocument::setCase(const QString& id) {
  if (!findById(drawn_.cases, id.toStdString())) return false;
  if (caseId_ == id.toStdString()) return true;
  caseId_ = id.toStdString();
  refresh();
  return true;
}

QString MechanismDocument::title() const {
  if (!drawn_.name.empty()) return QString::fromStdString(drawn_.name);
  return path_.isEmpty() ? tr("Untitled") : QFileInfo(path_).completeBaseName();
}

// What prevents resolving, and what is wrong or doubtful in the mechanism as far as it is known. A mended
// error leaves the list and a warning stays.
void MechanismDocument::judge(Problems problems) {
  problems.insert(problems.end(), warnings_.begin(), warnings_.end());
  for (Problem& missing : findMissingPictures(shown_, folder())) problems.push_back(std::move(missing));
  for (Problem& found : validate(shown_))
    if (std::find(problems.begin(), problems.end(), found) == problems.end())
      problems.push_back(std::move(found));
  setProblems(std::move(problems));
}

void MechanismDocument::setProblems(Problems problems) {
  if (problems == problems_) return;
  problems_ = std::move(problems);
  Q_EMIT problemsChanged();
}

}  // namespace clank
