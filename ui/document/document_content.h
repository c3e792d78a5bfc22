// SPDX-License-Identifier: GPL-3.0-or-later
// All that a document takes over when it opens something: the drawing, what follows from it and what is wrong
// with it. A large file takes seconds to become that, so it is made on whatever thread and handed over whole.
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QDateTime>
#include <QString>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/io/named_file.h"
#include "core/model/body_pose.h"
#include "core/model/shared_mechanism.h"

namespace clank {

// A run has no studies, no optimisations, no plots and no pictures: whoever edits one keeps what has been
// run.
Mechanism onlyWhatRuns(Mechanism mechanism);

// Tells without reading a file that it is still the same.
struct FileStamp {
  qint64 size = -1;  // none: there is no file
  QDateTime modified, looked;
  static FileStamp of(const QString& path);
  // Did it have the same stamp when now was taken? Not certain of a file that was written just before it was
  // looked at: the clock of its disk may have stood still between that and another writing.
  bool provesSame(const FileStamp& now) const;
};

struct DocumentContent {
  QString path;            // of its file; empty: never saved
  QByteArray fingerprint;  // of the file as it was read
  FileStamp stamp;         // from before that
  std::string caseId;      // in force
  Mechanism drawn;
  SharedMechanism shown, resolved;
  std::optional<std::vector<BodyPose>> closedPoses;  // of shown, see closed_poses.h
  bool isResolved = true, isSaved = true;
  Problems warnings;  // of the file
  Problems problems;
};

struct FileRequest {
  enum class Kind {
    file,
    reload,       // the case may have gone
    recoveryCopy  // path and case are noted in it, and what it holds is unsaved
  };
  QString file;
  QString caseId;  // empty: the first
  Kind kind = Kind::file;
};

// Every problem when it cannot be read or has no such case. What cannot be resolved is read all the same.
Result<DocumentContent> readContent(const FileRequest& request, const std::stop_token& stop = {});
// Of what is not yet in a file, or comes from one of the given path.
DocumentContent makeContent(Mechanism drawn, const QString& path, std::string caseId, Problems warnings);

// What is to be written, and of which drawing.
struct FileToSave {
  QString path;
  SharedMechanism mechanism;     // with the names of files beside it as they are seen from there
  int content = 0, drawing = 0;  // of the document, which may have gone on when it is written
};
struct SavedFile {
  QByteArray fingerprint;
  FileStamp stamp;
};
Result<SavedFile> writeFile(const FileToSave& file);

// What is in a file now; empty when there is none.
QByteArray calcFingerprint(const QString& path);
QByteArray calcFingerprint(QByteArrayView text);
std::filesystem::path findFolder(const QString& path);  // of a file; empty: of none
// The key of a mechanism's file that makes it a recovery copy: notes where the drawing belongs.
inline constexpr const char* kRecoveryKey = "recovery";
// Puts last, the value before, in wherever a number is not known.
void fillFrom(const Mechanism& last, Mechanism& mechanism);
// What prevents resolving (problems), and what is wrong or doubtful in the mechanism as far as it is known.
Problems judgeDrawing(const Mechanism& shown, const Problems& warnings, const std::filesystem::path& folder,
                      const OutsideFiles& outside, Problems problems);

}  // namespace clank
