/* The glossary: the words that lessons use, from glossary.def, which says what each column means. */
#ifndef WARPSCHOOL_GLOSSARY_H
#define WARPSCHOOL_GLOSSARY_H

#include <stdbool.h>
#include <stddef.h>

#include "metric.h"

typedef struct Term {
    const char *name, *also, *meaning, *why, *metrics;
} Term;

extern const Term glossary[];
extern const size_t glossary_count;

/* The term of that name, or one that is also called so; capitals do not matter, nor does a plural's s. NULL: none. */
const Term *glossary_find(const char *name);

/* Whether the term's metrics name this one, or a beginning of its name up to a dot. */
bool glossary_counts(const Term *term, Metric metric);

/* The term that names the metric whole, else the one with the longest beginning of its name; NULL: none. */
const Term *glossary_term_of(Metric metric);

/* Calls visit for each of the words that stand between commas, until it returns false. size: bytes of the word. */
void glossary_each_word(const char *list, bool (*visit)(void *context, const char *word, size_t size), void *context);

#endif
