/* Which lesson teaches a word: found in the texts themselves, so that it holds for every pack. */
#ifndef WARPSCHOOL_TEACH_TAUGHT_H
#define WARPSCHOOL_TEACH_TAUGHT_H

#include "teach/session.h"

typedef struct Taught {
    const Lesson *lesson; /* NULL: none says the word */
    size_t step;          /* from 0 */
    bool introduced;      /* else it only uses the word */
} Taught;

/* The lesson that introduces one of these words, in bold or, the first of them, in its title, or else is the first to
 * use it several times; and the step that does so first. A metric's name also counts where a step shows or expects it;
 * METRIC_NONE: none. */
Taught taught_find(const Session *session, const char *const *words, size_t count, Metric metric);

/* The one that tells of a finding, by its name and title. One of host code is looked for only where programs run. */
Taught taught_find_finding(const Session *session, FindingKind kind);

/* The same among the lessons that come after one of the pack's. */
Taught taught_after(const Session *session, const Lesson *lesson, const char *const *words, size_t count,
                    Metric metric);

/* How often text says word, whole or in the plural, whatever its capitals; a blank stands for any white space. bold, if
 * not NULL, is set where it stands alone between two stars on each side. */
size_t taught_mentions(const char *text, const char *word, bool *bold);

#endif
