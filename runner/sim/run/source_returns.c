/* The returns and conditions of a source, as a barrier sees them.
 *
 * A `return` in a function that the kernel runs leaves the kernel only where nothing comes behind the call. The
 * barrier's sites in a function are the tokens that name it on its line, and calls of functions that hold it. Where a
 * condition may be hidden from this, `sure` is false. */
#include "sim/run/source_returns.h"

#include "sim/run/source_text.h"

/* ---- the barrier's sites ----------------------------------------------------------------------------------------- */

static void add_site(SourceText *source, uint32_t index) {
    if (source->site[index]) return;
    Function *function = &source->functions.at[source->tokens.at[index].function];
    source->site[index] = true;
    function->sites++;
    if (index > function->last_site) function->last_site = index;
}

/* The tokens on the line that name a barrier; where none does, all its words. */
static void find_sites_on_line(SourceText *source, int line) {
    bool named = false;
    for (int pass = 0; pass < 2 && !named; pass++) {
        for (uint32_t i = 0; i < source->tokens.count; i++) {
            const Token *token = &source->tokens.at[i];
            if (token->line != line || token->function == NOTHING) continue;
            if (!source->functions.at[token->function].reached) continue;
            if (pass == 0 ? !(token->brings & BRINGS_BARRIER) : token->kind != TOKEN_WORD) continue;
            add_site(source, i);
            named = true;
        }
    }
}

/* Calls of functions that hold the barrier, until there are no more. */
static void find_sites(SourceText *source, int line) {
    if (line > 0) find_sites_on_line(source, line);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t f = 0; f < source->functions.count; f++) {
            Function *function = &source->functions.at[f];
            if (function->sites == 0 || function->kernel || function->looked_at) continue;
            changed = function->looked_at = true;
            for (uint32_t i = 0; i < source->tokens.count; i++) {
                uint32_t from = source->tokens.at[i].function;
                if (from == NOTHING || from == f || !source->functions.at[from].reached || source->site[i]) continue;
                if (!token_mentions(source, i, function) || !token_is_one_of(source, i + 1, "( <")) continue;
                add_site(source, i);
            }
        }
    }
    for (size_t i = 0; i < source->constructs.count; i++) {
        Construct *construct = &source->constructs.at[i];
        for (uint32_t j = construct->side[0].first; j < construct->side[1].end; j++)
            construct->has_site |= source->site[j];
    }
}

typedef enum Holds { HOLDS_NONE, HOLDS_SOME, HOLDS_ALL } Holds;

/* How many of the barrier's sites in its function the range holds. */
static Holds holds(const SourceText *source, Range range, const Function *function, uint32_t number) {
    size_t count = 0;
    for (uint32_t i = range.first; i < range.end; i++)
        count += source->site[i] && source->tokens.at[i].function == number;
    return count == 0 ? HOLDS_NONE : count == function->sites ? HOLDS_ALL : HOLDS_SOME;
}

/* ---- returns ----------------------------------------------------------------------------------------------------- */

static bool inside(Range range, uint32_t index) {
    return index >= range.first && index < range.end;
}

/* kind: CONSTRUCT_ANY, or the one that is looked for. */
static const Construct *innermost(const SourceText *source, uint32_t index, ConstructKind kind) {
    const Construct *found = NULL;
    for (size_t i = 0; i < source->constructs.count; i++) {
        const Construct *construct = &source->constructs.at[i];
        if (kind != CONSTRUCT_ANY && construct->kind != kind) continue;
        if (!inside(construct->side[0], index) && !inside(construct->side[1], index)) continue;
        if (found == NULL || construct->side[0].first > found->side[0].first) found = construct;
    }
    return found;
}

static bool is_last(SourceText *source, uint32_t number);

/* Whether a call at the token may be a statement of its own, so that nothing uses its result. */
static bool is_statement(const SourceText *source, uint32_t at) {
    while (at >= 2 &&
           (token_is(source, at - 1, ".") || (token_is(source, at - 1, ":") && token_is(source, at - 2, ":"))))
        at -= token_is(source, at - 1, ".") || at < 3 ? 2 : 3;
    return at > 0 && token_is_one_of(source, at - 1, "; { } ) : else return");
}

