// SPDX-License-Identifier: GPL-3.0-or-later
// Two outlines that can touch (core/contact/outline.h), and the contacts of the two: made when the system is,
// or when they come near. Of 500 boxes 125,000 pairs can meet, with 32 contacts each; few ever do.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

#include "core/contact/outline.h"
#include "core/dynamics/system_contact.h"

namespace clank {

// A part that touches with an outline: all of a body, or else a surface or a point.
class OutlinePart {
 public:
  // center: m, of mass, from the origin of the body.
  OutlinePart(int index, const Body& body, const Eigen::Vector2d& center);
  OutlinePart(int index, ContactOutline outline);

  int index() const { return index_; }
  double trifle() const { return trifle_; }  // m, of its own sharp corners
  // With corners that are sharp by a trifle, in m.
  ContactOutline makeOutline(double trifle) const;
  // As it meets what has no sharp corners of its own: of a surface all there is.
  const ContactOutline& outline() const { return outline_; }
  double reach() const { return reach_; }  // m, about the centre of mass of its body, or more

 private:
  int index_ = kFrameBody;
  std::optional<Body> body_;
  Eigen::Vector2d center_{0, 0};
  double trifle_ = 0;
  ContactOutline outline_;
  double reach_ = 0;
};

class OutlineMeeting {
 public:
  using Part = std::shared_ptr<const OutlinePart>;
  // pair: index in System::contactPairs. speed: m/s, of the surface of a. first: index of the first contact.
  OutlineMeeting(Part a, Part b, std::size_t pair, double speed, std::size_t first);
  OutlineMeeting(const OutlineMeeting&) = delete;
  OutlineMeeting& operator=(const OutlineMeeting&) = delete;
  ~OutlineMeeting() { delete made_.load(); }

  std::size_t pair() const { return pair_; }
  const OutlinePart& a() const { return *a_; }
  std::size_t count() const;  // of its contacts, without making them
  std::vector<SystemContact> makeContacts() const;

  struct Made {
    std::vector<SystemContact> contacts;
    std::vector<ContactCircle> circles;
  };
  // Made by the first call; safe from several threads.
  const Made& get() const;
  bool isMade() const { return made_.load() != nullptr; }

 private:
  Part a_, b_;
  std::size_t pair_, first_;
  double speed_;
  mutable std::atomic<const Made*> made_{nullptr};
};

}  // namespace clank
