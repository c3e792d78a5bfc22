// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/import_mechanism.h"

#include "core/io/import_linkage.h"
#include "core/io/import_pmks.h"

namespace clank {

Result<ImportedMechanism> importMechanism(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r\n\xef\xbb\xbf";
  const auto first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return failure("the file is empty");
  return text[first] == '<' ? importLinkage(text) : importPmks(text);
}

}  // namespace clank
