// SPDX-License-Identifier: GPL-3.0-or-later
// Every parameter and quantity of a study over every other: points beside the diagonal, histograms on it.
#pragma once

#include <QPixmap>
#include <QWidget>
#include <memory>
#include <optional>

#include "ui/look/palette.h"
#include "ui/plots/picture_form.h"
#include "ui/plots/study_drawing.h"

namespace clank {

class ScatterMatrix : public QWidget {
  Q_OBJECT
 public:
  static constexpr std::size_t kMostVariables = 7, kMostPoints = 4000;

  explicit ScatterMatrix(QWidget* parent = nullptr);
  ~ScatterMatrix() override;

  void setTable(const StudyTable& table);  // as it is now
  void setChosen(std::optional<std::size_t> row);
  void setLook(const Palette& palette);
  std::optional<std::size_t> findRow(QPointF at) const;  // px, of the nearest run within reach
  QPixmap takePicture(const PictureForm& form = {});
  bool writePicture(const QString& path, const PictureForm& form = {});  // PNG, SVG or PDF by its ending

 Q_SIGNALS:
  void rowPicked(std::size_t row);
  void rowPointed(std::optional<std::size_t> row, const QPoint& globalPosition);
  void menuRequested(const QPoint& globalPosition);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  class Private;
  std::unique_ptr<Private> d_;
};

}  // namespace clank
