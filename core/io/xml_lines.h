// SPDX-License-Identifier: GPL-3.0-or-later
// Where things stand in the text of an XML file, which its tree does not keep.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace clank {

// The line, from 1, of a place.
std::size_t countXmlLines(std::string_view xml, std::size_t at);
// The line on which the child of the root with this index begins.
std::size_t findXmlLine(std::string_view xml, std::size_t index);

// Where tags nest deeper than allowed; the parser calls itself for each. As it does, this knows comments,
// CDATA, instructions, document types and quoted attributes, in all of which tags mean nothing.
std::optional<std::size_t> findTooDeep(std::string_view xml, std::size_t deepest);

}  // namespace clank
