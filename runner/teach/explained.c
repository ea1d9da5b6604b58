#include "teach/explained.h"

#include <strings.h>

#include "base/text.h"
#include "course/names.h"
#include "finding_kinds.h"

enum { WORDS_MOST = 16, METRICS_SHOWN = 8 };

/* ---- metrics ----------------------------------------------------------------------------------------------------- */

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

const char *explained_metric(Session *session, Metric metric, Taught *taught) {
    const MetricInfo *info = &metric_info[metric];
    const Term *term = glossary_term_of(metric);
    Text out = {0};
    text_printf(&out, "**`%s`**", info->name);
    if (*info->unit != '\0') text_printf(&out, " (%s)", info->unit);
    text_printf(&out, ", a metric: %s.\n\n", info->meaning);
    if (term != NULL) text_printf(&out, "It tells of **%s**: %s. %s\n\n", term->name, term->meaning, term->why);
    text_add(&out, counted_by(session, info));
    if (info->nsight != NULL) text_printf(&out, " Nsight Compute reads it from the hardware as `%s`.", info->nsight);
    *taught = taught_find(session, &info->name, 1, metric);
    return text_take(&out, session->scratch);
}

/* ---- findings ---------------------------------------------------------------------------------------------------- */

/* "findings.out_of_bounds" */
static const char *goal_name(Session *session, FindingKind kind) {
    char *name = arena_printf(session->scratch, "findings.%s", finding_name[kind]);
    for (char *c = name; *c != '\0'; c++)
        if (*c == '-') *c = '_';
    return name;
}

/* The kinds of which no error comes: `findings.NAME` counts errors alone, and would always be 0. */
static bool is_a_warning(FindingKind kind) {
    return kind == HOST_UNPINNED;
}

const char *explained_finding(Session *session, FindingKind kind, Taught *taught) {
    const FindingInfo *info = &finding_info[kind];
    bool of_host = kind >= FINDING_FIRST_OF_PROGRAMS;
    Text out = {0};
    text_printf(&out, "**%s**, a finding (%s): %s.\n\n%s\n\n", finding_name[kind], info->title, info->meaning,
                info->why);
    text_printf(&out, "%s finds it in the run itself, whatever the output says. ",
                of_host ? "`exec`, which stands in CUDA's place," : "The simulator");
    if (is_a_warning(kind))
        text_add(&out, "It is a warning: goals count it among all `warnings`.");
    else
        text_printf(&out, "Goals ask for it as `%s`.", goal_name(session, kind));
    *taught = taught_find_finding(session, kind);
    return text_take(&out, session->scratch);
}

/* ---- words ------------------------------------------------------------------------------------------------------- */

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

const char *explained_term(Session *session, const Term *term, Taught *taught) {
    Words words = {session->scratch, {term->name}, 1};
    glossary_each_word(term->also, take_word, &words);
    Text out = {0};
    text_printf(&out, "**%s**", term->name);
    for (size_t i = 1; i < words.count; i++) text_printf(&out, "%s`%s`", i == 1 ? ", also " : ", ", words.at[i]);
    text_printf(&out, ": %s.\n\n%s", term->meaning, term->why);
    const char *metrics = metrics_of(session, term);
    if (metrics != NULL) text_printf(&out, "\n\nCounted by %s.", metrics);
    *taught = taught_find(session, words.at, words.count, METRIC_NONE);
    return text_take(&out, session->scratch);
}

/* ---- by name ----------------------------------------------------------------------------------------------------- */

bool explained_is_called(FindingKind kind, const char *word) {
    FindingKind named;
    return strcasecmp(finding_name[kind], word) == 0 || strcasecmp(finding_info[kind].title, word) == 0 ||
           (finding_kind_named(word, &named) && named == kind);
}

bool explained_knows(const char *word) {
    if (glossary_find(word) != NULL || metric_find(word) != METRIC_NONE) return true;
    for (FindingKind kind = 0; kind < finding_kind_count; kind++)
        if (explained_is_called(kind, word)) return true;
    return false;
}
