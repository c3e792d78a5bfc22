// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tables (core/doc/studies.md): about(key, place, value) with the identity; runs(run, p0, p1, ..., q0, q1,
// ..., ended, reason), p being numbers, or texts where the parameter has words, and q numbers or NULL;
// kept(run, row, c0, c1, ...). Views with the names of people stand beside them.
#include "core/study/study_store.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/io/number_text.h"

namespace clank {

// A statement of SQLite; what it binds is copied.
class StudyStatement {
 public:
  StudyStatement(sqlite3* db, const std::string& sql) {
    if (sqlite3_prepare_v2(db, sql.c_str(), -1, &handle_, nullptr) != SQLITE_OK) handle_ = nullptr;
  }
  ~StudyStatement() { sqlite3_finalize(handle_); }
  StudyStatement(StudyStatement&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  StudyStatement& operator=(StudyStatement&&) = delete;

  explicit operator bool() const { return handle_ != nullptr; }
  bool step() { return handle_ && sqlite3_step(handle_) == SQLITE_ROW; }
  bool run() {
    const bool done = handle_ && sqlite3_step(handle_) == SQLITE_DONE;
    if (handle_) sqlite3_reset(handle_);
    return done;
  }
  void bind(int place, std::int64_t value) { sqlite3_bind_int64(handle_, place, value); }
  void bind(int place, double value) {
    std::isfinite(value) ? sqlite3_bind_double(handle_, place, value) : sqlite3_bind_null(handle_, place);
  }
  void bind(int place, const std::string& text) {
    sqlite3_bind_text(handle_, place, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
  }
  std::int64_t integer(int column) const { return sqlite3_column_int64(handle_, column); }
  double number(int column) const {
    return sqlite3_column_type(handle_, column) == SQLITE_NULL ? std::numeric_limits<double>::quiet_NaN()
                                                               : sqlite3_column_double(handle_, column);
  }
  // Of a number its shortest text: SQLite's own has 15 digits.
  std::string text(int column) const {
    if (sqlite3_column_type(handle_, column) == SQLITE_FLOAT) return toShortestText(number(column));
    const auto* found = sqlite3_column_text(handle_, column);
    return found ? reinterpret_cast<const char*>(found) : std::string();
  }

 private:
  sqlite3_stmt* handle_ = nullptr;
};

namespace {

bool isWord(const StudyIdentity& identity, std::size_t parameter) {
  return std::ranges::find(identity.words, identity.parameters[parameter]) != identity.words.end();
}

std::string parameterColumns(const StudyIdentity& identity) {
  std::string text;
  for (std::size_t i = 0; i < identity.parameters.size(); ++i)
    text += fmt::format(", p{} {}", i, isWord(identity, i) ? "TEXT" : "REAL");
  return text;
}

std::string columns(const char* letter, std::size_t count, const char* type) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += fmt::format(", {}{} {}", letter, i, type);
  return text;
}

std::string quoted(std::string name) {
  for (std::size_t i = 0; (i = name.find('"', i)) != std::string::npos; i += 2) name.insert(i, 1, '"');
  return '"' + name + '"';
}

std::string named(const char* letter, const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += fmt::format(", {}{} AS {}", letter, i, quoted(names[i]));
  return text;
}

}  // namespace

struct StudyStore::Parts {
  ~Parts() {
    insert.reset();
    insertKept.reset();
    if (isOpen) exec(isWhole ? "COMMIT" : "ROLLBACK");
    std::error_code ignored;
    if (!isWhole && isMade) std::filesystem::remove(path, ignored);  // while nobody else can hold it
    sqlite3_close(db);
  }

  // Neither a table nor anything else: what a full disk has left of one that was being made.
  bool isEmpty() {
    StudyStatement get(db, "SELECT count(*) FROM sqlite_master");
    return get.step() && get.integer(0) == 0;
  }

  bool exec(const std::string& sql) {
    if (sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK) return true;
    noteError();
    return false;
  }
  void noteError() {
    if (!error.empty()) return;
    const int code = sqlite3_errcode(db);
    const std::string why = code == SQLITE_BUSY || code == SQLITE_LOCKED ? "another study is writing to it"
                            : code == SQLITE_FULL                        ? "the disk is full"
                                                                         : sqlite3_errmsg(db);
    error = fmt::format("{}: {}", path.string(), why);
  }

