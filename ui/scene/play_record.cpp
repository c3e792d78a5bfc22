// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/play_record.h"

#include <algorithm>

#include "core/record/channel_index.h"

namespace clank {

PlayRecord::PlayRecord(const Mechanism& resolved, const std::vector<Channel>& channels) {
  if (std::ranges::all_of(resolved.joints, [](const Joint& joint) { return listPlay(joint).empty(); }))
    return;
  const ChannelIndex index(channels);
  const auto column = [&](const std::string& name) { return index.find(name); };
  for (std::size_t j = 0; j < resolved.joints.size(); ++j) {
    const Joint& joint = resolved.joints[j];
    const std::vector<Play> plays = listPlay(joint);
    if (plays.empty()) continue;
    // Of several phases with play, that with the most: the loupe shows the others in it.
    const auto loosest = std::ranges::max_element(plays, {}, [](const Play& play) {
      return play.clearance->bearing.value - play.clearance->journal.value;
    });
    joints_.push_back({j, joint.id, loosest->clearance->bearing.value, loosest->clearance->journal.value});
    Columns columns{column(joint.id + ".eccentricity_x"),
                    column(joint.id + ".eccentricity_y"),
                    column(joint.id + ".reaction_x"),
                    column(joint.id + ".reaction_y"),
                    column(joint.id + ".state"),
                    column(joint.id + ".phase"),
                    {}};
    if (columns.phase >= 0) {
      columns.hasPlay.assign(joint.metamorphic->phases.size(), false);
      for (const Play& play : plays)
        if (play.phase) columns.hasPlay[*play.phase] = true;
    }
    columns_.push_back(columns);
  }
  histories_.resize(joints_.size());
}

int PlayRecord::find(std::size_t joint) const {
  for (std::size_t i = 0; i < joints_.size(); ++i)
    if (joints_[i].joint == joint) return static_cast<int>(i);
  return -1;
}

PlayMoment PlayRecord::read(std::size_t index, std::span<const double> row) const {
  const auto at = [&](int c) {
    const bool is = c >= 0 && static_cast<std::size_t>(c) < row.size();
    return is && std::isfinite(row[static_cast<std::size_t>(c)]) ? row[static_cast<std::size_t>(c)] : 0.0;
  };
  const Columns& c = columns_[index];
  const auto phase = static_cast<std::size_t>(std::max(0.0, at(c.phase)));
  return {row.empty() ? 0 : row[0],
          {at(c.x), at(c.y)},
          {at(c.forceX), at(c.forceY)},
          at(c.state) > 0,
          c.hasPlay.empty() || (phase < c.hasPlay.size() && c.hasPlay[phase])};
}

void PlayRecord::append(std::span<const double> row) {
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    histories_[i].push_back(read(i, row));
    peak_ = std::max(peak_, length(histories_[i].back().force));
  }
}

void PlayRecord::clear() {
  for (auto& history : histories_) history.clear();
  peak_ = 0;
}

}  // namespace clank
