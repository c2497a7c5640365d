// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// From syntax to terms: names are resolved, functions expanded, types checked, files
// included. Scoping is lexical, as in herd: a function sees the definitions that were there
// when it was defined, and `let lwsync = lwsync \ (W*R)` speaks of the old one. To have that
// without copying environments, a global name keeps all its meanings with the time at which
// each came into force, and a function remembers its own time.
//
// Expansion can be exponential in the size of the text (f calls g twice, g calls h twice…),
// and so can inclusion; both have a budget and end with an error, never with a hang.
#include <deque>
#include <filesystem>
#include <unordered_map>
#include <utility>

#include "models/library.h"
#include "models/parse.h"
#include "models/syntax.h"

namespace fencepost::models {

namespace {

constexpr uint64_t step_budget = 2'000'000;
constexpr uint32_t include_budget = 200;
constexpr uint32_t deepest_expansion = 500;

struct Function;

struct Value {
    Term term;
    /// Not null: a function, and there is no term.
    const Function* function = nullptr;
};

/// A parameter or a `let … in` name; innermost first.
struct Local {
    std::string_view name;
    Value value;
    const Local* next;
};

struct Environment {
    const Local* locals = nullptr;
    /// Only global meanings older than this are visible.
    uint64_t time = UINT64_MAX;
};

struct Function {
    const Binding* binding;
    const SourceFile* file;
    Environment environment;
};

class Elaborator {
  public:
    explicit Elaborator(const Loader& loader) : loader_(loader) {}

    Model run(std::string_view text, std::string file_name) {
        in_library_ = true;
        execute(prelude_text(), "<library>");
        in_library_ = false;
        open_files_.push_back(std::filesystem::path(file_name).lexically_normal());
        execute(text, file_name);
        model_.title = files_.at(1).title.empty() ? std::move(file_name) : files_.at(1).title;
        return std::move(model_);
    }

  private:
    // Errors and budgets.
    template <class Node>
    ir::Position position(const Node& at) const {
        return {file_->name, at.line, at.column};
    }
    template <class Node>
    [[noreturn]] void fail(const Node& at, const std::string& message) const {
        throw ir::InputError(position(at), message);
    }
    template <class Node>
    void spend(const Node& at) {
        if (++steps_ > step_budget) fail(at, "the model is too large when functions are expanded");
    }

    // Files.
    void execute(std::string_view text, const std::string& name) {
        files_.push_back(parse_syntax(text, name));
        const SourceFile* outer = file_;
        file_ = &files_.back();
        for (const Statement& s : file_->statements) execute(s);
        file_ = outer;
    }

    void execute(const Statement& s) {
        switch (s.kind) {
            case Statement::Kind::Include:
                include(s);
                return;
            case Statement::Kind::Axiom:
                add_axiom(s);
                return;
            case Statement::Kind::Let:
                break;
        }
        Environment environment{nullptr, now_};
        std::vector<Value> values = bind(s.bindings, s.recursive, environment);
        for (size_t i = 0; i < values.size(); ++i) define(s.bindings[i], values[i]);
        ++now_;
    }

    void define(const Binding& binding, Value value) {
        if (!value.function)
            model_.definitions.push_back(
                {binding.name, value.term, position(binding), in_library_});
        globals_[binding.name].push_back({now_, value});
    }

    void add_axiom(const Statement& s) {
        Term term = evaluate(s.body, {nullptr, now_});
        if (s.axiom != AxiomKind::Empty) term = expect(term, Type::Relation, s.body);
        std::string name = s.text;
        if (name.empty()) name = "axiom-" + std::to_string(model_.axioms.size() + 1);
        model_.axioms.push_back({s.axiom, term, std::move(name), position(s)});
    }

    void include(const Statement& s) {
        if (++includes_ > include_budget) fail(s, "too many included files");
        if (const std::string_view* text = find_library_file(s.text)) {
            const bool outer = std::exchange(in_library_, true);
            execute(*text, "<" + s.text + ">");
            in_library_ = outer;
            return;
        }
        const std::string path =
            (std::filesystem::path(file_->name).parent_path() / s.text).lexically_normal();
        for (const std::string& open : open_files_)
            if (open == path) fail(s, "`" + s.text + "` includes itself");
        const std::optional<std::string> text = loader_ ? loader_(path) : std::nullopt;
        if (!text) fail(s, "cannot read the included file `" + path + "`");
        open_files_.push_back(path);
        execute(*text, path);
        open_files_.pop_back();
    }