  bool createTables() {
    const std::size_t q = identity.quantities.size();
    bool done = exec("CREATE TABLE about(key TEXT, place INTEGER, value TEXT)") &&
                exec(fmt::format("CREATE TABLE runs(run INTEGER PRIMARY KEY{}{}, ended TEXT, reason TEXT)",
                                 parameterColumns(identity), columns("q", q, "REAL"))) &&
                exec(fmt::format("CREATE VIEW study AS SELECT run{}{}, ended, reason FROM runs",
                                 named("p", identity.parameters), named("q", identity.quantities)));
    if (done && !identity.kept.empty())
      done = exec(fmt::format(
                 "CREATE TABLE kept(run INTEGER, row INTEGER{}, PRIMARY KEY(run, row)) WITHOUT ROWID",
                 columns("c", identity.kept.size(), "REAL"))) &&
             exec(fmt::format("CREATE VIEW samples AS SELECT run{} FROM kept", named("c", identity.kept)));
    return done && writeAbout();
  }

  bool writeAbout() {
    StudyStatement put(db, "INSERT INTO about VALUES(?, ?, ?)");
    const auto write = [&](const char* key, const std::vector<std::string>& values) {
      for (std::size_t i = 0; i < values.size(); ++i) {
        put.bind(1, std::string(key));
        put.bind(2, static_cast<std::int64_t>(i));
        put.bind(3, values[i]);
        if (!put.run()) return noteError(), false;
      }
      return true;
    };
    return write("study", {identity.study}) && write("file", {identity.file}) &&
           write("hash", {identity.hash}) && write("seed", {identity.seed}) &&
           write("version", {identity.version}) && write("size", {identity.size}) &&
           write("parameter", identity.parameters) && write("quantity", identity.quantities) &&
           write("kept", identity.kept) && write("word", identity.words);
  }

  bool readAbout() {
    StudyStatement get(db, "SELECT key, value FROM about ORDER BY key, place");
    if (!get) return noteError(), false;
    while (get.step()) {
      const std::string key = get.text(0), value = get.text(1);
      if (key == "study") identity.study = value;
      if (key == "file") identity.file = value;
      if (key == "hash") identity.hash = value;
      if (key == "seed") identity.seed = value;
      if (key == "version") identity.version = value;
      if (key == "size") identity.size = value;
      if (key == "parameter") identity.parameters.push_back(value);
      if (key == "quantity") identity.quantities.push_back(value);
      if (key == "kept") identity.kept.push_back(value);
      if (key == "word") identity.words.push_back(value);
    }
    return true;
  }

  bool prepare() {
    const std::size_t p = identity.parameters.size(), q = identity.quantities.size();
    std::string marks;
    for (std::size_t i = 0; i < p + q + 3; ++i) marks += i == 0 ? "?" : ", ?";
    insert =
        std::make_unique<StudyStatement>(db, fmt::format("INSERT OR IGNORE INTO runs VALUES({})", marks));
    if (!identity.kept.empty()) {
      marks.clear();
      for (std::size_t i = 0; i < identity.kept.size() + 2; ++i) marks += i == 0 ? "?" : ", ?";
      insertKept =
          std::make_unique<StudyStatement>(db, fmt::format("INSERT OR IGNORE INTO kept VALUES({})", marks));
    }
    if (*insert && (!insertKept || *insertKept)) return true;
    noteError();
    return false;
  }

  bool begin() { return isOpen || (isOpen = exec("BEGIN")); }

