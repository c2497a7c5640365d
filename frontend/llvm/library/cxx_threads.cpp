// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// What of std::thread and its neighbours lives in the C++ library and not in its headers.
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include <pthread.h>

#include "fencepost.h"

namespace std {

thread::_State::~_State() = default;

static void* run_state(void* start) {
    const unique_ptr<thread::_State> state(static_cast<thread::_State*>(start));
    state->_M_run();
    return nullptr;
}

void thread::_M_start_thread(_State_ptr state, void (*)()) {
    pthread_create(&_M_id._M_thread, nullptr, run_state, state.release());
}

void thread::join() {
    if (_M_id == id()) __fencepost_unsupported("a C++ exception: this thread cannot be joined");
    pthread_join(_M_id._M_thread, nullptr);
    _M_id = id();
}

void thread::detach() {
    if (_M_id == id()) __fencepost_unsupported("a C++ exception: this thread cannot be detached");
    _M_id = id();
}

unsigned thread::hardware_concurrency() noexcept { return __VERIFIER_nondet_uint(); }

condition_variable::condition_variable() noexcept = default;
condition_variable::~condition_variable() noexcept = default;
void condition_variable::notify_one() noexcept {}
void condition_variable::notify_all() noexcept {}

void condition_variable::wait(unique_lock<mutex>& lock) {
    pthread_cond_wait(native_handle(), lock.mutex()->native_handle());
}

void notify_all_at_thread_exit(condition_variable&, unique_lock<mutex>) {
    __fencepost_unsupported("notify_all_at_thread_exit");
}

__thread void* __once_callable;
__thread void (*__once_call)();

extern "C" void __once_proxy() { __once_call(); }

namespace chrono {
inline namespace _V2 {

static long some_time() {
    const long now = __VERIFIER_nondet_long();
    __VERIFIER_assume(now >= 0);
    return now;
}

system_clock::time_point system_clock::now() noexcept { return time_point(duration(some_time())); }

steady_clock::time_point steady_clock::now() noexcept { return time_point(duration(some_time())); }

}  // namespace _V2
}  // namespace chrono

}  // namespace std
