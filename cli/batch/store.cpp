// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "cli/batch/store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>

#include "cli/inputs.h"
#include "ir/errors.h"

namespace fencepost::cli::batch {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail(const std::string& path) {
    throw ir::InputError({path, 0, 0}, fmt::format("cannot write: {}", std::strerror(errno)));
}

int open_file(const std::string& path, int flags) {
    const int file = open(path.c_str(), flags | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0) fail(path);
    return file;
}

/// One write, so that a line is there as a whole.
void append(int file, const std::string& line, const std::string& path) {
    const ssize_t written = write(file, line.data(), line.size());
    if (written == static_cast<ssize_t>(line.size())) return;
    if (written >= 0) errno = ENOSPC;
    fail(path);
}

std::string json_line(const Row& row) {
    return to_json(row).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
           "\n";
}

}  // namespace

std::vector<Row> read_rows(const std::string& jsonl) {
    const std::string text = read_file(jsonl);
    std::vector<Row> rows;
    std::set<std::string> seen;
    uint32_t number = 0;
    for (size_t at = 0; at < text.size();) {
        const size_t end = text.find('\n', at);
        if (end == std::string::npos) break;
        ++number;
        try {
            Row row = from_json(nlohmann::ordered_json::parse(text.substr(at, end - at)));
            if (seen.insert(row.id).second) rows.push_back(std::move(row));
        } catch (const nlohmann::json::exception&) {
            throw ir::InputError({jsonl, number, 0}, "this line is no result");
        }
        at = end + 1;
    }
    return rows;
}

void write_whole(const std::string& path, const std::string& text) {
    const std::string fresh = path + ".new";
    {
        std::ofstream file(fresh, std::ios::binary);
        file << text;
        file.close();
        if (!file) fail(fresh);
    }
    if (std::rename(fresh.c_str(), path.c_str()) != 0) fail(path);
}

Store::Store(std::string folder, bool resume) : folder_(std::move(folder)) {
    std::error_code error;
    fs::create_directories(witness_folder(), error);
    if (error) throw ir::InputError({folder_, 0, 0}, "cannot be made: " + error.message());
    lock_ = open_file(folder_ + "/lock", O_RDWR);
    if (flock(lock_, LOCK_EX | LOCK_NB) != 0)
        throw ir::InputError({folder_, 0, 0}, "another batch runs there");
    const std::string jsonl = folder_ + "/results.jsonl";
    if (fs::exists(jsonl)) rows_ = read_rows(jsonl);
    if (!rows_.empty() && !resume)
        throw ir::InputError({folder_, 0, 0}, "has results: --resume, or another --out");
    rewrite();
    jsonl_ = open_file(jsonl, O_WRONLY | O_APPEND);
    csv_ = open_file(folder_ + "/results.csv", O_WRONLY | O_APPEND);
}

Store::~Store() {
    for (const int file : {jsonl_, csv_, lock_})
        if (file >= 0) close(file);
}

/// Without what is unfinished; CSV as JSON has it.
void Store::rewrite() const {
    std::string jsonl, csv = csv_header();
    for (const Row& row : rows_) {
        jsonl += json_line(row);
        csv += to_csv(row);
    }
    write_whole(folder_ + "/results.jsonl", jsonl);
    write_whole(folder_ + "/results.csv", csv);
}

void Store::add(Row row) {
    append(jsonl_, json_line(row), folder_ + "/results.jsonl");
    append(csv_, to_csv(row), folder_ + "/results.csv");
    rows_.push_back(std::move(row));
}

}  // namespace fencepost::cli::batch
