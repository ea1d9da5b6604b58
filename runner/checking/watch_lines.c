/* `watch` without a screen: verdicts below each other, in full at a terminal, else one a line. */
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "checking/watching.h"
#include "teach/say.h"
#include "terminal/terminal.h"

static void write_problem_json(Watching *watching) {
    Arena *arena = watching->session->scratch;
    DiagList diags = diag_list(arena);
    diag_add(&diags, SEVERITY_ERROR, (Loc){watching->checking.source.name, 0, 0}, NULL, "%s", watching->problem);
    const char *text = json_problem(arena, &diags);
    terminal_write(text, strlen(text));
    terminal_write("\n", 1);
}

/* What one check found. At a terminal in full, else in one line. */
static void write_verdict(Watching *watching) {
    Session *session = watching->session;
    bool full = isatty(STDOUT_FILENO);
    Text out = {0};
    if (session->options.json && watching->judged) {
        checked_write_json(session, &watching->checking, &watching->checked);
    } else if (session->options.json && watching->problem != NULL) {
        write_problem_json(watching);
    } else if (full) {
        terminal_gap();
        watch_view_head(watching, NULL, &out);
        watch_view_body(watching, WATCH_RESULT, &out);
    } else if (watching->judged) {
        report_watched_line(&out, &session->style, &watching->checked.report);
        text_add_char(&out, '\n');
    } else {
        style_add(&out, &session->style, ROLE_PLAIN, watching->problem != NULL ? watching->problem : "stopped");
        text_add_char(&out, '\n');
    }
    if (out.size > 0) terminal_write(out.data, out.size);
    text_free(&out);
    watching_record_pass(watching);
}

static void write_view(Watching *watching, WatchView view) {
    Text out = {0};
    terminal_gap();
    watch_view_body(watching, view, &out);
    terminal_write(out.data, out.size);
    text_free(&out);
}

static void write_hint(Watching *watching) {
    Session *session = watching->session;
    size_t shown = (size_t)progress_hints_shown(session->progress, watching->exercise->id);
    if (shown < watching->exercise->hint_count)
        progress_set_hints(session->progress, watching->exercise->id, (int)shown + 1);
    write_view(watching, WATCH_HINTS);
}

static void write_solution(Watching *watching, bool *asked) {
    bool show = watching_may_show_solution(watching) &&
                (*asked || progress_exercise_passed(watching->session->progress, watching->exercise->id));
    if (show)
        write_view(watching, WATCH_SOLUTION);
    else
        say_prose(watching->session, watching_may_show_solution(watching)
                                         ? "`o` once more shows the solution."
                                         : "The solution is shown once you have passed, or seen all hints: `h`.");
    *asked = !show;
}

static void say_keys(Watching *watching) {
    say_prose(watching->session, "A letter and Enter: h hint, p picture, s source, d what you changed, l list, "
                                 "o solution, n next exercise, q quit.");
}

/* One letter, as on the screen. */
static void obey(Watching *watching, char key, bool *asked) {
    bool was_asked = *asked;
    *asked = false;
    Lesson *lesson;
    Exercise *next;
    switch (key) {
    case 'h': write_hint(watching); break;
    case 'p': write_view(watching, WATCH_PICTURES); break;
    case 's': write_view(watching, WATCH_SOURCE); break;
    case 'd': write_view(watching, WATCH_DIFFERENCES); break;
    case 'l': write_view(watching, WATCH_LIST); break;
    case 'o':
        *asked = was_asked;
        write_solution(watching, asked);
        break;
    case 'n':
        next = watching_next(watching, &lesson);
        if (next != NULL) watching_choose(watching, lesson, next);
        watching->again = next != NULL;
        if (next == NULL) say_prose(watching->session, "There is no other exercise that you have not passed.");
        break;
    case 'q': watching->leaving = true; break;
    default: say_keys(watching); break;
    }
}

static bool is_leave(const char *line, size_t size) {
    static const char *const words[] = {"quit", "exit"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (size == strlen(words[i]) && memcmp(line, words[i], size) == 0) return true;
    return false;
}

/* A line that was typed, without its end: a letter, or what is answered with the list of letters. */
static void obey_line(Watching *watching, const char *line, size_t size, bool *asked) {
    if (size == 0) return;
    if (is_leave(line, size))
        watching->leaving = true;
    else
        obey(watching, size == 1 ? line[0] : '?', asked);
}

/* Takes what was typed or sent; false at the end of the input. */
static bool take_input(Watching *watching, bool *asked) {
    char bytes[256];
    ssize_t got = read(STDIN_FILENO, bytes, sizeof bytes);
    if (got < 0) return errno == EINTR || errno == EAGAIN;
    if (got == 0) return false;
    bool obeys = !watching->session->options.json;
    for (size_t at = 0; at < (size_t)got && !watching->leaving;) {
        const char *end = memchr(bytes + at, '\n', (size_t)got - at);
        size_t size = end != NULL ? (size_t)(end - bytes) - at : (size_t)got - at;
        bool quits = (size == 1 && bytes[at] == 'q') || is_leave(bytes + at, size);
        if (obeys || quits) obey_line(watching, bytes + at, size, asked);
        at += size + 1;
    }
    return true;
}

/* Waits until there is something to judge. */
static void wait_in_lines(Watching *watching, bool *asked) {
    while (!watching->leaving && !watching->again) {
        /* the third is ready when nobody reads the output any more */
        struct pollfd inputs[3] = {{.fd = STDIN_FILENO, .events = POLLIN},
                                   {.fd = file_watch_descriptor(watching->file), .events = POLLIN},
                                   {.fd = STDOUT_FILENO, .events = 0}};
        poll(inputs, 3, file_watch_interval(watching->file));
        if (terminal_ended() != 0 || *terminal_interrupted() || terminal_failed() != 0 || inputs[2].revents != 0) {
            watching->leaving = true;
            if (*terminal_interrupted() && terminal_ended() == 0) watching->status = STATUS_INTERRUPTED;
        } else if (inputs[0].revents != 0 && !take_input(watching, asked)) {
            watching->leaving = true;
        } else if (!watching->again) {
            watching->again = file_watch_changed(watching->file);
        }
    }
}

void watch_in_lines(Watching *watching) {
    static const AttendantSetup setup = {0};
    bool asked = false;
    watching->again = true;
    while (!watching->leaving) {
        watching_check(watching, &setup);
        if (terminal_ended() != 0) break;
        write_verdict(watching);
        if (isatty(STDOUT_FILENO) && isatty(STDIN_FILENO) && !watching->session->options.json) say_keys(watching);
        wait_in_lines(watching, &asked);
    }
}
