// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/sample_stream.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <thread>

namespace clank {
namespace {

using Row = std::vector<double>;

Receipt receiptAt(double t) {
  Receipt receipt;
  receipt.t = t;
  receipt.element = "joint";
  receipt.jointImpulses.resize(3);
  return receipt;
}

TEST(SampleStream, DrainsWhatCameSinceTheLastTime) {
  SampleStream stream;
  EXPECT_TRUE(stream.drain(2).empty());
  stream.sample(Row{0, 1});
  stream.sample(Row{1, 2});
  SampleStream::Batch batch = stream.drain(2);
  EXPECT_EQ(batch.values, (Row{0, 1, 1, 2}));
  EXPECT_TRUE(batch.events.empty());
  stream.sample(Row{2, 3});
  EXPECT_EQ(stream.drain(2).values, (Row{2, 3}));
  EXPECT_TRUE(stream.drain(2).empty());
}

TEST(SampleStream, SaysWhereEventsStandBetweenTheRows) {
  SampleStream stream;
  stream.event(receiptAt(0));
  stream.sample(Row{1, 0, 0});
  stream.sample(Row{2, 0, 0});
  stream.event(receiptAt(2));
  stream.event(receiptAt(2.5));
  stream.sample(Row{3, 0, 0});
  const SampleStream::Batch batch = stream.drain(3);
  EXPECT_EQ(batch.rowsBefore, (std::vector<std::size_t>{0, 2, 2}));
  EXPECT_EQ(batch.events[2].t, 2.5);
  stream.event(receiptAt(3));
  EXPECT_EQ(stream.drain(3).rowsBefore, (std::vector<std::size_t>{0}))
      << "counted from the start of the batch";
}

// Nobody takes anything: the thread that delivers waits with what can be shown at once, until there is room
// or it is asked to stop.
TEST(SampleStream, HoldsNoMoreThanIsShownAtOnce) {
  constexpr std::size_t kRows = 3 * SampleStream::kMostRows;
  SampleStream stream;
  std::atomic<std::size_t> delivered = 0;
  std::jthread producer([&](const std::stop_token& stop) {
    stream.setStopToken(stop);
    for (; delivered < kRows; ++delivered) stream.sample(std::array{static_cast<double>(delivered), 0.0});
  });
  const auto waitFor = [&](std::size_t rows) {
    while (delivered < rows) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // it would go on
  };
  waitFor(SampleStream::kMostRows);
  EXPECT_EQ(delivered, SampleStream::kMostRows);
  const SampleStream::Batch batch = stream.drain(2);
  EXPECT_EQ(batch.values.size(), 2 * SampleStream::kMostRows);
  EXPECT_TRUE(batch.isFull);
  waitFor(2 * SampleStream::kMostRows);
  EXPECT_EQ(delivered, 2 * SampleStream::kMostRows);
  producer.request_stop();
  producer.join();
  EXPECT_EQ(delivered, kRows) << "who is asked to stop waits for nobody";
  EXPECT_EQ(stream.drain(2).values.size(), 2 * (kRows - SampleStream::kMostRows));
  EXPECT_FALSE(stream.drain(2).isFull);
  EXPECT_GT(stream.getWaitedSeconds(), 0);
}

TEST(SampleStream, RowsOfManyNumbersAndEventsFillItToo) {
  SampleStream stream;
  const Row row(SampleStream::kMostNumbers / 4);
  for (int i = 0; i < 3; ++i) stream.sample(row);
  EXPECT_FALSE(stream.drain(row.size()).isFull);
  for (int i = 0; i < 4; ++i) stream.sample(row);
  EXPECT_TRUE(stream.drain(row.size()).isFull);
  for (std::size_t i = 0; i < SampleStream::kMostEvents; ++i) stream.event(receiptAt(0));
  EXPECT_TRUE(stream.drain(row.size()).isFull);
}

// One thread delivers, the other drains at the same time: nothing is lost, doubled, torn or out of order.
// Every 100th row is followed by an event of the same number. Under ThreadSanitizer it also shows that the
// lock covers everything.
TEST(SampleStream, TwoThreads) {
  constexpr int kRows = 50000, kEvery = 100;
  SampleStream stream;
  std::atomic<bool> finished = false, drained = false;
  std::jthread producer([&] {
    for (int i = 0; i < kRows; ++i) {
      // Half of the rows come after the other thread has taken some: both are at work at the same time.
      while (i == kRows / 2 && !drained) std::this_thread::yield();
      const double n = i;
      stream.sample(std::array{n, 2 * n, -n});
      if (i % kEvery == 0) stream.event(receiptAt(n));
      if (i % 1000 == 0) std::this_thread::yield();
    }
    finished = true;
  });

  std::size_t rows = 0, events = 0, batches = 0;
  for (bool last = false; !last;) {
    last = finished;  // read before the drain: what came before it is in the batch
    const SampleStream::Batch batch = stream.drain(3);
    ASSERT_EQ(batch.values.size() % 3, 0U);
    ASSERT_EQ(batch.events.size(), batch.rowsBefore.size());
    for (std::size_t i = 0; i < batch.values.size(); i += 3) {
      const auto n = static_cast<double>(rows + i / 3);
      ASSERT_EQ(batch.values[i], n);
      ASSERT_EQ(batch.values[i + 1], 2 * n);
      ASSERT_EQ(batch.values[i + 2], -n);
    }
    for (std::size_t i = 0; i < batch.events.size(); ++i) {
      const auto number = static_cast<double>(kEvery) * static_cast<double>(events + i);
      ASSERT_EQ(batch.events[i].t, number);
      ASSERT_EQ(static_cast<double>(rows + batch.rowsBefore[i]), number + 1) << "just after its row";
    }
    rows += batch.values.size() / 3;
    events += batch.events.size();
    if (batch.empty()) continue;
    ++batches;
    drained = true;
  }
  EXPECT_EQ(rows, static_cast<std::size_t>(kRows));
  EXPECT_EQ(events, static_cast<std::size_t>(kRows / kEvery));
  EXPECT_GT(batches, 1U);
}

}  // namespace
}  // namespace clank
