// SPDX-License-Identifier: GPL-3.0-or-later
// One example on the start page: its mechanism moving in a loop, and its name. Draws outlines from poses that
// are computed once. Others like it are in a list of its own.
#pragma once

#include <QAbstractButton>
#include <vector>

#include "ui/look/palette.h"
#include "ui/scene/force_lines.h"
#include "ui/scene/part_layout.h"

class QToolButton;

namespace clank {

class ExampleCard : public QAbstractButton {
  Q_OBJECT
 public:
  struct Variant {
    QString path;
    Mechanism resolved;
  };
  // title: of several; of one its name says it. variants: one at least, the first is shown.
  ExampleCard(const QString& title, std::vector<Variant> variants, QWidget* parent = nullptr);

  const QString& path() const { return variants_[asked_].path; }  // that a click opens
  std::vector<QString> listPaths() const;
  // Does the name or the description of one of them speak of that? A click opens the first that does.
  bool search(const QString& words);
  bool isStoryWhole() const;  // has the room that it needs
  bool isNameWhole() const;
  const Mechanism& mechanism() const { return variants_.front().resolved; }
  // Places of the bodies at equal steps of time.
  void setFilm(std::vector<std::vector<Placement>> frames);
  bool hasFilm() const { return frames_.size() > 1; }
  double loopTime() const;        // s
  void showTime(double seconds);  // since its loop began
  void setLook(const Palette& palette);
  QSize sizeHint() const override { return {248, 250}; }

 Q_SIGNALS:
  void picked(const QString& path);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  QRectF findCard() const;
  QRect findStoryRoom() const;
  QFont nameFont() const;
  QRect findNameRoom() const;
  void drawMechanism(QPainter& painter, const QRectF& place, const std::vector<Placement>& bodies) const;
  void drawBody(QPainter& painter, std::size_t body, const std::vector<Placement>& bodies,
                double scale) const;
  void drawLines(QPainter& painter, const std::vector<Placement>& bodies, double scale) const;
  void drawForces(QPainter& painter, const std::vector<Placement>& bodies) const;
  void drawSurfaces(QPainter& painter, const std::vector<Placement>& bodies, double scale) const;

  void addList();

  std::vector<Variant> variants_;
  std::size_t asked_ = 0;  // that a search has found
  QString title_, story_;  // the story in a sentence
  QToolButton* list_ = nullptr;
  MechanismLayout layout_;
  ForceLines forces_;
  std::vector<std::vector<Placement>> frames_;
  std::size_t frame_ = 0;
  Box box_;
  Palette palette_ = Palette::light();
};

}  // namespace clank
