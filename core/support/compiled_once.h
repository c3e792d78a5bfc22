// SPDX-License-Identifier: GPL-3.0-or-later
// Copying, comparing and destroying a large record, compiled once. A mechanism is a tree of vectors and
// variants: what its implicit members are made of took eight seconds in every unit that copies or compares
// one (g++ 12, -O1; including its header takes two).
#pragma once

// In the record, in place of a defaulted comparison. Such a record is no aggregate.
#define CLANK_COMPILED_ONCE(Record)     \
  Record();                             \
  Record(const Record&);                \
  Record(Record&&) noexcept;            \
  Record& operator=(const Record&);     \
  Record& operator=(Record&&) noexcept; \
  ~Record();                            \
  friend bool operator==(const Record&, const Record&)

// In one .cpp file.
#define CLANK_COMPILE_HERE(Record)                        \
  Record::Record() = default;                             \
  Record::Record(const Record&) = default;                \
  Record::Record(Record&&) noexcept = default;            \
  Record& Record::operator=(const Record&) = default;     \
  Record& Record::operator=(Record&&) noexcept = default; \
  Record::~Record() = default;                            \
  bool operator==(const Record&, const Record&) = default
