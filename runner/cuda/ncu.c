/* Which of ncu's metrics are requested, and how its table is read.
 *
 * As with CUPTI most figures come from patched instructions (smsp__sass_...). ncu gives them added up over the
 * kernel, not for each instruction, but has one metric for each kind of access. Two figures are less fine: how wide
 * loads and stores of shared memory are, which decides only whether their groups of lanes have to be taken from the
 * hardware's counters; and the fewest wavefronts that they could need, which only matter for kernels whose runs
 * differ. */
#include "cuda/ncu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/system.h"
#include "base/text.h"
#include "device.h"

/* ---- the metrics ------------------------------------------------------------------------------------------------- */

#define L1 "smsp__sass_l1tex_"
#define WAVEFRONTS L1 "data_pipe_lsu_wavefronts_mem_shared_op_"
#define SECTORS L1 "t_sectors_pipe_lsu_mem_"

/* Metrics that are added to a field of SassTotals, and which SASS metric is known by them. Metrics with the name of
 * a SASS metric are not listed. */
static const struct {
    const char *name;
    size_t field;
    SassMetric known;
} parts[] = {
    {WAVEFRONTS "ld", offsetof(SassTotals, wavefronts[REQUEST_LOAD]), SASS_WAVEFRONTS},
    {WAVEFRONTS "st", offsetof(SassTotals, wavefronts[REQUEST_STORE]), SASS_WAVEFRONTS},
    {WAVEFRONTS "atom", offsetof(SassTotals, wavefronts[REQUEST_ATOMIC]), SASS_WAVEFRONTS},
    {WAVEFRONTS "ldgsts", offsetof(SassTotals, copy_wavefronts), SASS_WAVEFRONTS},
    {SECTORS "global_op_ld", offsetof(SassTotals, global_sectors[REQUEST_LOAD]), SASS_GLOBAL_SECTORS},
    {SECTORS "global_op_ldgsts", offsetof(SassTotals, global_sectors[REQUEST_LOAD]), SASS_GLOBAL_SECTORS},
    {SECTORS "global_op_st", offsetof(SassTotals, global_sectors[REQUEST_STORE]), SASS_GLOBAL_SECTORS},
    {SECTORS "global_op_atom", offsetof(SassTotals, global_sectors[REQUEST_ATOMIC]), SASS_GLOBAL_SECTORS},
    {SECTORS "global_op_red", offsetof(SassTotals, global_sectors[REQUEST_ATOMIC]), SASS_GLOBAL_SECTORS},
    {SECTORS "local_op_ld", offsetof(SassTotals, local_sectors[REQUEST_LOAD]), SASS_LOCAL_SECTORS},
    {SECTORS "local_op_st", offsetof(SassTotals, local_sectors[REQUEST_STORE]), SASS_LOCAL_SECTORS},
};
enum { PARTS = sizeof parts / sizeof *parts };

/* Figures of copies: their conflicts, which ncu does not give for those that bypass L1; and the wavefronts of these. */
typedef struct Copies {
    double conflicts, bypassing;
} Copies;
static const char copy_conflicts[] = L1 "data_bank_conflicts_pipe_lsu_mem_shared_op_ldgsts";
static const char copy_bypassing[] = WAVEFRONTS "ldgsts_cache_bypass";

/* Whether a SASS metric is requested by its own name: not those that ncu lacks or divides by kind of access. */
static bool is_asked(SassMetric metric) {
    return metric != SASS_WAVEFRONTS && metric != SASS_IDEAL_WAVEFRONTS && metric != SASS_GLOBAL_SECTORS &&
           metric != SASS_LOCAL_SECTORS;
}

/* Whether an event is requested: those that are always read, and the sectors of loads, which stay right for copies
 * behind a predicate. */
static bool is_event_asked(RangeMetric metric) {
    return metric < RANGE_ALWAYS || metric == RANGE_GLOBAL_LOAD_SECTORS;
}