    // Definitions.
    std::vector<Value> bind(const std::vector<Binding>& bindings, bool recursive,
                            const Environment& environment) {
        std::vector<Value> values;
        if (recursive) {
            for (Term variable : bind_recursive(bindings, environment))
                values.push_back({variable, nullptr});
            return values;
        }
        for (const Binding& b : bindings) {
            if (b.is_function)
                values.push_back({{}, &functions_.emplace_back(Function{&b, file_, environment})});
            else
                values.push_back({evaluate(b.body, environment), nullptr});
        }
        return values;
    }

    std::vector<Term> bind_recursive(const std::vector<Binding>& bindings,
                                     Environment environment) {
        TermPool& terms = model_.terms;
        std::vector<Term> variables;
        terms.open_recursion();
        for (const Binding& b : bindings) {
            variables.push_back(terms.add_variable(b.name));
            environment.locals = extend(environment.locals, b.name, {variables.back(), nullptr});
        }
        try {
            for (size_t i = 0; i < bindings.size(); ++i) {
                const Syntax& body = bindings[i].body;
                const Term term = evaluate(body, environment);
                terms.set_body(variables[i], expect(term, Type::Relation, body));
            }
        } catch (const ir::LocatedError&) {
            // A `try` around this may go on with the model.
            for (Term variable : variables) terms.set_body(variable, terms.empty(Type::Relation));
            terms.close_recursion();
            throw;
        }
        terms.close_recursion();
        return variables;
    }

    const Local* extend(const Local* locals, std::string_view name, Value value) {
        return &locals_.emplace_back(Local{name, value, locals});
    }

    const Value* find(const Syntax& at, const Environment& environment) {
        for (const Local* local = environment.locals; local; local = local->next) {
            spend(at);
            if (local->name == at.text) return &local->value;
        }
        const auto it = globals_.find(at.text);
        if (it == globals_.end()) return nullptr;
        const std::vector<Meaning>& meanings = it->second;
        for (size_t i = meanings.size(); i-- > 0;) {
            spend(at);
            if (meanings[i].time < environment.time) return &meanings[i].value;
        }
        return nullptr;
    }

    // Expressions.
    Term evaluate(const Syntax& s, const Environment& environment) {
        spend(s);
        if (depth_ >= deepest_expansion) fail(s, "functions are nested too deeply");
        ++depth_;
        const Term result = evaluate_node(s, environment);
        --depth_;
        return result;
    }

    Term evaluate_node(const Syntax& s, const Environment& environment) {
        switch (s.kind) {
            case Syntax::Kind::Empty:
                return model_.terms.empty(Type::Relation);
            case Syntax::Kind::Name:
                return evaluate_name(s, environment);
            case Syntax::Kind::Operator:
                return evaluate_operator(s, environment);
            case Syntax::Kind::Call:
                return evaluate_call(s, environment);
            case Syntax::Kind::Try:
                return evaluate_try(s, environment);
            case Syntax::Kind::LetIn:
                break;
        }
        Environment inner = environment;
        std::vector<Value> values = bind(s.bindings, s.recursive, environment);
        for (size_t i = 0; i < values.size(); ++i)
            inner.locals = extend(inner.locals, s.bindings[i].name, values[i]);
        return evaluate(s.children[0], inner);
    }

    Term evaluate_try(const Syntax& s, const Environment& environment) {
        const uint32_t depth = depth_;
        const SourceFile* file = file_;
        try {
            return evaluate(s.children[0], environment);
        } catch (const ir::InputError&) {
            depth_ = depth;
            file_ = file;
            return evaluate(s.children[1], environment);
        }
    }

    Term evaluate_name(const Syntax& s, const Environment& environment) {
        if (const Value* value = find(s, environment)) {
            if (value->function) fail(s, "`" + s.text + "` is a function: expected an argument");
            return value->term;
        }
        if (const auto set = find_base_set(s.text)) return model_.terms.base(*set);
        if (const auto relation = find_base_relation(s.text)) return model_.terms.base(*relation);
        fail(s, "unknown name `" + s.text + "`");
    }

