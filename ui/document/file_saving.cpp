// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/file_saving.h"

#include <chrono>
#include <exception>
#include <utility>

namespace clank {
namespace {

constexpr std::chrono::milliseconds kMoment{50};  // that nobody notices
constexpr int kLookInterval = 10;                 // ms

// Memory can run out: the window must learn of it instead of going down with the thread.
Result<SavedFile> writeOrTell(const FileToSave& file) {
  try {
    return writeFile(file);
  } catch (const std::exception& e) {
    return failure(std::string("saving broke off: ") + e.what());
  }
}

}  // namespace

FileSaving::FileSaving(QObject* parent) : QObject(parent) {
  timer_.setInterval(kLookInterval);
  connect(&timer_, &QTimer::timeout, this, [this] {
    if (writing_.wait_for(std::chrono::seconds(0)) == std::future_status::ready) tell();
  });
}

FileSaving::~FileSaving() = default;  // std::async has its future wait

void FileSaving::begin(FileToSave file, Done done) {
  finish();
  file_ = std::move(file);
  done_ = std::move(done);
  writing_ = std::async(std::launch::async, [file = file_] { return writeOrTell(file); });
  if (writing_.wait_for(kMoment) == std::future_status::ready) return tell();
  timer_.start();
}

void FileSaving::finish() {
  if (isUnderWay()) tell();
}

void FileSaving::tell() {
  timer_.stop();
  Result<SavedFile> written = writing_.get();
  const FileToSave file = std::exchange(file_, {});
  std::exchange(done_, {})(file, std::move(written));  // it may begin another one
}

}  // namespace clank

#include "moc_file_saving.cpp"
