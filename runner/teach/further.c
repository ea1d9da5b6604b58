#include "teach/further.h"

#include <string.h>

#include "finding_kinds.h"
#include "glossary.h"
#include "metric.h"
#include "teach/say.h"
#include "teach/taught.h"

enum { READINGS = 3, TERMS = 16 };

typedef struct Further {
    Session *session;
    const Lesson *lesson; /* the exercise's own */
    const Term *seen[TERMS];
    size_t seen_count, shown;
    Text list;
} Further;

static bool was_seen(Further *further, const Term *term) {
    for (size_t i = 0; i < further->seen_count; i++)
        if (further->seen[i] == term) return true;
    if (further->seen_count < TERMS) further->seen[further->seen_count++] = term;
    return false;
}

/* Where the word is introduced, unless that is the exercise's own lesson: then a later one that goes on with it. */
static Taught find_reading(const Further *further, const Term *term, Metric metric) {
    Taught taught = taught_find(further->session, &term->name, 1, METRIC_NONE);
    if (taught.lesson != further->lesson) return taught;
    return taught_after(further->session, further->lesson, &term->name, 1, metric);
}

static void take_metric(void *context, const char *name, Loc loc, bool indexed) {
    (void)loc, (void)indexed;
    Further *further = context;
    Metric metric = metric_find(name);
    const Term *term = metric != METRIC_NONE ? glossary_term_of(metric) : NULL;
    if (term == NULL || further->shown == READINGS || was_seen(further, term)) return;
    Taught taught = find_reading(further, term, metric);
    if (taught.lesson == NULL) return;
    text_printf(&further->list, "- %s: `start %s %zu`, %s\n", term->name, taught.lesson->id, taught.step + 1,
                taught.lesson->title);
    further->shown++;
}

void further_say(Session *session, const Lesson *lesson, const Exercise *exercise) {
    Further further = {.session = session, .lesson = lesson};
    for (size_t i = 0; i < exercise->goal_count; i++)
        if (!exercise->goals[i].hidden) expr_each_name(exercise->goals[i].expr, take_metric, &further);
    if (further.shown > 0)
        say_prose(session, "More about what its goals count:\n\n%s", text_take(&further.list, session->scratch));
    text_free(&further.list);
}

void further_say_finding(Session *session, const Result *result) {
    const Finding *first = NULL;
    for (size_t i = 0; i < result->finding_count; i++)
        if (first == NULL || (first->warning && !result->findings[i].warning)) first = &result->findings[i];
    if (first == NULL) return;
    Taught taught = taught_find_finding(session, first->kind);
    const char *where = taught.lesson == NULL
                            ? ""
                            : arena_printf(session->scratch, " start %s %zu opens the lesson that is about it.",
                                           taught.lesson->id, taught.step + 1);
    say_styled(session, ROLE_DIM, "explain %s says why it matters.%s", finding_name[first->kind], where);
}
