#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "arch.h"
#include "base/text.h"
#include "terminal/options.h"

/* Seconds of processor time. The budgets of instructions end a launch earlier as a rule, and at the same point on
 * every machine. The time is for work that takes long and counts as few instructions. */
enum { TIMEOUT = 600, SWEEP_MOST = 1000, WARPS_MOST = 32 };
#define MEMORY_MB UINT64_C(4096)

Options options_default(void) {
    const char *pack = getenv("WARPSCHOOL_PACK");
    return (Options){.pack = pack != NULL && *pack != '\0' ? pack : NULL,
                     .device = DEVICE_AUTO,
                     .timeout = TIMEOUT,
                     .launch = -1,
                     .block = -1,
                     .warp = -1,
                     .request = -1,
                     .banks = -1,
                     .sectors = -1,
                     .memory = MEMORY_MB << 20};
}

static const char *unknown_option(Arena *arena, const char *written) {
    size_t count;
    const char *const *names = options_names(arena, NULL, &count);
    char *name = arena_string(arena, written);
    name[strcspn(name, "=")] = '\0';
    for (size_t i = 0; i < count; i++)
        if (text_equal(names[i], name))
            return arena_printf(arena, "%s takes no value; leave out what follows it", name);
    const char *nearest = text_nearest(name, names, count);
    if (nearest != NULL) return arena_printf(arena, "unknown option '%s'; did you mean '%s'?", name, nearest);
    return arena_printf(arena, "unknown option '%s'; `warpschool --help` lists them", name);
}

/* An option that ends the line, or that stands before another one, without its value. */
static const char *lacks_value(Arena *arena, const char *written) {
    for (size_t i = 0; i < option_row_count; i++) {
        const OptionRow *row = &option_rows[i];
        if (text_starts(written, "--") && text_equal(row->name, written + 2))
            return arena_printf(arena, "%s needs a value: %s %s (%s)", written, written, row->argument, row->about);
    }
    return arena_printf(arena, "%s needs a value; `warpschool --help` says which", written);
}

/* The empty name of a file or folder would be taken for none, or for the root. */
static bool lacks_name(OptionId id, const char *value) {
    const OptionRow *row = option_rows;
    while (row->id != id) row++;
    return (text_equal(row->argument, "DIR") || text_equal(row->argument, "FILE")) && *value == '\0';
}

static const char *set_arch(Options *options, const char *value, Arena *arena) {
    if (arch_find(value) != NULL) {
        options->arch = arena_string(arena, value);
        return NULL;
    }
    size_t count;
    const Arch *all = arch_all(&count);
    Text list = {0};
    for (size_t i = 0; i < count; i++) text_printf(&list, "%s%s", i == 0 ? "" : ", ", all[i].name);
    return arena_printf(arena, "unknown architecture '%s'; known are %s", value, text_take(&list, arena));
}

const char *const device_choice_name[] = {[DEVICE_AUTO] = "auto", [DEVICE_SIM] = "sim", [DEVICE_GPU] = "gpu"};

bool device_choice_find(const char *name, DeviceChoice *choice) {
    for (size_t i = 0; i < sizeof device_choice_name / sizeof *device_choice_name; i++)
        if (text_equal(device_choice_name[i], name)) return *choice = (DeviceChoice)i, true;
    return false;
}

static const char *set_device(Options *options, const char *value, Arena *arena) {
    if (device_choice_find(value, &options->device)) return NULL;
    return arena_printf(arena, "unknown device '%s'; say auto, sim or gpu", value);
}

static const char *set_compiler(Options *options, const char *value, Arena *arena) {
    for (size_t i = 0; i < COMPILER_CHOICES; i++)
        if (text_equal(compiler_choice_name[i], value)) {
            options->compiler = (CompilerChoice)i;
            return NULL;
        }
    return arena_printf(arena, "unknown compiler '%s'; say auto, nvrtc or clang", value);
}

