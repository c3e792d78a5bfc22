// SPDX-License-Identifier: GPL-3.0-or-later
// The section of a link that bends, drawn: its heights upright, as they lie in the plane of motion, with the
// neutral axis, its sizes, area and second moment.
#pragma once

#include <QPainterPath>
#include <QWidget>
#include <optional>

#include "core/model/flexible_link.h"
#include "ui/look/palette.h"

namespace clank {

// About the centroid, heights along y, m. Empty where nothing but A and I is known, and for sizes that make
// no section.
QPainterPath makeSectionPath(const BeamSection& section);

class SectionPicture : public QWidget {
  Q_OBJECT
 public:
  explicit SectionPicture(QWidget* parent = nullptr);
  void setSection(const std::optional<BeamSection>& section);  // resolved; nothing, or no shape: hidden
  void setLook(const Palette& palette);
  QString words() const;  // "A = 78.5 mm², I = 491 mm⁴"
  QSize sizeHint() const override { return {220, 112}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  std::optional<BeamSection> section_;
  QPainterPath path_;
  Palette palette_ = Palette::light();
};

}  // namespace clank
