// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/example_text.h"

#include <QDialog>
#include <QDir>
#include <QFileInfo>
#include <QTextBrowser>
#include <QTextTable>
#include <QVBoxLayout>

namespace clank {
namespace {

QString readText(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

// Tables as in print: a line between rows, and room around words.
void rule(QTextDocument& text, const QColor& line) {
  for (QTextFrame* frame : text.rootFrame()->childFrames()) {
    auto* table = qobject_cast<QTextTable*>(frame);
    if (!table) continue;
    QTextTableFormat format = table->format();
    format.setBorder(0);
    format.setCellSpacing(0);
    format.setCellPadding(6);
    format.setTopMargin(8);
    format.setBottomMargin(12);
    table->setFormat(format);
    for (int row = 0; row < table->rows(); ++row)
      for (int column = 0; column < table->columns(); ++column) {
        QTextTableCell cell = table->cellAt(row, column);
        QTextTableCellFormat shape = cell.format().toTableCellFormat();
        shape.setBottomBorder(1);
        shape.setBottomBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        shape.setBottomBorderBrush(line);
        cell.setFormat(shape);
      }
  }
}

}  // namespace

QString findExampleText(const QString& mechanismPath) {
  if (mechanismPath.isEmpty()) return {};
  const QFileInfo mechanism(mechanismPath);
  const QDir folder = mechanism.dir();
  const QString name = mechanism.completeBaseName();
  if (folder.exists(name + ".md")) return folder.filePath(name + ".md");
  for (const QString& text : folder.entryList({"*.md"}, QDir::Files, QDir::Name))
    if (readText(folder.filePath(text)).contains(name)) return folder.filePath(text);
  const QString common = folder.dirName() + ".md";
  return folder.exists(common) ? folder.filePath(common) : QString();
}

void showExampleText(QWidget* parent, const QString& textPath) {
  constexpr QSize kSize(760, 680);  // px: a line of about ninety letters
  auto* dialog = new QDialog(parent);
  dialog->setObjectName("exampleText");
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(QFileInfo(textPath).completeBaseName());
  auto* layout = new QVBoxLayout(dialog);
  auto* text = new QTextBrowser;
  text->setAccessibleName(QDialog::tr("Text of the example"));
  text->setOpenExternalLinks(true);
  text->document()->setDocumentMargin(16);
  text->setMarkdown(readText(textPath));
  rule(*text->document(), text->palette().color(QPalette::Mid));
  layout->addWidget(text);
  dialog->resize(kSize.boundedTo(parent->window()->size()));
  dialog->show();
}

}  // namespace clank
