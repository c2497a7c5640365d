// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Names and text of a model's terms. Text is for messages, so it prefers names, writes more
// parentheses than needed, and stops after a line: a DAG written out can be exponential.
#include "models/model.h"

namespace fencepost::models {

namespace {

constexpr size_t longest_text = 160;
constexpr int deepest_text = 40;

class Writer {
  public:
    explicit Writer(const Model& model) : model_(model) {}

    std::string write(Term term, bool by_name) {
        print(term, by_name, 0);
        return std::move(text_);
    }

  private:
    void print(Term term, bool by_name, int depth) {
        if (text_.size() > longest_text || depth > deepest_text) {
            text_ += "…";
            return;
        }
        const std::string_view name = by_name ? model_.name_of(term) : std::string_view{};
        if (!name.empty()) {
            text_ += name;
            return;
        }
        const TermNode& n = model_.terms.node(term);
        switch (n.op) {
            case TermOp::BaseSet:
                text_ += models::name(static_cast<BaseSet>(n.imm));
                break;
            case TermOp::BaseRelation:
                text_ += models::name(static_cast<BaseRelation>(n.imm));
                break;
            case TermOp::EmptySet:
                text_ += "{}";
                break;
            case TermOp::EmptyRelation:
                text_ += "0";
                break;
            case TermOp::Union:
                binary(n, " | ", depth);
                break;
            case TermOp::Inter:
                binary(n, " & ", depth);
                break;
            case TermOp::Diff:
                binary(n, " \\ ", depth);
                break;
            case TermOp::Seq:
                binary(n, " ; ", depth);
                break;
            case TermOp::Product:
                binary(n, " * ", depth);
                break;
            case TermOp::Complement:
                unary("~", n, "", depth);
                break;
            case TermOp::Plus:
                unary("", n, "^+", depth);
                break;
            case TermOp::Star:
                unary("", n, "^*", depth);
                break;
            case TermOp::Opt:
                unary("", n, "?", depth);
                break;
            case TermOp::Inverse:
                unary("", n, "^-1", depth);
                break;
            case TermOp::Identity:
                unary("[", n, "]", depth);
                break;
            case TermOp::Domain:
                unary("domain(", n, ")", depth);
                break;
            case TermOp::Range:
                unary("range(", n, ")", depth);
                break;
            case TermOp::RecVar:
                text_ += model_.terms.variables()[n.imm].name;
                break;
        }
    }

    void binary(const TermNode& n, const char* sign, int depth) {
        text_ += "(";
        print(n.a, true, depth + 1);
        text_ += sign;
        print(n.b, true, depth + 1);
        text_ += ")";
    }

    void unary(const char* before, const TermNode& n, const char* after, int depth) {
        text_ += before;
        print(n.a, true, depth + 1);
        text_ += after;
    }

    const Model& model_;
    std::string text_;
};

}  // namespace

std::string_view name(AxiomKind kind) {
    switch (kind) {
        case AxiomKind::Acyclic:
            return "acyclic";
        case AxiomKind::Irreflexive:
            return "irreflexive";
        case AxiomKind::Empty:
            return "empty";
    }
    return "";
}

Term Model::find(std::string_view wanted) const {
    for (size_t i = definitions.size(); i-- > 0;)
        if (definitions[i].name == wanted) return definitions[i].term;
    if (const auto relation = find_base_relation(wanted)) return terms.base(*relation);
    if (const auto set = find_base_set(wanted)) return terms.base(*set);
    return {};
}

std::string_view Model::name_of(Term term) const {
    const TermNode& n = terms.node(term);
    if (n.op == TermOp::BaseSet) return models::name(static_cast<BaseSet>(n.imm));
    if (n.op == TermOp::BaseRelation) return models::name(static_cast<BaseRelation>(n.imm));
    if (n.op == TermOp::RecVar) return terms.variables()[n.imm].name;
    for (const Definition& definition : definitions)
        if (definition.term == term) return definition.name;
    return {};
}

std::string Model::to_string(Term term) const { return Writer(*this).write(term, true); }

}  // namespace fencepost::models
