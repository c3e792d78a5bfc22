// SPDX-License-Identifier: GPL-3.0-or-later
// What laws of parts read of these parts themselves, written anew for laws of their image.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "core/model/fields.h"
#include "ui/document/copy_motion.h"

namespace clank {

// By what angle the coordinate of a joint has been turned, by the id of the joint.
using Turns = std::map<std::string, double>;

// A law of the image is that of the original at what the motion undone makes of what the image does: "-0.02 *
// finger.omega" of a mirror image reads (-finger.omega). The names stay.
class LawReads {
 public:
  // values: the originals with their numbers.
  LawReads(const Mechanism& values, const ImageIds& ids, const CopyMotion& copy, const Turns& turns)
      : values_(values), ids_(ids), copy_(copy), back_(inverse(copy)), turns_(turns) {}
  // What stands for "id.member"; nothing of what is none of the parts.
  std::optional<std::string> rewrite(const std::string& id, const std::string& member) const;

 private:
  std::string rewriteBody(const std::string& id, const std::string& member) const;
  std::string rewriteJoint(const Joint& joint, const std::string& member) const;

  const Mechanism& values_;
  const ImageIds& ids_;
  CopyMotion copy_, back_;
  const Turns& turns_;
};

// Of all laws of an element.
void rewriteLaws(const RecordRef& element, const LawReads& reads);

}  // namespace clank