static const char *set_schedule(Options *options, const char *value, Arena *arena) {
    int64_t seed = 1;
    options->every_schedule = false;
    bool seeded = text_starts(value, "random:") && text_to_i64(value + strlen("random:"), &seed) && seed >= 0;
    Schedule schedule = seeded ? SCHEDULE_RANDOM : SCHEDULE_LOCKSTEP;
    while (!seeded && schedule < SCHEDULE_COUNT && !text_equal(value, schedule_name[schedule])) schedule++;
    if (schedule == SCHEDULE_COUNT)
        return arena_printf(arena,
                            "unknown schedule '%s'; say lockstep, reverse or random:SEED, such as random:7, or all "
                            "for check",
                            value);
    options->schedule = schedule;
    options->seed = (uint64_t)seed;
    return NULL;
}

static const char *set_number(int64_t *number, const char *name, const char *value, int64_t least, int64_t most,
                              Arena *arena) {
    if (text_to_i64(value, number) && *number >= least && *number <= most) return NULL;
    return arena_printf(arena, "--%s needs a whole number from %lld to %lld, not '%s'", name, (long long)least,
                        (long long)most, value);
}

/* The option by its value: --launch takes a number, or words that begin as a program's name does. */
static OptionId meant(OptionId id, const char *value) {
    if (id == OPTION_SCHEDULE && text_equal(value, "all")) return OPTION_SCHEDULE_ALL;
    if (id != OPTION_LAUNCH || *value == '\0') return id;
    bool words = strchr("./", *value) != NULL || (*value >= 'A' && *value <= 'Z') || (*value >= 'a' && *value <= 'z');
    return words ? OPTION_LAUNCH_WORDS : OPTION_LAUNCH;
}

/* What an option without a value sets; NULL for others. */
static bool *flag_of(Options *options, OptionId id) {
    switch (id) {
    case OPTION_SIMILAR: return &options->similar;
    case OPTION_UNWALLED: return &options->unwalled;
    case OPTION_SLURM: return &options->slurm;
    case OPTION_NO_WAIT: return &options->no_wait;
    case OPTION_MERGE: return &options->merge;
    case OPTION_PASSES: return &options->passes;
    case OPTION_JSON: return &options->json;
    case OPTION_ALL: return &options->all;
    case OPTION_ERRORFILE: return &options->errorfile;
    case OPTION_NO_DODGES: return &options->no_dodges;
    case OPTION_FINDINGS: return &options->findings;
    case OPTION_CSV: return &options->csv;
    case OPTION_SOURCE: return &options->source;
    case OPTION_STRICT: return &options->strict;
    case OPTION_WALLS: return &options->walls;
    case OPTION_ASCII: return &options->ascii;
    case OPTION_NO_COLOR: return &options->no_color;
    case OPTION_NO_PAGER: return &options->no_pager;
    case OPTION_PLAIN: return &options->plain;
    case OPTION_VERSION: return &options->version;
    case OPTION_HELP: return &options->help;
    default: return NULL;
    }
}

/* What an option whose value is taken as it is sets; NULL for others. */
static const char **word_of(Options *options, OptionId id) {
    switch (id) {
    case OPTION_PACK: return &options->pack;
    case OPTION_STEP: return &options->step;
    case OPTION_OUT: return &options->out;
    case OPTION_DEADLINE: return &options->deadline;
    case OPTION_SHARE: return &options->share;
    case OPTION_LAUNCH_WORDS: return &options->launcher;
    case OPTION_HTML: return &options->html;
    case OPTION_SVG: return &options->svg;
    case OPTION_GRADING: return &options->grading;
    case OPTION_DODGES: return &options->dodges;
    case OPTION_GPU: return &options->gpu;
    case OPTION_METRICS: return &options->metrics;
    default: return NULL;
    }
}

