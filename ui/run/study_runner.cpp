// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/study_runner.h"

#include <fmt/format.h>

#include <QFile>
#include <QStringList>
#include <condition_variable>
#include <exception>
#include <filesystem>
#include <mutex>

#include "core/io/mechanism_file.h"
#include "core/io/number_text.h"
#include "core/study/study_export.h"

namespace clank {
namespace {

constexpr double kLong = 600;  // s: a study that takes longer is asked about
constexpr int kInterval = 50;  // ms

int countJobs() {
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

// What the runs of a study follow from.
Mechanism takeCauses(Mechanism drawn, const std::string& studyId) {
  drawn.name.clear();
  drawn.description.clear();
  drawn.pictures.clear();
  drawn.units = {};
  drawn.plots.clear();
  drawn.published.clear();
  drawn.references.clear();
  drawn.optimisations.clear();
  std::erase_if(drawn.studies, [&](const Study& study) { return study.id != studyId; });
  return drawn;
}

// The table of this study as far as it has come, or a new one.
Result<StudyStore> openStore(const std::filesystem::path& path, const StudyIdentity& identity) {
  if (std::filesystem::exists(path)) {
    auto old = StudyStore::open(path, identity, StudyStore::Mode::resume);
    if (old) return old;
  }
  std::error_code error;
  std::filesystem::remove(path, error);
  return StudyStore::open(path, identity, StudyStore::Mode::create);
}

}  // namespace

// What the thread and the window share.
struct StudyRunner::Shared {
  // Set before the thread begins.
  Mechanism drawn;
  std::string studyId, fileName;
  std::filesystem::path path;  // of the table
  // The window asks for it when the thread has ended.
  std::optional<StudyStore> store;

  std::mutex mutex;
  std::condition_variable_any agreed;
  bool isAgreed = false;
  std::shared_ptr<const StudyRuns> runs;  // when they are prepared
  std::optional<StudyCost> question;
  bool hasBegun = false, hasEnded = false;
  std::uint64_t done = 0, all = 0, before = 0;
  std::vector<StudyRow> rows;  // not taken yet
  Problems problems;

