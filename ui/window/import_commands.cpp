// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/import_commands.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QImageReader>
#include <QMessageBox>
#include <QPushButton>

#include "core/io/dxf_shape.h"
#include "core/io/import_mechanism.h"
#include "core/io/picture_file.h"
#include "core/io/place_dxf.h"
#include "core/io/read_file.h"
#include "ui/board/extent.h"
#include "ui/document/element_edits.h"
#include "ui/look/words.h"
#include "ui/window/dxf_dialog.h"

namespace clank {
namespace {

bool isPicture(const QString& path) {
  const QStringList endings{"png", "jpg", "jpeg"};
  return endings.contains(QFileInfo(path).suffix(), Qt::CaseInsensitive);
}

// Over the drawing, or as large as an empty sheet shows.
void placePicture(Picture& picture, const Mechanism& shown) {
  const auto box = findExtent(Drawing(shown));
  if (!box) return;
  picture.at = {(box->low.x() + box->high.x()) / 2, (box->low.y() + box->high.y()) / 2};
  if (box->high.x() > box->low.x()) picture.width = box->high.x() - box->low.x();
}

}  // namespace

ImportCommands::ImportCommands(QMainWindow& window, MechanismDocument& document, Selection& selection,
                               const Actions& actions, std::function<bool()> mayLeave)
    : QObject(&window),
      window_(window),
      document_(document),
      selection_(selection),
      actions_(actions),
      mayLeave_(std::move(mayLeave)) {
  connect(actions.get(Command::import), &QAction::triggered, this, &ImportCommands::ask);
  connect(actions.get(Command::importPicture), &QAction::triggered, this, &ImportCommands::askPicture);
}

bool ImportCommands::takes(const QString& path) {
  const QStringList endings{"linkage2", "pmks", "dxf"};
  return isPicture(path) || endings.contains(QFileInfo(path).suffix(), Qt::CaseInsensitive);
}

void ImportCommands::ask() {
  const QString path = QFileDialog::getOpenFileName(
      &window_, tr("Import"), QFileInfo(document_.path()).path(),
      tr("Mechanisms and drawings (*.linkage2 *.pmks *.txt *.dxf *.DXF);;Pictures to draw over (*.png *.jpg "
         "*.jpeg *.PNG *.JPG *.JPEG);;All files (*)"));
  if (!path.isEmpty()) import(path);
}

void ImportCommands::askPicture() {
  const QString path =
      QFileDialog::getOpenFileName(&window_, tr("Picture to draw over"), QFileInfo(document_.path()).path(),
                                   tr("Pictures (*.png *.jpg *.jpeg *.PNG *.JPG *.JPEG);;All files (*)"));
  if (!path.isEmpty()) importPicture(path);
}

// The file stays where it is. What comes next is its scale: the tool for that is in hand.
bool ImportCommands::importPicture(const QString& path) {
  const QFileInfo info(path);
  QImageReader reader(path);
  const std::string name = info.fileName().toStdString();
  if (!info.isFile()) return refuse(path, {{tr("there is no such file").toStdString(), name}});
  if (!reader.canRead()) return refuse(path, {{reader.errorString().toStdString(), name}});
  if (!document_.isOpen()) document_.create();
  std::string id;
  document_.allowOutside(info.absoluteFilePath().toStdU16String());
  document_.edit(tr("import %1").arg(info.fileName()), [&](Mechanism& drawn) {
    Picture picture;
    id = picture.id = makeId(drawn, "picture");
    picture.file = info.absoluteFilePath().toStdString();
    placePicture(picture, document_.shown());
    drawn.pictures.push_back(picture);
    if (!document_.path().isEmpty()) moveToFolder(drawn, document_.folder(), document_.folder());
  });
  if (!actions_.get(Command::viewBoth)->isChecked()) actions_.get(Command::viewBoard)->trigger();
  actions_.get(Command::fit)->trigger();
  selection_.select({ElementKind::picture, id});
  actions_.get(Actions::commandOf(ToolKind::picture))->trigger();
  return true;
}

bool ImportCommands::import(const QString& path) {
  if (isPicture(path)) return importPicture(path);
  const auto text = readFile(path.toStdString(), TextSource::filesOnly);
  if (!text) return refuse(path, text.error());
  const bool isDrawing = QFileInfo(path).suffix().compare("dxf", Qt::CaseInsensitive) == 0;
  return isDrawing ? importShapeOf(path, *text) : importMechanismOf(path, *text);
}

bool ImportCommands::importMechanismOf(const QString& path, const std::string& text) {
  const auto imported = importMechanism(text);
  if (!imported) return refuse(path, imported.error());
  if (!mayLeave_()) return false;
  document_.create();
  document_.edit(tr("import"), [&](Mechanism& drawn) {
    drawn = imported->mechanism;
    if (drawn.name.empty()) drawn.name = QFileInfo(path).completeBaseName().toStdString();
  });
  for (const Command show : {Command::viewBoard, Command::fit}) actions_.get(show)->trigger();
  tell(tr("Imported: %1").arg(QFileInfo(path).fileName()), imported->notes);
  return true;
}

// Onto the part that is selected; which layers hold its shape, and whether holes become points, is asked.
bool ImportCommands::importShapeOf(const QString& path, const std::string& text) {
  const auto geometry = readDxf(text);
  if (!geometry) return refuse(path, geometry.error());
  const auto& parts = selection_.elements();
  if (parts.size() != 1) {
    return refuse(
        path, {{tr("A shape goes onto a part: select one link or one contact, then import.").toStdString(),
                "", Severity::error}});
  }
  const std::string part = parts.front().id;
  DxfDialog dialog(&window_, toText(part), listDxfLayers(*geometry), parts.front().kind == ElementKind::body);
  if (dialog.hasQuestion() && dialog.exec() != QDialog::Accepted) return false;
  const auto placed =
      placeDxf(document_.drawn(), *geometry, {part, dialog.chosenLayers(), dialog.holesAsPoints()});
  if (!placed) return refuse(path, placed.error());
  document_.edit(tr("import"), [&](Mechanism& drawn) { drawn = placed->mechanism; });
  tell(tr("%1 has the shape of %2").arg(toText(part), QFileInfo(path).fileName()), placed->notes);
  return true;
}

bool ImportCommands::refuse(const QString& path, const Problems& problems) {
  const Problem& problem = problems.front();
  const QString where = problem.where.empty() ? QString() : toText(problem.where) + ": ";
  QMessageBox box(QMessageBox::NoIcon, tr("Import"),
                  tr("%1 was not imported.").arg(QFileInfo(path).fileName()), QMessageBox::Ok, &window_);
  box.setObjectName("notImported");
  box.setInformativeText(where + toText(problem.what));
  for (auto* button : box.buttons()) button->setIcon({});
  box.exec();
  return false;
}

void ImportCommands::tell(const QString& title, const std::vector<std::string>& notes) {
  Q_EMIT said(title);
  if (notes.empty()) return;
  QStringList lines;
  for (const std::string& note : notes) lines << toText(note);
  auto* box = new QMessageBox(QMessageBox::NoIcon, tr("Import"), title, QMessageBox::Ok, &window_);
  box->setObjectName("imported");
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setInformativeText(lines.join("\n"));
  for (auto* button : box->buttons()) button->setIcon({});
  box->open();
}

}  // namespace clank

#include "moc_import_commands.cpp"
