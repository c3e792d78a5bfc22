// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/file_commands.h"

#include <QApplication>
#include <QEventLoop>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QProgressDialog>
#include <QPushButton>
#include <QSettings>
#include <chrono>
#include <future>
#include <utility>

#include "core/io/file_difference.h"
#include "core/io/mechanism_file.h"
#include "core/io/read_file.h"
#include "ui/look/export_file.h"
#include "ui/window/difference_dialog.h"
#include "ui/window/examples.h"

namespace clank {
namespace {

constexpr int kRecentCount = 8;
constexpr int kSettling = 300;              // ms
constexpr qint64 kQuicklyRead = 2'000'000;  // bytes
constexpr const char* kRecentKey = "files/recent";
constexpr int kLookAgain = 10;   // ms, between looks at what another thread does
constexpr int kSilentFor = 500;  // ms, before it is said that it takes its time

using Differences = Result<std::vector<FileDifference>>;

// Defaults and the order of keys are no difference; a file that is no model is shown as it stands.
Differences compareWithFile(const Mechanism& drawn, const std::string& path) {
  const auto text = readFile(path, TextSource::filesOnly);
  const Result<LoadedMechanism> theirs =
      text ? readMechanism(*text) : Result<LoadedMechanism>(tl::unexpected(text.error()));
  const std::string mine = writeMechanism(drawn);
  return theirs ? listDifferences(mine, writeMechanism(theirs->mechanism))
                : listDifferences(mine, text.value_or(""));
}

}  // namespace

FileCommands::FileCommands(QMainWindow& window, MechanismDocument& document, const Actions& actions,
                           NoticeBar& notice)
    : QObject(&window),
      window_(window),
      document_(document),
      actions_(actions),
      opening_(document, notice, [this] { return mayLeave(); }),
      recovery_(document) {
  const auto on = [&](Command command, auto what) {
    connect(actions.get(command), &QAction::triggered, this, what);
  };
  on(Command::create, [this] { create(); });
  on(Command::newWindow, [this] { Q_EMIT windowAsked(); });
  on(Command::open, [this] { ask(); });
  on(Command::save, [this] { save(); });
  on(Command::saveAs, [this] { saveAs(); });
  on(Command::closeWindow, [this] { window_.close(); });
  on(Command::quit, [] { QApplication::closeAllWindows(); });
  connect(&document_, &MechanismDocument::titleChanged, this, [this] {
    window_.setWindowTitle(tr("%1[*] - Clank").arg(document_.title()));
    window_.setWindowModified(document_.isModified());
    window_.setWindowFilePath(document_.path());
    InputFiles named;
    named.addNamedIn(document_.drawn(), document_.folder());
    setNamedFiles(window_, named);
    watch();
    mark_.setPath(document_.path());
  });
  connect(&mark_, &OpenFileMark::otherOpened, this, &FileCommands::tellIfShared);
  settling_.setSingleShot(true);
  settling_.setInterval(kSettling);
  connect(&settling_, &QTimer::timeout, this, &FileCommands::offerReload);
  connect(&watcher_, &QFileSystemWatcher::fileChanged, this, [this] { settling_.start(); });
}

// A file that is replaced by another of its name is no longer watched: it is taken up again.
void FileCommands::watch() {
  const QStringList watched = watcher_.files();
  const QString path = document_.path();
  if (watched.contains(path)) return;
  if (!watched.isEmpty()) watcher_.removePaths(watched);
  if (QFileInfo(path).isFile()) watcher_.addPath(path);
}

void FileCommands::tellIfShared() {
  if (mark_.isShared())
    Q_EMIT said(tr("%1 is open in another window, too: what is saved there is offered here")
                    .arg(QFileInfo(document_.path()).fileName()));
}

void FileCommands::offerReload() {
  watch();
  if (saving_.isUnderWay()) return settling_.start();  // it may be what we write
  if (!document_.isChangedOnDisk()) return;
  const QByteArray now = document_.readFingerprint();
  if (std::exchange(known_, now) == now) return;
  auto* box = new QMessageBox(
      QMessageBox::NoIcon, tr("Changed on disk"),
      tr("%1 was changed by another program or window.").arg(QFileInfo(document_.path()).fileName()),
      QMessageBox::NoButton, &window_);
  box->setObjectName("changedOnDisk");
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setInformativeText(document_.isModified() ? tr("Reloading discards the changes made here.")
                                                 : tr("The drawing here is the one before."));
  const auto* reload = box->addButton(tr("Reload"), QMessageBox::AcceptRole);
  const auto* differences = box->addButton(tr("Differences..."), QMessageBox::ActionRole);
  box->setDefaultButton(box->addButton(tr("Keep this one"), QMessageBox::RejectRole));
  connect(reload, &QPushButton::clicked, this, &FileCommands::reload);
  connect(differences, &QPushButton::clicked, this, [this] {
    showDifferences();
    known_.clear();  // the question is still open
    offerReload();
  });
  box->open();
}

void FileCommands::reload() {
  const QString path = document_.path();
  opening_.begin(
      {path, QString::fromStdString(document_.caseId()), FileRequest::Kind::reload},
      [this, path](bool isRead) {
        if (isRead) return said(tr("Reloaded: %1").arg(path));
        Q_EMIT fileRefused(
            tr("%1 cannot be read: the drawing is the one before").arg(QFileInfo(path).fileName()));
      });
}

// True: nobody else has changed the file, or the user wants to replace it all the same.
bool FileCommands::mayOverwrite() {
  saving_.finish();
  if (!document_.isChangedOnDisk()) return true;
  QMessageBox box(QMessageBox::NoIcon, tr("Changed on disk"),
                  tr("%1 has changed on disk since it was opened.").arg(document_.path()),
                  QMessageBox::Cancel, &window_);
  box.setObjectName("overwrite");
  box.setInformativeText(tr("Saving replaces what another program or window has written."));
  const auto* overwrite = box.addButton(tr("Overwrite"), QMessageBox::DestructiveRole);
  const auto* other = box.addButton(tr("Save as..."), QMessageBox::ActionRole);
  const auto* differences = box.addButton(tr("Differences..."), QMessageBox::ActionRole);
  box.setDefaultButton(QMessageBox::Cancel);
  for (auto* button : box.buttons()) button->setIcon({});
  do {
    box.exec();
    if (box.clickedButton() == differences) showDifferences();
  } while (box.clickedButton() == differences);
  if (box.clickedButton() == other) saveAs();
  return box.clickedButton() == overwrite;
}

// On a thread of its own: of a large file it takes seconds, in which the window paints.
void FileCommands::showDifferences() {
  const QString name = QFileInfo(document_.path()).fileName();
  std::future<Differences> comparing =
      std::async(std::launch::async, compareWithFile, document_.drawn(), document_.path().toStdString());
  QProgressDialog wait(tr("Comparing with %1 on disk...").arg(name), {}, 0, 0, &window_);
  wait.setObjectName("comparing");
  wait.setWindowModality(Qt::WindowModal);
  wait.setMinimumDuration(kSilentFor);
  QEventLoop loop;
  QTimer looking;
  connect(&looking, &QTimer::timeout, &loop, [&] {
    if (comparing.wait_for(std::chrono::seconds(0)) == std::future_status::ready) loop.quit();
  });
  looking.start(kLookAgain);
  loop.exec(QEventLoop::ExcludeUserInputEvents);
  looking.stop();
  wait.reset();
  const Differences found = comparing.get();
  if (!found) {
    Q_EMIT said(tr("%1 on disk is no model any more: there is nothing to compare").arg(name));
    return;
  }
  DifferenceDialog(window_, name, *found).exec();
}

// Plots are chosen to look at something, as a view is zoomed: who leaves is not asked to save them. Whoever
// wants them in the file saves, and the mark in the title says that there is something to save.
bool FileCommands::isOnlyLookedAt() const {
  if (document_.path().isEmpty() || document_.isChangedOnDisk()) return false;
  if (QFileInfo(document_.path()).size() > kQuicklyRead) return false;
  auto saved = loadMechanism(std::filesystem::path(document_.path().toStdU16String()));
  if (!saved) return false;
  saved->mechanism.plots = document_.drawn().plots;
  return saved->mechanism == document_.drawn();
}

bool FileCommands::mayLeave() {
  saving_.finish();
  if (!document_.isModified() || isOnlyLookedAt()) return true;
  QMessageBox box(QMessageBox::NoIcon, tr("Unsaved changes"),
                  tr("Save the changes of %1?").arg(document_.title()),
                  QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, &window_);
  box.setInformativeText(tr("Without saving they are lost."));
  box.setDefaultButton(QMessageBox::Save);
  for (auto* button : box.buttons()) button->setIcon({});
  switch (box.exec()) {
    case QMessageBox::Save:
      if (!save()) return false;
      saving_.finish();
      return isSaved_;
    case QMessageBox::Discard:
      return true;
    default:
      return false;
  }
}

void FileCommands::create() {
  if (mayLeave()) beginEmpty();
}

// There is nothing to see of it but the sheet, until it runs.
void FileCommands::beginEmpty() {
  document_.create();
  actions_.get(Command::viewBoard)->trigger();
}

void FileCommands::openAsked(const QString& path) {
  if (mayLeave()) openSoon(path, {});
}

bool FileCommands::openNow(const QString& path, const QString& caseId) {
  return tellOpened(path, opening_.open({path, caseId}));
}

void FileCommands::openSoon(const QString& path, const QString& caseId) {
  opening_.begin({path, caseId}, [this, path](bool isRead) { tellOpened(path, isRead); });
}

bool FileCommands::tellOpened(const QString& path, bool isRead) {
  if (!isRead) {
    Q_EMIT fileRefused(tr("%1 cannot be opened").arg(QFileInfo(path).fileName()));
    return false;
  }
  remember(path);
  tellIfShared();
  Q_EMIT opened();
  return true;
}

void FileCommands::ask() {
  const QString path =
      QFileDialog::getOpenFileName(&window_, tr("Open a mechanism"), QFileInfo(document_.path()).path(),
                                   tr("Mechanisms (*.clank);;All files (*)"));
  if (!path.isEmpty()) openAsked(path);
}

// An example stays as it ships: its changes go to a file of the user.
bool FileCommands::save() {
  if (document_.path().isEmpty() || isExample(document_.path())) return saveAs();
  return mayOverwrite() ? saveTo(document_.path()) : !document_.isModified();
}

bool FileCommands::saveAs() {
  const QFileInfo old(document_.path());
  const QString name = document_.path().isEmpty() ? document_.title() + ".clank" : old.fileName();
  const QString folder = document_.path().isEmpty() || isExample(document_.path()) ? "" : old.path() + "/";
  QString path = QFileDialog::getSaveFileName(&window_, tr("Save the mechanism"), folder + name,
                                              tr("Mechanisms (*.clank)"));
  if (path.isEmpty()) return false;
  if (QFileInfo(path).suffix().isEmpty()) path += ".clank";
  return saveTo(path);
}

bool FileCommands::saveTo(const QString& path) {
  isSaved_ = true;
  saving_.begin(document_.prepareToSave(path), [this](const FileToSave& file, Result<SavedFile> written) {
    isSaved_ = document_.takeSaved(file, std::move(written));
    if (!isSaved_) return fileRefused(tr("%1 was not saved").arg(file.path));
    remember(file.path);
    Q_EMIT saved();
    Q_EMIT said(tr("Saved: %1").arg(file.path));
  });
  if (saving_.isUnderWay()) Q_EMIT said(tr("Saving %1...").arg(path));
  return isSaved_;
}

// Taken over when it has been read: until then, and when that fails or is given up, it stays on disk.
void FileCommands::recover(const RecoveryCopy& copy) {
  if (!mayLeave()) return;
  opening_.begin({copy.file, {}, FileRequest::Kind::recoveryCopy}, [this, file = copy.file](bool isRead) {
    if (isRead) recovery_.adopt(file);
  });
}

void FileCommands::remember(const QString& path) {
  QStringList recent = listRecent();
  const QString absolute = QFileInfo(path).absoluteFilePath();
  recent.removeAll(absolute);
  recent.prepend(absolute);
  QSettings().setValue(kRecentKey, QStringList(recent.mid(0, kRecentCount)));
}

QStringList FileCommands::listRecent() {
  return QSettings().value(kRecentKey).toStringList();
}

}  // namespace clank

#include "moc_file_commands.cpp"
