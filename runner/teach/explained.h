/* What a word of the lessons, a metric or a kind of finding is, as Markdown: for `explain` and for a course's pages.
 * The texts are those of glossary.def, metric.def and finding.def. */
#ifndef WARPSCHOOL_TEACH_EXPLAINED_H
#define WARPSCHOOL_TEACH_EXPLAINED_H

#include "glossary.h"
#include "teach/taught.h"

/* Markdown of a few paragraphs, in scratch. *taught: where a lesson of the pack tells of it. */
const char *explained_term(Session *session, const Term *term, Taught *taught);
const char *explained_metric(Session *session, Metric metric, Taught *taught);
const char *explained_finding(Session *session, FindingKind kind, Taught *taught);

/* Whether the kind of finding is called so: by its name, its title, or as goals name it. */
bool explained_is_called(FindingKind kind, const char *word);
/* Whether a term, a metric or a kind of finding is called so. */
bool explained_knows(const char *word);

#endif
