// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/flicker_filter.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace clank {
namespace {

// Writes down in words what arrives.
class Words final : public SampleSink {
 public:
  void sample(std::span<const double> row) override { text += fmt::format("row {:.9g} ", row[0]); }
  bool wantsTouches() const override { return true; }
  void touches(std::span<const Touch> touches) override { text += fmt::format("{} touch ", touches.size()); }
  void event(const Receipt& receipt) override {
    text += fmt::format("{} {} ", toWord(receipt.kind), receipt.element);
  }
  std::string text;
};

Receipt makeReceipt(double t, EventKind kind, const std::string& element = "floor", double x = 0) {
  Receipt receipt;
  receipt.t = t;
  receipt.kind = kind;
  receipt.element = element;
  receipt.pointX = x;
  return receipt;
}

struct Flickers : testing::Test {
  void row(double t) { filter.sample(std::vector<double>{t}); }
  void event(double t, EventKind kind, const std::string& element = "floor", double x = 0) {
    filter.event(makeReceipt(t, kind, element, x));
  }
  std::string end() {
    filter.flush();
    return words.text;
  }
  Words words;
  FlickerFilter filter{words, 1};
};

TEST_F(Flickers, AContactThatIsBackAtOnceIsNotTold) {
  row(0.1);
  event(0.1, EventKind::contactEnd);
  filter.touches(std::vector<Touch>(2));
  row(0.1);
  event(0.1 + 2e-9, EventKind::contactBegin);
  row(0.1 + 2e-9);
  row(0.2);
  EXPECT_EQ(end(), "row 0.1 2 touch row 0.1 row 0.100000002 row 0.2 ");
  EXPECT_EQ(filter.leftOut(), 2);
}

TEST_F(Flickers, WhatLastsLongerIsToldInOrder) {
  event(0.1, EventKind::contactEnd);
  row(0.1);
  EXPECT_EQ(words.text, "") << "it waits";
  row(0.1 + 2e-8);
  EXPECT_EQ(words.text, "contact-end floor row 0.1 row 0.10000002 ");
  event(0.1 + 2e-8, EventKind::contactBegin);
  EXPECT_EQ(end(), "contact-end floor row 0.1 row 0.10000002 contact-begin floor ");
  EXPECT_EQ(filter.leftOut(), 0);
}

// Other corners, other parts, blows and friction stay.
TEST_F(Flickers, OnlyTheSameContactTakesBack) {
  event(0.1, EventKind::contactEnd, "floor", 0);
  event(0.1, EventKind::contactBegin, "floor", 0.2);
  event(0.1, EventKind::contactBegin, "wall", 0);
  Receipt blow = makeReceipt(0.1, EventKind::contactBegin);
  blow.impulse = 1e-9;
  filter.event(blow);
  event(0.1, EventKind::slip, "shaft");
  event(0.1, EventKind::stick, "shaft");
  EXPECT_EQ(
      end(),
      "contact-end floor contact-begin floor contact-begin wall contact-begin floor slip shaft stick shaft ");
}

// An odd number of changes is one.
TEST_F(Flickers, OfThreeChangesOneIsLeft) {
  event(0.1, EventKind::contactEnd);
  event(0.1 + 1e-9, EventKind::contactBegin);
  event(0.1 + 2e-9, EventKind::contactEnd);
  EXPECT_EQ(end(), "contact-end floor ");
}

TEST_F(Flickers, ShortRunsAreLookedAtMoreClosely) {
  FlickerFilter close(words, 1e-3);
  close.event(makeReceipt(1e-4, EventKind::contactEnd));
  close.event(makeReceipt(1e-4 + 2e-9, EventKind::contactBegin));
  close.flush();
  EXPECT_EQ(words.text, "contact-end floor contact-begin floor ");
}

}  // namespace
}  // namespace clank