/* Whether the kernel ends with the call at the token: nothing comes behind it. */
static bool ends_kernel(SourceText *source, uint32_t call) {
    uint32_t caller = source->tokens.at[call].function, at = call + 1, behind;
    if (token_is(source, at, "<"))
        while (at < source->tokens.count && !token_is(source, at, "(") && !token_is(source, at, ";")) at++;
    if (!token_is(source, at, "(")) return true; /* it is handed on, to be called who knows where */
    const Construct *loop = innermost(source, call, CONSTRUCT_LOOP);
    if (loop != NULL && source->tokens.at[loop->head.first].function == caller) return false;
    if (!is_statement(source, call) || !is_last(source, caller)) return false;
    if (call > 0 && token_is(source, call - 1, "return")) return true;
    for (at = source->tokens.at[at].partner + 1; at < source->functions.at[caller].close; at = behind) {
        behind = at + 1;
        if (token_is_one_of(source, at, "; }")) continue;
        if (token_is(source, at, "return") && token_is(source, at + 1, ";")) continue;
        const Construct *around = token_is(source, at, "break") ? innermost(source, at, CONSTRUCT_SWITCH) : NULL;
        for (size_t i = 0; i < source->constructs.count && token_is(source, at, "else"); i++)
            if (source->constructs.at[i].side[1].first == at + 1) around = &source->constructs.at[i];
        if (around == NULL) return false;
        behind = around->side[1].end;
    }
    return true;
}

/* Whether a return from the function leaves the kernel, or may do so. */
static bool is_last(SourceText *source, uint32_t number) {
    Function *function = &source->functions.at[number];
    if (function->kernel) return true;
    if (function->last == -2) return true; /* it calls itself */
    if (function->last >= 0) return function->last;
    bool mentioned = false, last = false;
    function->last = -2;
    for (uint32_t i = 0; i < source->tokens.count && !last; i++) {
        uint32_t from = source->tokens.at[i].function;
        if (from == NOTHING || from == number || !source->functions.at[from].reached) continue;
        if (!token_mentions(source, i, function)) continue;
        if (token_is(source, i + 1, "=")) continue; /* the name of a lambda, where it is made */
        mentioned = true;
        last = ends_kernel(source, i);
    }
    last |= !mentioned;
    function->last = last;
    return last;
}

/* Whether threads may leave the kernel at the token. */
static bool leaves(SourceText *source, uint32_t index) {
    uint32_t number = source->tokens.at[index].function;
    if (number == NOTHING || !source->functions.at[number].reached) return false;
    if (token_is(source, index, "return")) return is_last(source, number);
    return (source->tokens.at[index].brings & BRINGS_EXIT) != 0;
}

static bool range_leaves(SourceText *source, Range range) {
    for (uint32_t i = range.first; i < range.end; i++)
        if (leaves(source, i)) return true;
    return false;
}

/* Whether the range has a jump, or a macro that may hide one. */
static bool jumps(const SourceText *source, Range range) {
    for (uint32_t i = range.first; i < range.end; i++)
        if (token_is(source, i, "goto") || (source->tokens.at[i].brings & (BRINGS_CONTROL | BRINGS_EXIT)) != 0)
            return true;
    return false;
}

/* Whether a thread may have left at the token instead of coming to the barrier: not where the kernel only comes to it
 * behind the barrier, and does not go back. */
static bool is_before(const SourceText *source, uint32_t index) {
    const Function *function = &source->functions.at[source->tokens.at[index].function];
    if (!function->kernel || function->sites == 0 || function->jumps) return true;
    const Token *last = &source->tokens.at[function->last_site];
    if (index < function->last_site || source->tokens.at[index].line <= last->line) return true;
    for (size_t i = 0; i < source->constructs.count; i++) {
        const Construct *around = &source->constructs.at[i];
        bool comes_back = around->kind == CONSTRUCT_LOOP && inside(around->side[0], index);
        if (around->has_site && (comes_back || inside(around->side[1], index))) return true;
    }
    return false;
}

/* ---- the answer -------------------------------------------------------------------------------------------------- */

