// SPDX-License-Identifier: GPL-3.0-or-later
// Brings in what other programs have written: mechanisms as new drawings, shapes of DXF onto the selected
// part, pictures behind the drawing.
#pragma once

#include <QMainWindow>
#include <functional>

#include "ui/document/mechanism_document.h"
#include "ui/document/selection.h"
#include "ui/window/actions.h"

namespace clank {

class ImportCommands : public QObject {
  Q_OBJECT
 public:
  // mayLeave: may the drawing at hand be left for another?
  ImportCommands(QMainWindow& window, MechanismDocument& document, Selection& selection,
                 const Actions& actions, std::function<bool()> mayLeave);

  static bool takes(const QString& path);  // by the ending of its name
  // What is left out stands in a box beside the new drawing. False, with a box: it could not be read.
  bool import(const QString& path);

 Q_SIGNALS:
  void said(const QString& message);

 private:
  void ask();
  bool importMechanismOf(const QString& path, const std::string& text);
  void askPicture();
  bool importPicture(const QString& path);
  bool importShapeOf(const QString& path, const std::string& text);
  bool refuse(const QString& path, const Problems& problems);
  void tell(const QString& title, const std::vector<std::string>& notes);

  QMainWindow& window_;
  MechanismDocument& document_;
  Selection& selection_;
  const Actions& actions_;
  std::function<bool()> mayLeave_;
};

}  // namespace clank
