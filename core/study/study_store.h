// SPDX-License-Identifier: GPL-3.0-or-later
// The table of a study on disk: an SQLite file, one row a run. Rows come in any order; what is committed
// stays, whatever happens. One process at a time holds it.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/study/study_run.h"

namespace clank {

// What two tables must share to be parts of one.
struct StudyIdentity {
  std::string study, file, hash, seed, version, size;     // file: its name; hash: of its text
  std::vector<std::string> parameters, quantities, kept;  // headings with units
  std::vector<std::string> words;                         // those of parameters whose values are no numbers
  friend bool operator==(const StudyIdentity&, const StudyIdentity&) = default;
};

class StudyStore {
 public:
  enum class Mode { create, resume, read };
  // create fails where the file exists, resume where it belongs to something else. Either fails when another
  // process holds it.
  static Result<StudyStore> open(const std::filesystem::path& path, const StudyIdentity& identity, Mode mode);
  // A table as it is.
  static Result<StudyStore> read(const std::filesystem::path& path);
  ~StudyStore();
  StudyStore(StudyStore&&) noexcept;
  StudyStore& operator=(StudyStore&&) noexcept;

  const StudyIdentity& identity() const;
  std::uint64_t count() const;
  std::uint64_t countNotFinished() const;
  // Numbers of the runs from first on, before last, that are not there.
  std::vector<std::uint64_t> listMissing(std::uint64_t first, std::uint64_t last) const;

  // Begins a transaction where there is none. False: see error(); nothing that was committed is lost.
  bool add(const StudyRow& row);
  bool commit();
  // Takes all rows of another table with the same identity; a run that is in both is taken once.
  bool takeAll(const StudyStore& other);
  const std::string& error() const;

  // In the order of the runs. Kept rows come as (run, t and channels).
  void forEach(const std::function<void(const StudyRow&)>& visit) const;
  void forEachKept(const std::function<void(std::uint64_t, const std::vector<double>&)>& visit) const;
  // The quantities alone, NaN where there is none.
  void forEachQuantities(const std::function<void(std::span<const double>)>& visit) const;
  // Of a sensitivity study, for every point the values of one quantity in all tables (runs point, points +
  // point, ...); NaN where a run is not there.
  void forEachPoint(std::size_t quantity, std::uint64_t points,
                    const std::function<void(std::span<const double>)>& visit) const;

 private:
  struct Parts;
  explicit StudyStore(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace clank
