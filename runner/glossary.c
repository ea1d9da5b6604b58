#include "glossary.h"

#include <string.h>
#include <strings.h>

const Term glossary[] = {
#define TERM(name, also, meaning, why, metrics) {name, also, meaning, why, metrics},
#include "glossary.def"
#undef TERM
};
const size_t glossary_count = sizeof glossary / sizeof *glossary;

void glossary_each_word(const char *list, bool (*visit)(void *context, const char *word, size_t size), void *context) {
    while (*list != '\0') {
        size_t size = strcspn(list, ",");
        if (!visit(context, list, size)) return;
        list += size;
        list += strspn(list, ", ");
    }
}

/* ---- by name ----------------------------------------------------------------------------------------------------- */

typedef struct Wanted {
    const char *name;
    bool found;
} Wanted;

/* "banks" is "bank". */
static bool is_name(const char *word, size_t size, const char *name) {
    size_t length = strlen(name);
    bool plural = length == size + 1 && (name[size] == 's' || name[size] == 'S');
    return (length == size || plural) && strncasecmp(word, name, size) == 0;
}

static bool visit_name(void *context, const char *word, size_t size) {
    Wanted *wanted = context;
    wanted->found = is_name(word, size, wanted->name);
    return !wanted->found;
}

const Term *glossary_find(const char *name) {
    for (size_t i = 0; i < glossary_count; i++)
        if (is_name(glossary[i].name, strlen(glossary[i].name), name)) return &glossary[i];
    for (size_t i = 0; i < glossary_count; i++) {
        Wanted wanted = {name, false};
        glossary_each_word(glossary[i].also, visit_name, &wanted);
        if (wanted.found) return &glossary[i];
    }
    return NULL;
}

/* ---- by metric --------------------------------------------------------------------------------------------------- */

typedef struct Match {
    const char *metric;
    size_t longest; /* bytes of its name that a word covers */
} Match;

static bool visit_metric(void *context, const char *word, size_t size) {
    Match *match = context;
    bool begins = strncmp(match->metric, word, size) == 0;
    bool whole = match->metric[size < strlen(match->metric) ? size : strlen(match->metric)] == '\0';
    if (begins && (whole || match->metric[size] == '.') && size > match->longest) match->longest = size;
    return true;
}

static size_t covered(const Term *term, Metric metric) {
    Match match = {metric_info[metric].name, 0};
    glossary_each_word(term->metrics, visit_metric, &match);
    return match.longest;
}

bool glossary_counts(const Term *term, Metric metric) {
    return covered(term, metric) > 0;
}

const Term *glossary_term_of(Metric metric) {
    const Term *best = NULL;
    size_t most = 0;
    for (size_t i = 0; i < glossary_count; i++) {
        size_t size = covered(&glossary[i], metric);
        if (size > most) best = &glossary[i], most = size;
    }
    return best;
}
