// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Times are on a logarithmic axis from 1 ms; tasks that were not solved lie on the border.
#include "cli/batch/plots.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace fencepost::cli::batch {

namespace {

constexpr double width = 460, height = 320, left = 56, bottom = 40, top = 12, right = 150;
constexpr double shortest = 1e-3;

std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : text) {
        if (c == '<')
            result += "&lt;";
        else if (c == '&')
            result += "&amp;";
        else if (c == '"')
            result += "&quot;";
        else
            result += c;
    }
    return result;
}

bool is_solved(const Row& row) {
    const Outcome result = outcome(row);
    return result == Outcome::Right || result == Outcome::Unchecked;
}

/// A power of ten at or above every time.
double longest(const std::vector<Row>& rows) {
    double most = 0.1;
    for (const Row& row : rows) most = std::max(most, row.seconds);
    return std::pow(10, std::ceil(std::log10(most)));
}

/// 0 for `shortest`, 1 for `most`.
double place(double seconds, double most) {
    const double range = std::log10(most) - std::log10(shortest);
    return (std::log10(std::clamp(seconds, shortest, most)) - std::log10(shortest)) / range;
}

double x_at(double fraction) { return left + fraction * width; }
double y_at(double fraction) { return top + (1 - fraction) * height; }

std::string text_at(double x, double y, const char* anchor, const std::string& text) {
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y,
                       anchor, escaped(text));
}

std::string open_svg(const std::string& label) {
    return fmt::format(
        "<svg class=\"plot\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">\n"
        "<rect class=\"frame\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n",
        left + width + right, top + height + bottom, escaped(label), left, top, width, height);
}

std::string seconds_name(double seconds) {
    return seconds < 1 ? fmt::format("{:g} ms", seconds * 1000) : fmt::format("{:g} s", seconds);
}

std::string time_axis(double most, bool vertical) {
    std::string out;
    for (double t = shortest; t < most * 1.01; t *= 10) {
        const double at = place(t, most);
        if (vertical) {
            out += fmt::format(
                "<line class=\"grid\" x1=\"{}\" y1=\"{:.1f}\" x2=\"{}\" y2=\"{:.1f}\"/>\n", left,
                y_at(at), left + width, y_at(at));
            out += text_at(left - 4, y_at(at) + 4, "end", seconds_name(t));
        } else {
            out += fmt::format(
                "<line class=\"grid\" x1=\"{:.1f}\" y1=\"{}\" x2=\"{:.1f}\" y2=\"{}\"/>\n",
                x_at(at), top, x_at(at), top + height);
            out += text_at(x_at(at), top + height + 14, "middle", seconds_name(t));
        }
    }
    return out;
}

std::map<std::string, std::vector<double>> solved_times(const std::vector<Row>& rows) {
    std::map<std::string, std::vector<double>> times;
    for (const Row& row : rows) {
        std::vector<double>& of = times[row.config];
        if (is_solved(row)) of.push_back(row.seconds);
    }
    for (auto& [config, of] : times) std::sort(of.begin(), of.end());
    return times;
}

/// The two configurations with most tasks.
std::vector<std::string> two_largest(const std::vector<Row>& rows) {
    std::map<std::string, size_t> sizes;
    for (const Row& row : rows) ++sizes[row.config];
    std::vector<std::pair<size_t, std::string>> order;
    for (const auto& [config, size] : sizes) order.emplace_back(size, config);
    std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    std::vector<std::string> names;
    for (size_t i = 0; i < order.size() && i < 2; ++i) names.push_back(order[i].second);
    return names;
}

}  // namespace

std::string cactus_plot(const std::vector<Row>& rows) {
    const auto times = solved_times(rows);
    const double most = longest(rows);
    size_t longest_line = 1;
    for (const auto& [config, of] : times) longest_line = std::max(longest_line, of.size());
    std::string out = open_svg("tasks solved against time") + time_axis(most, true);
    size_t series = 0;
    for (const auto& [config, of] : times) {
        std::string points;
        for (size_t i = 0; i < of.size(); ++i)
            points +=
                fmt::format("{:.1f},{:.1f} ",
                            x_at(static_cast<double>(i + 1) / static_cast<double>(longest_line)),
                            y_at(place(of[i], most)));
        out +=
            fmt::format("<polyline class=\"line series{}\" points=\"{}\"/>\n", series % 8, points);
        const double y = top + 14 + 16 * static_cast<double>(series);
        out += fmt::format("<circle class=\"dot series{}\" cx=\"{}\" cy=\"{}\" r=\"4\"/>\n",
                           series % 8, left + width + 12, y - 4);
        out += text_at(left + width + 22, y, "start", fmt::format("{} ({})", config, of.size()));
        ++series;
    }
    out += text_at(left, top + height + 14, "middle", "0");
    out += text_at(left + width, top + height + 14, "middle", std::to_string(longest_line));
    out += text_at(left + width / 2, top + height + 32, "middle", "tasks solved");
    return out + "</svg>\n";
}

std::string scatter_plot(const std::vector<Row>& rows) {
    const std::vector<std::string> pair = two_largest(rows);
    if (pair.size() < 2) return {};
    std::map<std::string, const Row*> first;
    for (const Row& row : rows)
        if (row.config == pair[0]) first[row.name + '\0' + row.property] = &row;
    const double most = longest(rows);
    std::string dots;
    for (const Row& row : rows) {
        if (row.config != pair[1]) continue;
        const auto other = first.find(row.name + '\0' + row.property);
        if (other == first.end()) continue;
        const auto at = [&](const Row& r) { return is_solved(r) ? place(r.seconds, most) : 1.0; };
        dots += fmt::format(
            "<circle class=\"dot {}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\"><title>{}: {:.3f} s, "
            "{:.3f} "
            "s</title></circle>\n",
            row.verdict == "violated" ? "series1" : "series0", x_at(at(*other->second)),
            y_at(at(row)), escaped(row.name), other->second->seconds, row.seconds);
    }
    if (dots.empty()) return {};
    std::string out = open_svg("time of one configuration against another");
    out += time_axis(most, true) + time_axis(most, false);
    out += fmt::format("<line class=\"grid\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>\n", left,
                       top + height, left + width, top);
    out += dots;
    out += text_at(left + width / 2, top + height + 32, "middle", pair[0]);
    out += fmt::format(
        "<text x=\"12\" y=\"{0}\" text-anchor=\"middle\" transform=\"rotate(-90 12 "
        "{0})\">{1}</text>\n",
        top + height / 2, escaped(pair[1]));
    return out + "</svg>\n";
}

}  // namespace fencepost::cli::batch
