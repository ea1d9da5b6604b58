/* explain: what a word of the lessons, a metric or a kind of finding is, why it matters, what counts it and which
 * lesson teaches it. The texts are those of metric.def, finding.def and glossary.def. */
#include <string.h>
#include <strings.h>

#include "base/vec.h"
#include "commands/commands.h"
#include "finding_kinds.h"
#include "glossary.h"
#include "teach/explained.h"
#include "teach/say.h"

enum { NAMES_SHOWN = 6 };

/* ---- explanations ------------------------------------------------------------------------------------------------ */

static void say_explanation(Session *session, const char *markdown, Taught taught) {
    say_prose(session, "%s", markdown);
    if (taught.lesson != NULL)
        say_prose(session, "Lesson `%s` %s from step %zu on: `start %s %zu`.", taught.lesson->id,
                  taught.introduced ? "is about it," : "uses it", taught.step + 1, taught.lesson->id, taught.step + 1);
}

static void explain_term(Session *session, const Term *term) {
    Taught taught;
    const char *text = explained_term(session, term, &taught);
    say_explanation(session, text, taught);
}

static void explain_metric(Session *session, Metric metric) {
    Taught taught;
    const char *text = explained_metric(session, metric, &taught);
    say_explanation(session, text, taught);
}

static void explain_finding(Session *session, FindingKind kind) {
    Taught taught;
    const char *text = explained_finding(session, kind, &taught);
    say_explanation(session, text, taught);
}

/* ---- finding what is meant --------------------------------------------------------------------------------------- */

/* The bytes of a word without an ending that makes another form of it: coalesc of coalescing, coalesced, coalesce. */
static size_t stem(const char *word) {
    static const char *const endings[] = {"ings", "ing", "ed", "es", "e", "s"};
    enum { LEAST = 3 };
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (text_ends(word, endings[i]) && strlen(word) >= strlen(endings[i]) + LEAST)
            return strlen(word) - strlen(endings[i]);
    return strlen(word);
}

/* The term of which the word is another form, "swizzled" of swizzle; NULL: none. */
static const Term *term_of_form(const char *word) {
    size_t size = stem(word);
    for (size_t i = 0; i < glossary_count; i++)
        if (stem(glossary[i].name) == size && strncasecmp(glossary[i].name, word, size) == 0) return &glossary[i];
    return NULL;
}

/* All that is called so: "barrier" is a word of the lessons, and a kind of finding. Returns how many there are. */
static size_t explain_all(Session *session, const char *word) {
    size_t count = 0;
    Metric metric = metric_find(word);
    const Term *term = glossary_find(word);
    if (term != NULL) explain_term(session, term), count++;
    for (FindingKind kind = 0; kind < finding_kind_count; kind++)
        if (explained_is_called(kind, word)) explain_finding(session, kind), count++;
    if (metric != METRIC_NONE) explain_metric(session, metric), count++;
    term = count == 0 ? term_of_form(word) : NULL;
    if (term != NULL) explain_term(session, term), count++;
    return count;
}

/* A parameter of the lesson at hand, which no list of words has. */
static bool explain_parameter(Session *session, const char *word) {
    const Lesson *lesson = session->lesson;
    const Param *param = lesson != NULL ? lesson_param(lesson, word) : NULL;
    if (param == NULL) return false;
    say_prose(session, "**%s**, a parameter of lesson `%s`%s%s. `set %s=%lld` gives it a value for `run`.", param->name,
              lesson->id, param->about != NULL ? ": " : "", param->about != NULL ? param->about : "", param->name,
              (long long)param->initial);
    return true;
}

typedef VEC(const char *) KnownNames;

/* The first word of a list. */
typedef struct Words {
    Arena *arena;
    const char *first;
} Words;

static bool add_name(void *context, const char *word, size_t size) {
    Words *words = context;
    words->first = arena_string_n(words->arena, word, size);
    return false;
}

/* Every name that explain knows; of the words that a term is also called by only the first. */
static void all_names(Arena *arena, KnownNames *names) {
    for (size_t i = 0; i < glossary_count; i++) {
        Words words = {arena, NULL};
        vec_push(arena, names, glossary[i].name);
        glossary_each_word(glossary[i].also, add_name, &words);
        if (words.first != NULL) vec_push(arena, names, words.first);
    }
    for (FindingKind kind = 0; kind < finding_kind_count; kind++) {
        vec_push(arena, names, finding_name[kind]);
        vec_push(arena, names, finding_info[kind].title);
    }
    for (Metric metric = 0; metric < metric_count; metric++) vec_push(arena, names, metric_info[metric].name);
}

/* "did you mean 'bank', 'bank conflict'?": the names that have the word in them, else the most similar one. */
static const char *hint_for_word(Session *session, const char *word) {
    KnownNames names = {0};
    Text hint = {0};
    size_t shown = 0, found = 0;
    all_names(session->scratch, &names);
    for (size_t i = 0; i < names.count; i++) {
        if (strcasestr(names.at[i], word) == NULL) continue;
        found++;
        if (found > NAMES_SHOWN) continue;
        text_printf(&hint, "%s'%s'", shown++ > 0 ? ", " : "did you mean ", names.at[i]);
    }
    const char *nearest = found == 0 ? text_nearest(word, names.at, names.count) : NULL;
    if (nearest != NULL) text_printf(&hint, "did you mean '%s'", nearest);
    if (found > shown) text_printf(&hint, " or one of %zu more", found - shown);
    text_add(&hint, found > 0 || nearest != NULL ? "?" : "`explain` lists the words");
    return text_take(&hint, session->scratch);
}

static void add_row(const char **cells, size_t row, const char *name, const char *meaning) {
    cells[2 * row] = name;
    cells[2 * row + 1] = meaning;
}

static void say_rows(Session *session, const char **cells, size_t rows) {
    static const bool right[2] = {false};
    Text out = {0};
    report_table(&out, &session->style, cells, rows, 2, right);
    say_gap(session);
    say(session, &out);
}

/* "barrier" is a word of the lessons and a kind of finding: the two have a table each. */
static void list_words(Session *session) {
    const char **words = arena_array(session->scratch, const char *, (glossary_count + 1) * 2);
    const char **findings = arena_array(session->scratch, const char *, ((size_t)finding_kind_count + 1) * 2);
    add_row(words, 0, "word", "what it is");
    for (size_t i = 0; i < glossary_count; i++) add_row(words, i + 1, glossary[i].name, glossary[i].meaning);
    say_rows(session, words, glossary_count + 1);
    add_row(findings, 0, "finding", "what it is");
    for (FindingKind kind = 0; kind < finding_kind_count; kind++)
        add_row(findings, (size_t)kind + 1, finding_name[kind], finding_info[kind].meaning);
    say_rows(session, findings, (size_t)finding_kind_count + 1);
    say_prose(session, "`explain WORD` says more, also about a metric; `metrics` lists those.");
}

int command_explain(Session *session, int count, char **words) {
    Text joined = {0};
    for (int i = 0; i < count; i++) text_printf(&joined, "%s%s", i > 0 ? " " : "", words[i]);
    if (joined.size == 0) {
        text_free(&joined);
        list_words(session);
        return STATUS_DONE;
    }
    const char *word = text_take(&joined, session->scratch);
    if (explain_all(session, word) > 0 || explain_parameter(session, word)) return STATUS_DONE;
    complain(session, hint_for_word(session, word), "nothing is called '%s'", word);
    return STATUS_USAGE;
}
