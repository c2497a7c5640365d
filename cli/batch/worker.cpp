// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Memory is limited twice: RLIMIT_DATA makes allocations fail (address space would be the
// wrong measure: allocators and thread stacks reserve far more than they use), and the
// resident size is looked at now and then.
#include "cli/batch/worker.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <fstream>
#include <system_error>

namespace fencepost::cli::batch {

namespace {

constexpr size_t kept_output = 64u << 20;
constexpr rlim_t largest_file = 256u << 20;

int nameless_file(const char* name) {
    const int file = memfd_create(name, MFD_CLOEXEC);
    if (file < 0) throw std::system_error(errno, std::generic_category(), "memfd_create");
    return file;
}

void limit(int resource, rlim_t soft, rlim_t hard) {
    const struct rlimit both{soft, hard};
    setrlimit(static_cast<__rlimit_resource_t>(resource), &both);
}

/// Between fork and exec: system calls only. Does not return.
[[noreturn]] void become(char* const* arguments, const WorkerLimits& limits, pid_t parent,
                         int output, int errors) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    limit(RLIMIT_CORE, 0, 0);
    limit(RLIMIT_FSIZE, largest_file, largest_file);
    if (limits.cpu_seconds > 0) {
        const auto seconds = static_cast<rlim_t>(std::ceil(limits.cpu_seconds));
        limit(RLIMIT_CPU, seconds, seconds + 1);
    }
    if (limits.memory_mb > 0) {
        const auto bytes = static_cast<rlim_t>(limits.memory_mb * (1 << 20));
        limit(RLIMIT_DATA, bytes, bytes);
    }
    const int nothing = open("/dev/null", O_RDONLY);
    if (nothing >= 0) dup2(nothing, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(errors, STDERR_FILENO);
    execvp(arguments[0], arguments);
    _exit(127);
}

std::string content(int file) {
    const off_t size = lseek(file, 0, SEEK_END);
    std::string text(std::min<size_t>(size > 0 ? static_cast<size_t>(size) : 0, kept_output), '\0');
    size_t at = 0;
    while (at < text.size()) {
        const ssize_t n = pread(file, text.data() + at, text.size() - at, static_cast<off_t>(at));
        if (n <= 0) break;
        at += static_cast<size_t>(n);
    }
    text.resize(at);
    return text;
}

double resident_mb(pid_t pid) {
    std::ifstream statm("/proc/" + std::to_string(pid) + "/statm");
    double total = 0, resident = 0;
    statm >> total >> resident;
    return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1 << 20);
}

}  // namespace

Worker::Worker(const std::vector<std::string>& command, WorkerLimits limits)
    : limits_(limits), output_(nameless_file("output")), errors_(nameless_file("errors")) {
    std::vector<char*> arguments;
    for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    const pid_t parent = getpid();
    pid_ = fork();
    if (pid_ == 0) become(arguments.data(), limits_, parent, output_, errors_);
    if (pid_ < 0) {
        const int problem = errno;
        close(output_);
        close(errors_);
        throw std::system_error(problem, std::generic_category(), "fork");
    }
    setpgid(pid_, pid_);  // Whoever of the two is first.
}

Worker::~Worker() {
    if (pid_ > 0) {
        kill_group();
        while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
        }
    }
    close(output_);
    close(errors_);
}

void Worker::kill_group() const { kill(-pid_, SIGKILL); }

bool Worker::poll() {
    if (pid_ < 0) return true;
    siginfo_t ended{};
    waitid(P_PID, static_cast<id_t>(pid_), &ended, WEXITED | WNOHANG | WNOWAIT);
    if (ended.si_pid == 0) {
        watch();
        return false;
    }
    // What it left behind, while its number cannot be anybody else's.
    kill_group();
    int status = 0;
    struct rusage usage{};
    while (wait4(pid_, &status, 0, &usage) < 0 && errno == EINTR) {
    }
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    collect(status, seconds(usage.ru_utime) + seconds(usage.ru_stime),
            static_cast<double>(usage.ru_maxrss) / 1024);
    pid_ = -1;
    return true;
}

void Worker::watch() {
    const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    if (limits_.seconds > 0 && seconds > limits_.seconds) {
        ending_.out_of_time = true;
        kill_group();
    } else if (limits_.memory_mb > 0 && resident_mb(pid_) > limits_.memory_mb) {
        ending_.out_of_memory = true;
        kill_group();
    }
}

void Worker::collect(int status, double cpu_seconds, double memory_mb) {
    ending_.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    ending_.cpu_seconds = cpu_seconds;
    ending_.memory_mb = memory_mb;
    if (WIFEXITED(status)) ending_.exit_code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) ending_.signal = WTERMSIG(status);
    ending_.output = content(output_);
    ending_.errors = content(errors_);
    const bool cpu_used_up =
        ending_.signal == SIGXCPU || (ending_.signal == SIGKILL && limits_.cpu_seconds > 0 &&
                                      cpu_seconds >= limits_.cpu_seconds);
    if (cpu_used_up) ending_.out_of_time = true;
    for (const char* words : {"bad_alloc", "out of memory", "annot allocate memory"})
        if (limits_.memory_mb > 0 && ending_.errors.find(words) != std::string::npos)
            ending_.out_of_memory = true;
}

}  // namespace fencepost::cli::batch
