// SPDX-License-Identifier: GPL-3.0-or-later
// What a study has found, as a figure that one chooses: over which parameter, of which quantity.
#pragma once

#include <QTimer>
#include <QWidget>
#include <optional>

#include "core/study/study_table.h"
#include "ui/look/palette.h"
#include "ui/plots/picture_form.h"
#include "ui/plots/study_drawing.h"

class QComboBox;
class QLabel;
class QStackedWidget;
class QToolButton;

namespace clank {

class ScatterMatrix;
class StudyCanvas;
class Veil;

class StudyFigure : public QWidget {
  Q_OBJECT
 public:
  explicit StudyFigure(QWidget* parent = nullptr);

  // Must outlive this or the next call; nullptr: none. fresh: another study, looked at as one does first.
  void setTable(const StudyTable* table, bool fresh);
  void advance();  // the table has grown
  void setLook(const Palette& palette);
  void setPast(bool isPast);  // the drawing is another one by now: it lies pale, and says so
  void setChosen(std::optional<std::size_t> row);

  const FigureChoice& choice() const { return choice_; }
  void setChoice(const FigureChoice& choice);
  StudyCanvas& canvas() { return *canvas_; }
  ScatterMatrix& matrix() { return *matrix_; }
  bool isMatrix() const { return choice_.kind == FigureKind::matrix; }

  QString getTitle() const;
  bool writePicture(const QString& path, const PictureForm& form = {});  // PNG, SVG or PDF by its ending
  void copyPicture();
  void copyTable();        // all rows, with tabs between
  QString toText() const;  // parameters in their units, quantities in SI
  void askForPicture();    // its size and file, then writes it

 Q_SIGNALS:
  void runPicked(std::size_t row);
  void tableAsked();     // as CSV
  void databaseAsked();  // as SQLite
  void pictureWritten(const QString& path, bool ok);
  void copied(const QString& what);  // in words

 private:
  void fillChoices();
  void takeChoice();
  void draw();
  void showMenu(const QPoint& globalPosition);
  void tell(std::optional<std::size_t> row, const QPoint& globalPosition);
  QString describeRow(std::size_t row) const;

  const StudyTable* table_ = nullptr;
  FigureChoice choice_;
  QComboBox *kinds_, *quantities_, *xs_, *ys_;
  QLabel *over_, *and_;
  QToolButton* more_;
  QStackedWidget* stack_;
  StudyCanvas* canvas_;
  ScatterMatrix* matrix_;
  Veil* veil_;
  QTimer due_;
};

}  // namespace clank