const char *ncu_metrics(Arena *arena) {
    Text list = {0};
    for (SassMetric metric = 0; metric < SASS_METRIC_COUNT; metric++)
        if (is_asked(metric)) text_printf(&list, "%s.sum,", counters_sass_name[metric]);
    for (size_t i = 0; i < PARTS; i++) text_printf(&list, "%s.sum,", parts[i].name);
    for (RangeMetric metric = 0; metric < RANGE_METRIC_COUNT; metric++)
        for (size_t i = 0; is_event_asked(metric) && i < RANGE_SPELLINGS && counters_range_name[metric][i] != NULL; i++)
            text_printf(&list, "%s,", counters_range_name[metric][i]);
    text_printf(&list, "%s.sum,%s.sum", copy_conflicts, copy_bypassing);
    return text_take(&list, arena);
}

/* ---- the table --------------------------------------------------------------------------------------------------- */

typedef struct Table {
    const char *at, *end;
} Table;

/* The next field of a row, without its quotes; cut off where it is longer than limit. False at the row's end. */
static bool next_field(Table *table, char *field, size_t limit, bool first) {
    size_t size = 0;
    if (!first) {
        if (table->at == table->end || *table->at != ',') return false;
        table->at++;
    }
    bool quoted = table->at < table->end && *table->at == '"';
    if (quoted) table->at++;
    while (table->at < table->end) {
        char c = *table->at;
        bool doubled = quoted && c == '"' && table->end - table->at > 1 && table->at[1] == '"';
        if (quoted ? c == '"' && !doubled : c == ',' || c == '\n' || c == '\r') break;
        if (size + 1 < limit) field[size++] = c;
        table->at += doubled ? 2 : 1;
    }
    if (quoted && table->at < table->end) table->at++;
    field[size] = '\0';
    return true;
}

static void end_row(Table *table) {
    const char *end = memchr(table->at, '\n', (size_t)(table->end - table->at));
    table->at = end != NULL ? end + 1 : table->end;
}

/* Finds the row with the names of the columns; output of the program may precede it. */
static bool find_head(Table *table) {
    static const char head[] = "\"ID\",";
    while (table->at < table->end) {
        if ((size_t)(table->end - table->at) >= strlen(head) && memcmp(table->at, head, strlen(head)) == 0) return true;
        end_row(table);
    }
    return false;
}

/* "16,252,928" and "58.67". Instances in parentheses may follow. */
static bool number(const char *field, double *value) {
    char digits[64];
    size_t size = 0;
    for (; *field != '\0' && *field != ' ' && size + 1 < sizeof digits; field++)
        if (*field != ',') digits[size++] = *field;
    digits[size] = '\0';
    return text_to_f64(digits, value) && *value >= 0 && *value < 9007199254740992.0; /* 2^53 */
}

static bool is_sum_of(const char *column, const char *name) {
    return text_starts(column, name) && text_equal(column + strlen(name), ".sum");
}

static bool take(const char *column, double value, NcuFigures *figures, Copies *copies) {
    SassTotals *sass = &figures->sass;
    if (is_sum_of(column, copy_conflicts)) return copies->conflicts = value, true;
    if (is_sum_of(column, copy_bypassing)) return copies->bypassing = value, true;
    for (SassMetric metric = 0; metric < SASS_METRIC_COUNT; metric++)
        if (is_asked(metric) && is_sum_of(column, counters_sass_name[metric])) {
            sass->value[metric] = (uint64_t)value;
            return sass->known[metric] = true;
        }
    for (size_t i = 0; i < PARTS; i++)
        if (is_sum_of(column, parts[i].name)) {
            *(uint64_t *)(void *)((char *)sass + parts[i].field) += (uint64_t)value;
            return sass->known[parts[i].known] = true;
        }
    for (RangeMetric metric = 0; metric < RANGE_METRIC_COUNT; metric++)
        for (size_t i = 0; i < RANGE_SPELLINGS && counters_range_name[metric][i] != NULL; i++)
            if (text_equal(column, counters_range_name[metric][i])) {
                figures->range.value[metric] = value;
                return figures->range.known[metric] = true;
            }
    return false;
}

