// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/document_content.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "core/io/mechanism_file.h"
#include "core/io/picture_file.h"
#include "core/io/read_file.h"
#include "core/io/replace_file.h"
#include "core/model/field_walk.h"
#include "ui/document/closed_poses.h"
#include "ui/document/element.h"

namespace clank {
namespace {

// The JSON pointers of the numbers of a mechanism that are not known.
class UnknownNumbers {
 public:
  bool concerns(const Quantity& quantity) const { return !std::isfinite(quantity.value); }
  void leaf(const Field&, const Quantity& quantity, const std::string& pointer) {
    if (concerns(quantity)) pointers.insert(pointer);
  }
  std::set<std::string> pointers;
};

// What they were last.
class LastNumbers {
 public:
  explicit LastNumbers(const std::set<std::string>& wanted) : wanted_(wanted) {}
  void leaf(const Field&, const Quantity& quantity, const std::string& pointer) {
    if (wanted_.contains(pointer)) numbers[pointer] = quantity.value;
  }
  std::map<std::string, double> numbers;

 private:
  const std::set<std::string>& wanted_;
};

// Puts the last value in where there is none.
class Filling {
 public:
  explicit Filling(const std::map<std::string, double>& last) : last_(last) {}
  bool concerns(const Quantity& quantity) const { return !std::isfinite(quantity.value); }
  void leaf(const Field&, Quantity& quantity, const std::string& pointer) {
    if (!concerns(quantity)) return;
    const auto known = last_.find(pointer);
    quantity.value = known == last_.end() ? 0 : known->second;
  }

 private:
  const std::map<std::string, double>& last_;
};

const char* const kStopped = "reading was stopped";

// Where a recovery copy belongs; the note goes. False: it is none.
bool takeNote(LoadedMechanism& loaded, QString& path, std::string& caseId) {
  const auto note = loaded.mechanism.unknown.extract(kRecoveryKey);
  if (!note) return false;
  std::erase_if(loaded.warnings, [](const Problem& p) { return p.where == std::string("/") + kRecoveryKey; });
  const QJsonObject where = QJsonDocument::fromJson(QByteArray::fromStdString(note.mapped())).object();
  path = where["path"].toString();
  caseId = where["case"].toString().toStdString();
  return true;
}

}  // namespace

void fillFrom(const Mechanism& last, Mechanism& mechanism) {
  UnknownNumbers unknown;
  walkFields(std::as_const(mechanism), unknown);
  if (unknown.pointers.empty()) return;
  LastNumbers known(unknown.pointers);
  walkFields(last, known);
  Filling filling(known.numbers);
  walkFields(mechanism, filling);
}

Mechanism onlyWhatRuns(Mechanism mechanism) {
  mechanism.studies.clear();
  mechanism.optimisations.clear();
  mechanism.plots.clear();
  mechanism.pictures.clear();
  mechanism.linkedCopies.clear();
  mechanism.references.clear();
  return mechanism;
}

// By a hash of a few GB a second: the window asks for it before it saves, and whenever the file has changed.
// It is compared inside one program alone, and only guards against mistakes.
QByteArray calcFingerprint(QByteArrayView text) {
  const auto size = static_cast<std::size_t>(text.size());
  QByteArray fingerprint;
  for (const std::size_t seed : {std::size_t{1}, std::size_t{2}})
    fingerprint += QByteArray::number(static_cast<qulonglong>(qHashBits(text.data(), size, seed)), 16) + '-';
  return fingerprint + QByteArray::number(text.size());
}

QByteArray calcFingerprint(const QString& path) {
  QFile file(path);
  if (path.isEmpty() || !QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly)) return {};
  const QByteArray all = file.readAll();  // not mapped: another program may cut the file short meanwhile
  return file.error() == QFileDevice::NoError ? calcFingerprint(QByteArrayView(all)) : QByteArray();
}

FileStamp FileStamp::of(const QString& path) {
  const QFileInfo info(path);
  if (path.isEmpty() || !info.isFile()) return {};
  return {info.size(), info.lastModified(), QDateTime::currentDateTime()};
}

bool FileStamp::provesSame(const FileStamp& now) const {
  constexpr qint64 kCoarsest = 2000;  // ms, of the clocks of disks
  return size >= 0 && size == now.size && modified == now.modified && modified.msecsTo(looked) > kCoarsest;
}

