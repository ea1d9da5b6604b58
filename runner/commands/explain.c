/* explain: what a word of the lessons, a metric or a kind of finding is, why it matters, what counts it and which
 * lesson teaches it. The texts are those of metric.def, finding.def and glossary.def. */
#include <string.h>
#include <strings.h>

#include "base/vec.h"
#include "commands/commands.h"
#include "course/names.h"
#include "finding_kinds.h"
#include "glossary.h"
#include "teach/say.h"
#include "teach/taught.h"

enum { WORDS_MOST = 16, NAMES_SHOWN = 12, METRICS_SHOWN = 8 };

/* ---- parts of an explanation ------------------------------------------------------------------------------------- */

static void say_where_taught(Session *session, Taught taught) {
    if (taught.lesson != NULL)
        say_prose(session, "Lesson `%s` %s from step %zu on: `start %s %zu`.", taught.lesson->id,
                  taught.introduced ? "is about it," : "uses it", taught.step + 1, taught.lesson->id, taught.step + 1);
}

static void say_taught(Session *session, const char *const *words, size_t count, Metric metric) {
    say_where_taught(session, taught_find(session, words, count, metric));
}

/* Who counts a metric. */
static const char *counted_by(Session *session, const MetricInfo *info) {
    const char *parts = "";
    for (size_t i = 0; i < info->part_count; i++)
        parts = arena_printf(session->scratch, "%s%s`%s`", parts,
                             i == 0                                ? ""
                             : info->source == METRIC_SOURCE_RATIO ? " divided by "
                                                                   : " + ",
                             metric_info[info->part[i]].name);
    switch (info->source) {
    case METRIC_SOURCE_COUNTED: return "The simulator counts it, instruction by instruction.";
    case METRIC_SOURCE_SIMULATED: return "The simulator counts it, once for a launch.";
    case METRIC_SOURCE_REPEATED: return "The simulator counts it in further runs of the launch, with other values.";
    case METRIC_SOURCE_SUM:
    case METRIC_SOURCE_RATIO: return arena_printf(session->scratch, "It is %s.", parts);
    case METRIC_SOURCE_LAUNCH: return "It is what the launch asked for.";
    case METRIC_SOURCE_ASSEMBLER: return "NVIDIA's assembler says it, or it follows from what that says.";
    case METRIC_SOURCE_GPU_CLOCK: return "Only a GPU's clock gives it.";
    case METRIC_SOURCE_GPU_DRIVER: return "Only a GPU's driver gives it.";
    case METRIC_SOURCE_GPU_COUNTER: return "Only a GPU's own counters give it.";
    }
    return "";
}

static void explain_metric(Session *session, Metric metric) {
    const MetricInfo *info = &metric_info[metric];
    const char *unit = *info->unit != '\0' ? arena_printf(session->scratch, " (%s)", info->unit) : "";
    say_prose(session, "**`%s`**%s, a metric: %s.", info->name, unit, info->meaning);
    const Term *term = glossary_term_of(metric);
    if (term != NULL) say_prose(session, "It tells of **%s**: %s. %s", term->name, term->meaning, term->why);
    say_prose(session, "%s%s", counted_by(session, info),
              info->nsight != NULL
                  ? arena_printf(session->scratch, " Nsight Compute reads it from the hardware as `%s`.", info->nsight)
                  : "");
    say_taught(session, &info->name, 1, metric);
}

/* "findings.out_of_bounds" */
static const char *goal_name(Session *session, FindingKind kind) {
    char *name = arena_printf(session->scratch, "findings.%s", finding_name[kind]);
    for (char *c = name; *c != '\0'; c++)
        if (*c == '-') *c = '_';
    return name;
}

/* The kinds of which no error comes: `findings.NAME` counts errors alone, and would always be 0. */
static bool is_a_warning(FindingKind kind) {
    return kind == HOST_EARLY || kind == HOST_UNPINNED;
}

