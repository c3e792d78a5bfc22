// SPDX-License-Identifier: GPL-3.0-or-later
// Who writes an output that grows, or a folder of files, holds it: a second program is refused, and rows of
// two runs are never mixed. What is replaced as a whole (replace_file.h) needs no claim.
//
// A lock of the system on the file or folder itself: it leaves nothing behind, and is gone with whoever held
// it, whatever ended him. Where a file system knows no locks there is no protection, and no refusal either.
#pragma once

#include <filesystem>

#include "core/support/result.h"

namespace clank {

class OutputClaim {
 public:
  // Holds nothing.
  OutputClaim() = default;
  // A file, which is made where it is not there; what it holds stays. Or a folder that is there.
  static Result<OutputClaim> take(const std::filesystem::path& output);
  ~OutputClaim();
  OutputClaim(OutputClaim&& other) noexcept;
  OutputClaim& operator=(OutputClaim&& other) noexcept;

 private:
  int file_ = -1;
};

}  // namespace clank
