#include <jansson.h>
#include <string.h>

#include "commands/commands.h"
#include "teach/say.h"
#include "terminal/terminal.h"

static int metrics_as_json(void) {
    json_t *array = json_array();
    for (size_t i = 0; i < metric_count; i++) {
        const MetricInfo *info = &metric_info[i];
        json_t *object = json_pack("{s:s, s:s, s:s, s:b}", "name", info->name, "unit", info->unit, "meaning",
                                   info->meaning, "per_line", (int)info->per_line);
        json_object_set_new(object, "nsight", info->nsight != NULL ? json_string(info->nsight) : json_null());
        json_array_append_new(array, object);
    }
    terminal_write_json(json_pack("{s:i, s:o}", "format", 1, "metrics", array));
    return STATUS_DONE;
}

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

/* Prints the metrics of a family, or those that have a word (by_word); returns how many there are. */
static size_t say_metrics(Session *session, const char *word, bool by_word) {
    enum { COLUMNS = 3 };
    const char *cells[(METRIC_CAPACITY + 1) * COLUMNS] = {"metric", "unit", "meaning"};
    size_t count = 0;
    for (size_t i = 0; i < metric_count; i++) {
        if (by_word ? !has_word((Metric)i, word) : !in_family(metric_info[i].name, word)) continue;
        const char **row = cells + ++count * COLUMNS;
        row[0] = metric_info[i].name;
        row[1] = metric_info[i].unit;
        row[2] = metric_info[i].meaning;
    }
    if (count == 0) return 0;
    static const bool right[COLUMNS] = {false};
    Text out = {0};
    report_table(&out, &session->style, cells, count + 1, COLUMNS, right);
    say(session, &out);
    return count;
}

static int say_one(Session *session, const char *name) {
    Metric metric = metric_find(name);
    if (metric == METRIC_NONE && (say_metrics(session, name, false) > 0 || say_metrics(session, name, true) > 0))
        return STATUS_DONE;
    if (metric == METRIC_NONE) {
        const char *names[METRIC_CAPACITY];
        for (size_t i = 0; i < metric_count; i++) names[i] = metric_info[i].name;
        const char *nearest = text_nearest(name, names, metric_count);
        complain(session,
                 nearest != NULL ? arena_printf(session->scratch, "did you mean '%s'?", nearest)
                                 : "`metrics` lists them",
                 "unknown metric '%s'", name);
        return STATUS_USAGE;
    }
    const MetricInfo *info = &metric_info[metric];
    say_prose(session, "`%s` (%s): %s.", info->name, info->unit, info->meaning);
    if (info->nsight != NULL) say_prose(session, "Nsight Compute calls it `%s`.", info->nsight);
    say_prose(session, "`explain %s` says why it matters.", info->name);
    return STATUS_DONE;
}

int command_metrics(Session *session, int count, char **words) {
    if (session->options.json) return metrics_as_json();
    if (count > 0) return say_one(session, words[0]);
    say_metrics(session, "", false);
    say_prose(session, "`metrics shared` lists those that begin so, `metrics lanes` those that have the word in their "
                       "meaning; `explain NAME` says all about one.");
    return STATUS_DONE;
}
