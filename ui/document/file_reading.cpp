// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/file_reading.h"

#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace clank {
namespace {

constexpr int kPollInterval = 10;  // ms

}  // namespace

class ReadingWorker {
 public:
  explicit ReadingWorker(FileRequest request)
      : request_(std::move(request)), thread_([this](const std::stop_token& stop) { work(stop); }) {}

  void requestStop() { thread_.request_stop(); }
  std::optional<Result<DocumentContent>> takeEnd() {
    const std::lock_guard lock(mutex_);
    return std::exchange(end_, std::nullopt);
  }

 private:
  void work(const std::stop_token& stop) {
    Result<DocumentContent> content = read(stop);
    const std::lock_guard lock(mutex_);
    end_ = std::move(content);
  }
  // Memory can run out: the window must learn of it instead of going down with the thread.
  Result<DocumentContent> read(const std::stop_token& stop) const {
    try {
      return readContent(request_, stop);
    } catch (const std::exception& e) {
      return failure(std::string("reading broke off: ") + e.what());
    }
  }

  const FileRequest request_;
  std::mutex mutex_;
  std::optional<Result<DocumentContent>> end_;
  std::jthread thread_;  // last: it is joined before anything it uses goes
};

FileReading::FileReading(QObject* parent) : QObject(parent) {
  timer_.setInterval(kPollInterval);
  connect(&timer_, &QTimer::timeout, this, &FileReading::poll);
}

FileReading::~FileReading() {
  cancel();
}

void FileReading::begin(const FileRequest& request, Done done) {
  cancel();
  done_ = std::move(done);
  worker_ = std::make_unique<ReadingWorker>(request);
  timer_.start();
}

void FileReading::cancel() {
  if (!worker_) return;
  worker_->requestStop();
  retired_.push_back(std::move(worker_));
  done_ = {};
}

void FileReading::poll() {
  std::erase_if(retired_, [](const auto& worker) { return worker->takeEnd().has_value(); });
  auto end = worker_ ? worker_->takeEnd() : std::nullopt;
  if (!worker_ && retired_.empty()) timer_.stop();
  if (!end) return;
  worker_.reset();
  std::exchange(done_, {})(std::move(*end));  // it may begin another one
}

}  // namespace clank

#include "moc_file_reading.cpp"
