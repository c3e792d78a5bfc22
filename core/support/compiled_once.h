// SPDX-License-Identifier: GPL-3.0-or-later
// Copying, comparing and destroying a large record, compiled once. A mechanism is a tree of vectors and
// variants: what its implicit members are made of took eight seconds in every unit that copies or compares
// one (g++ 12, -O1; including its header takes two).
#pragma once

// In the record, in place of a defaulted comparison. Such a record is no aggregate.
#define CLANK_COMPILED_ONCE(Record)                  \
  Record();                             /* NOLINT */ \
  Record(const Record&);                /* NOLINT */ \
  Record(Record&&) noexcept;            /* NOLINT */ \
  Record& operator=(const Record&);     /* NOLINT */ \
  Record& operator=(Record&&) noexcept; /* NOLINT */ \
  ~Record();                            /* NOLINT */ \
  friend bool operator==(const Record&, const Record&)

// In one .cpp file. bugprone-macro-parentheses asks for brackets where none can be.
#define CLANK_COMPILE_HERE(Record)                                     \
  Record::Record() = default;                             /* NOLINT */ \
  Record::Record(const Record&) = default;                /* NOLINT */ \
  Record::Record(Record&&) noexcept = default;            /* NOLINT */ \
  Record& Record::operator=(const Record&) = default;     /* NOLINT */ \
  Record& Record::operator=(Record&&) noexcept = default; /* NOLINT */ \
  Record::~Record() = default;                            /* NOLINT */ \
  bool operator==(const Record&, const Record&) = default
