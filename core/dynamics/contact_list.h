// SPDX-License-Identifier: GPL-3.0-or-later
// All contacts of a system, one for each circle and piece that can meet. Those with a long line are made when
// asked for: a line may have millions of pieces, and a drawing of it is large already.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/contact/line_pieces.h"
#include "core/dynamics/contact_rows.h"

namespace clank {

struct SystemContact {
  ContactGeometry geometry;
  std::size_t pair() const { return geometry.mount->pair; }
};

// Copies share what they hold; add before copying.
class ContactList {
 public:
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  // made: where one is put that does not stand anywhere; empty at first, so that most calls make none.
  const SystemContact& get(std::size_t i, std::optional<SystemContact>& made) const {
    if (lines().empty()) return store_->singles[i];
    return getAmongLines(i, made);
  }
  // Tells use(index, contact) those from first on.
  template <class Use>
  void forEach(std::size_t first, std::size_t count, Use use) const {
    if (lines().empty()) {
      const SystemContact* const singles = store_->singles.data();
      for (std::size_t i = first; i < first + count; ++i) use(i, singles[i]);
      return;
    }
    std::optional<SystemContact> made;
    for (std::size_t i = first; i < first + count; ++i) use(i, getAmongLines(i, made));
  }
  SystemContact operator[](std::size_t i) const {
    std::optional<SystemContact> made;
    return get(i, made);
  }
  // Index in System::contactPairs.
  std::size_t pairOf(std::size_t i) const {
    return lines().empty() ? store_->singles[i].pair() : findPair(i);
  }

  void reserveMore(std::size_t count);
  void add(SystemContact contact);
  // All pieces of a line with one circle; segments may have a mount of their own.
  void add(LinePieces pieces, std::shared_ptr<const ContactMount> ofSegments,
           std::shared_ptr<const ContactMount> ofOthers);

 private:
  struct Line {
    std::size_t first = 0, end = 0;  // its contacts
    std::size_t before = 0;          // contacts of lines before it
    LinePieces pieces;
    std::shared_ptr<const ContactMount> ofSegments, ofOthers;
  };
  struct Store {
    std::vector<SystemContact> singles;
    std::vector<Line> lines;
  };
  const std::vector<Line>& lines() const { return store_->lines; }
  // The last line that begins no later; null before the first.
  const Line* findLine(std::size_t i) const;
  const SystemContact& getAmongLines(std::size_t i, std::optional<SystemContact>& made) const;
  std::size_t findPair(std::size_t i) const;
  const SystemContact& getSingle(const Line* line, std::size_t i) const;

  std::shared_ptr<Store> store_ = std::make_shared<Store>();
  std::size_t size_ = 0;
};

}  // namespace clank
