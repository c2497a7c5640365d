// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The constants are the first bits of the fractional parts of the square roots (initial
// state) and cube roots (rounds) of the first primes. They are computed, in integers, rather
// than listed: a table of 72 numbers is easy to mistype and hard to check.
#include "witness/sha256.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstdint>

namespace fencepost::witness {

namespace {

using Wide = unsigned __int128;

constexpr bool is_prime(unsigned n) {
    for (unsigned d = 2; d * d <= n; ++d)
        if (n % d == 0) return false;
    return true;
}

/// The largest x with x^degree <= prime * 2^(32 * degree), its lower 32 bits: the first 32
/// bits behind the point of the root of the prime.
constexpr uint32_t fraction_of_root(unsigned prime, unsigned degree) {
    const auto fits = [&](uint64_t x) {
        // x < 2^36 here: x^3 has less than 108 bits.
        const Wide square = static_cast<Wide>(x) * x;
        return degree == 2 ? square <= static_cast<Wide>(prime) << 64
                           : square * x <= static_cast<Wide>(prime) << 96;
    };
    uint64_t x = 0;
    for (uint64_t bit = uint64_t{1} << 36; bit > 0; bit >>= 1)
        if (fits(x | bit)) x |= bit;
    return static_cast<uint32_t>(x);
}

template <size_t n>
constexpr std::array<uint32_t, n> fractions(unsigned degree) {
    std::array<uint32_t, n> result{};
    unsigned prime = 2;
    for (uint32_t& entry : result) {
        while (!is_prime(prime)) ++prime;
        entry = fraction_of_root(prime++, degree);
    }
    return result;
}

constexpr auto initial_state = fractions<8>(2);
constexpr auto round_constants = fractions<64>(3);
static_assert(initial_state[0] == 0x6a09e667 && round_constants[63] == 0xc67178f2);

void add_block(std::array<uint32_t, 8>& state, const unsigned char* block) {
    std::array<uint32_t, 64> w{};
    for (int i = 0; i < 16; ++i)
        for (int k = 0; k < 4; ++k) w[i] = w[i] << 8 | block[4 * i + k];
    for (int i = 16; i < 64; ++i) {
        const uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (std::rotr(a, 7) ^ std::rotr(a, 18) ^ a >> 3) + w[i - 7] +
               (std::rotr(b, 17) ^ std::rotr(b, 19) ^ b >> 10);
    }
    auto [a, b, c, d, e, f, g, h] = state;
    for (int i = 0; i < 64; ++i) {
        const uint32_t choice = (e & f) ^ (~e & g), majority = (a & b) ^ (a & c) ^ (b & c);
        const uint32_t one = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + choice +
                             round_constants[i] + w[i];
        const uint32_t two = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + majority;
        h = g, g = f, f = e, e = d + one, d = c, c = b, b = a, a = one + two;
    }
    const std::array<uint32_t, 8> next = {a, b, c, d, e, f, g, h};
    for (size_t i = 0; i < 8; ++i) state[i] += next[i];
}

}  // namespace

std::string sha256(std::string_view bytes) {
    std::string message(bytes);
    message += '\x80';
    while (message.size() % 64 != 56) message += '\0';
    const uint64_t bits = 8 * static_cast<uint64_t>(bytes.size());
    for (int shift = 56; shift >= 0; shift -= 8) message += static_cast<char>(bits >> shift);
    auto state = initial_state;
    for (size_t at = 0; at < message.size(); at += 64)
        add_block(state, reinterpret_cast<const unsigned char*>(message.data()) + at);
    std::string digest;
    for (const uint32_t word : state) digest += fmt::format("{:08x}", word);
    return digest;
}

}  // namespace fencepost::witness
