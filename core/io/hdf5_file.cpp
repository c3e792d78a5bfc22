// SPDX-License-Identifier: GPL-3.0-or-later
//
// A run may be killed at any moment, and what had been flushed is to be readable then. HDF5 by itself writes
// back what it knows of the file (headers, indices) whenever its cache is full: a file that was killed
// between two such writes points at what is not there, or claims to be longer than it is, and does not open.
// So
//  - between two commits nothing of that is written: the cache may not evict (holdBack). Samples and events
//    themselves go to the end of the file, where what is known on disk does not point;
//  - only whole chunks are appended before the end of the run: one that is written a second time would move,
//    and its old place would be overwritten;
//  - before a commit the file is made long enough for whatever the commit writes about its length;
//  - the cache, which grows while it may not evict, is emptied by closing and opening the file.
// Not HDF5's own way, one writer and many readers: it has no texts of any length, and what is killed so is
// refused by readers that do not ask for that mode.
#include "core/io/hdf5_file.h"

#include <fmt/format.h>
#include <hdf5.h>

#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <limits>
#include <system_error>
#include <utility>

#include "core/io/event_cells.h"
#include "core/io/number_text.h"
#include "core/io/output_claim.h"
#include "core/support/version.h"

namespace clank {
namespace {

constexpr hsize_t kRows = 8192;                  // of samples, in a chunk and held back
constexpr hsize_t kEvents = 256;                 // likewise
constexpr unsigned kDeflate = 1;                 // of 9: a third of the size goes, little time
constexpr off_t kRoom = 1 << 22;                 // bytes that a commit may add to the file
constexpr std::size_t kLargestCache = 32 << 20;  // bytes, of what is known of the file
constexpr std::size_t kSlots = 53;               // of a chunk cache; only the last chunk is ever in use

// Closes what HDF5 has opened.
class Handle {
 public:
  Handle() = default;
  Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  hid_t get() const { return id_; }
  bool isOpen() const { return id_ >= 0; }

 private:
  hid_t id_ = -1;
  herr_t (*close_)(hid_t) = nullptr;
};

Handle makeTextType() {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type.get(), H5T_VARIABLE);
  H5Tset_cset(type.get(), H5T_CSET_UTF8);
  return type;
}

bool writeTextAttribute(hid_t object, const char* name, const std::string& text) {
  const Handle type = makeTextType(), space(H5Screate(H5S_SCALAR), H5Sclose);
  const Handle attribute(H5Acreate2(object, name, type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT),
                         H5Aclose);
  const char* value = text.c_str();
  return attribute.isOpen() && H5Awrite(attribute.get(), type.get(), &value) >= 0;
}

bool writeText(hid_t file, const char* name, const std::string& text) {
  const Handle type = makeTextType(), space(H5Screate(H5S_SCALAR), H5Sclose);
  const Handle set(H5Dcreate2(file, name, type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                   H5Dclose);
  const char* value = text.c_str();
  return set.isOpen() && H5Dwrite(set.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, &value) >= 0;
}

// An array that grows at its end.
class Column {
 public:
  Column(hid_t file, const std::string& path, hid_t type, hsize_t chunk)
      : path_(path), type_(type), chunk_(chunk) {
    const hsize_t none = 0, any = H5S_UNLIMITED;
    const Handle space(H5Screate_simple(1, &none, &any), H5Sclose);
    const Handle made(H5Pcreate(H5P_DATASET_CREATE), H5Pclose), access = makeAccess();
    H5Pset_chunk(made.get(), 1, &chunk);
    if (H5Tget_class(type) == H5T_FLOAT) {
      H5Pset_shuffle(made.get());
      H5Pset_deflate(made.get(), kDeflate);
    }
    set_ = Handle(H5Dcreate2(file, path.c_str(), type, space.get(), H5P_DEFAULT, made.get(), access.get()),
                  H5Dclose);
  }
  void close() { set_ = Handle(); }
  void openAgain(hid_t file) { set_ = Handle(H5Dopen2(file, path_.c_str(), makeAccess().get()), H5Dclose); }
  bool isOpen() const { return set_.isOpen(); }
  hid_t get() const { return set_.get(); }
  bool append(const void* values, hsize_t count) {
    const hsize_t whole = size_ + count;
    if (H5Dset_extent(set_.get(), &whole) < 0) return false;
    const Handle space(H5Dget_space(set_.get()), H5Sclose),
        memory(H5Screate_simple(1, &count, nullptr), H5Sclose);
    H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, &size_, nullptr, &count, nullptr);
    if (H5Dwrite(set_.get(), type_, memory.get(), space.get(), H5P_DEFAULT, values) < 0) return false;
    size_ = whole;
    return true;
  }

 private:
  Handle makeAccess() const {
    Handle access(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose);
    H5Pset_chunk_cache(access.get(), kSlots, chunk_ * H5Tget_size(type_), 1);
    return access;
  }

  std::string path_;
  hid_t type_;
  hsize_t chunk_;
  Handle set_;
  hsize_t size_ = 0;
};

// The cells of an event, each to the column that it belongs to; what an event has not is no number, or an
// empty text.
class HeldEvents final : public EventCells {
 public:
  explicit HeldEvents(const std::vector<EventColumn>& columns) : columns_(columns), cells_(columns.size()) {}

