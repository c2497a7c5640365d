// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The POWER instructions, one row each; ppc.cpp says what shapes and actions mean.
#pragma once

#include <string_view>

#include "frontend/litmus/machine.h"

namespace fencepost::frontend::litmus {

enum class PpcAction : uint8_t {
    Nothing,
    Registers,
    SubtractFrom,
    Nor,
    Immediate,
    AddImmediate,
    AddShifted,
    LoadImmediate,
    LoadShifted,
    Move,
    Negate,
    SignExtendWord,
    ClearLeft,
    ShiftWord,
    RotateMask,
    RotateInsert,
    Compare,
    CompareUnsigned,
    MoveFromCr,
    Load,
    LoadSigned,
    LoadUpdate,
    LoadReserve,
    Store,
    StoreUpdate,
    StoreConditional,
    Fence,
    BranchIf,
    BranchUnless,
};

struct PpcRow {
    std::string_view mnemonic;
    std::string_view shape;
    PpcAction action = PpcAction::Nothing;
    ir::Op op = ir::Op::Const;
    /// Sets cr0 by comparing the result with 0.
    bool record = false;
    ir::FenceKind fence = ir::FenceKind::Sync;
    Flow flow = Flow::Next;
    Slot flag = Equal;
};

constexpr PpcRow ppc_fence(std::string_view mnemonic, ir::FenceKind kind) {
    return {.mnemonic = mnemonic, .shape = "", .action = PpcAction::Fence, .fence = kind};
}

constexpr PpcRow ppc_branch(std::string_view mnemonic, PpcAction action, Slot flag) {
    return {
        .mnemonic = mnemonic, .shape = "L", .action = action, .flow = Flow::Branch, .flag = flag};
}

constexpr PpcRow ppc_table[] = {
    {"add", "rrr", PpcAction::Registers, ir::Op::Add},
    {"add.", "rrr", PpcAction::Registers, ir::Op::Add, true},
    {"sub", "rrr", PpcAction::Registers, ir::Op::Sub},
    {"sub.", "rrr", PpcAction::Registers, ir::Op::Sub, true},
    {"subf", "rrr", PpcAction::SubtractFrom},
    {"subf.", "rrr", PpcAction::SubtractFrom, ir::Op::Const, true},
    {"or", "rrr", PpcAction::Registers, ir::Op::Or},
    {"or.", "rrr", PpcAction::Registers, ir::Op::Or, true},
    {"and", "rrr", PpcAction::Registers, ir::Op::And},
    {"and.", "rrr", PpcAction::Registers, ir::Op::And, true},
    {"xor", "rrr", PpcAction::Registers, ir::Op::Xor},
    {"xor.", "rrr", PpcAction::Registers, ir::Op::Xor, true},
    {"nor", "rrr", PpcAction::Nor},
    {"mullw", "rrr", PpcAction::Registers, ir::Op::Mul},
    {"mullw.", "rrr", PpcAction::Registers, ir::Op::Mul, true},
    {"divw", "rrr", PpcAction::Registers, ir::Op::SDiv},
    {"divw.", "rrr", PpcAction::Registers, ir::Op::SDiv, true},

    {"addi", "rri", PpcAction::AddImmediate, ir::Op::Add},
    {"subi", "rri", PpcAction::AddImmediate, ir::Op::Sub},
    {"addis", "rri", PpcAction::AddShifted},
    {"ori", "rri", PpcAction::Immediate, ir::Op::Or},
    {"xori", "rri", PpcAction::Immediate, ir::Op::Xor},
    {"andi.", "rri", PpcAction::Immediate, ir::Op::And, true},
    {"mulli", "rri", PpcAction::Immediate, ir::Op::Mul},
    {"slwi", "rri", PpcAction::ShiftWord, ir::Op::Shl},
    {"srwi", "rri", PpcAction::ShiftWord, ir::Op::LShr},
    {"srawi", "rri", PpcAction::ShiftWord, ir::Op::AShr},
    {"rlwinm", "rriii", PpcAction::RotateMask},
    {"rlwimi", "rriii", PpcAction::RotateInsert},
    {"clrldi", "rri", PpcAction::ClearLeft},

    {"li", "ri", PpcAction::LoadImmediate},
    {"lis", "ri", PpcAction::LoadShifted},
    {"mr", "rr", PpcAction::Move},
    {"neg", "rr", PpcAction::Negate},
    {"extsw", "rr", PpcAction::SignExtendWord},
    {"mfcr", "r", PpcAction::MoveFromCr},
    {"nop", "", PpcAction::Nothing},
    {"dcbf", "rr", PpcAction::Nothing},

    {"cmpw", "crr", PpcAction::Compare},
    {"cmpd", "crr", PpcAction::Compare},
    {"cmpwi", "cri", PpcAction::Compare},
    {"cmpdi", "cri", PpcAction::Compare},
    {"cmplw", "crr", PpcAction::CompareUnsigned},
    {"cmpld", "crr", PpcAction::CompareUnsigned},
    {"cmplwi", "cri", PpcAction::CompareUnsigned},
    {"cmpldi", "cri", PpcAction::CompareUnsigned},

    {.mnemonic = "b", .shape = "L", .flow = Flow::Jump},
    {.mnemonic = "blr", .shape = "", .flow = Flow::Stop},
    ppc_branch("beq", PpcAction::BranchIf, Equal),
    ppc_branch("bne", PpcAction::BranchUnless, Equal),
    ppc_branch("blt", PpcAction::BranchIf, Less),
    ppc_branch("bge", PpcAction::BranchUnless, Less),
    ppc_branch("bnl", PpcAction::BranchUnless, Less),
    ppc_branch("bgt", PpcAction::BranchIf, Greater),
    ppc_branch("ble", PpcAction::BranchUnless, Greater),
    ppc_branch("bng", PpcAction::BranchUnless, Greater),

    {"lwz", "rm", PpcAction::Load},
    {"ld", "rm", PpcAction::Load},
    {"lbz", "rm", PpcAction::Load},
    {"lhz", "rm", PpcAction::Load},
    {"lwa", "rm", PpcAction::LoadSigned},
    {"lwzu", "rm", PpcAction::LoadUpdate},
    {"lwzx", "r0r", PpcAction::Load},
    {"ldx", "r0r", PpcAction::Load},
    {"lbzx", "r0r", PpcAction::Load},
    {"lhzx", "r0r", PpcAction::Load},
    {"lwax", "r0r", PpcAction::LoadSigned},
    {"lwarx", "r0r", PpcAction::LoadReserve},
    {"ldarx", "r0r", PpcAction::LoadReserve},

    {"stw", "rm", PpcAction::Store},
    {"std", "rm", PpcAction::Store},
    {"stb", "rm", PpcAction::Store},
    {"sth", "rm", PpcAction::Store},
    {"stwu", "rm", PpcAction::StoreUpdate},
    {"stwx", "r0r", PpcAction::Store},
    {"stdx", "r0r", PpcAction::Store},
    {"stbx", "r0r", PpcAction::Store},
    {"sthx", "r0r", PpcAction::Store},
    {"stwcx.", "r0r", PpcAction::StoreConditional},
    {"stdcx.", "r0r", PpcAction::StoreConditional},

    ppc_fence("sync", ir::FenceKind::Sync),
    ppc_fence("hwsync", ir::FenceKind::Sync),
    ppc_fence("lwsync", ir::FenceKind::Lwsync),
    ppc_fence("eieio", ir::FenceKind::Eieio),
    ppc_fence("isync", ir::FenceKind::Isync),
};

}  // namespace fencepost::frontend::litmus
