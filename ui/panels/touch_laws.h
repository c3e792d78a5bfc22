// SPDX-License-Identifier: GPL-3.0-or-later
// Of a surface or a solid part: which materials it meets, by what laws, and how to change them. A pair of
// materials has the numbers that follow from the two until it gets laws of its own.
#pragma once

#include <QWidget>
#include <string>
#include <vector>

#include "ui/document/mechanism_document.h"
#include "ui/look/palette.h"

class QLabel;
class QVBoxLayout;

namespace clank {

class PropertyForm;

class TouchLaws : public QWidget {
  Q_OBJECT
 public:
  explicit TouchLaws(MechanismDocument& document, QWidget* parent = nullptr);
  // JSON pointer of a body or surface; hidden for anything else, and for what nothing can touch.
  void showElement(const std::string& pointer);
  void setLook(const Palette& palette);

 private:
  struct Pair {
    std::string a, b;
    int typed = -1;  // of the mechanism's pairs
    friend bool operator==(const Pair&, const Pair&) = default;
  };
  std::vector<Pair> listPairs() const;
  void build();
  void addPair(const Pair& pair);

  MechanismDocument& document_;
  Palette palette_ = Palette::light();
  std::string pointer_;
  std::vector<Pair> pairs_;
  std::vector<PropertyForm*> forms_;                // of the pairs with laws of their own
  std::vector<std::pair<Pair, QLabel*>> followed_;  // of the others
  QVBoxLayout* layout_;
};

}  // namespace clank
