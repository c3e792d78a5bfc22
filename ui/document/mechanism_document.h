// SPDX-License-Identifier: GPL-3.0-or-later
// The mechanism that is open: what was drawn, where it came from, the case in force, and the resolved
// mechanism that follows from them. drawn() changes through edit(), undo and redo alone; each change is
// resolved and validated at once.
#pragma once

#include <QByteArray>
#include <QObject>
#include <QString>
#include <QUndoStack>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/io/named_file.h"
#include "core/model/body_pose.h"
#include "core/model/shared_mechanism.h"
#include "ui/document/document_content.h"
#include "ui/document/element.h"

namespace clank {

class MechanismChange;

class MechanismDocument : public QObject {
  Q_OBJECT
 public:
  explicit MechanismDocument(QObject* parent = nullptr);

  // An empty drawing without a file.
  void create();
  // Reads a file. When it cannot be read, or has no such case, the old document stays and fileProblems()
  // lists everything found. What cannot be resolved opens all the same: it may be a drawing in the making.
  // caseId empty: the first case.
  bool load(const QString& path, const QString& caseId = {});
  // The same in two steps, for what is read on another thread (FileReading).
  void take(DocumentContent content);
  void refuse(Problems problems) { fileProblems_ = std::move(problems); }
  // Writes drawn() and makes this the file of the document; false, with fileProblems(), when it cannot
  // be written.
  bool save(const QString& path);
  // The same in two steps, for what is written on another thread (FileSaving). What was edited meanwhile is
  // unsaved.
  FileToSave prepareToSave(const QString& path) const;
  bool takeSaved(const FileToSave& file, Result<SavedFile> written);
  // What is in the file of the document now, as a fingerprint; empty when there is no file.
  QByteArray readFingerprint() const;
  // Another program, or another window, has written to the file since it was read or saved here.
  bool isChangedOnDisk() const;
  // drawn() with a note of where it belongs, for a file that recover() reads. A recovered document is
  // unsaved.
  Mechanism makeRecoveryCopy() const;
  bool recover(const QString& copy);
  bool setCase(const QString& id);  // false: there is no such case

  // One step of the user: change() works on a copy of drawn(), and the elements that differ afterwards become
  // one command, called text, on the stack. False: nothing changed, and no command. Steps with the same merge
  // id that follow each other become one; a drag, or typing in a field, takes a new id when it begins.
  bool edit(const QString& text, const std::function<void(Mechanism&)>& change, int mergeId = -1);
  int makeMergeId() { return ++lastMergeId_; }
  // The same for whole elements, with what hangs on them and refers to them (element_edits.h).
  bool remove(const std::vector<ElementId>& elements);
  // Why the element cannot be called that, in words; empty: done.
  QString rename(const ElementId& element, const QString& id, int mergeId = -1);

  QUndoStack& undoStack() { return undo_; }
  bool isModified() const { return !undo_.isClean(); }

  bool isOpen() const { return isOpen_; }
  bool isAsRead() const { return isAsRead_; }    // nothing has been edited since it was opened
  const QString& path() const { return path_; }  // empty: never saved
  std::filesystem::path folder() const;          // of its file; empty: never saved
  // What may be read beyond that folder: files that the user has chosen since the drawing was opened.
  OutsideFiles outside() const;
  void allowOutside(std::filesystem::path file) { chosen_.push_back(std::move(file)); }
  QString title() const;  // name of the mechanism, or of its file
  const Mechanism& drawn() const { return drawn_; }
  // The last drawing that could be resolved, in the case and with the parameters in force, without its
  // studies: what runs.
  const Mechanism& resolved() const { return *resolved_; }
  const SharedMechanism& sharedResolved() const { return resolved_; }
  bool isResolved() const { return isResolved_; }  // resolved() is that of drawn()
  // The elements of drawn() with every value that is known: what cannot be evaluated just now keeps its last
  // value. For drawing on the board and for showing values; always finite.
  const Mechanism& shown() const { return *shown_; }
  const SharedMechanism& sharedShown() const { return shown_; }
  int shownRevision() const { return shownRevision_; }  // another number whenever it is new but for its plots
  // Where its bodies stand: closed_poses.h, found when somebody asks. Of a large drawing that has been edited
  // nothing until its start is known to whoever runs it, for here it would hold up all else.
  const std::optional<std::vector<BodyPose>>& closedPoses() const;
  bool awaitsPoses() const { return arePosesAwaited_; }
  void takePoses(std::vector<BodyPose> poses);  // of resolved(), one a body
  const std::string& caseId() const {
    return caseId_;
  }  // of the case in force; empty when the file has no cases
  const Problems& problems() const { return problems_; }
  // Of the file that could not be read or written last; the drawing has no part in them.
  const Problems& fileProblems() const { return fileProblems_; }

 Q_SIGNALS:
  void loaded();           // another mechanism; followed by drawnChanged() and resolvedChanged()
  void drawnChanged();     // edit, undo, redo: drawn() and shown() are new
  void posesTaken();       // closedPoses() is what was awaited
  void resolvedChanged();  // resolved() is new: an edit, another case
  void problemsChanged();
  void titleChanged();  // title, path or isModified()

 private:
  bool read(const FileRequest& request);
  void keepAllowed(const std::filesystem::path& from, const OutsideFiles& before);
  void takeChange(const MechanismChange& change);
  void refresh();       // drawn_ has changed
  void refreshPlots();  // its plots alone
  void setProblems(Problems problems);

  QString path_;
  std::vector<std::filesystem::path> chosen_;  // outside its folder
  QByteArray fingerprint_;                     // of the file when it was read or saved
  mutable FileStamp stamp_;                    // from when it had that
  int content_ = 0, drawing_ = 0;              // another number for all that is opened, for every change
  bool isOpen_ = false, isAsRead_ = false, isResolved_ = true;
  Mechanism drawn_;
  SharedMechanism resolved_, shown_;
  mutable std::optional<std::vector<BodyPose>> closedPoses_;
  mutable bool arePosesOld_ = true;
  bool arePosesAwaited_ = false;
  std::string caseId_;
  Problems warnings_;  // of the file
  Problems problems_, fileProblems_;
  QUndoStack undo_;
  int lastMergeId_ = 0, shownRevision_ = 0;
};

}  // namespace clank
