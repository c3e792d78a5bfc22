// SPDX-License-Identifier: GPL-3.0-or-later
// Where the texts of a picture stand: off each other, off its symbols, and off its parts where there is room.
// Lengths in px, y down.
#pragma once

#include <QLineF>
#include <QPolygonF>
#include <QRectF>
#include <QString>
#include <map>
#include <optional>
#include <vector>

namespace clank {

// A place that would do for a text.
struct LabelPlace {
  QPointF at;        // what the text belongs to
  QPointF away;      // in which direction it stands off, any length; zero: its middle is there
  double gap = 0;    // between that point and the text
  double angle = 0;  // rad, of the text
};

// What lies in a picture, from what a text may stand on to what it must not.
enum class Cover { part, symbol, text };

class LabelLayout {
 public:
  // Which of its places each text has. Kept from picture to picture, so that a text stays on its side while
  // the mechanism moves.
  using Memory = std::map<QString, std::size_t>;

  // room: texts of what is in it stay in it.
  LabelLayout(const QRectF& room, Memory& memory) : room_(room), memory_(memory) {}

  const QRectF& room() const { return room_; }
  void block(const QPolygonF& convex, Cover cover);  // an outline without its first point again
  void block(const QRectF& box, Cover cover);
  void blockLine(QPointF from, QPointF to, double half, Cover cover);  // half: of its width

  struct Spot {
    QPointF center;
    double angle = 0;                        // rad
    QPolygonF outline;                       // of the text
    std::optional<QPointF> leaderFrom = {};  // what the text belongs to, when it stands farther off
    // From there to the text, off the symbol; none where it is short.
    std::optional<QLineF> findLeader() const;
  };
  // The best of the places, in order of liking, and from now on no other text stands there. `mayGo`: none
  // when it would cover a text or a symbol everywhere.
  std::optional<Spot> place(const QString& key, const QSizeF& size, const std::vector<LabelPlace>& places,
                            bool mayGo = false);

  // The same offset in eight directions, the liked one first and then those that are near to it.
  static std::vector<LabelPlace> around(QPointF at, QPointF liked, double gap);

 private:
  struct Blocked {
    QPolygonF outline;
    QRectF box;
    Cover cover;
  };
  Spot makeSpot(const QSizeF& size, const LabelPlace& place) const;
  // How deep (px, weighed) an outline lies in what is there; only what counts from `least` on.
  double calcCost(const QPolygonF& outline, Cover least) const;

  QRectF room_;
  Memory& memory_;
  std::vector<Blocked> blocked_;
};

// How far two convex outlines are in each other, px: what the shortest way apart is; 0 when they are apart.
double calcOverlap(const QPolygonF& a, const QPolygonF& b);

}  // namespace clank
