// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/export_file.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QVariant>

namespace clank {
namespace {

// Of a window: where the last export went, and of which file it was.
constexpr const char* kFolder = "exportFolder";
constexpr const char* kFolderOf = "exportFolderOf";
constexpr const char* kNamedFiles = "namedFiles";

// What came with the program may lie where nobody can write.
QString findFolder(const QWidget& window) {
  const QString shown = window.windowFilePath(), last = window.property(kFolder).toString();
  if (!last.isEmpty() && window.property(kFolderOf).toString() == shown) return last;
  const QString beside = QFileInfo(shown).absolutePath();
  if (!shown.isEmpty() && QFileInfo(beside).isWritable()) return beside;
  const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
  return QFileInfo(documents).isWritable() ? documents : QDir::homePath();
}

}  // namespace

void setNamedFiles(QWidget& window, const InputFiles& files) {
  window.setProperty(kNamedFiles, QVariant::fromValue(files));
}

InputFiles findReadFiles(const QWidget& window) {
  auto files = window.property(kNamedFiles).value<InputFiles>();
  if (!window.windowFilePath().isEmpty()) files.add(window.windowFilePath().toStdU16String());
  return files;
}

QString proposeExport(const QWidget& widget, const QString& what) {
  static const QRegularExpression kOther("[^\\w.]+", QRegularExpression::UseUnicodePropertiesOption);
  const QWidget& window = *widget.window();
  const QString drawing = QFileInfo(window.windowFilePath()).completeBaseName();
  const QString name = what.toLower().replace(kOther, "-");
  return QDir(findFolder(window)).filePath(drawing.isEmpty() ? name : drawing + "-" + name);
}

QString askForExport(QWidget& widget, const QString& title, const QString& what, const QString& filter) {
  QString chosen;
  QString path = QFileDialog::getSaveFileName(&widget, title, proposeExport(widget, what), filter, &chosen);
  if (path.isEmpty()) return path;
  static const QRegularExpression kEnding("\\*(\\.\\w+)");
  if (QFileInfo(path).suffix().isEmpty()) path += kEnding.match(chosen).captured(1);
  QWidget* window = widget.window();
  if (const auto allowed = findReadFiles(*window).check(path.toStdU16String()); !allowed) {
    QMessageBox::warning(&widget, title, QString::fromStdString(allowed.error().front().what));
    return {};
  }
  window->setProperty(kFolder, QFileInfo(path).absolutePath());
  window->setProperty(kFolderOf, window->windowFilePath());
  return path;
}

}  // namespace clank