  sqlite3* db = nullptr;
  std::filesystem::path path;
  StudyIdentity identity;
  std::unique_ptr<StudyStatement> insert, insertKept;
  bool isOpen = false;   // a transaction
  bool isMade = false;   // the file was not there, or empty
  bool isWhole = false;  // it has its tables and knows whose they are
  std::string error;
};

StudyStore::StudyStore(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
StudyStore::~StudyStore() = default;
StudyStore::StudyStore(StudyStore&&) noexcept = default;
StudyStore& StudyStore::operator=(StudyStore&&) noexcept = default;

Result<StudyStore> StudyStore::open(const std::filesystem::path& path, const StudyIdentity& identity,
                                    Mode mode) {
  auto parts = std::make_unique<Parts>();
  parts->path = path;
  const bool isThere = std::filesystem::exists(path);
  if (mode == Mode::read && !isThere) return failure(fmt::format("there is no {}", path.string()));
  const int flags = mode == Mode::read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  if (sqlite3_open_v2(path.c_str(), &parts->db, flags, nullptr) != SQLITE_OK) {
    parts->noteError();
    return failure(parts->error);
  }
  if (mode != Mode::read &&
      (!parts->exec("PRAGMA locking_mode = EXCLUSIVE") || !parts->exec("BEGIN EXCLUSIVE")))
    return failure(parts->error);
  parts->isOpen = mode != Mode::read;
  const bool isNew = mode != Mode::read && parts->isEmpty();
  if (mode == Mode::create && !isNew)
    return failure(
        fmt::format("{} is there already: --resume goes on with it, or take another folder", path.string()));
  parts->isMade = isNew;
  if (isNew) parts->identity = identity;
  if (!(isNew ? parts->createTables() : parts->readAbout())) return failure(parts->error);
  if (mode == Mode::resume && parts->identity != identity) {
    const auto& old = parts->identity;
    const char* what = old.seed != identity.seed     ? "it has another seed"
                       : old.hash != identity.hash   ? "the file has changed since"
                       : old.study != identity.study ? "it is another study"
                                                     : "another version of the program has made it";
    return failure(fmt::format("{} cannot be gone on with: {}", path.string(), what));
  }
  if (mode != Mode::read && !parts->prepare()) return failure(parts->error);
  StudyStore store(std::move(parts));
  if (mode != Mode::read && !store.commit()) return failure(store.error());
  store.parts_->isWhole = true;
  return store;
}

Result<StudyStore> StudyStore::read(const std::filesystem::path& path) {
  return open(path, {}, Mode::read);
}

const StudyIdentity& StudyStore::identity() const {
  return parts_->identity;
}

const std::string& StudyStore::error() const {
  return parts_->error;
}

std::uint64_t StudyStore::count() const {
  StudyStatement get(parts_->db, "SELECT count(*) FROM runs");
  return get.step() ? static_cast<std::uint64_t>(get.integer(0)) : 0;
}

std::uint64_t StudyStore::countNotFinished() const {
  StudyStatement get(parts_->db, "SELECT count(*) FROM runs WHERE ended <> 'finished'");
  return get.step() ? static_cast<std::uint64_t>(get.integer(0)) : 0;
}

std::vector<std::uint64_t> StudyStore::listMissing(std::uint64_t first, std::uint64_t last) const {
  std::vector<bool> isThere(last - first);
  StudyStatement get(parts_->db, "SELECT run FROM runs WHERE run >= ? AND run < ?");
  get.bind(1, static_cast<std::int64_t>(first));
  get.bind(2, static_cast<std::int64_t>(last));
  while (get.step()) isThere[static_cast<std::uint64_t>(get.integer(0)) - first] = true;
  std::vector<std::uint64_t> missing;
  for (std::uint64_t run = first; run < last; ++run)
    if (!isThere[run - first]) missing.push_back(run);
  return missing;
}

bool StudyStore::add(const StudyRow& row) {
  if (!parts_->begin()) return false;
  StudyStatement& insert = *parts_->insert;
  int place = 0;
  insert.bind(++place, static_cast<std::int64_t>(row.run));
  for (std::size_t i = 0; i < row.parameters.size(); ++i) {
    // SQLite's own reading of a number may miss its last bit.
    const auto number = isWord(identity(), i) ? std::nullopt : readNumber(row.parameters[i]);
    ++place;
    number ? insert.bind(place, *number) : insert.bind(place, row.parameters[i]);
  }
  for (const double value : row.quantities) insert.bind(++place, value);
  insert.bind(++place, row.ended);
  insert.bind(++place, row.reason);
  bool done = insert.run();
  for (std::size_t i = 0; done && i < row.kept.size(); ++i) {
    place = 0;
    parts_->insertKept->bind(++place, static_cast<std::int64_t>(row.run));
    parts_->insertKept->bind(++place, static_cast<std::int64_t>(i));
    for (const double value : row.kept[i]) parts_->insertKept->bind(++place, value);
    done = parts_->insertKept->run();
  }
  if (!done) parts_->noteError();
  return done;
}

bool StudyStore::commit() {
  if (!parts_->isOpen) return true;
  if (!parts_->exec("COMMIT")) return false;
  parts_->isOpen = false;
  return true;
}

bool StudyStore::takeAll(const StudyStore& other) {
  bool done = true;
  other.forEach([&](const StudyRow& row) { done = done && add(row); });
  if (done && !identity().kept.empty()) {
    std::uint64_t last = 0;
    std::int64_t place = 0;
    bool isFirst = true;
    other.forEachKept([&](std::uint64_t run, const std::vector<double>& values) {
      place = isFirst || run != last ? 0 : place + 1;
      last = run;
      isFirst = false;
      int at = 0;
      parts_->insertKept->bind(++at, static_cast<std::int64_t>(run));
      parts_->insertKept->bind(++at, place);
      for (const double value : values) parts_->insertKept->bind(++at, value);
      done = done && parts_->insertKept->run();
    });
    if (!done) parts_->noteError();
  }
  return done && commit();
}

void StudyStore::forEach(const std::function<void(const StudyRow&)>& visit) const {
  const std::size_t p = identity().parameters.size(), q = identity().quantities.size();
  StudyStatement get(parts_->db, "SELECT * FROM runs ORDER BY run");
  while (get.step()) {
    StudyRow row;
    int column = 0;
    row.run = static_cast<std::uint64_t>(get.integer(column++));
    for (std::size_t i = 0; i < p; ++i) row.parameters.push_back(get.text(column++));
    for (std::size_t i = 0; i < q; ++i) row.quantities.push_back(get.number(column++));
    row.ended = get.text(column++);
    row.reason = get.text(column);
    visit(row);
  }
}

void StudyStore::forEachQuantities(const std::function<void(std::span<const double>)>& visit) const {
  std::vector<double> values(identity().quantities.size());
  std::string names;
  for (std::size_t i = 0; i < values.size(); ++i) names += fmt::format("{}q{}", i == 0 ? "" : ", ", i);
  StudyStatement get(parts_->db, fmt::format("SELECT {} FROM runs", names));
  while (get.step()) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = get.number(static_cast<int>(i));
    visit(values);
  }
}

// One statement a table, all of them at the same point.
void StudyStore::forEachPoint(std::size_t quantity, std::uint64_t points,
                              const std::function<void(std::span<const double>)>& visit) const {
  const std::size_t tables = identity().parameters.size() + 2;
  std::vector<StudyStatement> rows;
  std::vector<bool> hasRow;
  rows.reserve(tables);
  for (std::size_t table = 0; table < tables; ++table) {
    StudyStatement& get = rows.emplace_back(
        parts_->db,
        fmt::format("SELECT run, q{} FROM runs WHERE run >= ? AND run < ? ORDER BY run", quantity));
    get.bind(1, static_cast<std::int64_t>(table * points));
    get.bind(2, static_cast<std::int64_t>((table + 1) * points));
    hasRow.push_back(get.step());
  }
  std::vector<double> values(tables);
  for (std::uint64_t point = 0; point < points; ++point) {
    for (std::size_t table = 0; table < tables; ++table) {
      const bool isThere =
          hasRow[table] && rows[table].integer(0) == static_cast<std::int64_t>(table * points + point);
      values[table] = isThere ? rows[table].number(1) : std::numeric_limits<double>::quiet_NaN();
      if (isThere) hasRow[table] = rows[table].step();
    }
    visit(values);
  }
}

void StudyStore::forEachKept(
    const std::function<void(std::uint64_t, const std::vector<double>&)>& visit) const {
  if (identity().kept.empty()) return;
  StudyStatement get(parts_->db, "SELECT * FROM kept ORDER BY run, row");
  std::vector<double> values(identity().kept.size());
  while (get.step()) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = get.number(static_cast<int>(i) + 2);
    visit(static_cast<std::uint64_t>(get.integer(0)), values);
  }
}

}  // namespace clank
