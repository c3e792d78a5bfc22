// SPDX-License-Identifier: GPL-3.0-or-later
// The text of a DXF file as records: what begins with a group 0, and the groups behind it.
//
// Why this is read here and not by libdxflib (3.26.4 was tried): it takes a word where a number should be,
// and a group that is missing, for 0; it leaves out the last points of a polyline that counts fewer than it
// has, and adds a control point at the origin to a spline that counts more; a file that breaks off, or is no
// DXF, is a success; a line of 1500 characters never ends and a count of 2e9 ends the program; and it does
// not report entities that it does not know. Each gives a wrong shape without a word. To find them, all
// groups would have to be read and checked here as well, and what is left (blocks, splines, chains) it leaves
// to its caller.
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
