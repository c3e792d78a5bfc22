// SPDX-License-Identifier: GPL-3.0-or-later
// No output is ever an input: what has been read is known here, and every place where something is to be
// written is asked about before. Files are told apart by device and inode, so that links and other ways to
// the same file do not hide it, and by their path, which stays when a file is replaced meanwhile.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

#include "core/model/mechanism.h"
#include "core/support/result.h"

namespace clank {

class InputFiles {
 public:
  void add(const std::filesystem::path& file);
  // One that is open, as standard input; name: for messages.
  void addOpen(int file, const std::string& name);
  // The tables and pictures that a mechanism names; folder: of its file.
  void addNamedIn(const Mechanism& mechanism, const std::filesystem::path& folder);

  // Fails where writing there would replace one of them, and names both.
  Result<void> check(const std::filesystem::path& output) const;

 private:
  struct Input {
    std::string name;
    std::filesystem::path path;  // without links; empty: unknown
    bool isThere = false;
    dev_t device = 0;
    ino_t inode = 0;
  };
  static Input look(const std::filesystem::path& file);

  std::vector<Input> inputs_;
};

}  // namespace clank
