// SPDX-License-Identifier: GPL-3.0-or-later
// One of two runs that stand side by side: which one, and the scene of it.
#pragma once

#include <QColor>
#include <QWidget>
#include <vector>

class QComboBox;

namespace clank {

class SceneView;

class RunPane : public QWidget {
  Q_OBJECT
 public:
  struct Item {
    QString name;
    QColor colour;
    friend bool operator==(const Item&, const Item&) = default;
  };
  explicit RunPane(const QString& name, QWidget* parent = nullptr);

  void setItems(const std::vector<Item>& items, int chosen);
  SceneView& scene() { return *scene_; }

 Q_SIGNALS:
  void chosen(int item);

 private:
  QComboBox* choice_;
  SceneView* scene_;
};

}  // namespace clank
