// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/study_session.h"

#include <fmt/format.h>
#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <mutex>

#include "core/io/text_hash.h"
#include "core/support/version.h"

namespace clank {
namespace {

constexpr std::uint64_t kBlock = 8192;  // runs of the study between two looks into the table

// Takes rows from the threads.
class Writer {
 public:
  Writer(StudyStore& store, std::stop_source& stop) : store_(store), stop_(stop) {}

  void add(const StudyRow& row, const std::function<void()>& then) {
    const std::scoped_lock lock(mutex_);
    if (!isSound_) return;
    isSound_ = store_.add(row);
    const auto now = std::chrono::steady_clock::now();
    if (isSound_ && now >= next_) {
      isSound_ = store_.commit();
      next_ = now + std::chrono::seconds(1);
    }
    if (!isSound_) stop_.request_stop();
    then();
  }
  bool finish() { return isSound_ && store_.commit(); }

 private:
  StudyStore& store_;
  std::stop_source& stop_;
  std::mutex mutex_;
  bool isSound_ = true;
  std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now() + std::chrono::seconds(1);
};

}  // namespace

std::uint64_t countRuns(std::uint64_t size, const StudyShard& shard) {
  return size / shard.of + (size % shard.of >= shard.part ? 1 : 0);
}

StudyIdentity describeStudy(const StudyRuns& runs, const std::string& fileName, const std::string& fileText) {
  StudyIdentity identity;
  identity.study = runs.study().id;
  identity.file = fileName;
  identity.hash = hashText(fileText);
  identity.seed = fmt::format("{:.0f}", runs.study().seed.value);
  identity.version = programVersion();
  identity.size = fmt::format("{}", runs.plan().size().value_or(0));
  for (const StudyAxis& axis : runs.plan().axes()) {
    identity.parameters.push_back(makeHeading(axis.id(), axis.unit()));
    if (axis.hasWords()) identity.words.push_back(identity.parameters.back());
  }
  for (const StudyQuantity& q : runs.study().quantities)
    identity.quantities.push_back(makeHeading(q.id, q.unit));
  for (const Channel& channel : runs.keptChannels()) identity.kept.push_back(channel.header());
  return identity;
}

bool computeStudy(
    const StudyRuns& runs, StudyStore& store, const StudyShard& shard, int jobs, const std::stop_token& stop,
    const std::function<void(const StudyRow& row, std::uint64_t done, std::uint64_t all)>& progress) {
  const std::uint64_t size = *runs.plan().size(), all = countRuns(size, shard);
  std::stop_source source;
  const std::stop_callback forward(stop, [&source] { source.request_stop(); });
  const std::stop_token token = source.get_token();
  Writer writer(store, source);
  std::uint64_t done = 0;
  // More at a time than there are processors is allowed when it is asked for; without this line TBB would do
  // fewer, and write of it to standard error.
  const tbb::global_control allowed(
      tbb::global_control::max_allowed_parallelism,
      static_cast<std::size_t>(std::max(jobs, tbb::info::default_concurrency())));
  tbb::task_arena arena(jobs);
  tbb::enumerable_thread_specific<RunMemory> memories;
  for (std::uint64_t first = 0; first < size && !token.stop_requested(); first += kBlock) {
    std::vector<std::uint64_t> wanted;
    const std::uint64_t last = std::min(size, first + kBlock);
    std::uint64_t inShard = 0;
    for (std::uint64_t run = first; run < last; ++run) inShard += run % shard.of == shard.part - 1 ? 1 : 0;
    for (const std::uint64_t run : store.listMissing(first, last))
      if (run % shard.of == shard.part - 1) wanted.push_back(run);
    done += inShard - wanted.size();
    if (wanted.empty()) continue;
    arena.execute([&] {
      tbb::parallel_for(tbb::blocked_range<std::size_t>(0, wanted.size(), 1),
                        [&](const tbb::blocked_range<std::size_t>& range) {
                          RunMemory& memory = memories.local();
                          for (std::size_t i = range.begin(); i < range.end(); ++i) {
                            if (token.stop_requested()) return;
                            const auto row = runs.run(wanted[i], token, memory);
                            if (row) writer.add(*row, [&] { progress(*row, ++done, all); });
                          }
                        });
    });
  }
  return writer.finish();
}

}  // namespace clank
