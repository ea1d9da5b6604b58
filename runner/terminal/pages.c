/* Pages. Below each one stands a line that says how to go on; a key clears it, and the next page follows on the same
 * screen, so that all of it can be scrolled back to afterwards. One line of the page before stays in sight.
 *
 * What was typed before a page was shown may not turn it: Enter and space that wait already are dropped. Whatever else
 * waits is the next command, typed ahead. */
#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <termios.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/text.h"
#include "base/vec.h"
#include "terminal/pager.h"
#include "terminal/terminal.h"
#include "terminal/typed.h"

enum { KEYS_MOST = 256, WORD_MS = 200 /* within which the second letter of a word follows the first */, FOREVER = -1 };

typedef struct Pages {
    const char *text;
    size_t size;
    PagerWrite *write;
    Arena *arena;
    VEC(size_t) starts; /* of the pages that were shown */
    size_t end;         /* of the page that was shown last */
    size_t most;        /* no byte beyond it was shown */
    size_t whole_from;  /* what begins here is not cut, where it fits a page; size: nothing */
    struct termios before;
    char keys[KEYS_MOST];
    size_t key_count;
} Pages;

/* ---- rows -------------------------------------------------------------------------------------------------------- */

static void window_size(size_t *columns, size_t *rows) {
    struct winsize size;
    bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0;
    *columns = known ? size.ws_col : 80;
    *rows = known ? size.ws_row : 24;
}

/* The bytes of what stands at the beginning, a character or a colour, and the columns that it takes. */
static size_t piece_size(const char *at, size_t left, size_t *columns) {
    size_t size = 1;
    *columns = 0;
    if (*at == '\x1b') {
        while (size < left && !isalpha((unsigned char)at[size])) size++;
        return size < left ? size + 1 : left;
    }
    while (size < left && ((unsigned char)at[size] & 0xc0) == 0x80) size++;
    char character[8] = "";
    if (size < sizeof character) memcpy(character, at, size);
    int width = text_columns(character);
    *columns = width > 0 ? (size_t)width : 0;
    return size;
}

/* The bytes of the line that fit: all, or those before its last blank within the columns, or as many as there are. The
 * first piece always fits, so that each row has something. */
static size_t row_size(const char *line, size_t size, size_t columns) {
    size_t used = 0, blank = 0, at = 0;
    bool word = false; /* a blank behind one: no row is of blanks alone */
    while (at < size) {
        size_t width, step = piece_size(line + at, size - at, &width);
        if (line[at] == ' ' && word) blank = at;
        word = word || (line[at] != ' ' && width > 0);
        if (used + width > columns && at > 0) return blank > 0 ? blank : at;
        used += width;
        at += step;
    }
    return size;
}

size_t pages_fold(Text *out, const char *line, size_t size, size_t columns) {
    size_t indent = 0, rows = 0;
    while (indent < size && line[indent] == ' ') indent++;
    if (indent > columns / 2) indent = columns / 2;
    for (size_t at = 0; rows == 0 || at < size; rows++) {
        size_t own = rows == 0 ? 0 : indent;
        size_t taken = row_size(line + at, size - at, columns > own ? columns - own : 1);
        if (rows > 0) text_add_char(out, '\n');
        text_repeat(out, " ", (int)own);
        text_add_n(out, line + at, taken);
        at += taken;
        while (at < size && line[at] == ' ') at++;
    }
    return rows;
}

static size_t rows_of_line(const char *line, size_t size, size_t columns) {
    Text folded = {0};
    size_t rows = pages_fold(&folded, line, size, columns);
    text_free(&folded);
    return rows;
}

size_t pages_fill(const char *text, size_t size, size_t columns, size_t rows) {
    size_t at = 0, used = 0;
    while (at < size) {
        const char *newline = memchr(text + at, '\n', size - at);
        size_t length = newline != NULL ? (size_t)(newline - text) - at : size - at;
        used += rows_of_line(text + at, length, columns);
        if (used > rows && at > 0) break;
        at += length + (newline != NULL);
    }
    return at;
}

/* ---- the line below a page --------------------------------------------------------------------------------------- */

static size_t lines_from(const Pages *pages, size_t at) {
    size_t lines = 0;
    for (size_t i = at; i < pages->size; i++) lines += pages->text[i] == '\n' || i + 1 == pages->size;
    return lines;
}

static void write_text(const Pages *pages, const char *text) {
    pages->write(text, strlen(text));
}

static void clear_status(const Pages *pages) {
    write_text(pages, "\r\x1b[K");
}