  bool isAllowed(const StudyCost& cost, const std::stop_token& stop) {
    std::unique_lock lock(mutex);
    if (cost.allRuns < kLong) return !stop.stop_requested();
    question = cost;
    return agreed.wait(lock, stop, [this] { return isAgreed; });
  }
  void fail(Problems found) {
    const std::lock_guard lock(mutex);
    problems = std::move(found);
  }
};

StudyRunner::StudyRunner(QObject* parent) : QObject(parent) {
  timer_.setInterval(kInterval);
  connect(&timer_, &QTimer::timeout, this, &StudyRunner::poll);
}

StudyRunner::~StudyRunner() = default;

void StudyRunner::start(const Mechanism& drawn, const std::string& studyId, const QString& fileName) {
  if (isBusy()) return;
  shared_ = std::make_unique<Shared>();  // closes the table of before
  shared_->drawn = drawn;
  shared_->studyId = studyId_ = studyId;
  shared_->fileName = fileName.toStdString();
  shared_->path = std::filesystem::path(folder_.filePath("study.sqlite").toStdU16String());
  problems_.clear();
  done_ = doneBefore_ = all_ = 0;
  setState(State::preparing);
  thread_ = std::jthread([shared = shared_.get()](const std::stop_token& stop) {
    // Memory can run out: the window must learn of it instead of going down with the thread.
    try {
      work(stop, *shared);
    } catch (const std::exception& e) {
      shared->fail({{std::string("the study broke off: ") + e.what(), "", Severity::error}});
    }
    const std::lock_guard lock(shared->mutex);
    shared->hasEnded = true;
  });
  timer_.start();
}

void StudyRunner::work(const std::stop_token& stop, Shared& shared) {
  auto made = StudyRuns::create(shared.drawn, shared.studyId);
  if (!made) return shared.fail(std::move(made.error()));
  const auto runs = std::make_shared<const StudyRuns>(std::move(*made));
  if (!runs->plan().size())
    return shared.fail(
        {{fmt::format("study {} has more runs than can be counted (above 9e18)", shared.studyId), "",
          Severity::error}});
  const int jobs = countJobs();
  if (!shared.isAllowed(estimateCost(*runs, {}, jobs, stop), stop)) return;
  auto store = openStore(shared.path, describeStudy(*runs, shared.fileName, writeMechanism(shared.drawn)));
  if (!store) return shared.fail(std::move(store.error()));
  shared.store.emplace(std::move(*store));
  {
    const std::lock_guard lock(shared.mutex);
    shared.runs = runs;
    shared.hasBegun = true;
    shared.all = *runs->plan().size();
    shared.store->forEach([&](const StudyRow& row) { shared.rows.push_back(row); });
    shared.before = shared.done = shared.rows.size();
  }
  const bool written = computeStudy(*runs, *shared.store, {}, jobs, stop,
                                    [&](const StudyRow& row, std::uint64_t done, std::uint64_t) {
                                      const std::lock_guard lock(shared.mutex);
                                      shared.rows.push_back(row);
                                      shared.rows.back().kept.clear();
                                      shared.done = done;
                                    });
  if (!written) shared.fail({{shared.store->error(), "", Severity::error}});
}

void StudyRunner::agree() {
  if (state_ != State::asking) return;
  {
    const std::lock_guard lock(shared_->mutex);
    shared_->isAgreed = true;
  }
  shared_->agreed.notify_all();
  setState(State::preparing);
}

bool StudyRunner::isOf(const Mechanism& drawn) const {
  return !shared_ || takeCauses(drawn, studyId_) == takeCauses(shared_->drawn, studyId_);
}

void StudyRunner::stop() {
  if (!isBusy()) return;
  thread_.request_stop();
  setState(State::stopping);
}

void StudyRunner::forget() {
  thread_ = {};
  timer_.stop();
  shared_.reset();
  QFile::remove(folder_.filePath("study.sqlite"));
  runs_.reset();
  table_ = {};
  studyId_.clear();
  problems_.clear();
  done_ = doneBefore_ = all_ = 0;
  setState(State::idle);
}

void StudyRunner::dismiss() {
  if (state_ != State::failed) return;
  problems_.clear();
  setState(State::idle);
}

void StudyRunner::poll() {
  std::vector<StudyRow> rows;
  bool hasEnded = false, isNew = false;
  {
    const std::lock_guard lock(shared_->mutex);
    rows.swap(shared_->rows);
    hasEnded = shared_->hasEnded;
    problems_ = shared_->problems;
    if (shared_->question && !shared_->isAgreed && state_ == State::preparing) {
      cost_ = *shared_->question;
      state_ = State::asking;
    }
    if (shared_->hasBegun && runs_ != shared_->runs) {
      isNew = true;
      runs_ = shared_->runs;
      table_ = StudyTable(*runs_);
      doneBefore_ = shared_->before;
      clock_.start();
      if (state_ == State::preparing) state_ = State::running;
    }
    done_ = shared_->done;
    all_ = shared_->all;
  }
  for (const StudyRow& row : rows) table_.add(row);
  if (isNew) Q_EMIT begun();
  if (clock_.isValid()) elapsed_ = static_cast<double>(clock_.elapsed()) / 1000;
  if (!rows.empty()) Q_EMIT advanced();
  if (hasEnded) {
    timer_.stop();
    setState(!problems_.empty()                ? State::failed
             : all_ > 0 && done_ == all_       ? State::finished
             : runs_ && runs_ == shared_->runs ? State::stopped
                                               : State::idle);
    return;
  }
  Q_EMIT stateChanged();
}

double StudyRunner::rate() const {
  return elapsed_ > 0 ? static_cast<double>(done_ - doneBefore_) / elapsed_ : 0;
}

Result<Mechanism> StudyRunner::resolveAt(std::uint64_t run) const {
  if (!runs_) return failure("there is no study");
  return runs_->resolveAt(run);
}

QString StudyRunner::describeRun(std::uint64_t run) const {
  QStringList parts;
  if (!runs_) return {};
  const auto texts = runs_->plan().point(run);
  for (std::size_t k = 0; k < texts.size(); ++k) {
    const StudyAxis& axis = runs_->plan().axes()[k];
    const auto number = readNumber(texts[k]);
    QString part = QString::fromStdString(axis.id()) + " = " +
                   (number ? QString::number(*number, 'g', 6) : QString::fromStdString(texts[k]));
    if (number && !axis.unit().empty() && axis.unit() != "1")
      part += " " + QString::fromStdString(axis.unit());
    parts.push_back(part);
  }
  return parts.join(", ");
}

Result<void> StudyRunner::writeTable(const QString& path) const {
  if (isBusy() || !shared_ || !shared_->store) return failure("there is no table of a study yet");
  return writeStudyTable(*shared_->store, std::filesystem::path(path.toStdU16String()));
}

// Everything is committed when the thread has ended: the file is whole.
Result<void> StudyRunner::writeDatabase(const QString& path) const {
  if (isBusy() || !shared_ || !shared_->store) return failure("there is no table of a study yet");
  const QString part = path + ".part";
  QFile::remove(part);
  std::error_code error;
  if (QFile::copy(folder_.filePath("study.sqlite"), part))
    std::filesystem::rename(part.toStdString(), path.toStdString(), error);
  else
    error = std::make_error_code(std::errc::io_error);
  if (!error) return {};
  QFile::remove(part);
  return failure(fmt::format("cannot write {}: {}", path.toStdString(), error.message()));
}

QString StudyRunner::summarise() const {
  if (isBusy() || !shared_ || !shared_->store || !runs_) return {};
  return QString::fromStdString(summariseStudy(*shared_->store, runs_->study()));
}

void StudyRunner::setState(State state) {
  state_ = state;
  Q_EMIT stateChanged();
}

}  // namespace clank

#include "moc_study_runner.cpp"