static void explain_finding(Session *session, FindingKind kind) {
    const FindingInfo *info = &finding_info[kind];
    bool of_host = kind >= FINDING_FIRST_OF_PROGRAMS;
    say_prose(session, "**%s**, a finding (%s): %s.", finding_name[kind], info->title, info->meaning);
    say_prose(session, "%s", info->why);
    say_prose(session, "%s finds it in the run itself, whatever the output says. %s",
              of_host ? "`exec`, which stands in CUDA's place," : "The simulator",
              is_a_warning(kind)
                  ? "It is a warning: goals count it among all `warnings`."
                  : arena_printf(session->scratch, "Goals ask for it as `%s`.", goal_name(session, kind)));
    say_where_taught(session, taught_find_finding(session, kind));
}

/* The metrics that a term names, those of the simulator first: a GPU's have the same names after gpu. */
static const char *metrics_of(Session *session, const Term *term) {
    Text list = {0};
    size_t count = 0, shown = 0;
    for (Metric metric = 0; metric < metric_count; metric++) {
        if (!glossary_counts(term, metric)) continue;
        count++;
        if (shown >= METRICS_SHOWN) continue;
        text_printf(&list, "%s`%s`", shown++ > 0 ? ", " : "", metric_info[metric].name);
    }
    if (count > shown) text_printf(&list, " and %zu more", count - shown);
    return count > 0 ? text_take(&list, session->scratch) : NULL;
}

typedef struct Words {
    Arena *arena;
    const char *at[WORDS_MOST];
    size_t count;
} Words;

static bool take_word(void *context, const char *word, size_t size) {
    Words *words = context;
    if (words->count < WORDS_MOST) words->at[words->count++] = arena_string_n(words->arena, word, size);
    return true;
}

static void explain_term(Session *session, const Term *term) {
    Words words = {session->scratch, {term->name}, 1};
    glossary_each_word(term->also, take_word, &words);
    Text also = {0};
    text_add(&also, "");
    for (size_t i = 1; i < words.count; i++) text_printf(&also, "%s`%s`", i == 1 ? ", also " : ", ", words.at[i]);
    say_prose(session, "**%s**%s: %s.", term->name, text_take(&also, session->scratch), term->meaning);
    say_prose(session, "%s", term->why);
    const char *metrics = metrics_of(session, term);
    if (metrics != NULL) say_prose(session, "Counted by %s.", metrics);
    say_taught(session, words.at, words.count, METRIC_NONE);
}

/* ---- finding what is meant --------------------------------------------------------------------------------------- */

static bool is_finding(FindingKind kind, const char *word) {
    FindingKind named;
    return strcasecmp(finding_name[kind], word) == 0 || strcasecmp(finding_info[kind].title, word) == 0 ||
           (finding_kind_named(word, &named) && named == kind);
}

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
        if (is_finding(kind, word)) explain_finding(session, kind), count++;
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

static bool add_name(void *context, const char *word, size_t size) {
    Words *one = context;
    one->at[0] = arena_string_n(one->arena, word, size);
    one->count = 1;
    return false;
}

/* Every name that explain knows; of the words that a term is also called by only the first. */
static void all_names(Arena *arena, KnownNames *names) {
    for (size_t i = 0; i < glossary_count; i++) {
        Words first = {arena, {NULL}, 0};
        vec_push(arena, names, glossary[i].name);
        glossary_each_word(glossary[i].also, add_name, &first);
        if (first.count > 0) vec_push(arena, names, first.at[0]);
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

static void list_words(Session *session) {
    const char **cells = arena_array(session->scratch, const char *, (glossary_count + finding_kind_count + 1) * 2);
    size_t row = 0;
    cells[0] = "word", cells[1] = "what it is";
    for (size_t i = 0; i < glossary_count; i++) {
        cells[2 * ++row] = glossary[i].name;
        cells[2 * row + 1] = glossary[i].meaning;
    }
    for (FindingKind kind = 0; kind < finding_kind_count; kind++) {
        cells[2 * ++row] = finding_name[kind];
        cells[2 * row + 1] = finding_info[kind].meaning;
    }
    static const bool right[2] = {false};
    Text out = {0};
    report_table(&out, &session->style, cells, row + 1, 2, right);
    say(session, &out);
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