/* Completes what follows from the sums. A copy that bypasses L1 takes 16 bytes a lane, four wavefronts at best. */
static void complete(NcuFigures *figures, const Copies *copies) {
    SassTotals *sass = &figures->sass;
    uint64_t wide = sass->value[SASS_8_BYTES] + sass->value[SASS_16_BYTES];
    static const SassMetric requests_of[] = {
        [REQUEST_LOAD] = SASS_SHARED_LOAD, [REQUEST_STORE] = SASS_SHARED_STORE, [REQUEST_ATOMIC] = SASS_SHARED_ATOMIC};
    for (RequestOp op = REQUEST_LOAD; op <= REQUEST_ATOMIC; op++) {
        uint64_t requests = sass->value[requests_of[op]];
        sass->wide_requests[op] = wide < requests ? wide : requests;
        sass->ideal_wavefronts[op] = requests;
    }
    uint64_t conflicts = (uint64_t)copies->conflicts, best = 4 * sass->value[SASS_COPY];
    bool all_bypass = copies->bypassing > 0 && copies->bypassing == (double)sass->copy_wavefronts;
    if (all_bypass && sass->copy_wavefronts > best) conflicts = sass->copy_wavefronts - best;
    sass->copy_ideal_wavefronts = sass->copy_wavefronts > conflicts ? sass->copy_wavefronts - conflicts : 0;
}

bool ncu_read_table(const char *text, size_t size, NcuFigures *figures) {
    *figures = (NcuFigures){0};
    Table names = {text, text + size};
    if (!find_head(&names)) return false;
    Table values = names;
    end_row(&values);
    end_row(&values); /* the units */
    char name[256], field[256];
    double value;
    Copies copies = {0};
    bool any = false;
    for (bool first = true;
         next_field(&names, name, sizeof name, first) && next_field(&values, field, sizeof field, first); first = false)
        if (number(field, &value)) any |= take(name, value, figures, &copies);
    complete(figures, &copies);
    return any;
}

/* ---- finding it, and what it says -------------------------------------------------------------------------------- */

const char *ncu_find(Arena *arena) {
    return system_find_program(arena, "ncu");
}

const char *ncu_forbidden(void) {
    FILE *file = fopen("/proc/driver/nvidia/params", "re");
    if (file == NULL) return NULL;
    char line[256];
    bool closed = false;
    while (fgets(line, sizeof line, file) != NULL) closed |= text_starts(line, "RmProfilingAdminOnly: 1");
    fclose(file);
    return closed && geteuid() != 0 ? cupti_known_reason(CUPTI_ERROR_INSUFFICIENT_PRIVILEGES) : NULL;
}

/* The last line of ncu's messages that does not report progress; "" where there is none. */
static const char *last_line(const char *said) {
    const char *last = "";
    for (const char *line = said; *line != '\0';) {
        size_t size = strcspn(line, "\r\n");
        if (size > 0 && !text_starts(line, "==")) last = line;
        line += size;
        line += strspn(line, "\r\n");
    }
    return last;
}

const char *ncu_explain(Arena *arena, const char *path, const char *said) {
    static const char mark[] = "==ERROR== ";
    if (strstr(said, "ERR_NVGPUCTRPERM") != NULL) return cupti_known_reason(CUPTI_ERROR_INSUFFICIENT_PRIVILEGES);
    const char *error = strstr(said, mark);
    if (error == NULL) error = last_line(said);
    if (*error == '\0')
        return arena_printf(arena,
                            "Nsight Compute (%s) counted nothing, and did not say why: try `%s --version`, and "
                            "reinstall it with its target files (package nsight-compute)",
                            path, path);
    if (text_starts(error, mark)) error += strlen(mark);
    size_t size = strcspn(error, "\r\n");
    while (size > 0 && strchr(".: ", error[size - 1]) != NULL) size--;
    return arena_printf(arena, "Nsight Compute (%s) says: %s", path, text_printable(arena, error, size));
}
