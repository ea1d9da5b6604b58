#include <jansson.h>
#include <string.h>

#include "commands/commands.h"
#include "teach/say.h"
#include "terminal/terminal.h"

/* How a word says which metrics are meant; the first that finds one does. */
typedef enum Match { MATCH_NAME, MATCH_FAMILY, MATCH_WORD, MATCHES } Match;

/* Whether family begins the name up to a dot: "shared" and "shared.load" do, "shared.lo" does not, and "" begins
 * every name. */
static bool in_family(const char *name, const char *family) {
    size_t size = strlen(family);
    return text_starts(name, family) && (size == 0 || family[size - 1] == '.' || name[size] == '.');
}

/* Whether the name or the meaning has the word, whatever its capitals. */
static bool has_word(Metric metric, const char *word) {
    return strcasestr(metric_info[metric].name, word) != NULL || strcasestr(metric_info[metric].meaning, word) != NULL;
}

static bool is_meant(Metric metric, const char *word, Match match) {
    switch (match) {
    case MATCH_NAME: return text_equal(metric_info[metric].name, word);
    case MATCH_FAMILY: return in_family(metric_info[metric].name, word);
    case MATCH_WORD:
    case MATCHES: break;
    }
    return match == MATCH_WORD && has_word(metric, word);
}

/* MATCHES: no metric is meant. */
static Match match_of(const char *word) {
    for (Match match = MATCH_NAME; match < MATCHES; match++)
        for (size_t i = 0; i < metric_count; i++)
            if (is_meant((Metric)i, word, match)) return match;
    return MATCHES;
}

static int metrics_as_json(const char *word, Match match) {
    json_t *array = json_array();
    for (size_t i = 0; i < metric_count; i++) {
        const MetricInfo *info = &metric_info[i];
        if (!is_meant((Metric)i, word, match)) continue;
        json_t *object = json_pack("{s:s, s:s, s:s, s:b}", "name", info->name, "unit", info->unit, "meaning",
                                   info->meaning, "per_line", (int)info->per_line);
        json_object_set_new(object, "nsight", info->nsight != NULL ? json_string(info->nsight) : json_null());
        json_array_append_new(array, object);
    }
    terminal_write_json(json_pack("{s:i, s:o}", "format", 1, "metrics", array));
    return STATUS_DONE;
}

static void say_metrics(Session *session, const char *word, Match match) {
    enum { COLUMNS = 3 };
    const char *cells[(METRIC_CAPACITY + 1) * COLUMNS] = {"metric", "unit", "meaning"};
    size_t count = 0;
    for (size_t i = 0; i < metric_count; i++) {
        if (!is_meant((Metric)i, word, match)) continue;
        const char **row = cells + ++count * COLUMNS;
        row[0] = metric_info[i].name;
        row[1] = metric_info[i].unit;
        row[2] = metric_info[i].meaning;
    }
    static const bool right[COLUMNS] = {false};
    Text out = {0};
    report_table(&out, &session->style, cells, count + 1, COLUMNS, right);
    say(session, &out);
}

static int complain_of_name(Session *session, const char *name) {
    const char *names[METRIC_CAPACITY];
    for (size_t i = 0; i < metric_count; i++) names[i] = metric_info[i].name;
    const char *nearest = text_nearest(name, names, metric_count);
    complain(session,
             nearest != NULL ? arena_printf(session->scratch, "did you mean '%s'?", nearest) : "`metrics` lists them",
             "unknown metric '%s'", name);
    return STATUS_USAGE;
}

static void say_one(Session *session, const char *name) {
    const MetricInfo *info = &metric_info[metric_find(name)];
    say_prose(session, "`%s` (%s): %s.", info->name, info->unit, info->meaning);
    if (info->nsight != NULL) say_prose(session, "Nsight Compute calls it `%s`.", info->nsight);
    say_prose(session, "`explain %s` says why it matters.", info->name);
}

int command_metrics(Session *session, int count, char **words) {
    const char *word = count > 0 ? words[0] : ""; /* which begins every name */
    Match match = match_of(word);
    if (match == MATCHES) return complain_of_name(session, word);
    if (session->options.json) return metrics_as_json(word, match);
    if (match == MATCH_NAME) {
        say_one(session, word);
        return STATUS_DONE;
    }
    say_metrics(session, word, match);
    if (count > 0) return STATUS_DONE;
    say_prose(session, "`metrics shared` lists those that begin so, `metrics lanes` those that have the word in their "
                       "meaning; `explain NAME` says all about one.");
    return STATUS_DONE;
}
