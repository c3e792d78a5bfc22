// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/hdf5_file.h"

#include <fmt/format.h>
#include <hdf5.h>

#include <array>
#include <cerrno>
#include <functional>
#include <limits>
#include <system_error>
#include <utility>

#include "core/io/output_claim.h"
#include "core/record/receipt_units.h"
#include "core/support/version.h"

namespace clank {
namespace {

constexpr hsize_t kRows = 8192;     // of samples, in a chunk and held back
constexpr hsize_t kEvents = 256;    // likewise
constexpr unsigned kDeflate = 1;    // of 9: a third of the size goes, little time
constexpr std::size_t kSlots = 53;  // of a chunk cache; only the last chunk is ever in use

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
  Column(hid_t group, const std::string& name, hid_t type, hsize_t chunk) : type_(type) {
    const hsize_t none = 0, any = H5S_UNLIMITED;
    const Handle space(H5Screate_simple(1, &none, &any), H5Sclose);
    const Handle made(H5Pcreate(H5P_DATASET_CREATE), H5Pclose),
        access(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose);
    H5Pset_chunk(made.get(), 1, &chunk);
    if (H5Tget_class(type) == H5T_FLOAT) {
      H5Pset_shuffle(made.get());
      H5Pset_deflate(made.get(), kDeflate);
    }
    H5Pset_chunk_cache(access.get(), kSlots, chunk * H5Tget_size(type), 1);
    set_ = Handle(H5Dcreate2(group, name.c_str(), type, space.get(), H5P_DEFAULT, made.get(), access.get()),
                  H5Dclose);
  }
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
  hid_t type_;
  Handle set_;
  hsize_t size_ = 0;
};

struct NumberField {
  const char *name, *unit;  // SI
  double (*read)(const Receipt&);
};

struct TextField {
  const char* name;
  std::string (*read)(const Receipt&);
};

// What an event has not is no number: a stop without a pin exchanges a moment, all others an impulse.
template <double Receipt::*member, bool ofMoment>
double readExchange(const Receipt& receipt) {
  return isMoment(receipt) == ofMoment ? receipt.*member : std::numeric_limits<double>::quiet_NaN();
}

constexpr std::array kNumberFields{
    NumberField{"t", "s", [](const Receipt& r) { return r.t; }},
    NumberField{"point_x", "m", [](const Receipt& r) { return r.pointX; }},
    NumberField{"point_y", "m", [](const Receipt& r) { return r.pointY; }},
    NumberField{"impulse", kForceImpulse.impulse, readExchange<&Receipt::impulse, false>},
    NumberField{"normal_velocity_before", kForceImpulse.speed,
                readExchange<&Receipt::normalVelocityBefore, false>},
    NumberField{"normal_velocity_after", kForceImpulse.speed,
                readExchange<&Receipt::normalVelocityAfter, false>},
    NumberField{"moment_impulse", kMomentImpulse.impulse, readExchange<&Receipt::impulse, true>},
    NumberField{"angular_velocity_before", kMomentImpulse.speed,
                readExchange<&Receipt::normalVelocityBefore, true>},
    NumberField{"angular_velocity_after", kMomentImpulse.speed,
                readExchange<&Receipt::normalVelocityAfter, true>},
    NumberField{"restitution", "1", [](const Receipt& r) { return r.restitution; }},
    NumberField{"energy_before", "J", [](const Receipt& r) { return r.energyBefore; }},
    NumberField{"energy_after", "J", [](const Receipt& r) { return r.energyAfter; }},
    NumberField{"mobility_before", "1", [](const Receipt& r) { return 1.0 * r.mobilityBefore; }},
    NumberField{"mobility_after", "1", [](const Receipt& r) { return 1.0 * r.mobilityAfter; }}};

constexpr std::array kTextFields{
    TextField{"kind", [](const Receipt& r) { return std::string(toWord(r.kind)); }},
    TextField{"element", [](const Receipt& r) { return r.element; }},
    TextField{"law", [](const Receipt& r) { return r.law; }},
    TextField{"body_a", [](const Receipt& r) { return r.bodyA; }},
    TextField{"body_b", [](const Receipt& r) { return r.bodyB; }},
    TextField{"phase_before", [](const Receipt& r) { return r.phaseBefore; }},
    TextField{"phase_after", [](const Receipt& r) { return r.phaseAfter; }}};

}  // namespace

