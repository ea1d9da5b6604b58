#include <errno.h>
#include <histedit.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <utf8proc.h>
#include <yaml.h>

#include "base/file.h"
#include "base/system.h"
#include "base/vec.h"
#include "commands/commands.h"
#include "shell/command_line.h"
#include "teach/launch/examine.h"
#include "teach/say.h"
#include "terminal/terminal.h"

typedef struct Doctor {
    Session *session;
    ExaminedList list;
} Doctor;

static void note(Doctor *doctor, const char *name, const char *mend, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void note(Doctor *doctor, const char *name, const char *mend, const char *format, ...) {
    Arena *arena = doctor->session->scratch;
    va_list args;
    va_start(args, format);
    if (mend != NULL) mend = text_printable(arena, mend, strlen(mend)); /* it may come from a lesson's file */
    Examined examined = {name, arena_vprintf(arena, format, args), mend, mend != NULL ? HEALTH_PROBLEM : HEALTH_OK};
    va_end(args);
    vec_push(arena, &doctor->list, examined);
}

static const char *one_line(Arena *arena, const char *lines) {
    Text out = {0};
    text_add(&out, "");
    for (const char *c = lines != NULL ? lines : ""; *c != '\0'; c++)
        if (*c != '\n')
            text_add_char(&out, *c);
        else if (c[1] != '\0')
            text_add(&out, ", ");
    return text_take(&out, arena);
}

static void look_at_clang(Doctor *doctor, const Toolchain *toolchain) {
    Arena *arena = doctor->session->scratch;
    if (toolchain->clang_path == NULL) {
        if (toolchain->uses_clang) return; /* look_at_compiler says so */
        note(doctor, "clang", NULL, "not found, and not needed: NVRTC compiles");
        return;
    }
    if (toolchain->clang_problem != NULL) {
        note(doctor, "clang", toolchain->uses_clang ? "apt-get install clang (14 or newer)" : NULL, "%s: %s",
             toolchain->clang_path, toolchain->clang_problem);
        return;
    }
    const char *last = strrchr(toolchain->clang_archs, ' ');
    note(doctor, "clang", NULL, "%s",
         arena_printf(arena, "clang %d.%d, %s, makes PTX for architectures up to %s%s", toolchain->clang_major,
                      toolchain->clang_minor, toolchain->clang_path, last != NULL ? last + 1 : toolchain->clang_archs,
                      toolchain->uses_clang ? ", which newer ones run too; registers and spills are not known" : ""));
}

static void look_at_headers(Doctor *doctor, const Toolchain *toolchain) {
    Arena *arena = doctor->session->scratch;
    const char *folder = toolchain->include_path;
    if (folder == NULL)
        note(doctor, "headers",
             "install the toolkit's headers (cuda-cudart-dev; of Python packages: nvidia-cuda-runtime)",
             "not found: kernels that include cuda_fp16.h or cooperative_groups.h do not compile");
    else if (toolchain->nvrtc_major >= 12 && !toolchain->has_cccl)
        note(doctor, "headers", NULL, "%s, without libcu++: <cuda/atomic> and <cuda/std/...> do not compile. %s",
             folder,
             arena_printf(arena, "The toolkit's part cuda-cccl has them (of Python packages: nvidia-cuda-cccl%s)",
                          toolchain->nvrtc_major == 12 ? "-cu12" : ""));
    else
        note(doctor, "headers", NULL, "%s", folder);
}

/* Compilers that were found and are not used. */
static void look_at_others(Doctor *doctor, const Toolchain *toolchain) {
    Arena *arena = doctor->session->scratch;
    if (*toolchain->nvrtc_others != '\0')
        note(doctor, "other NVRTC", NULL, "%s: export WARPSCHOOL_NVRTC=... takes one of them",
             one_line(arena, toolchain->nvrtc_others));
    if (strchr(toolchain->clang_others, '\n') != NULL)
        note(doctor, "every clang", NULL, "%s: export WARPSCHOOL_CLANG=... takes one of them",
             one_line(arena, toolchain->clang_others));
}

static void look_at_compiler(Doctor *doctor, const Toolchain *toolchain) {
    bool clang_works = toolchain->clang_path != NULL && toolchain->clang_problem == NULL;
    if (toolchain->uses_clang && clang_works)
        note(doctor, "compiler", NULL, "clang, in the place of NVRTC, which was not %s",
             toolchain->nvrtc_path == NULL ? "found" : "wanted");
    else if (toolchain->nvrtc_path == NULL)
        note(doctor, "compiler",
             "apt-get install clang, or nvidia-cuda-toolkit; or without root, in an active Python environment: pip "
             "install "
             "nvidia-cuda-nvrtc-cu12 nvidia-cuda-runtime-cu12; or export CUDA_HOME=/where/it/is",
             "neither NVRTC nor clang was found: lessons can be read, nothing can be compiled. Looked in %s",
             one_line(doctor->session->scratch, toolchain->searched));
    else
        note(doctor, "compiler", NULL, "NVRTC %d.%d, %s", toolchain->nvrtc_major, toolchain->nvrtc_minor,
             toolchain->nvrtc_path);
    if (toolchain->nvrtc_path != NULL && !toolchain->uses_clang) look_at_headers(doctor, toolchain);
    look_at_clang(doctor, toolchain);
    look_at_others(doctor, toolchain);
    if (toolchain->archs != NULL) note(doctor, "architectures", NULL, "%s", toolchain->archs);
    if (toolchain->isolation != NULL) note(doctor, "isolation", NULL, "%s", toolchain->isolation);
    note(doctor, "occupancy", NULL, "%s",
         occupancy_available() ? "by CUDA's own calculator" : "not computed: built without the toolkit's headers");
}

static void look_at_folder(Doctor *doctor, const char *name, const char *path, const char *variable) {
    Arena *arena = doctor->session->scratch;
    if (path == NULL) return;
    if (file_make_directories(path) && file_is_writable(path)) {
        note(doctor, name, NULL, "%s", path);
        return;
    }
    note(doctor, name, arena_printf(arena, "export %s=/a/folder/you/can/write", variable), "%s cannot be written: %s",
         path, strerror(errno));
}

static void look_at_pack(Doctor *doctor) {
    Session *session = doctor->session;
    if (session->pack == NULL || session->pack->lesson_count == 0) {
        note(doctor, "pack", "name a folder that holds lessons/ with --pack DIR", "%s: no lessons",
             session->pack_path != NULL ? session->pack_path : "not found");
        return;
    }
    const Pack *pack = session->pack;
    size_t usable = 0;
    for (size_t i = 0; i < pack->lesson_count; i++) usable += pack->lessons[i].usable;
    note(doctor, "pack", NULL, "%s, %zu of %zu lessons can be taught", session->pack_path, usable, pack->lesson_count);
    for (size_t i = 0; i < pack->lesson_count; i++) {
        const Lesson *lesson = &pack->lessons[i];
        if (lesson->usable || lesson->diags.first == NULL) continue;
        const Diag *diag = lesson->diags.first;
        note(doctor, "lesson", diag->hint != NULL ? diag->hint : "mend the lesson's file", "%s:%d:%d: %s",
             diag->loc.file, diag->loc.line, diag->loc.column, diag->message);
    }
}

static void look_at_program(Doctor *doctor) {
    const Style style = terminal_style(&doctor->session->options);
    note(doctor, "program", NULL, "warpschool %s", WARPSCHOOL_VERSION);
    note(doctor, "terminal", NULL, "%d columns, %s, %s, %s", style.width, style.unicode ? "UTF-8" : "ASCII",
         style.colour ? "colours" : "no colours", terminal_edits() ? "line editing" : "no line editing");
    note(doctor, "libraries", NULL, "libyaml %s, jansson %s, utf8proc %s, libedit %d.%d", yaml_get_version_string(),
         jansson_version_str(), utf8proc_version(), LIBEDIT_MAJOR, LIBEDIT_MINOR);
}

/* Paths may hold any bytes, JSON only UTF-8. */
static json_t *json_printable(const Doctor *doctor, const char *text) {
    return json_string(text_printable(doctor->session->scratch, text, strlen(text)));
}

static int problems(const Doctor *doctor) {
    int count = 0;
    for (size_t i = 0; i < doctor->list.count; i++) count += doctor->list.at[i].health == HEALTH_PROBLEM;
    return count;
}

static void doctor_as_json(const Doctor *doctor) {
    json_t *checks = json_array();
    for (size_t i = 0; i < doctor->list.count; i++) {
        const Examined *examined = &doctor->list.at[i];
        json_t *object =
            json_pack("{s:s, s:b, s:o}", "name", examined->name, "ok", (int)(examined->health == HEALTH_OK), "value",
                      json_printable(doctor, examined->value));
        if (examined->health == HEALTH_LACK) json_object_set_new(object, "optional", json_true());
        if (examined->mend != NULL) json_object_set_new(object, "mend", json_printable(doctor, examined->mend));
        json_array_append_new(checks, object);
    }
    terminal_write_json(json_pack("{s:i, s:s, s:i, s:o}", "format", 1, "version", WARPSCHOOL_VERSION, "problems",
                                  problems(doctor), "checks", checks));
}

enum { VALUE_COLUMN = 24 };

/* Wraps between words at a terminal; elsewhere a value stays on one line, for programs that read lines. */
static void add_value(Text *out, const Session *session, char *value, int indent) {
    bool wraps = isatty(STDOUT_FILENO);
    int column = indent;
    char *rest = NULL;
    for (char *word = strtok_r(value, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        int width = text_columns(word);
        bool fits = !wraps || column == indent || column + 1 + width <= session->style.width;
        if (!fits)
            text_printf(out, "\n%*s", indent, "");
        else if (column > indent)
            text_add_char(out, ' ');
        column = fits ? column + (column > indent) + width : indent + width;
        text_add(out, word);
    }
    text_add_char(out, '\n');
}

static void say_examined(Session *session, const Examined *examined) {
    static const char *const word[] = {
        [HEALTH_OK] = "ok     ", [HEALTH_LACK] = "without", [HEALTH_PROBLEM] = "problem"};
    static const Role role[] = {[HEALTH_OK] = ROLE_GOOD, [HEALTH_LACK] = ROLE_WARNING, [HEALTH_PROBLEM] = ROLE_BAD};
    Text out = {0};
    style_add(&out, &session->style, role[examined->health], word[examined->health]);
    bool narrow = session->style.width < 60;
    text_printf(&out, narrow ? "  %s\n  " : "  %-13s  ", examined->name);
    int indent = narrow ? 2 : VALUE_COLUMN;
    add_value(&out, session, text_printable(session->scratch, examined->value, strlen(examined->value)), indent);
    if (examined->mend != NULL) {
        const char *to = examined->health == HEALTH_PROBLEM ? "To mend it" : "To have it";
        text_printf(&out, "%*s", indent, "");
        add_value(&out, session, arena_printf(session->scratch, "%s: %s", to, examined->mend), indent);
    }
    say(session, &out);
}

static void look_at_gpu(Doctor *doctor, const Toolchain *toolchain) {
    const GpuSource *source = doctor->session->devices.source;
    Arena *arena = doctor->session->scratch;
    GpuSurvey survey = {.problem = "this program was built without a GPU device"};
    if (source != NULL)
        source->survey(&(GpuPlace){doctor->session->options.launcher, terminal_interrupted()}, arena, &survey);
    examine_gpu(&survey, toolchain, system_find_program(arena, "ncu"), arena, &doctor->list);
}

int command_doctor(Session *session, int count, char **words) {
    (void)count, (void)words;
    Arena *arena = session->scratch;
    Doctor doctor = {.session = session};
    Toolchain toolchain;
    compile_toolchain(arena, session->options.compiler, &toolchain);
    look_at_program(&doctor);
    look_at_compiler(&doctor, &toolchain);
    look_at_gpu(&doctor, &toolchain);
    look_at_folder(&doctor, "cache", path_cache_home(arena), "XDG_CACHE_HOME");
    look_at_folder(&doctor, "progress", path_state_home(arena), "XDG_STATE_HOME");
    look_at_pack(&doctor);
    if (session->options.json)
        doctor_as_json(&doctor);
    else
        for (size_t i = 0; i < doctor.list.count; i++) say_examined(session, &doctor.list.at[i]);
    return problems(&doctor) == 0 ? STATUS_DONE : STATUS_ERROR;
}