  void add(std::string_view text) override { cells_[next_++].texts.emplace_back(text); }
  void add(double value) override {
    if (columns_[next_].isText)
      add(toShortestText(value));  // the value of a guard, which may be an expression
    else
      cells_[next_++].numbers.push_back(value);
  }
  void addEmpty(int count) override {
    for (int i = 0; i < count; ++i)
      columns_[next_].isText ? add("") : add(std::numeric_limits<double>::quiet_NaN());
  }
  void endRow() {
    next_ = 0;
    ++count_;
  }

  std::size_t count() const { return count_; }
  const std::vector<EventColumn>& columns() const { return columns_; }
  bool appendTo(std::vector<Column>& sets) {
    bool done = true;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      std::vector<const char*> places;
      for (const std::string& text : cells_[i].texts) places.push_back(text.c_str());
      const void* values =
          columns_[i].isText ? static_cast<const void*>(places.data()) : cells_[i].numbers.data();
      done = done && sets[i].append(values, count_);
      cells_[i] = {};
    }
    count_ = 0;
    return done;
  }

 private:
  struct Cells {
    std::vector<double> numbers;
    std::vector<std::string> texts;
  };
  std::vector<EventColumn> columns_;
  std::vector<Cells> cells_;
  std::size_t next_ = 0, count_ = 0;
};

}  // namespace

class Hdf5File::Private {
 public:
  explicit Private(const std::vector<Channel>& channels)
      : eventColumns(findEventColumns(channels)), receipts(listEventColumns(eventColumns)) {}

  bool open(const std::filesystem::path& where, const std::vector<Channel>& channels,
            const std::string& model);
  void flushSamples();
  void flushEvents();
  void commit();
  void keep(bool written) { failed = failed || !written; }

  OutputClaim claim;
  std::filesystem::path path;
  Handle textType = makeTextType();
  Handle file;
  std::vector<std::size_t> columns;       // of the channels
  std::vector<Column> samples, events;    // of the columns
  std::vector<std::vector<double>> held;  // of the columns
  EventColumns eventColumns;
  HeldEvents receipts;  // held back
  bool failed = false;

 private:
  Handle makeAccess() const;
  void holdBack();
  void setLength(off_t room) const;
  void emptyCache();

  std::chrono::steady_clock::time_point nextCommit_;
};

Handle Hdf5File::Private::makeAccess() const {
  Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  H5Pset_file_locking(access.get(), false, true);  // it has our claim, which is a lock of the same sort
  return access;
}

