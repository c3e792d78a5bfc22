// SPDX-License-Identifier: GPL-3.0-or-later
// Natural modes of a mechanism, a row each.
#pragma once

#include <QTableWidget>
#include <optional>
#include <vector>

namespace clank {

struct ModeWords {
  std::optional<double> frequency;  // Hz; absent: it does not swing
  std::optional<double> damping;    // ratio; absent: none
  QString kind, movers;
};

class ModeTable : public QTableWidget {
  Q_OBJECT
 public:
  explicit ModeTable(QWidget* parent = nullptr);
  void setModes(const std::vector<ModeWords>& modes);

 Q_SIGNALS:
  void modePicked(int mode);
};

}  // namespace clank
