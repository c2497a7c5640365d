// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// SVG without Graphviz: the layout is given (columns are threads, rows program order), so
// only the edges need care. An edge between columns is a slight curve; an edge inside a
// column bows to the right of the boxes, the further the longer it is. Edges between the same
// two nodes get different bows so that labels do not cover each other.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "witness/picture.h"
#include "witness/style.h"

namespace fencepost::witness {

namespace {

constexpr double column_width = 210, row_height = 76, margin = 34, heading = 56;
constexpr double box_height = 28, character = 8.2;

struct Point {
    double x, y;
};

std::string escape(std::string_view text) {
    std::string out;
    for (char c : text) {
        if (c == '<')
            out += "&lt;";
        else if (c == '>')
            out += "&gt;";
        else if (c == '&')
            out += "&amp;";
        else if (c == '"')
            out += "&quot;";
        else
            out += c;
    }
    return out;
}

class Svg {
  public:
    explicit Svg(const Picture& picture) : picture_(picture) {
        // Without initial writes to show, their column is left out.
        first_ = 1;
        for (const PictureNode& node : picture.nodes) {
            first_ = std::min(first_, node.column);
            rows_ = std::max(rows_, node.row + 1);
        }
    }

    std::string draw() {
        const double width =
            2 * margin + column_width * static_cast<double>(picture_.columns.size() - first_);
        const double height = heading + margin + row_height * rows_;
        out_ = fmt::format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" "
            "width=\"{0:.0f}\" height=\"{1:.0f}\" font-family=\"Helvetica, Arial, sans-serif\" "
            "font-size=\"15\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
            width, height);
        markers();
        for (size_t i = first_; i < picture_.columns.size(); ++i)
            text({column(i), heading / 2}, picture_.columns[i], "#606060", true);
        for (const PictureEdge& edge : picture_.edges) draw_edge(edge);
        for (const PictureNode& node : picture_.nodes) draw_node(node);
        return std::move(out_) + "</svg>\n";
    }

  private:
    double column(size_t index) const {
        return margin + column_width * (static_cast<double>(index - first_) + 0.5);
    }
    Point centre(const PictureNode& node) const {
        return {column(node.column), heading + row_height * (node.row + 0.35)};
    }
    static double half_width(const PictureNode& node) {
        return character * static_cast<double>(node.label.size()) / 2 + 6;
    }

    void markers() {
        out_ += "<defs>\n";
        for (const char* relation : {"po", "rf", "co", "fr", "addr"})
            out_ += fmt::format(
                "<marker id=\"{}\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" "
                "markerHeight=\"7\" orient=\"auto\"><path d=\"M0,0 L8,4 L0,8 z\" "
                "fill=\"{}\"/></marker>\n",
                relation, colour(relation));
        out_ += "</defs>\n";
    }

    void text(Point at, std::string_view what, std::string_view fill, bool bold) {
        out_ += fmt::format(
            "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\" dominant-baseline=\"central\" "
            "fill=\"{}\"{}>{}</text>\n",
            at.x, at.y, fill, bold ? " font-weight=\"bold\"" : "", escape(what));
    }

    void draw_node(const PictureNode& node) {
        const Point at = centre(node);
        const double half = half_width(node);
        out_ += fmt::format(
            "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"5\" "
            "fill=\"white\" stroke=\"{}\"/>\n",
            at.x - half, at.y - box_height / 2, 2 * half, box_height,
            node.bad ? "#c00000" : "#b0b0b0");
        text(at, node.label, node.bad ? "#c00000" : "#000000", false);
    }

    /// Where the line from `inside` to `towards` leaves the box around `inside`.
    static Point border(Point inside, double half, Point towards) {
        const double dx = towards.x - inside.x, dy = towards.y - inside.y;
        const double scale_x = dx == 0 ? 1e9 : half / std::abs(dx);
        const double scale_y = dy == 0 ? 1e9 : box_height / 2 / std::abs(dy);
        const double scale = std::min({scale_x, scale_y, 1.0});
        return {inside.x + dx * scale, inside.y + dy * scale};
    }

    void draw_edge(const PictureEdge& edge) {
        const PictureNode& a = picture_.nodes[edge.from];
        const PictureNode& b = picture_.nodes[edge.to];
        const Point from = centre(a), to = centre(b);
        const int parallel =
            parallel_[{std::min(edge.from, edge.to), std::max(edge.from, edge.to)}]++;
        Point control{(from.x + to.x) / 2, (from.y + to.y) / 2};
        const double length = std::hypot(to.x - from.x, to.y - from.y);
        const bool straight = edge.relation == "po";
        if (!straight && a.column == b.column) {
            control.x += half_width(a) + 36 + 22.0 * parallel + 0.25 * length;
        } else if (!straight && length > 0) {
            // Perpendicular to the line, to its left as seen in its direction.
            const double bow = 26 + 24.0 * parallel;
            control.x += (to.y - from.y) / length * bow;
            control.y -= (to.x - from.x) / length * bow;
        }
        const Point start = border(from, half_width(a), control);
        const Point end = border(to, half_width(b), control);
        const std::string_view marker =
            colour(edge.relation) == colour("addr") ? "addr" : edge.relation;
        out_ += fmt::format(
            "<path d=\"M{:.1f},{:.1f} Q{:.1f},{:.1f} {:.1f},{:.1f}\" fill=\"none\" stroke=\"{}\" "
            "stroke-width=\"1.5\" marker-end=\"url(#{})\"/>\n",
            start.x, start.y, control.x, control.y, end.x, end.y, colour(edge.relation), marker);
        const Point middle{0.25 * start.x + 0.5 * control.x + 0.25 * end.x + (straight ? 14 : 0),
                           0.25 * start.y + 0.5 * control.y + 0.25 * end.y};
        out_ += fmt::format(
            "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"16\" fill=\"white\" "
            "opacity=\"0.85\"/>\n",
            middle.x - 4.2 * static_cast<double>(edge.relation.size()), middle.y - 8,
            8.4 * static_cast<double>(edge.relation.size()));
        text(middle, edge.relation, colour(edge.relation), false);
    }

    const Picture& picture_;
    uint32_t first_ = 0, rows_ = 1;
    std::string out_;
    std::map<std::pair<size_t, size_t>, int> parallel_;
};

}  // namespace

std::string to_svg(const Picture& picture) { return Svg(picture).draw(); }

}  // namespace fencepost::witness