/* The longest form that leaves the last column free: a full line would begin another. */
static void write_status(const Pages *pages) {
    static const char *const forms[] = {"-- %zu lines more: Enter goes on, b back, q ends, or type the next command --",
                                        "-- %zu lines more: Enter goes on, b back, q ends --",
                                        "-- %zu more: Enter, b or q --", "-- Enter, q --"};
    size_t columns, rows;
    window_size(&columns, &rows);
    char line[120] = "";
    size_t count = sizeof forms / sizeof *forms;
    for (size_t i = typed_is_expected() ? 0 : 1; i < count; i++) {
        snprintf(line, sizeof line, forms[i], lines_from(pages, pages->end));
        if (strlen(line) < columns) break;
    }
    clear_status(pages);
    write_text(pages, line);
}

/* ---- keys -------------------------------------------------------------------------------------------------------- */

static void take_keys_singly(const Pages *pages) {
    struct termios settings = pages->before;
    settings.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    settings.c_cc[VMIN] = 1;
    settings.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSADRAIN, &settings);
}

/* With the signals blocked that end the wait: pselect lets them in only while it waits. 1: a key is there, 0: the time
 * is over, -1: Ctrl-C, or the program has to end. */
static int wait_blocked(const Pages *pages, int timeout_ms, const sigset_t *open) {
    for (;;) {
        if (terminal_ended() != 0 || *terminal_interrupted()) return -1;
        bool continued = terminal_take_continue();
        if (continued) take_keys_singly(pages); /* the shell has changed the terminal's settings */
        if (terminal_take_resize() || continued) write_status(pages);
        fd_set input;
        FD_ZERO(&input);
        FD_SET(STDIN_FILENO, &input);
        struct timespec limit = {.tv_sec = timeout_ms / 1000, .tv_nsec = timeout_ms % 1000 * 1000000L};
        int ready = pselect(STDIN_FILENO + 1, &input, NULL, NULL, timeout_ms == FOREVER ? NULL : &limit, open);
        if (ready >= 0) return ready;
        if (errno != EINTR) return -1;
    }
}

static int wait_for_key(const Pages *pages, int timeout_ms) {
    static const int waking[] = {SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGCONT};
    sigset_t held, open;
    sigemptyset(&held);
    for (size_t i = 0; i < sizeof waking / sizeof *waking; i++) sigaddset(&held, waking[i]);
    sigprocmask(SIG_BLOCK, &held, &open);
    int ready = wait_blocked(pages, timeout_ms, &open);
    sigprocmask(SIG_SETMASK, &open, NULL);
    return ready;
}

/* Adds what was typed to the keys that are held; false: the terminal is gone, or nothing came in time. */
static bool read_keys(Pages *pages, int timeout_ms) {
    if (pages->key_count == KEYS_MOST || wait_for_key(pages, timeout_ms) <= 0) return false;
    ssize_t got = read(STDIN_FILENO, pages->keys + pages->key_count, KEYS_MOST - pages->key_count);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) return true;
    if (got <= 0) return false;
    pages->key_count += (size_t)got;
    return true;
}

static void drop_keys(Pages *pages, size_t count) {
    pages->key_count -= count;
    memmove(pages->keys, pages->keys + count, pages->key_count);
}

static bool turns(char key) {
    return key == '\r' || key == '\n' || key == ' ';
}

static void drop_early_turns(Pages *pages) {
    read_keys(pages, 0);
    size_t early = 0;
    while (early < pages->key_count && turns(pages->keys[early])) early++;
    drop_keys(pages, early);
}

typedef enum Turn { TURN_NONE, TURN_ON, TURN_LINE, TURN_BACK, TURN_END } Turn;

/* An escape sequence; all of it is taken. */
static Turn take_sequence(Pages *pages) {
    static const struct {
        const char *keys;
        Turn turn;
    } known[] = {{"\x1b[5~", TURN_BACK}, {"\x1b[A", TURN_BACK}, {"\x1bOA", TURN_BACK},
                 {"\x1b[6~", TURN_ON},   {"\x1b[B", TURN_LINE}, {"\x1bOB", TURN_LINE}};
    size_t size = 1;
    if (size < pages->key_count && (pages->keys[1] == '[' || pages->keys[1] == 'O')) {
        size++;
        while (size < pages->key_count && (pages->keys[size] < '@' || pages->keys[size] > '~')) size++;
        if (size < pages->key_count) size++;
    }
    Turn turn = TURN_NONE;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strlen(known[i].keys) == size && memcmp(known[i].keys, pages->keys, size) == 0) turn = known[i].turn;
    drop_keys(pages, size);
    return turn;
}

