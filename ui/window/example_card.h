// SPDX-License-Identifier: GPL-3.0-or-later
// One example on the start page: its mechanism moving in a loop, and its name. Draws outlines from poses that
// are computed once.
#pragma once

#include <QAbstractButton>
#include <vector>

#include "ui/look/palette.h"
#include "ui/scene/part_layout.h"

namespace clank {

class ExampleCard : public QAbstractButton {
  Q_OBJECT
 public:
  ExampleCard(const QString& path, const Mechanism& resolved, QWidget* parent = nullptr);

  const QString& path() const { return path_; }
  // Does its name or its description speak of that?
  bool speaksOf(const QString& words) const;
  bool isStoryWhole() const;  // has the room that it needs
  bool isNameWhole() const;
  const Mechanism& mechanism() const { return mechanism_; }
  // Places of the bodies at equal steps of time.
  void setFilm(std::vector<std::vector<Placement>> frames);
  bool hasFilm() const { return frames_.size() > 1; }
  double loopTime() const;        // s
  void showTime(double seconds);  // since its loop began
  void setLook(const Palette& palette);
  QSize sizeHint() const override { return {248, 250}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QRectF findCard() const;
  QRect findStoryRoom() const;
  QFont nameFont() const;
  QRect findNameRoom() const;
  void drawMechanism(QPainter& painter, const QRectF& place, const std::vector<Placement>& bodies) const;
  void drawBody(QPainter& painter, std::size_t body, const std::vector<Placement>& bodies,
                double scale) const;
  void drawLines(QPainter& painter, const std::vector<Placement>& bodies, double scale) const;
  void drawSurfaces(QPainter& painter, const std::vector<Placement>& bodies, double scale) const;

  QString path_, story_;  // the story in a sentence
  Mechanism mechanism_;
  MechanismLayout layout_;
  std::vector<std::vector<Placement>> frames_;
  std::size_t frame_ = 0;
  Box box_;
  Palette palette_ = Palette::light();
};

}  // namespace clank
