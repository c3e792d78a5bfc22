// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/file_commands.h"

#include <QApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>

#include "ui/window/examples.h"

namespace clank {
namespace {

constexpr int kRecentCount = 8;
constexpr const char* kRecentKey = "files/recent";

}  // namespace

FileCommands::FileCommands(QMainWindow& window, MechanismDocument& document, const Actions& actions,
                           std::function<bool(const QString&)> open)
    : QObject(&window),
      window_(window),
      document_(document),
      actions_(actions),
      open_(std::move(open)),
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
  });
}

bool FileCommands::mayLeave() {
  if (!document_.isModified()) return true;
  QMessageBox box(QMessageBox::NoIcon, tr("Unsaved changes"),
                  tr("Save the changes of %1?").arg(document_.title()),
                  QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, &window_);
  box.setInformativeText(tr("Without saving they are lost."));
  box.setDefaultButton(QMessageBox::Save);
  for (auto* button : box.buttons()) button->setIcon({});
  switch (box.exec()) {
    case QMessageBox::Save:
      return save();
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
  if (mayLeave()) open_(path);
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
  return saveTo(document_.path());
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
  const bool saved = document_.save(path);
  if (saved) remember(path);
  Q_EMIT said(saved ? tr("Saved: %1").arg(path) : tr("%1 was not saved").arg(path));
  return saved;
}

// Taken over before it is read: there is a copy on disk at every moment.
bool FileCommands::recover(const RecoveryCopy& copy) {
  if (!mayLeave()) return false;
  return recovery_.adopt(copy.file) && document_.recover(copy.file);
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