static const char *apply(Options *options, OptionId id, const char *value, Arena *arena) {
    int64_t number = 0;
    const char *error = NULL, **word = word_of(options, id);
    bool *flag = flag_of(options, id);
    if (word != NULL) *word = arena_string(arena, value);
    if (flag != NULL) *flag = true;
    switch (id) {
    case OPTION_ARCH: return set_arch(options, value, arena);
    case OPTION_DEVICE: return set_device(options, value, arena);
    case OPTION_COMPILER: return set_compiler(options, value, arena);
    case OPTION_SCHEDULE: return set_schedule(options, value, arena);
    case OPTION_SCHEDULE_ALL:
        options->every_schedule = true;
        options->schedule = SCHEDULE_LOCKSTEP;
        break;
    case OPTION_THREADS:
        error = set_number(&number, "threads", value, 1, 1024, arena);
        options->threads = (unsigned)number;
        return error;
    case OPTION_TIMEOUT:
        error = set_number(&number, "timeout", value, 1, 1000000, arena);
        options->timeout = (int)number;
        return error;
    case OPTION_MEMORY:
        error = set_number(&number, "memory", value, 1, 1 << 24, arena);
        options->memory = (uint64_t)number << 20;
        return error;
    case OPTION_EXERCISE:
        options->exercise = options->exercise == NULL ? arena_string(arena, value)
                                                      : arena_printf(arena, "%s,%s", options->exercise, value);
        break;
    case OPTION_JOBS:
        error = set_number(&number, "jobs", value, 1, 1024, arena);
        options->jobs = (int)number;
        return error;
    case OPTION_LAUNCH: return set_number(&options->launch, "launch", value, 1, SWEEP_MOST, arena);
    case OPTION_BLOCK: return set_number(&options->block, "block", value, 0, INT64_MAX, arena);
    case OPTION_WARP: return set_number(&options->warp, "warp", value, 0, WARPS_MOST - 1, arena);
    case OPTION_REQUEST: return set_number(&options->request, "request", value, 1, INT64_MAX, arena);
    case OPTION_BANKS: return set_number(&options->banks, "banks", value, 1, INT32_MAX, arena);
    case OPTION_SECTORS: return set_number(&options->sectors, "sectors", value, 1, INT32_MAX, arena);
    case OPTION_WIDTH:
        error = set_number(&number, "width", value, 20, 1000, arena);
        options->width = (int)number;
        return error;
    default: break;
    }
    return NULL;
}

/* What getopt_long returns for an option of the table: above every character. */
enum { LETTER = 256 };

/* Rows of one name stand together; getopt_long gets the first of them. */
static struct option *getopt_table(Arena *arena) {
    struct option *table = arena_array(arena, struct option, option_row_count + 1);
    size_t count = 0;
    for (size_t i = 0; i < option_row_count; i++) {
        const OptionRow *row = &option_rows[i];
        if (i > 0 && text_equal(row->name, option_rows[i - 1].name)) continue;
        table[count++] = (struct option){row->name, row->argument != NULL ? required_argument : no_argument, NULL,
                                         LETTER + (int)row->id};
    }
    table[count] = (struct option){0};
    return table;
}

bool options_parse(Options *options, int argc, char **argv, int *first, Arena *arena, const char **error) {
    const struct option *table = getopt_table(arena);
    opterr = 0;
    optind = 0; /* glibc: 0 restarts the scan, because commands at the prompt come here again */
    *error = NULL;
    for (;;) {
        int before = optind == 0 ? 1 : optind;
        int letter = getopt_long(argc, argv, ":h", table, NULL);
        if (letter == -1) break;
        if (letter == ':')
            *error = lacks_value(arena, argv[optind - 1]);
        else if (letter == '?')
            *error = unknown_option(arena, argv[optind > before ? optind - 1 : before]);
        else {
            OptionId id = letter == 'h' ? OPTION_HELP : meant((OptionId)(letter - LETTER), optarg);
            options->given |= UINT64_C(1) << id;
            *error = lacks_name(id, optarg) ? lacks_value(arena, option_written(id, arena))
                                            : apply(options, id, optarg, arena);
        }
        if (*error != NULL) return false;
    }
    *first = optind;
    return true;
}

bool options_misfit(const Options *options, const char *command, Arena *arena, const char **error, const char **hint) {
    _Static_assert(OPTION_COUNT <= 64, "Options.given has a bit for each option");
    for (OptionId id = 0; id < OPTION_COUNT; id++) {
        if ((options->given >> id & 1) == 0 || option_fits(id, command)) continue;
        const char *written = option_written(id, arena), *commands = option_commands(id, arena);
        *error = command != NULL ? arena_printf(arena, "%s takes no %s", command, written)
                                 : arena_printf(arena, "%s needs a command", written);
        bool one = strchr(commands, ' ') == NULL;
        *hint = *commands == '\0' ? "it sets that itself" : arena_printf(arena, "%s %s", commands, one ? "does" : "do");
        if (command == NULL) *hint = arena_printf(arena, "%s %s it", commands, one ? "takes" : "take");
        return true;
    }
    return false;
}
