// SPDX-License-Identifier: GPL-3.0-or-later
// A small picture of a compliant law: force over penetration in a free blow, loading and unloading, with the
// loss between them, and what restitution comes of the one asked for.
#pragma once

#include <QWidget>
#include <optional>

#include "ui/look/palette.h"
#include "ui/panels/free_blow.h"

namespace clank {

class ForceCurve : public QWidget {
  Q_OBJECT
 public:
  explicit ForceCurve(QWidget* parent = nullptr);
  // asked: restitution. Without a blow a compliant law keeps its place, so that fields stay where they are
  // while one of them is wrong.
  void setBlow(const std::optional<FreeBlow>& blow, double asked, bool isCompliant);
  void setLook(const Palette& palette);
  QString words() const;  // "asked 0.7, effective 0.643"
  QString stiffnessWords() const;
  QString lossWords() const;  // "loss 800 µJ"
  QSize sizeHint() const override { return {280, 196}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  std::optional<FreeBlow> blow_;
  double asked_ = 0;
  Palette palette_ = Palette::light();
};

}  // namespace clank