/* What became of a thread that the condition kept from the barrier. */
static SimWay way_of(SourceText *source, const Construct *construct) {
    uint32_t number = source->tokens.at[construct->head.first].function;
    if (number == NOTHING || !source->functions.at[number].reached) return SIM_WAY_UNKNOWN;
    const Function *function = &source->functions.at[number];
    Holds held[2];
    for (int i = 0; i < 2; i++) {
        held[i] = holds(source, construct->side[i], function, number);
        if (held[i] != HOLDS_ALL && range_leaves(source, construct->side[i])) return SIM_WAY_RETURN;
    }
    if (held[0] == HOLDS_SOME || held[1] == HOLDS_SOME || construct->kind == CONSTRUCT_SWITCH) return SIM_WAY_UNKNOWN;
    if (construct->kind == CONSTRUCT_LOOP) {
        bool clear = held[0] == HOLDS_ALL && !range_leaves(source, construct->side[0]);
        return clear && !jumps(source, construct->side[0]) ? SIM_WAY_AROUND : SIM_WAY_UNKNOWN;
    }
    if (held[0] != held[1])
        return jumps(source, construct->side[held[0] == HOLDS_ALL]) ? SIM_WAY_UNKNOWN : SIM_WAY_AROUND;
    bool returns = false; /* from a function behind which the kernel goes on */
    for (uint32_t i = construct->side[0].first; i < construct->side[1].end; i++)
        returns |= token_is(source, i, "return") && source->tokens.at[i].function == number;
    return returns && function->sites > 0 && !function->kernel ? SIM_WAY_AROUND : SIM_WAY_UNKNOWN;
}

static void set_way(SimReturns *returns, int first, int last, SimWay way) {
    for (int line = first; line <= last && line < returns->line_count; line++)
        if (way > returns->way[line]) returns->way[line] = way;
}

static void find_ways(SourceText *source, SimReturns *returns) {
    returns->line_count = source->tokens.at[source->tokens.count - 1].line + 1;
    returns->way = arena_array(source->arena, SimWay, (size_t)returns->line_count);
    for (size_t i = 0; i < source->constructs.count; i++) {
        const Construct *construct = &source->constructs.at[i];
        if (construct->head.end <= construct->head.first) continue;
        int first = source->tokens.at[construct->head.first].line;
        int last = source->tokens.at[construct->head.end - 1].line;
        set_way(returns, first, last, way_of(source, construct));
    }
}

/* Every return that may have been taken, with the lines of its condition; one that all threads take is none. */
static void find_returns(SourceText *source, SimReturns *returns) {
    VEC(SimReturnLines) found = {0};
    for (uint32_t i = 0; i < source->tokens.count; i++) {
        if (!leaves(source, i) || !is_before(source, i)) continue;
        int line = source->tokens.at[i].line;
        bool hidden = !token_is(source, i, "return"); /* a macro may hold the condition */
        const Construct *condition = innermost(source, i, CONSTRUCT_ANY);
        bool within =
            condition != NULL && source->tokens.at[condition->head.first].function == source->tokens.at[i].function;
        if (!within && !hidden) continue;
        SimReturnLines lines = {line, line};
        if (within) {
            lines.first = source->tokens.at[condition->head.first].line;
            lines.last = hidden ? line : source->tokens.at[condition->head.end - 1].line;
        }
        if (hidden) set_way(returns, line, line, SIM_WAY_RETURN);
        vec_push(source->arena, &found, lines);
    }
    returns->before = found.at;
    returns->before_count = found.count;
}

/* Whether conditions may be hidden in what the kernel runs. */
static bool is_sure(const SourceText *source) {
    for (size_t i = 0; i < source->functions.count; i++)
        if (source->functions.at[i].reached && source->functions.at[i].conditional) return false;
    for (uint32_t i = 0; i + 1 < source->tokens.count; i++) {
        uint32_t number = source->tokens.at[i].function;
        if (number == NOTHING || !source->functions.at[number].reached) continue;
        bool type = token_is_one_of(source, i, "struct class");
        if (token_is(source, i, "goto") || (type && token_is(source, i + 2, "{"))) return false;
        if ((source->tokens.at[i].brings & (BRINGS_CONTROL | BRINGS_EXIT)) == BRINGS_CONTROL) return false;
    }
    return true;
}

SimReturns *sim_read_returns(const char *text, const char *kernel, int line, Arena *arena) {
    SimReturns *returns = arena_make(arena, SimReturns);
    SourceText source = {.arena = arena};
    returns->known = source_read_tokens(&source, text) && source_read_functions(&source, kernel);
    if (!returns->known) return returns;
    source.site = arena_array(arena, bool, source.tokens.count + 1);
    find_sites(&source, line);
    find_ways(&source, returns);
    find_returns(&source, returns);
    returns->sure = is_sure(&source);
    return returns;
}