class Hdf5File::Private {
 public:
  bool open(const std::filesystem::path& where, const std::vector<Channel>& channels,
            const std::string& model);
  void flushSamples();
  void flushEvents();
  void keep(bool written) { failed = failed || !written; }

  OutputClaim claim;
  std::filesystem::path path;
  Handle textType = makeTextType();
  Handle file;
  std::vector<std::size_t> columns;             // of the channels
  std::vector<Column> samples, numbers, texts;  // of the columns; of events
  std::vector<std::vector<double>> held;        // of the columns
  std::vector<Receipt> receipts;                // held back
  bool failed = false;
};

bool Hdf5File::Private::open(const std::filesystem::path& where, const std::vector<Channel>& channels,
                             const std::string& model) {
  path = where;
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  H5Pset_file_locking(access.get(), false, true);  // it has our claim, which is a lock of the same sort
  file = Handle(H5Fcreate(where.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access.get()), H5Fclose);
  if (!file.isOpen()) return false;
  keep(writeTextAttribute(file.get(), "format", "clank-run") &&
       writeTextAttribute(file.get(), "version", "1") &&
       writeTextAttribute(file.get(), "program", programVersion()) && writeText(file.get(), "model", model));
  const auto group = [&](const char* name) {
    return Handle(H5Gcreate2(file.get(), name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
  };
  const Handle sampleGroup = group("samples"), eventGroup = group("events");
  const auto add = [&](std::vector<Column>& to, const Handle& in, const std::string& name,
                       const std::string& unit, hid_t type, hsize_t chunk) {
    to.emplace_back(in.get(), name, type, chunk);
    keep(to.back().isOpen() && (unit.empty() || writeTextAttribute(to.back().get(), "unit", unit)));
  };
  for (const std::size_t c : columns)
    add(samples, sampleGroup, channels[c].name, channels[c].unit, H5T_NATIVE_DOUBLE, kRows);
  for (const NumberField& field : kNumberFields)
    add(numbers, eventGroup, field.name, field.unit, H5T_NATIVE_DOUBLE, kEvents);
  for (const TextField& field : kTextFields) add(texts, eventGroup, field.name, "", textType.get(), kEvents);
  held.resize(columns.size());
  return !failed;
}

// What is written survives whatever ends the program.
void Hdf5File::Private::flushSamples() {
  if (failed || held.empty() || held.front().empty()) return;
  for (std::size_t i = 0; i < held.size(); ++i) {
    keep(samples[i].append(held[i].data(), held[i].size()));
    held[i].clear();
  }
  keep(H5Fflush(file.get(), H5F_SCOPE_LOCAL) >= 0);
}

void Hdf5File::Private::flushEvents() {
  if (failed || receipts.empty()) return;
  std::vector<double> values;
  for (std::size_t i = 0; i < kNumberFields.size(); ++i) {
    values.clear();
    for (const Receipt& receipt : receipts) values.push_back(kNumberFields[i].read(receipt));
    keep(numbers[i].append(values.data(), values.size()));
  }
  for (std::size_t i = 0; i < kTextFields.size(); ++i) {
    std::vector<std::string> words;
    for (const Receipt& receipt : receipts) words.push_back(kTextFields[i].read(receipt));
    std::vector<const char*> places;
    for (const std::string& word : words) places.push_back(word.c_str());
    keep(texts[i].append(places.data(), places.size()));
  }
  receipts.clear();
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
  auto d = std::make_unique<Private>();
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
  d_->receipts.push_back(receipt);
  if (d_->receipts.size() >= kEvents) d_->flushEvents();
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
