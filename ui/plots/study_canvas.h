// SPDX-License-Identifier: GPL-3.0-or-later
// One drawing of a study on one pair of axes: curves or points, a map, a histogram, bars of indices. A click
// picks the nearest run.
#pragma once

#include <QPixmap>
#include <QWidget>
#include <memory>
#include <optional>

#include "ui/look/palette.h"
#include "ui/plots/picture_form.h"
#include "ui/plots/study_drawing.h"

namespace clank {

class StudyCanvas : public QWidget {
  Q_OBJECT
 public:
  explicit StudyCanvas(QWidget* parent = nullptr);
  ~StudyCanvas() override;

  void setDrawing(StudyDrawing drawing);
  const StudyDrawing& drawing() const;
  void setChosen(std::optional<std::size_t> row);  // of the table: marked
  void setLook(const Palette& palette);

  std::optional<std::size_t> findRow(QPointF at) const;     // px, of the nearest run within reach
  std::optional<QPointF> findPlace(std::size_t row) const;  // px, of a run
  QString writtenLabel() const;  // of the second axis: in a low figure its unit alone
  QPixmap takePicture(const PictureForm& form = {});
  bool writePicture(const QString& path, const PictureForm& form = {});  // PNG, SVG or PDF by its ending

 Q_SIGNALS:
  void rowPicked(std::size_t row);
  void rowPointed(std::optional<std::size_t> row, const QPoint& globalPosition);  // under the mouse
  void menuRequested(const QPoint& globalPosition);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  class Private;
  std::unique_ptr<Private> d_;
};

}  // namespace clank
