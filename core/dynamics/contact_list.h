// SPDX-License-Identifier: GPL-3.0-or-later
// All contacts of a system, one for each circle and piece that can meet. There may be millions, of which few
// ever touch: those with a long line are made when asked for, each time, since the drawing holds its points;
// those of two outlines are made when they come near, once, where there are many.
#pragma once

#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "core/contact/line_pieces.h"
#include "core/dynamics/outline_meeting.h"
#include "core/dynamics/system_contact.h"

namespace clank {

// Copies share what they hold; add before copying.
class ContactList {
 public:
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  // made: where one is put that does not stand anywhere; empty at first, so that most calls make none.
  const SystemContact& get(std::size_t i, std::optional<SystemContact>& made) const {
    if (stretches().empty()) return store_->singles[i];
    return getAmongStretches(i, made);
  }
  // Tells use(index, contact) those from first on.
  template <class Use>
  void forEach(std::size_t first, std::size_t count, Use use) const {
    const std::size_t end = first + count;
    if (stretches().empty()) {
      const SystemContact* const singles = store_->singles.data();
      for (std::size_t i = first; i < end; ++i) use(i, singles[i]);
      return;
    }
    std::optional<SystemContact> made;
    const Stretch* const stretch = findStretch(first);
    if (stretch && end <= stretch->end)  // mostly: contacts of one circle
      for (std::size_t i = first; i < end; ++i) use(i, getOfStretch(*stretch, i, made));
    else
      for (std::size_t i = first; i < end; ++i) use(i, getAmongStretches(i, made));
  }
  SystemContact operator[](std::size_t i) const {
    std::optional<SystemContact> made;
    return get(i, made);
  }
  // Index in System::contactPairs.
  std::size_t pairOf(std::size_t i) const {
    return stretches().empty() ? store_->singles[i].pair() : findPair(i);
  }

  void reserveMore(std::size_t count);
  void add(SystemContact contact);
  // All pieces of a line with one circle; segments may have a mount of their own.
  void add(LinePieces pieces, std::shared_ptr<const ContactMount> ofSegments,
           std::shared_ptr<const ContactMount> ofOthers);
  // All of two outlines. Its first contact is the next.
  void add(std::unique_ptr<const OutlineMeeting> meeting, std::size_t count);

 private:
  struct Line {
    LinePieces pieces;
    std::shared_ptr<const ContactMount> ofSegments, ofOthers;
  };
  // Contacts that do not stand among the singles.
  struct Stretch {
    std::size_t first = 0, end = 0;  // its contacts
    std::size_t before = 0;          // contacts of stretches before it
    std::variant<std::unique_ptr<const OutlineMeeting>, std::unique_ptr<const Line>> source;
  };
  struct Store {
    std::vector<SystemContact> singles;
    std::vector<Stretch> stretches;
  };
  using Source = decltype(Stretch::source);
  void add(Source source, std::size_t count);
  const std::vector<Stretch>& stretches() const { return store_->stretches; }
  // The last that begins no later; null before the first.
  const Stretch* findStretch(std::size_t i) const;
  const SystemContact& getAmongStretches(std::size_t i, std::optional<SystemContact>& made) const;
  static const SystemContact& getOfStretch(const Stretch& stretch, std::size_t i,
                                           std::optional<SystemContact>& made);
  std::size_t findPair(std::size_t i) const;
  const SystemContact& getSingle(const Stretch* stretch, std::size_t i) const;

  std::shared_ptr<Store> store_ = std::make_shared<Store>();
  std::size_t size_ = 0;
};

}  // namespace clank
