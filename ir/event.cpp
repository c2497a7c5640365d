// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "ir/event.h"

namespace fencepost::ir {

EventClass event_class(EventKind kind) {
    switch (kind) {
#define EVENT_KIND(enumerator, text, event_class) \
    case EventKind::enumerator:                   \
        return EventClass::event_class;
#include "ir/event.def"
#undef EVENT_KIND
    }
    return EventClass::None;
}

bool is_about_threads(EventKind kind) {
    return kind == EventKind::ThreadCreate || kind == EventKind::ThreadBegin ||
           kind == EventKind::ThreadEnd || kind == EventKind::ThreadJoin;
}

bool is_about_mutexes(EventKind kind) {
    return kind == EventKind::Lock || kind == EventKind::Take || kind == EventKind::Unlock;
}

std::string_view name(EventKind kind) {
    switch (kind) {
#define EVENT_KIND(enumerator, text, event_class) \
    case EventKind::enumerator:                   \
        return text;
#include "ir/event.def"
#undef EVENT_KIND
    }
    return "?";
}

std::string_view name(FenceKind kind) {
    switch (kind) {
#define FENCE_KIND(enumerator, text, set) \
    case FenceKind::enumerator:           \
        return text;
#include "ir/fence.def"
#undef FENCE_KIND
    }
    return "?";
}

std::string_view name(Order order) {
    switch (order) {
#define ORDER(enumerator, text, set) \
    case Order::enumerator:          \
        return text;
#include "ir/order.def"
#undef ORDER
    }
    return "?";
}

}  // namespace fencepost::ir
