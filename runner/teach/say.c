#include "teach/say.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "terminal/terminal.h"

enum { UNWRAPPED = 100000 };

/* ---- talking ----------------------------------------------------------------------------------------------------- */

void say(Session *session, Text *text) {
    if (!session->options.json && text->size > 0) terminal_write(text->data, text->size);
    text_free(text);
}

void say_gap(Session *session) {
    if (!session->options.json) terminal_gap();
}

/* text with newlines instead of the blanks where a line would grow too wide. */
static char *wrapped(Session *session, const char *text) {
    char *copy = arena_string(session->scratch, text), *rest = NULL;
    Text out = {0};
    text_add(&out, "");
    int column = 0;
    for (char *word = strtok_r(copy, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        int width = text_columns(word);
        bool fits = column + 1 + width <= session->style.width;
        if (column > 0) text_add(&out, fits ? " " : "\n");
        text_add(&out, word);
        column = column > 0 && fits ? column + 1 + width : width;
    }
    return text_take(&out, session->scratch);
}

void say_styled(Session *session, Role role, const char *format, ...) {
    va_list args;
    va_start(args, format);
    char *line = arena_vprintf(session->scratch, format, args);
    va_end(args);
    Text out = {0};
    style_add(&out, &session->style, role, wrapped(session, line));
    text_add_char(&out, '\n');
    say(session, &out);
}

void say_prose(Session *session, const char *format, ...) {
    va_list args;
    va_start(args, format);
    char *markdown = arena_vprintf(session->scratch, format, args);
    va_end(args);
    Text out = {0};
    report_markdown(&out, &session->style, markdown);
    say_gap(session);
    say(session, &out);
}

void say_markdown(Session *session, const char *markdown, const ExprEnv *env, Loc loc) {
    if (markdown == NULL) return;
    DiagList diags = diag_list(session->scratch);
    const char *filled = interpolate_markdown(session->scratch, markdown, env, loc, &diags);
    Text out = {0};
    report_markdown(&out, &session->style, filled);
    say_gap(session);
    say(session, &out);
    say_diags(session, &diags, NULL);
}

void complain(Session *session, const char *hint, const char *format, ...) {
    va_list args;
    va_start(args, format);
    char *message = arena_vprintf(session->scratch, format, args);
    va_end(args);
    if (session->options.json) diag_add(&session->complaints, SEVERITY_ERROR, (Loc){NULL, 0, 0}, hint, "%s", message);
    if (hint != NULL) message = arena_printf(session->scratch, "%s; %s", message, hint);
    message = text_printable(session->scratch, message, strlen(message)); /* it may quote anything */
    if (session->mode == MODE_COMMAND) {
        message = arena_printf(session->scratch, "warpschool: %s", message);
        fprintf(stderr, "%s\n", isatty(STDERR_FILENO) ? wrapped(session, message) : message);
        return;
    }
    Text out = {0};
    style_add(&out, &session->style, ROLE_BAD, wrapped(session, message));
    text_add_char(&out, '\n');
    terminal_write(out.data, out.size);
    text_free(&out);
}

static void copy_diag(DiagList *list, const Diag *diag) {
    diag_add(list, diag->severity, diag->loc, diag->hint, "%s", diag->message);
}

static bool was_said(const DiagList *said, const Diag *diag) {
    for (const Diag *other = said->first; other != NULL; other = other->next)
        if (other->loc.line == diag->loc.line && other->loc.column == diag->loc.column &&
            text_equal(other->message, diag->message) && (other->loc.file == NULL) == (diag->loc.file == NULL) &&
            (diag->loc.file == NULL || text_equal(other->loc.file, diag->loc.file)))
            return true;
    return false;
}

void say_diags(Session *session, const DiagList *all, const char *source) {
    DiagList fresh = diag_list(session->scratch), *diags = &fresh;
    for (const Diag *diag = all->first; diag != NULL; diag = diag->next)
        if (!was_said(&session->said, diag)) copy_diag(&fresh, diag);
    for (const Diag *diag = fresh.first; diag != NULL; diag = diag->next) {
        copy_diag(&session->said, diag);
        if (session->options.json) copy_diag(&session->complaints, diag);
    }
    if (diags->count == 0) return;
    Style style = session->style;
    bool to_stderr = session->mode == MODE_COMMAND;
    if (to_stderr) style.colour = style.colour && isatty(STDERR_FILENO);
    if (to_stderr && !isatty(STDERR_FILENO)) style.width = UNWRAPPED; /* editors and scripts read whole lines */
    Text out = {0};
    report_diags(&out, &style, diags, source);
    if (to_stderr)
        fwrite(out.data, 1, out.size, stderr);
    else
        terminal_write(out.data, out.size);
    text_free(&out);
}

/* ---- names and paths
 * ------------------------------------------------------------------------------------------------------- */

static char *current_folder(Arena *arena) {
    char buffer[PATH_MAX];
    return getcwd(buffer, sizeof buffer) != NULL ? arena_string(arena, buffer) : NULL;
}

/* The longest start of both that ends in whole folders, without its last slash. */
static size_t common_folders(const char *a, const char *b) {
    size_t common = 0;
    for (size_t i = 0;; i++) {
        bool a_ends = a[i] == '\0' || a[i] == '/', b_ends = b[i] == '\0' || b[i] == '/';
        if (a_ends && b_ends) common = i;
        if (a[i] != b[i] || a[i] == '\0') return common;
    }
}

char *path_for_person(Arena *arena, const char *path) {
    char *here = current_folder(arena);
    if (here == NULL || *path != '/') return arena_string(arena, path);
    if (text_equal(here, path)) return arena_string(arena, ".");
    size_t common = common_folders(here, path);
    Text relative = {0};
    for (const char *rest = here + common; *rest != '\0'; rest++)
        if (*rest == '/' && rest[1] != '\0') text_add(&relative, "../");
    if (path[common] != '\0')
        text_add(&relative, path + common + 1);
    else if (relative.size > 0)
        relative.data[--relative.size] = '\0';
    char *short_path = text_take(&relative, arena);
    return strlen(short_path) < strlen(path) ? short_path : arena_string(arena, path);
}

char *path_for_message(Arena *arena, const char *path) {
    char *shortest = path_for_person(arena, path);
    if (*shortest != '/' && !text_starts(shortest, "../")) return shortest; /* in the current folder */
    const char *home = getenv("HOME");
    size_t size = home != NULL ? strlen(home) : 0;
    while (size > 1 && home[size - 1] == '/') size--;
    if (size < 2 || *home != '/' || strncmp(path, home, size) != 0 || path[size] != '/') return shortest;
    char *from_home = arena_printf(arena, "~%s", path + size);
    return strlen(from_home) < strlen(shortest) ? from_home : shortest;
}

const char *code_span(Session *session, const char *text) {
    const char *printable = text_printable(session->scratch, text, strlen(text));
    int longest = 0, run = 0;
    for (const char *c = printable; *c != '\0'; c++) {
        run = *c == '`' ? run + 1 : 0;
        if (run > longest) longest = run;
    }
    Text out = {0};
    text_repeat(&out, "`", longest + 1);
    /* CommonMark strips one space on each side; a text that touches its fence with a backtick needs them. */
    text_printf(&out, longest > 0 ? " %s " : "%s", printable);
    text_repeat(&out, "`", longest + 1);
    return text_take(&out, session->scratch);
}
