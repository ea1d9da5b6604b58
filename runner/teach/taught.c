#include "teach/taught.h"

#include <ctype.h>
#include <string.h>

#include "finding_kinds.h"

/* What a place is worth: where a word is introduced counts for more than where it is used. Of lessons that only use it,
 * the first that does so several times is as good as any later one. */
enum { WORTH_BOLD = 200, WORTH_TITLE = 100, WORTH_USES_MOST = 3 };

static bool in_word(char c) {
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

/* The bytes of text that say word, 0 where they do not. */
static size_t said_here(const char *text, const char *word) {
    const char *at = text;
    for (; *word != '\0'; word++) {
        if (*word == ' ') {
            size_t blanks = strspn(at, " \t\n");
            if (blanks == 0) return 0;
            at += blanks;
        } else if (tolower((unsigned char)*at) == tolower((unsigned char)*word)) {
            at++;
        } else {
            return 0;
        }
    }
    if (at[0] == 's' && !in_word(at[1])) at++; /* a plural */
    return in_word(*at) ? 0 : (size_t)(at - text);
}

size_t taught_mentions(const char *text, const char *word, bool *bold) {
    size_t count = 0;
    if (text == NULL || *word == '\0') return 0;
    for (const char *at = text; *at != '\0';) {
        size_t size = at == text || !in_word(at[-1]) || !in_word(*word) ? said_here(at, word) : 0;
        count += size > 0;
        bool starred = size > 0 && at > text + 1 && at[-1] == '*' && at[-2] == '*' && text_starts(at + size, "**");
        if (starred && bold != NULL) *bold = true;
        at += size > 0 ? size : 1;
    }
    return count;
}

/* ---- a step ------------------------------------------------------------------------------------------------------ */

typedef struct Search {
    const char *const *words;
    size_t count;
    Metric metric;
    bool of_programs; /* only lessons that run whole programs */
} Search;

static bool goals_name(const Goal *goals, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++)
        if (expr_names(goals[i].expr, name)) return true;
    return false;
}

static bool uses_metric(const Step *step, Metric metric) {
    const char *name = metric_info[metric].name;
    for (size_t i = 0; i < step->show_count; i++)
        if (step->show[i] == metric) return true;
    if (step->predict != NULL && expr_names(step->predict->answer, name)) return true;
    return goals_name(step->expect, step->expect_count, name);
}

static size_t step_mentions(const Search *search, const Step *step, bool *bold) {
    size_t count = search->metric != METRIC_NONE && uses_metric(step, search->metric);
    for (size_t i = 0; i < search->count; i++)
        count +=
            taught_mentions(step->text, search->words[i], bold) + taught_mentions(step->then, search->words[i], bold);
    return count;
}

/* ---- a lesson ---------------------------------------------------------------------------------------------------- */

static size_t worth(const Search *search, const Lesson *lesson, size_t *step) {
    size_t uses = 0, worth = 0;
    bool introduced = false;
    *step = 0;
    if (search->count > 0 && taught_mentions(lesson->title, search->words[0], NULL) > 0) worth += WORTH_TITLE;
    for (size_t i = 0; i < lesson->step_count; i++) {
        bool bold = false;
        size_t here = step_mentions(search, &lesson->steps[i], &bold);
        if (here > 0 && (uses == 0 || (bold && !introduced))) *step = i;
        introduced = introduced || bold;
        uses += here;
    }
    if (uses == 0) return 0;
    return worth + (introduced ? WORTH_BOLD : 0) + (uses < WORTH_USES_MOST ? uses : WORTH_USES_MOST);
}

static void note_program(void *context, const LaunchSpec *launch) {
    *(bool *)context = *(bool *)context || launch->program != NULL;
}

static bool runs_programs(const Lesson *lesson) {
    bool found = false;
    lesson_each_launch(lesson, note_program, &found);
    return found;
}

/* Among the pack's lessons from number `first`. */
static Taught best_of(const Session *session, const Search *search, size_t first) {
    Taught taught = {0};
    size_t most = 0;
    for (size_t i = first; session->pack != NULL && i < session->pack->lesson_count; i++) {
        const Lesson *lesson = pack_lesson(session->pack, i);
        bool taken = lesson->usable && (!search->of_programs || runs_programs(lesson));
        size_t step, here = taken ? worth(search, lesson, &step) : 0;
        if (here <= most) continue;
        most = here;
        taught = (Taught){lesson, step, here > WORTH_USES_MOST};
    }
    return taught;
}

Taught taught_find(const Session *session, const char *const *words, size_t count, Metric metric) {
    Search search = {words, count, metric, false};
    return best_of(session, &search, 0);
}

Taught taught_find_finding(const Session *session, FindingKind kind) {
    const char *words[] = {finding_name[kind], finding_info[kind].title};
    Search search = {words, 2, METRIC_NONE, kind >= FINDING_FIRST_OF_PROGRAMS};
    return best_of(session, &search, 0);
}

Taught taught_after(const Session *session, const Lesson *lesson, const char *const *words, size_t count,
                    Metric metric) {
    Search search = {words, count, metric, false};
    return best_of(session, &search, (size_t)(lesson - session->pack->lessons) + 1);
}
