/* The screen of `watch`: one key does one thing, and a save shows the new verdict, whatever was on the screen. */
#include <stdio.h>
#include <string.h>

#include "checking/watching.h"
#include "teach/command.h"
#include "teach/say.h"
#include "teach/teach.h"
#include "terminal/screen.h"
#include "terminal/terminal.h"

enum { SHOWN_AFTER_MS = 300 /* a check that takes less is over before its being on is read */, FOOT_ITEMS = 8 };

typedef struct WatchScreen {
    Watching *watching;
    WatchView view;
    Text head, body, foot;
    const char *note; /* for the foot, until the next key; or NULL */
    size_t top;
    bool asked_solution; /* o was typed once */
    int status_row;
    Style style;
} WatchScreen;

/* ---- drawing ----------------------------------------------------------------------------------------------------- */

static void add_foot_items(WatchScreen *screen, Arena *arena) {
    const Watching *watching = screen->watching;
    const Exercise *exercise = watching->exercise;
    int hints = progress_hints_shown(watching->session->progress, exercise->id);
    const char *const items[FOOT_ITEMS][2] = {
        {"h", arena_printf(arena, "hint %d/%zu", hints, exercise->hint_count)},
        {"p", "picture"},
        {"s", "source"},
        {"d", "diff"},
        {"l", "list"},
        {"o", "solution"},
        {"n", "next"},
        {"q", "quit"},
    };
    int room = screen->style.width, column = 0;
    for (size_t i = 0; i < FOOT_ITEMS; i++) {
        int columns = text_columns(items[i][1]) + 2, gap = column > 0 ? 2 : 0;
        if (column > 0 && column + gap + columns > room) {
            text_add_char(&screen->foot, '\n');
            column = gap = 0;
        }
        text_repeat(&screen->foot, " ", gap);
        style_add(&screen->foot, &screen->style, ROLE_STRONG, items[i][0]);
        text_add_char(&screen->foot, ' ');
        style_add(&screen->foot, &screen->style, ROLE_PLAIN, items[i][1]);
        column += gap + columns;
    }
    text_add_char(&screen->foot, '\n');
}

static ScreenFrame frame_of(const WatchScreen *screen) {
    return (ScreenFrame){screen->head.data, screen->body.data, screen->foot.data, screen->top};
}

/* Which lines are seen, where there are more; or the note. */
static void add_foot_state(WatchScreen *screen, Arena *arena) {
    text_add_char(&screen->foot, '\n');
    ScreenFrame frame = frame_of(screen);
    size_t rows = screen_body_rows(&frame), lines = screen_lines(frame.body);
    size_t most = lines > rows ? lines - rows : 0;
    if (screen->top > most) screen->top = most;
    const char *text = screen->note;
    if (text == NULL && lines > rows && rows > 0)
        text = arena_printf(arena, "lines %zu to %zu of %zu: Space on, b back", screen->top + 1,
                            screen->top + rows < lines ? screen->top + rows : lines, lines);
    if (text == NULL && screen->view != WATCH_RESULT) text = "Esc: back to the verdict";
    screen->foot.size = 0;
    style_add(&screen->foot, &screen->style, screen->note != NULL ? ROLE_WARNING : ROLE_DIM, text != NULL ? text : "");
    text_add_char(&screen->foot, '\n');
}

static void draw(WatchScreen *screen) {
    Arena *arena = arena_new();
    Text items = {0};
    screen->foot.size = 0;
    add_foot_items(screen, arena);
    text_add_n(&items, screen->foot.data, screen->foot.size);
    add_foot_state(screen, arena);
    text_add_n(&screen->foot, items.data, items.size);
    text_free(&items);
    ScreenFrame frame = frame_of(screen);
    screen_draw(&frame);
    arena_free(arena);
}

static void renew_head(WatchScreen *screen, const char *state) {
    screen->head.size = 0;
    watch_view_head(screen->watching, state, &screen->head);
    screen->status_row = (int)screen_lines(screen->head.data) - 1;
}

/* Draws all of it anew, in the window's size. */
static void renew(WatchScreen *screen) {
    Session *session = screen->watching->session;
    int columns, rows;
    screen_size(&columns, &rows);
    session->style = terminal_style(&session->options);
    screen->style = session->style;
    renew_head(screen, NULL);
    screen->body.size = 0;
    text_add(&screen->body, "");
    if (screen->view != WATCH_RESULT) text_add_char(&screen->body, '\n');
    watch_view_body(screen->watching, screen->view, &screen->body);
    draw(screen);
}

static void show(WatchScreen *screen, WatchView view) {
    screen->view = view;
    screen->top = 0;
    renew(screen);
}

/* ---- checking ---------------------------------------------------------------------------------------------------- */

/* On the attendant's thread, while the other one waits for the launch. */
static void say_how_long(void *context, long ms) {
    const WatchScreen *screen = context;
    if (ms < SHOWN_AFTER_MS) return;
    char line[80];
    snprintf(line, sizeof line, "  checking, %ld.%ld s; Ctrl-C stops it", ms / 1000, ms % 1000 / 100);
    screen_draw_row(screen->status_row, line);
}

static void check(WatchScreen *screen) {
    AttendantSetup setup = {.keys = true, .tick = say_how_long, .context = screen};
    watching_check(screen->watching, &setup);
    if (screen->watching->leaving) return;
    screen->note = NULL;
    screen->asked_solution = false;
    show(screen, WATCH_RESULT);
    watching_record_pass(screen->watching);
}