/* Whether b or q, the first of the keys, begins a word. */
static bool begins_word(Pages *pages) {
    if (!typed_is_expected()) return false;
    if (pages->key_count == 1) read_keys(pages, WORD_MS);
    return pages->key_count > 1 && isalpha((unsigned char)pages->keys[1]);
}

/* What the next key asks for. Keys that belong to the next line are left where they are. */
static Turn next_turn(Pages *pages) {
    if (pages->key_count == 0 && !read_keys(pages, FOREVER)) return TURN_END;
    if (pages->key_count == 0) return TURN_NONE;
    unsigned char key = (unsigned char)pages->keys[0];
    enum { CONTROL_D = 4 };
    if (key == '\x1b') return take_sequence(pages);
    bool letter = key > ' ' && key != 0x7f;
    bool known = key == 'b' || key == 'q';
    if (letter && typed_is_expected() && (!known || begins_word(pages))) return TURN_END;
    drop_keys(pages, 1);
    if (turns((char)key)) return TURN_ON;
    return key == 'b' ? TURN_BACK : key == 'q' || key == CONTROL_D ? TURN_END : TURN_NONE;
}

/* ---- turning ----------------------------------------------------------------------------------------------------- */

/* Whether all from there on fits a page, with a line of the page before it and the prompt after it. */
static bool fits_page(const Pages *pages, size_t from, size_t columns, size_t rows) {
    enum { OTHERS = 3 };
    size_t left = pages->size - from;
    return rows > OTHERS && pages_fill(pages->text + from, left, columns, rows - OTHERS) == left;
}

/* The page, as wide as the window is now. */
static void write_folded(const Pages *pages, size_t start, size_t columns) {
    Text page = {0};
    text_add(&page, "");
    for (size_t at = start; at < pages->end;) {
        const char *newline = memchr(pages->text + at, '\n', pages->end - at);
        size_t length = newline != NULL ? (size_t)(newline - pages->text) - at : pages->end - at;
        (void)pages_fold(&page, pages->text + at, length, columns);
        if (newline != NULL) text_add_char(&page, '\n');
        at += length + (newline != NULL);
    }
    pages->write(page.data, page.size);
    text_free(&page);
}

static void show_from(Pages *pages, size_t start, size_t rows) {
    size_t columns, all;
    window_size(&columns, &all);
    vec_push(pages->arena, &pages->starts, start);
    pages->end = start + pages_fill(pages->text + start, pages->size - start, columns, rows);
    size_t left = pages->size - pages->end;
    bool last = pages_fill(pages->text + pages->end, left, columns, PAGER_ROWS_OVER) == left;
    if (last) pages->end = pages->size;
    bool cut = start < pages->whole_from && pages->end > pages->whole_from && pages->end < pages->size;
    if (cut && fits_page(pages, pages->whole_from, columns, all)) pages->end = pages->whole_from;
    if (pages->end > pages->most) pages->most = pages->end;
    write_folded(pages, start, columns);
}

/* The rows of a page: the line below it takes one. `kept`: the rows of the page before that stay in sight. */
static size_t page_rows(size_t kept) {
    size_t columns, rows;
    window_size(&columns, &rows);
    size_t all = rows > 1 ? rows - 1 : 1;
    return all > kept + 1 ? all - kept : 1;
}

static void turn_back(Pages *pages) {
    if (pages->starts.count < 2) return;
    size_t start = pages->starts.at[pages->starts.count - 2];
    pages->starts.count -= 2;
    clear_status(pages);
    show_from(pages, start, page_rows(0));
}

size_t pages_show(const char *text, size_t size, size_t whole_from, PagerWrite *write) {
    Pages pages = {.text = text, .size = size, .whole_from = whole_from < size ? whole_from : size, .write = write};
    if (tcgetattr(STDIN_FILENO, &pages.before) != 0) return 0;
    pages.arena = arena_new();
    take_keys_singly(&pages);
    drop_early_turns(&pages);
    show_from(&pages, 0, page_rows(0));
    Turn turn = TURN_NONE;
    while (pages.end < size && turn != TURN_END) {
        write_status(&pages);
        turn = next_turn(&pages);
        if (turn == TURN_BACK) turn_back(&pages);
        if (turn != TURN_ON && turn != TURN_LINE) continue;
        clear_status(&pages);
        show_from(&pages, pages.end, turn == TURN_LINE ? 1 : page_rows(1));
    }
    if (pages.end < size) clear_status(&pages);
    if (typed_is_expected()) typed_keep(pages.keys, pages.key_count);
    if (terminal_ended() == 0) terminal_clear_interrupt();
    tcsetattr(STDIN_FILENO, TCSADRAIN, &pages.before);
    arena_free(pages.arena);
    return pages.most;
}
