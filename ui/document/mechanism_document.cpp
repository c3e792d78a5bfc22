// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/mechanism_document.h"

#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

#include "core/io/mechanism_file.h"
#include "core/io/picture_file.h"
#include "ui/document/closed_poses.h"
#include "ui/document/edit_commands.h"
#include "ui/document/element_edits.h"
#include "ui/document/element_names.h"
#include "ui/document/linked_copies.h"

namespace clank {
namespace {

constexpr std::size_t kManyParts = 15000;  // whose start takes longer to find than a menu may wait

// Of what finding the start goes through, the points of lines among them.
std::size_t countParts(const Mechanism& m) {
  std::size_t count = m.bodies.size() + m.joints.size() + m.contacts.size() + m.surfaces.size();
  for (const DrawnSurface& surface : m.surfaces)
    if (const auto* line = std::get_if<PolylineSurface>(&surface.kind)) count += line->points.size();
  return count;
}

}  // namespace

MechanismDocument::MechanismDocument(QObject* parent) : QObject(parent) {
  connect(&undo_, &QUndoStack::cleanChanged, this, &MechanismDocument::titleChanged);
}

void MechanismDocument::create() {
  take(makeContent({}, {}, {}, {}));
}

bool MechanismDocument::load(const QString& path, const QString& caseId) {
  return read({path, caseId});
}

bool MechanismDocument::recover(const QString& copy) {
  return read({copy, {}, FileRequest::Kind::recoveryCopy});
}

bool MechanismDocument::read(const FileRequest& request) {
  auto content = readContent(request);
  content ? take(std::move(*content)) : refuse(std::move(content.error()));
  return content.has_value();
}

// All is in place before anyone is told.
void MechanismDocument::take(DocumentContent content) {
  undo_.clear();
  isOpen_ = isAsRead_ = true;
  chosen_.clear();
  path_ = content.path;
  fingerprint_ = content.fingerprint;
  stamp_ = content.stamp;
  ++content_;
  ++drawing_;
  caseId_ = std::move(content.caseId);
  drawn_ = std::move(content.drawn);
  shown_ = std::move(content.shown);
  ++shownRevision_;
  resolved_ = std::move(content.resolved);
  isResolved_ = content.isResolved;
  warnings_ = std::move(content.warnings);
  closedPoses_ = std::move(content.closedPoses);
  arePosesOld_ = arePosesAwaited_ = false;
  Q_EMIT loaded();
  Q_EMIT drawnChanged();
  setProblems(std::move(content.problems));
  Q_EMIT resolvedChanged();
  Q_EMIT titleChanged();
  if (!content.isSaved) undo_.resetClean();
}

const std::optional<std::vector<BodyPose>>& MechanismDocument::closedPoses() const {
  if (arePosesOld_ && !arePosesAwaited_) closedPoses_ = findClosedPoses(*shown_);
  arePosesOld_ = arePosesAwaited_;
  return closedPoses_;
}

void MechanismDocument::takePoses(std::vector<BodyPose> poses) {
  if (poses.size() != shown_->bodies.size()) return;
  closedPoses_ = std::move(poses);
  arePosesOld_ = arePosesAwaited_ = false;
  Q_EMIT posesTaken();
}

std::filesystem::path MechanismDocument::folder() const {
  return findFolder(path_);
}

// A drawing without a file names what its user has chosen, and nothing else.
OutsideFiles MechanismDocument::outside() const {
  return {path_.isEmpty(), chosen_};
}

// In another folder the files beside it have other names; that is a step of its own, so that undoing what
// came before finds the values it knows.
FileToSave MechanismDocument::prepareToSave(const QString& path) const {
  Mechanism moved = drawn_;
  moveToFolder(moved, folder(), QFileInfo(path).absolutePath().toStdU16String());
  return {QFileInfo(path).absoluteFilePath(), std::move(moved), content_, drawing_};
}

bool MechanismDocument::save(const QString& path) {
  const FileToSave file = prepareToSave(path);
  return takeSaved(file, writeFile(file));
}

// What could be read from the old folder can be read from the new one.
void MechanismDocument::keepAllowed(const std::filesystem::path& from, const OutsideFiles& before) {
  const auto keep = [&](const std::string& name) {
    if (const auto file = findNamedFile(from, name, before); file && !name.empty()) allowOutside(*file);
  };
  for (const Picture& picture : drawn_.pictures) keep(picture.file);
  for (const Reference& reference : drawn_.references) keep(reference.file);
}

bool MechanismDocument::takeSaved(const FileToSave& file, Result<SavedFile> written) {
  if (!written) {
    fileProblems_ = written.error();
    return false;
  }
  if (file.content != content_) return true;  // another one is open
  const bool isSame = file.drawing == drawing_;
  const auto from = folder();
  const OutsideFiles before = outside();
  path_ = file.path;
  fingerprint_ = std::move(written->fingerprint);
  stamp_ = std::move(written->stamp);
  if (from != folder()) keepAllowed(from, before);
  if (from != folder())
    edit(tr("save beside other files"), [&](Mechanism& m) { moveToFolder(m, from, folder()); });
  isSame ? undo_.setClean() : undo_.resetClean();
  Q_EMIT titleChanged();
  return true;
}

QByteArray MechanismDocument::readFingerprint() const {
  return calcFingerprint(path_);
}

bool MechanismDocument::isChangedOnDisk() const {
  const FileStamp stamp = FileStamp::of(path_);
  if (stamp_.provesSame(stamp)) return false;
  const QByteArray now = readFingerprint();
  if (now.isEmpty()) return false;
  if (now != fingerprint_) return true;
  stamp_ = stamp;
  return false;
}

Mechanism MechanismDocument::makeRecoveryCopy() const {
  Mechanism copy = drawn_;
  const QJsonObject note{{"path", path_}, {"case", QString::fromStdString(caseId_)}};
  copy.unknown[kRecoveryKey] = QJsonDocument(note).toJson(QJsonDocument::Compact).toStdString();
  return copy;
}

bool MechanismDocument::edit(const QString& text, const std::function<void(Mechanism&)>& change,
                             int mergeId) {
  Mechanism after = drawn_;
  change(after);
  keepAlike(drawn_, after, caseId_);
  MechanismChange difference = MechanismChange::between(drawn_, after);
  if (difference.isEmpty()) return false;
  isOpen_ = true;  // also where a file could not be opened and the sheet is drawn on
  isAsRead_ = false;
  const auto changed = [this](const MechanismChange& one) { takeChange(one); };
  undo_.push(new EditCommand(drawn_, changed, std::move(difference), text, mergeId));
  return true;
}

void MechanismDocument::takeChange(const MechanismChange& change) {
  change.isOnlyOf("plots") ? refreshPlots() : refresh();
}

bool MechanismDocument::remove(const std::vector<ElementId>& elements) {
  return edit(tr("delete %1").arg(nameElements(drawn_, elements)),
              [&](Mechanism& m) { removeElements(m, elements); });
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
  ++drawing_;
  if (!findById(drawn_.cases, caseId_)) caseId_ = drawn_.cases.empty() ? "" : drawn_.cases.front().id;
  Problems problems;
  Mechanism now = resolve(drawn_, caseId_, {}, problems);
  const bool wasResolved = std::exchange(isResolved_, !stopRun(problems));
  if (!problems.empty()) fillFrom(*shown_, now);
  shown_ = std::move(now);
  ++shownRevision_;
  Mechanism runs = onlyWhatRuns(*shown_);
  const bool changed = isResolved_ && !(runs == *resolved_);
  if (changed) resolved_ = std::move(runs);
  if (changed || !isResolved_ || !wasResolved) {  // what was not resolved has had poses of its own
    arePosesOld_ = true;
    arePosesAwaited_ = changed && countParts(*shown_) > kManyParts;  // who runs it begins it anew
    closedPoses_.reset();
  }
  Q_EMIT drawnChanged();
  setProblems(judgeDrawing(*shown_, warnings_, folder(), outside(), std::move(problems)));
  if (changed) Q_EMIT resolvedChanged();
  Q_EMIT titleChanged();
}

// Nothing else is resolved or judged anew: people choose plots while they look at a run, and a large drawing
// takes its time. Unless something is wrong with them, or was.
void MechanismDocument::refreshPlots() {
  ++drawing_;
  const auto speaksOfPlots = [](const Problems& problems) {
    return std::ranges::any_of(problems, [](const Problem& p) { return p.where.starts_with("/plots"); });
  };
  Mechanism alone;
  alone.parameters = drawn_.parameters;
  alone.cases = drawn_.cases;
  alone.plots = drawn_.plots;
  Problems unresolved;
  alone = resolve(std::move(alone), caseId_, {}, unresolved);
  if (speaksOfPlots(problems_) || speaksOfPlots(unresolved) || speaksOfPlots(validate(alone)))
    return refresh();
  Mechanism now = *shown_;
  now.plots = std::move(alone.plots);
  shown_ = std::move(now);
  Q_EMIT drawnChanged();
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

void MechanismDocument::setProblems(Problems problems) {
  if (problems == problems_) return;
  problems_ = std::move(problems);
  Q_EMIT problemsChanged();
}

}  // namespace clank

#include "moc_mechanism_document.cpp"
