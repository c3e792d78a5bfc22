// SPDX-License-Identifier: GPL-3.0-or-later
// The text of a DXF file as records: what begins with a group 0, and the groups behind it.
//
// Why this is read here and not by libdxflib (3.26.4 was tried): it takes a word where a number should be,
// and a group that is missing, for 0; a polyline that counts fewer points than it has loses some, and a
// spline that counts more gets one at the origin; a file that breaks off, or is no DXF, is a success;
// entities that it does not know are not reported. Each gives a wrong shape without a word. Of a line of 1500
// characters it finds no end, and for a count of 2e9 it asks for 64 GB. To find all that, every group would
// have to be read and checked here as well, and what is left (blocks, splines, chains) it leaves to its
// caller. What it writes is right: dxf_writer.h does so.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/support/result.h"

namespace clank {

struct DxfGroup {
  int code = 0;
  std::string value;
  std::size_t line = 0;  // of the value, from 1
};

struct DxfRecord {
  std::string name;      // of the entity, or SECTION, ENDSEC, ...
  std::size_t line = 0;  // of the name
  std::vector<DxfGroup> groups;
};

// In UTF-8, from that or Latin-1, up to EOF; comments are left out. Fails with line and reason: a file that
// is empty, DWG or binary DXF, a line that is no group code, a last code without a value.
Result<std::vector<DxfRecord>> readDxfRecords(std::string_view text);

// The values of one record. The first that is missing or wrong is kept, with its line.
class DxfFields {
 public:
  explicit DxfFields(const DxfRecord& record) : record_(record) {}
  std::string word(int code, const char* without) const;
  bool has(int code) const { return find(code) != nullptr; }
  double number(int code);                  // has to be there
  double number(int code, double without);  // may be missing
  int whole(int code, int without);         // a whole number
  std::vector<double> numbers(int code);    // all of this code
  double toNumber(const DxfGroup& group);
  void refuse(std::string what);  // with the line of the record
  const Problems& problems() const { return problems_; }
  bool failed() const { return !problems_.empty(); }

 private:
  const DxfGroup* find(int code) const;
  void refuse(std::size_t line, std::string what);

  const DxfRecord& record_;
  Problems problems_;
};

}  // namespace clank
