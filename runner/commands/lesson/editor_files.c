#include "commands/lesson/editor_files.h"

#include <ctype.h>
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/system.h"
#include "compile/compile.h"
#include "teach/steps.h"
#include "teach/workspace.h"

/* Relative to the working folder: clangd reads a file without a compilation database in the file's own folder. So the
 * folder may be moved. */
static const char headers[] = ".warpschool/headers";
/* The oldest architecture that has all which the lessons use, among them cp.async (PTX ISA, "cp.async"). */
static const char architecture[] = "sm_80";

/* ---- clangd ------------------------------------------------------------------------------------------------------ */

/* A JSON string, which is a YAML string, too. */
static void add_quoted(Text *out, const char *text) {
    json_t *string = json_string(text);
    char *quoted = string != NULL ? json_dumps(string, JSON_ENCODE_ANY) : NULL;
    text_add(out, quoted != NULL ? quoted : "\"\"");
    free(quoted);
    json_decref(string);
}

static void add_option(Text *out, const char *option) {
    text_add(out, "    - ");
    add_quoted(out, option);
    text_add_char(out, '\n');
}

/* A file name as a regular expression that matches it alone. */
static void add_pattern(Text *out, Arena *arena, const char *name) {
    Text pattern = {0};
    for (; *name != '\0'; name++) {
        if (!isalnum((unsigned char)*name) && *name != '-' && *name != '_' && (unsigned char)*name < 0x80)
            text_add_char(&pattern, '\\');
        text_add_char(&pattern, *name);
    }
    add_quoted(out, text_take(&pattern, arena));
}

static const char *value_of(Session *session, const DefineSpec *define, const LaunchEnv *env) {
    if (define->value == NULL) return define->word;
    Value value;
    const char *why;
    if (!expr_eval(define->value, &env->env, session->scratch, &value, &why)) return "1";
    return value_print(session->scratch, value);
}

/* The macros with which an exercise is compiled first. */
static void add_defines(Text *out, Session *session, const Lesson *lesson, const Exercise *exercise) {
    const LaunchSpec *launch = &exercise->launches[0];
    if (launch->define_count == 0) return;
    LaunchEnv env;
    lesson_env(session, lesson, &env);
    text_add(out, "---\nIf:\n  PathMatch: ");
    add_pattern(out, session->scratch, exercise->file);
    text_add(out, "\nCompileFlags:\n  Add:\n");
    for (size_t i = 0; i < launch->define_count; i++)
        add_option(out, arena_printf(session->scratch, "-D%s=%s", launch->defines[i].name,
                                     value_of(session, &launch->defines[i], &env)));
}

static char *clangd_settings(Session *session) {
    Arena *arena = session->scratch;
    Text out = {0};
    size_t count;
    const char *const *options = compile_reading_options(&count);
    text_add(&out, "# Written by `warpschool init`: how clangd reads CUDA C++ here, without a toolkit.\n"
                   "If:\n  PathMatch: .*\\.cuh?\nCompileFlags:\n  Add:\n");
    for (size_t i = 0; i < count; i++) add_option(&out, options[i]);
    add_option(&out, arena_printf(arena, "--cuda-gpu-arch=%s", architecture));
    add_option(&out, "-isystem");
    add_option(&out, headers);
    add_option(&out, "-include");
    add_option(&out, compile_reading_header);
    for (size_t i = 0; i < session->pack->lesson_count; i++) {
        const Lesson *lesson = &session->pack->lessons[i];
        for (size_t k = 0; lesson->usable && k < lesson->exercise_count; k++)
            add_defines(&out, session, lesson, &lesson->exercises[k]);
    }
    return text_take(&out, arena);
}

/* ---- VS Code ----------------------------------------------------------------------------------------------------- */

/* How a line of `check --errorfile` is read: see report_error_lines. */
static json_t *problem_matcher(void) {
    json_t *pattern =
        json_pack("{s:s, s:i, s:i, s:i, s:i, s:i}", "regexp", "^(.+?):(\\d+):(\\d+): (error|warning|note): (.*)$",
                  "file", 1, "line", 2, "column", 3, "severity", 4, "message", 5);
    return json_pack("{s:s, s:[s, s], s:o}", "owner", "warpschool", "fileLocation", "autoDetect", "${workspaceFolder}",
                     "pattern", pattern);
}

/* A task that runs this program with some words on the file that is open. The pack is the one of this session. */
static json_t *task(Session *session, const char *label, const char *const *words, size_t count) {
    json_t *arguments = json_array();
    const char *program = system_program_path(session->scratch);
    if (session->options.pack != NULL) {
        json_array_append_new(arguments, json_string("--pack"));
        json_array_append_new(arguments, json_string(session->pack_path));
    }
    for (size_t i = 0; i < count; i++) json_array_append_new(arguments, json_string(words[i]));
    return json_pack("{s:s, s:s, s:s, s:o, s:{s:s, s:b}, s:o}", "label", label, "type", "process", "command",
                     program != NULL ? program : "warpschool", "args", arguments, "presentation", "reveal", "always",
                     "clear", 1, "problemMatcher", problem_matcher());
}

static char *vscode_tasks(Session *session) {
    static const char *const check[] = {"check", "${file}", "--errorfile"};
    static const char *const hint[] = {"hint", "${file}"};
    json_t *checking = task(session, "check this file", check, 3);
    json_object_set_new(checking, "group", json_pack("{s:s, s:b}", "kind", "build", "isDefault", 1));
    json_t *hinting = task(session, "a hint for this file", hint, 2);
    json_object_set_new(hinting, "problemMatcher", json_array());
    json_t *tasks = json_pack("{s:s, s:[o, o]}", "version", "2.0.0", "tasks", checking, hinting);
    char *text = json_dumps(tasks, JSON_INDENT(4));
    char *copy = arena_printf(session->scratch, "%s\n", text != NULL ? text : "{}");
    free(text);
    json_decref(tasks);
    return copy;
}

/* ---- both -------------------------------------------------------------------------------------------------------- */

/* Makes a file unless there is one; *made says which. */
static bool write_unless_there(const char *path, const char *text, bool *made) {
    *made = workspace_write_new(path, text, strlen(text));
    return *made || errno == EEXIST;
}

bool editor_files_write(Session *session, const char *folder, EditorFiles *made) {
    Arena *arena = session->scratch;
    return compile_write_headers(arena, path_join(arena, folder, headers)) &&
           write_unless_there(path_join(arena, folder, ".clangd"), clangd_settings(session), &made->clangd) &&
           write_unless_there(path_join(arena, folder, ".vscode/tasks.json"), vscode_tasks(session), &made->tasks);
}