    Term evaluate_call(const Syntax& s, const Environment& environment) {
        const Value* value = find(s, environment);
        const bool is_domain = s.text == "domain", is_range = s.text == "range";
        if (!value && (is_domain || is_range)) {
            if (s.children.size() != 1) fail(s, "`" + s.text + "` takes one argument");
            const Term r = evaluate(s.children[0], environment);
            return model_.terms.make(is_domain ? TermOp::Domain : TermOp::Range,
                                     expect(r, Type::Relation, s.children[0]));
        }
        if (!value && !find_base_set(s.text) && !find_base_relation(s.text))
            fail(s, "unknown function `" + s.text + "`");
        if (!value || !value->function) fail(s, "`" + s.text + "` is not a function");
        const Function* function = value->function;
        const std::vector<std::string>& parameters = function->binding->parameters;
        if (parameters.size() != s.children.size())
            fail(s, "`" + s.text + "` takes " + std::to_string(parameters.size()) +
                        " argument(s), not " + std::to_string(s.children.size()));
        Environment inner = function->environment;
        for (size_t i = 0; i < parameters.size(); ++i) {
            const Term argument = evaluate(s.children[i], environment);
            inner.locals = extend(inner.locals, parameters[i], {argument, nullptr});
        }
        const SourceFile* caller = std::exchange(file_, function->file);
        const Term result = evaluate(function->binding->body, inner);
        file_ = caller;
        return result;
    }

    Term evaluate_operator(const Syntax& s, const Environment& environment) {
        std::vector<Term> operands;
        for (const Syntax& child : s.children) operands.push_back(evaluate(child, environment));
        switch (s.op) {
            case TermOp::Complement:
                check_monotone(operands[0], s.children[0]);
                break;
            case TermOp::Identity:
            case TermOp::Product:
                expect_all(operands, Type::Set, s);
                break;
            case TermOp::Union:
            case TermOp::Inter:
            case TermOp::Diff:
                expect_all(operands, common_type(operands), s);
                break;
            default:
                expect_all(operands, Type::Relation, s);
                break;
        }
        TermPool& terms = model_.terms;
        if (arity(s.op) == 1) return terms.make(s.op, operands[0]);
        if (s.op == TermOp::Seq) {
            // To the right: `com*; …; sync; hb*` is then built from its sparse end.
            Term result = operands.back();
            for (size_t i = operands.size() - 1; i-- > 0;)
                result = terms.make(TermOp::Seq, operands[i], result);
            return result;
        }
        Term result = operands[0];
        for (size_t i = 1; i < operands.size(); ++i) {
            if (s.op == TermOp::Diff) check_monotone(operands[i], s.children[i]);
            if (s.op == TermOp::Product && i > 1)
                fail(s.children[i], "a product has two factors: expected no further `*`");
            result = terms.make(s.op, result, operands[i]);
        }
        return result;
    }

    // Types.
    /// `0` fits everywhere, so the first operand that is not empty decides.
    Type common_type(const std::vector<Term>& operands) const {
        for (Term t : operands)
            if (!model_.terms.is_empty(t)) return model_.terms.type(t);
        return model_.terms.type(operands[0]);
    }

    void expect_all(std::vector<Term>& operands, Type type, const Syntax& s) const {
        for (size_t i = 0; i < operands.size(); ++i)
            operands[i] = expect(operands[i], type, s.children[i]);
    }

    Term expect(Term term, Type type, const Syntax& at) const {
        if (model_.terms.is_empty(term)) return model_.terms.empty(type);
        if (model_.terms.type(term) == type) return term;
        fail(at, type == Type::Set ? "expected a set, found a relation"
                                   : "expected a relation, found a set (write `[S]` for the "
                                     "identity on S)");
    }

    void check_monotone(Term term, const Syntax& at) const {
        if (model_.terms.mentions_open_recursion(term))
            fail(at,
                 "a relation that is being defined by `let rec` must not be used negatively "
                 "(under `~` or to the right of `\\`)");
    }

    struct Meaning {
        uint64_t time;
        Value value;
    };

    const Loader& loader_;
    Model model_;
    /// All files ever read: functions point into them. [0] is the prelude, [1] the model.
    std::deque<SourceFile> files_;
    const SourceFile* file_ = nullptr;
    // Environments point into these; nothing is freed before the end.
    std::deque<Local> locals_;
    std::deque<Function> functions_;
    std::vector<std::string> open_files_;
    std::unordered_map<std::string, std::vector<Meaning>> globals_;
    uint64_t now_ = 0;
    uint64_t steps_ = 0;
    uint32_t includes_ = 0;
    uint32_t depth_ = 0;
    bool in_library_ = false;
};

}  // namespace

Model parse_model(std::string_view text, std::string file_name, const Loader& loader) {
    return Elaborator(loader).run(text, std::move(file_name));
}

}  // namespace fencepost::models