bool Hdf5File::Private::open(const std::filesystem::path& where, const std::vector<Channel>& channels,
                             const std::string& model) {
  path = where;
  file = Handle(H5Fcreate(where.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, makeAccess().get()), H5Fclose);
  if (!file.isOpen()) return false;
  holdBack();
  keep(writeTextAttribute(file.get(), "format", "clank-run") &&
       writeTextAttribute(file.get(), "version", "1") &&
       writeTextAttribute(file.get(), "program", programVersion()) && writeText(file.get(), "model", model));
  for (const char* name : {"/samples", "/events"})
    keep(Handle(H5Gcreate2(file.get(), name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose).isOpen());
  const auto add = [&](std::vector<Column>& to, const std::string& name, const std::string& unit, hid_t type,
                       hsize_t chunk) {
    to.emplace_back(file.get(), name, type, chunk);
    keep(to.back().isOpen() && (unit.empty() || writeTextAttribute(to.back().get(), "unit", unit)));
  };
  for (const std::size_t c : columns)
    add(samples, "/samples/" + channels[c].name, channels[c].unit, H5T_NATIVE_DOUBLE, kRows);
  for (const EventColumn& column : receipts.columns())
    add(events, "/events/" + column.name, column.isText || !column.unit.empty() ? column.unit : "1",
        column.isText ? textType.get() : H5T_NATIVE_DOUBLE, kEvents);
  held.resize(columns.size());
  commit();
  return true;  // a failed write is reported with the run's own
}

// No evictions; and what may not evict may not change its size either.
void Hdf5File::Private::holdBack() {
  H5AC_cache_config_t config{};
  config.version = H5AC__CURR_CACHE_CONFIG_VERSION;
  keep(H5Fget_mdc_config(file.get(), &config) >= 0);
  config.evictions_enabled = false;
  config.incr_mode = H5C_incr__off;
  config.flash_incr_mode = H5C_flash_incr__off;
  config.decr_mode = H5C_decr__off;
  keep(H5Fset_mdc_config(file.get(), &config) >= 0);
}

// Beyond the end as HDF5 knows it. Where there is no such room the commit goes without.
void Hdf5File::Private::setLength(off_t room) const {
  hsize_t size = 0;
  if (H5Fget_filesize(file.get(), &size) < 0) return;
  [[maybe_unused]] const int done = ::truncate(path.c_str(), static_cast<off_t>(size) + room);
}

// Now what is known of the file is as it is on disk.
void Hdf5File::Private::commit() {
  if (failed) return;
  setLength(kRoom);
  keep(H5Fflush(file.get(), H5F_SCOPE_LOCAL) >= 0);
  setLength(0);
  std::size_t cached = 0;
  if (!failed && H5Fget_mdc_size(file.get(), nullptr, nullptr, &cached, nullptr) >= 0 &&
      cached > kLargestCache)
    emptyCache();
  nextCommit_ = std::chrono::steady_clock::now() + std::chrono::seconds(1);
}

void Hdf5File::Private::emptyCache() {
  for (auto* list : {&samples, &events})
    for (Column& column : *list) column.close();
  file = Handle();
  file = Handle(H5Fopen(path.c_str(), H5F_ACC_RDWR, makeAccess().get()), H5Fclose);
  keep(file.isOpen());
  if (failed) return;
  holdBack();
  for (auto* list : {&samples, &events})
    for (Column& column : *list) {
      column.openAgain(file.get());
      keep(column.isOpen());
    }
}

void Hdf5File::Private::flushSamples() {
  if (failed || held.empty() || held.front().empty()) return;
  for (std::size_t i = 0; i < held.size(); ++i) {
    keep(samples[i].append(held[i].data(), held[i].size()));
    held[i].clear();
  }
  commit();
}

// Where events crowd, not each of their blocks is worth a commit.
void Hdf5File::Private::flushEvents() {
  if (failed || receipts.count() == 0) return;
  keep(receipts.appendTo(events));
  if (std::chrono::steady_clock::now() >= nextCommit_) commit();
}

Hdf5File::Hdf5File(std::unique_ptr<Private> d) : d_(std::move(d)) {}
Hdf5File::~Hdf5File() = default;

Result<std::unique_ptr<Hdf5File>> Hdf5File::create(const std::filesystem::path& path,
                                                   const std::vector<Channel>& channels,
                                                   std::vector<std::size_t> columns,
                                                   const std::string& model) {
  // At the end of the program HDF5 would write what could not be written once more, and crash. All that is
  // ours is closed before.
  H5dont_atexit();
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // what goes wrong is told in our words
  if (columns.empty())
    for (std::size_t c = 0; c < channels.size(); ++c) columns.push_back(c);
  auto claim = OutputClaim::take(path);
  if (!claim) return tl::unexpected(claim.error());
  auto d = std::make_unique<Private>(channels);
  d->claim = std::move(*claim);
  d->columns = std::move(columns);
  errno = 0;
  if (!d->open(path, channels, model))
    return failure(fmt::format("cannot write {}: {}", path.string(),
                               errno != 0 ? std::generic_category().message(errno) : "HDF5 refuses"));
  return std::unique_ptr<Hdf5File>(new Hdf5File(std::move(d)));
}

void Hdf5File::sample(std::span<const double> row) {
  if (d_->failed) return;
  for (std::size_t i = 0; i < d_->columns.size(); ++i) d_->held[i].push_back(row[d_->columns[i]]);
  if (d_->held.front().size() >= kRows) d_->flushSamples();
}

void Hdf5File::event(const Receipt& receipt) {
  if (d_->failed) return;
  putEventCells(d_->receipts, receipt, d_->eventColumns);
  d_->receipts.endRow();
  if (d_->receipts.count() >= kEvents) d_->flushEvents();
}

bool Hdf5File::hasFailed() const {
  return d_->failed;
}

Problems Hdf5File::finish(const std::string& summary) {
  d_->flushSamples();
  d_->flushEvents();
  if (!d_->failed) d_->keep(writeText(d_->file.get(), "summary", summary));
  if (!d_->failed) d_->keep(H5Fflush(d_->file.get(), H5F_SCOPE_GLOBAL) >= 0);
  if (!d_->failed) return {};
  return {{fmt::format("cannot write {}: the disk may be full; what it holds may not be whole",
                       d_->path.string()),
           ""}};
}

}  // namespace clank