static void choose(WatchScreen *screen, Lesson *lesson, Exercise *exercise) {
    watching_choose(screen->watching, lesson, exercise);
    screen->watching->checks = 0;
    screen->watching->again = true;
}

/* ---- keys -------------------------------------------------------------------------------------------------------- */

static void on_hint(WatchScreen *screen) {
    Watching *watching = screen->watching;
    Progress *progress = watching->session->progress;
    const char *id = watching->exercise->id;
    size_t shown = (size_t)progress_hints_shown(progress, id);
    bool next = screen->view == WATCH_HINTS || shown == 0; /* the first h shows what was seen before */
    if (next && shown < watching->exercise->hint_count) progress_set_hints(progress, id, (int)shown + 1);
    show(screen, WATCH_HINTS);
    screen->top = screen_lines(screen->body.data); /* the newest is the last */
    draw(screen);
}

static void on_solution(WatchScreen *screen) {
    const Watching *watching = screen->watching;
    bool passed = progress_exercise_passed(watching->session->progress, watching->exercise->id);
    if (screen->view == WATCH_SOLUTION) {
        show(screen, WATCH_RESULT);
    } else if (!watching_may_show_solution(watching)) {
        screen->note = "The solution: once you have passed, or seen all hints (h).";
        draw(screen);
    } else if (!passed && !screen->asked_solution) {
        screen->asked_solution = true;
        screen->note = "You have not passed it yet. o once more shows the solution.";
        draw(screen);
    } else {
        screen->asked_solution = false;
        show(screen, WATCH_SOLUTION);
    }
}

static void on_next(WatchScreen *screen) {
    Lesson *lesson;
    Exercise *next = watching_next(screen->watching, &lesson);
    if (next != NULL) {
        choose(screen, lesson, next);
        return;
    }
    screen->note = "There is no other exercise that you have not passed.";
    draw(screen);
}

static void toggle(WatchScreen *screen, WatchView view) {
    show(screen, screen->view == view ? WATCH_RESULT : view);
}

/* Scrolls; false where the key does not. */
static bool scroll(WatchScreen *screen, int key) {
    ScreenFrame frame = frame_of(screen);
    size_t rows = screen_body_rows(&frame), page = rows > 2 ? rows - 1 : 1, top = screen->top;
    switch (key) {
    case ' ':
    case SCREEN_KEY_PAGE_DOWN: top += page; break;
    case 'b':
    case SCREEN_KEY_PAGE_UP: top = top > page ? top - page : 0; break;
    case SCREEN_KEY_DOWN: top++; break;
    case SCREEN_KEY_UP: top = top > 0 ? top - 1 : 0; break;
    case SCREEN_KEY_HOME: top = 0; break;
    case SCREEN_KEY_END: top = screen_lines(screen->body.data); break;
    default: return false;
    }
    screen->top = top; /* draw keeps it within the text */
    draw(screen);
    return true;
}

static void on_key(WatchScreen *screen, int key) {
    Watching *watching = screen->watching;
    if (key == SCREEN_KEY_NONE) return;
    progress_renew(watching->session->progress); /* the prompt in another terminal may have given a hint */
    if (key != 'o') screen->asked_solution = false;
    screen->note = NULL;
    if (scroll(screen, key)) return;
    Exercise *listed =
        screen->view == WATCH_LIST && key >= '1' && key <= '9' ? watch_view_listed(watching, key - '0') : NULL;
    switch (key) {
    case 'h': on_hint(screen); break;
    case 'p': toggle(screen, WATCH_PICTURES); break;
    case 's': toggle(screen, WATCH_SOURCE); break;
    case 'd': toggle(screen, WATCH_DIFFERENCES); break;
    case 'l': toggle(screen, WATCH_LIST); break;
    case 'o': on_solution(screen); break;
    case 'n': on_next(screen); break;
    case 'q':
    case 4: watching->leaving = true; break; /* Ctrl-D */
    case '\n':
    case '\r':
    case SCREEN_KEY_ESCAPE: show(screen, WATCH_RESULT); break;
    default:
        if (listed != NULL) choose(screen, watching->lesson, listed);
        break;
    }
}

/* ---- the loop ---------------------------------------------------------------------------------------------------- */

static void wait(WatchScreen *screen) {
    Watching *watching = screen->watching;
    int key;
    switch (screen_wait(file_watch_descriptor(watching->file), file_watch_interval(watching->file), &key)) {
    case SCREEN_TYPED: on_key(screen, key); break;
    case SCREEN_READY:
    case SCREEN_TIMEOUT: watching->again = file_watch_changed(watching->file); break;
    case SCREEN_CHANGED: renew(screen); break;
    case SCREEN_OVER: watching->leaving = true; break;
    case SCREEN_SIGNAL:
        watching->leaving = true;
        if (terminal_ended() == 0) watching->status = STATUS_INTERRUPTED;
        return;
    }
    if (watching->leaving) watching->status = STATUS_DONE;
}

bool watch_on_screen(Watching *watching) {
    if (!screen_open()) return false;
    WatchScreen screen = {.watching = watching};
    watching->again = true;
    renew(&screen);
    while (!watching->leaving && terminal_ended() == 0) {
        if (watching->again)
            check(&screen);
        else
            wait(&screen);
    }
    screen_close();
    text_free(&screen.head);
    text_free(&screen.body);
    text_free(&screen.foot);
    return true;
}
