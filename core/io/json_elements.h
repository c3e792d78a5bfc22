// SPDX-License-Identifier: GPL-3.0-or-later
// JSON whose long lists are handed over element by element.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace clank {

// Who takes the elements of lists that are members of the outermost object.
class ElementSink {
 public:
  virtual bool takesElements(const std::string& list) = 0;  // of the list with this key
  // In the order of the text. False: read no further.
  virtual bool takeElement(const std::string& list, const nlohmann::json& element) = 0;

 protected:
  ~ElementSink() = default;
};

// What a well-formed text holds, but for the lists that the sink has taken.
nlohmann::json readElements(std::string_view text, ElementSink& sink);

}  // namespace clank
