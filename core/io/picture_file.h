// SPDX-License-Identifier: GPL-3.0-or-later
// The files that a mechanism names: pictures behind it and tables beside it, relative to its own folder.
#pragma once

#include <filesystem>

#include "core/io/named_file.h"
#include "core/model/mechanism.h"

namespace clank {

// The file of a picture; folder: of the file of the mechanism. Fails where it is not below that and not
// allowed.
Result<std::filesystem::path> findPictureFile(const Picture& picture, const std::filesystem::path& folder,
                                              const OutsideFiles& outside = {});

// A warning for every picture whose file is not there, and for what leads out of the folder and is not
// allowed, tables too.
Problems findMissingFiles(const Mechanism& mechanism, const std::filesystem::path& folder,
                          const OutsideFiles& outside = {});

// The mechanism moves from one folder to another (from empty: it had none yet, and its names are absolute):
// pictures and references name the same files as before, relative to the new folder.
void moveToFolder(Mechanism& mechanism, const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace clank
