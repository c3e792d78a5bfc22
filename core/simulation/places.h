// SPDX-License-Identifier: GPL-3.0-or-later
// Where in the file the part stands that a message of a run is about: JSON pointers.
#pragma once

#include <string>

#include "core/dynamics/assembler.h"
#include "core/simulation/event_search.h"

namespace clank {

std::string findPlace(const System& system, const Watched& watched);
// Of a contact, or of the clearance that it is.
std::string findPlaceOfContact(const System& system, std::size_t contact);
std::string findPlaceOfRow(const Assembler& assembler, std::size_t row);
// Of the part that a channel is of; those of the whole, energies and drift, belong to "/simulation".
std::string findPlaceOfChannel(const System& system, const std::string& channel);

}  // namespace clank