Result<SavedFile> writeFile(const FileToSave& file) {
  const std::string text = writeMechanism(*file.mechanism);
  const auto written = replaceFile(std::filesystem::path(file.path.toStdU16String()), text);
  if (!written) return tl::unexpected(written.error());
  return SavedFile{calcFingerprint(QByteArrayView(text.data(), static_cast<qsizetype>(text.size()))),
                   FileStamp::of(file.path)};
}

std::filesystem::path findFolder(const QString& path) {
  return path.isEmpty() ? std::filesystem::path()
                        : std::filesystem::path(QFileInfo(path).absolutePath().toStdU16String());
}

Problems judgeDrawing(const Mechanism& shown, const Problems& warnings, const std::filesystem::path& folder,
                      const OutsideFiles& outside, Problems problems) {
  problems.insert(problems.end(), warnings.begin(), warnings.end());
  for (Problem& missing : findMissingFiles(shown, folder, outside)) problems.push_back(std::move(missing));
  const auto toKey = [](const Problem& p) { return std::tuple(p.what, p.where, p.severity); };
  std::set<std::tuple<std::string, std::string, Severity>> known;
  for (const Problem& problem : problems) known.insert(toKey(problem));
  for (Problem& found : validate(shown))
    if (known.insert(toKey(found)).second) problems.push_back(std::move(found));
  return problems;
}

namespace {

// As far as it comes when nobody wants it any more.
DocumentContent makeContent(Mechanism drawn, const QString& path, std::string caseId, Problems warnings,
                            const std::stop_token& stop) {
  DocumentContent content;
  content.path = path;
  content.caseId = std::move(caseId);
  content.warnings = std::move(warnings);
  content.drawn = std::move(drawn);
  Problems problems;
  Mechanism shown = resolve(content.drawn, content.caseId, {}, problems);
  content.isResolved = !stopRun(problems);
  if (stop.stop_requested()) return content;
  fillFrom({}, shown);
  if (stop.stop_requested()) return content;
  content.closedPoses = findClosedPoses(shown);
  if (stop.stop_requested()) return content;
  content.shown = std::move(shown);
  if (content.isResolved) content.resolved = onlyWhatRuns(*content.shown);
  content.problems = judgeDrawing(*content.shown, content.warnings, findFolder(path), {path.isEmpty(), {}},
                                  std::move(problems));
  return content;
}

}  // namespace

DocumentContent makeContent(Mechanism drawn, const QString& path, std::string caseId, Problems warnings) {
  return makeContent(std::move(drawn), path, std::move(caseId), std::move(warnings), {});
}

Result<DocumentContent> readContent(const FileRequest& request, const std::stop_token& stop) {
  FileStamp stamp = FileStamp::of(request.file);
  auto text = readFile(std::filesystem::path(request.file.toStdU16String()), TextSource::filesOnly);
  if (!text) return tl::unexpected(text.error());
  QByteArray fingerprint =
      calcFingerprint(QByteArrayView(text->data(), static_cast<qsizetype>(text->size())));
  auto loaded = readMechanism(*text, stop);
  std::string().swap(*text);  // assigning an empty one would keep the memory
  if (!loaded) return tl::unexpected(std::move(loaded.error()));
  if (stop.stop_requested()) return failure(kStopped);

  QString path = QFileInfo(request.file).absoluteFilePath();
  std::string chosen = request.caseId.toStdString();
  const bool isCopy = request.kind == FileRequest::Kind::recoveryCopy;
  if (isCopy && !takeNote(*loaded, path, chosen)) return failure("no copy of unsaved work");
  const auto& cases = loaded->mechanism.cases;
  const bool mayBeGone = request.kind != FileRequest::Kind::file;
  if ((chosen.empty() || mayBeGone) && !findById(cases, chosen))
    chosen = cases.empty() ? "" : cases.front().id;
  if (!chosen.empty() && !findById(cases, chosen))
    return tl::unexpected(std::move(resolve(loaded->mechanism, chosen).error()));
  if (isCopy) {
    stamp = FileStamp::of(path);
    fingerprint = calcFingerprint(path);
  }
  DocumentContent content =
      makeContent(std::move(loaded->mechanism), path, std::move(chosen), std::move(loaded->warnings), stop);
  content.fingerprint = std::move(fingerprint);
  content.stamp = std::move(stamp);
  content.isSaved = !isCopy;
  if (stop.stop_requested()) return failure(kStopped);
  return content;
}

}  // namespace clank
