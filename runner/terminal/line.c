/* Reads typed lines: with libedit at a terminal, with getc elsewhere.
 *
 * libedit's own function that reads keys tries again after a signal, so that a Ctrl-C would be lost; read_key
 * replaces it. Signals are blocked while it checks their flags, and pselect unblocks them while it waits, so that a
 * signal in between ends the wait. */
#include <errno.h>
#include <histedit.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <unistd.h>
#include <wchar.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/system.h"
#include "base/text.h"
#include "terminal/line.h"
#include "terminal/terminal.h"
#include "terminal/typed.h"

/* A Ctrl-D that is typed while libedit does not have the terminal (during a launch) is taken for the end of a line, and
 * libedit then reads it as a byte 0. */
enum { CONTROL_D = 4 };
enum { HISTORY_LINES = 1000, LINE_LIMIT = 1 << 16 };
/* Nobody has read a question and decided to leave it within this time. */
enum { GLANCE_MS = 800 };
/* Where that was said already, only a key that repeats itself is so fast. */
enum { REPEAT_MS = 250 };
/* An Enter that was typed while a command worked longer than this was meant to hurry it, not for what comes after. */
enum { WORKED_MS = 500 };

struct Lines {
    LineSetup setup;
    Arena *arena;
    EditLine *editor; /* NULL: plain lines */
    History *history;
    char *history_path; /* in arena */
    bool command;       /* the line being typed is one, not an answer */
    char *prompt;       /* with its colours between \1, for libedit */
    char *line;         /* the line that lines_read returned */
    bool asked_again;   /* the line before was typed too early, and this one answers the same question */
    size_t early_keys;  /* bytes that were typed before the prompt stood there, and are not read yet */
    bool early;         /* the line was ended before */
    long returned_ms;   /* when the line before was handed out; 0: there was none */
    mbstate_t decoding;
};

/* ---- keys -------------------------------------------------------------------------------------------------------- */

/* Waits for a byte: 1, 0 at the end of the input, -1 after a Ctrl-C. */
static int wait_for_byte(EditLine *editor, char *byte) {
    if (typed_take(byte)) return 1;
    sigset_t held, before;
    sigemptyset(&held);
    sigaddset(&held, SIGINT);
    sigaddset(&held, SIGWINCH);
    sigaddset(&held, SIGCONT);
    sigaddset(&held, SIGTERM);
    sigaddset(&held, SIGHUP);
    sigprocmask(SIG_BLOCK, &held, &before);
    int status;
    for (;;) {
        if (terminal_ended() != 0) {
            status = 0;
            break;
        }
        if (*terminal_interrupted()) {
            errno = EINTR;
            status = -1;
            break;
        }
        if (terminal_take_resize()) {
            el_resize(editor);
            terminal_write("\r", 1); /* libedit loses the cursor's column, and would begin behind its own prompt */
            el_set(editor, EL_REFRESH);
        }
        if (terminal_take_continue()) { /* the shell has changed the terminal's settings */
            el_set(editor, EL_PREP_TERM, 0);
            el_set(editor, EL_PREP_TERM, 1);
            el_set(editor, EL_REFRESH);
        }
        fd_set input;
        FD_ZERO(&input);
        FD_SET(STDIN_FILENO, &input);
        if (pselect(STDIN_FILENO + 1, &input, NULL, NULL, NULL, &before) < 0) {
            if (errno == EINTR) continue;
            status = 0;
            break;
        }
        ssize_t got = read(STDIN_FILENO, byte, 1);
        if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        status = got == 1 ? 1 : 0; /* a closed terminal gives an error: the end of the input */
        break;
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return status;
}

/* How many bytes were typed before the prompt stood there. The terminal has to hand over bytes by then, not lines. */
static void look_for_early_keys(Lines *lines) {
    int waiting = 0;
    if (ioctl(STDIN_FILENO, FIONREAD, &waiting) != 0 || waiting < 0) waiting = 0;
    lines->early_keys = typed_count() + (size_t)waiting;
}

/* Drops the Enters that wait in front of everything else; what else was typed ahead is the next command. */
static void drop_enters(void) {
    char keys[256], key;
    int waiting = 0;
    size_t count = 0, first = 0;
    while (count < sizeof keys && typed_take(&key)) keys[count++] = key;
    if (ioctl(STDIN_FILENO, FIONREAD, &waiting) == 0 && waiting > 0 && count < sizeof keys) {
        ssize_t got = read(STDIN_FILENO, keys + count, sizeof keys - count);
        if (got > 0) count += (size_t)got;
    }
    while (first < count && (keys[first] == '\r' || keys[first] == '\n')) first++;
    typed_keep(keys + first, count - first);
}

static void note_key(Lines *lines, char byte) {
    bool ends = byte == '\r' || byte == '\n';
    if (ends && lines->early_keys > 0) lines->early = true;
    if (lines->early_keys > 0) lines->early_keys--;
}

static int read_key(EditLine *editor, wchar_t *key) {
    Lines *lines;
    el_get(editor, EL_CLIENTDATA, &lines);
    for (;;) {
        char byte;
        int status = wait_for_byte(editor, &byte);
        if (status != 1) return status;
        note_key(lines, byte);
        if (byte == '\0') byte = CONTROL_D;
        size_t size = mbrtowc(key, &byte, 1, &lines->decoding);
        if (size == (size_t)-2) continue; /* the rest of the character is still to come */
        if (size != (size_t)-1) return 1;
        /* bytes that are no character of this locale are dropped */
        memset(&lines->decoding, 0, sizeof lines->decoding);
    }
}

/* ---- completion -------------------------------------------------------------------------------------------------- */

static size_t common_prefix(char *const *words, size_t count) {
    size_t size = strlen(words[0]);
    for (size_t i = 1; i < count; i++) {
        size_t k = 0;
        while (k < size && words[i][k] == words[0][k]) k++;
        size = k;
    }
    return size;
}

static void list_words(const Style *style, Arena *arena, char *const *words, size_t count) {
    Text out = {0};
    text_add_char(&out, '\n');
    int column = 0;
    for (size_t i = 0; i < count; i++) {
        const char *word = text_printable(arena, words[i], strlen(words[i])); /* a file's name may hold anything */
        int width = text_columns(word);
        if (column > 0 && column + 2 + width > style->width) {
            text_add_char(&out, '\n');
            column = 0;
        }
        text_printf(&out, "%s%s", column > 0 ? "  " : "", word);
        column += width + (column > 0 ? 2 : 0);
    }
    text_add_char(&out, '\n');
    terminal_write(out.data, out.size);
    text_free(&out);
}

static unsigned char on_tab(EditLine *editor, int key) {
    (void)key;
    Lines *lines;
    el_get(editor, EL_CLIENTDATA, &lines);
    if (!lines->command || lines->setup.complete == NULL) return CC_REFRESH_BEEP;
    Arena *arena = arena_new();
    const LineInfo *info = el_line(editor);
    char *line = arena_string_n(arena, info->buffer, (size_t)(info->cursor - info->buffer));
    size_t start, count;
    char **words = lines->setup.complete(lines->setup.context, arena, line, &start, &count);
    unsigned char answer = CC_REFRESH_BEEP;
    if (count > 0) {
        size_t typed = strlen(line) - start, common = common_prefix(words, count);
        char *more = arena_string_n(arena, words[0] + typed, common - typed);
        bool whole = count == 1 && !text_ends(words[0], "=") && !text_ends(words[0], "/");
        if (whole) more = arena_printf(arena, "%s ", more);
        if (*more != '\0' && el_insertstr(editor, more) == 0) {
            answer = CC_REFRESH;
        } else if (count > 1) {
            list_words(lines->setup.style, arena, words, count);
            answer = CC_REDISPLAY;
        }
    }
    arena_free(arena);
    return answer;
}

/* ---- opening and closing ----------------------------------------------------------------------------------------- */

static char *prompt_of(EditLine *editor) {
    Lines *lines;
    el_get(editor, EL_CLIENTDATA, &lines);
    return lines->prompt;
}

static void open_history(Lines *lines) {
    Arena *arena = lines->arena;
    HistEvent event;
    lines->history = history_init();
    history(lines->history, &event, H_SETSIZE, HISTORY_LINES);
    history(lines->history, &event, H_SETUNIQUE, 1);
    lines->history_path = path_join(arena, path_state_home(arena), "history");
    int loaded = history(lines->history, &event, H_LOAD, lines->history_path);
    if (loaded < 0 && file_exists(lines->history_path)) /* not in libedit's format: keep the file under another name */
        (void)rename(lines->history_path, arena_printf(arena, "%s.broken", lines->history_path));
    if (loaded > 2 * HISTORY_LINES) history(lines->history, &event, H_SAVE, lines->history_path);
}

Lines *lines_open(const LineSetup *setup) {
    Lines *lines = memory_zeroed(1, sizeof *lines);
    lines->setup = *setup;
    lines->arena = arena_new();
    if (!setup->edited || !terminal_edits()) return lines;
    lines->editor = el_init("warpschool", stdin, stdout, stderr);
    if (lines->editor == NULL) return lines;
    typed_expect();
    open_history(lines);
    EditLine *editor = lines->editor;
    el_set(editor, EL_CLIENTDATA, lines);
    el_set(editor, EL_SIGNAL, 0);
    el_set(editor, EL_EDITOR, "emacs");
    el_set(editor, EL_HIST, history, lines->history);
    el_set(editor, EL_PROMPT_ESC, prompt_of, '\1');
    el_set(editor, EL_ADDFN, "complete", "complete the word", on_tab);
    el_set(editor, EL_BIND, "^I", "complete", NULL);
    el_set(editor, EL_BIND, "^W", "ed-delete-prev-word", NULL);
    el_set(editor, EL_BIND, "^R", "em-inc-search-prev", NULL);
    el_set(editor, EL_BIND, "\\e[3~", "ed-delete-next-char", NULL);
    el_source(editor, NULL); /* the student's own ~/.editrc */
    el_set(editor, EL_GETCFN, read_key);
    return lines;
}

void lines_close(Lines *lines) {
    if (lines == NULL) return;
    if (lines->editor != NULL) el_end(lines->editor);
    if (lines->history != NULL) history_end(lines->history);
    free(lines->prompt);
    free(lines->line);
    arena_free(lines->arena);
    free(lines);
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */

/* The prompt in its colours; escape sequences stand between \1 for libedit, which must not count their columns. */
static char *colour_prompt(const Lines *lines, const char *prompt) {
    Text dressed = {0}, out = {0};
    style_add(&dressed, lines->setup.style, ROLE_PROMPT, prompt);
    for (const char *at = dressed.data; *at != '\0'; at++) {
        bool escape = *at == '\033';
        if (!escape) {
            text_add_char(&out, *at);
            continue;
        }
        size_t size = strcspn(at, "m") + 1;
        if (lines->editor != NULL) text_add_char(&out, '\1');
        text_add_n(&out, at, size);
        if (lines->editor != NULL) text_add_char(&out, '\1');
        at += size - 1;
    }
    text_add_char(&out, ' ');
    text_free(&dressed);
    return out.data;
}

/* Keeps each line as it is entered, so that a killed program loses none; appending lets two programs share the file. */
static void remember(Lines *lines, const char *line) {
    HistEvent event;
    if (line[strspn(line, " \t")] == '\0') return;
    history(lines->history, &event, H_ENTER, line);
    Arena *arena = arena_new();
    if (file_make_directories(path_parent(arena, lines->history_path))) {
        FILE *file = fopen(lines->history_path, "ae");
        if (file != NULL) {
            fseek(file, 0, SEEK_END);
            history(lines->history, &event, H_NSAVE_FP, (size_t)1, file);
            fclose(file);
        }
    }
    arena_free(arena);
}

static long now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static LineStatus read_edited(Lines *lines) {
    int size = 0;
    el_set(lines->editor, EL_PREP_TERM, 1);
    if (lines->command && lines->returned_ms > 0 && now_ms() - lines->returned_ms > WORKED_MS) drop_enters();
    if (!lines->asked_again)
        look_for_early_keys(lines); /* before the prompt is written: who reads it may answer at once */
    const char *typed = el_gets(lines->editor, &size);
    if (typed == NULL || size <= 0) {
        bool cleared = *terminal_interrupted() && terminal_ended() == 0;
        typed_drop(); /* as the terminal does with what was typed before a Ctrl-C */
        terminal_clear_interrupt();
        terminal_write(cleared ? "^C\n" : "\n", cleared ? 3 : 1);
        return cleared ? LINE_CLEARED : LINE_END;
    }
    lines->line = strdup(typed);
    lines->line[strcspn(lines->line, "\r\n")] = '\0';
    if (lines->command) remember(lines, lines->line);
    return LINE_READ;
}

/* The bytes of the key that begins here and writes no character, as Ctrl-L or an arrow ("ESC [ A") does; 0: it does. */
static size_t key_size(const char *at) {
    if (*at == '\t' || *at == '\0' || (unsigned char)*at >= 0x20) return 0;
    if (*at != '\033' || (at[1] != '[' && at[1] != 'O')) return 1;
    size_t size = 2;
    while (at[size] >= 0x20 && at[size] < 0x40) size++;
    return at[size] != '\0' ? size + 1 : size;
}

/* Without an editor the keys that edit come as bytes of the line. They are taken out; true: nothing else was typed. */
static bool is_of_keys_alone(char *line) {
    char *out = line;
    bool keys = false;
    for (const char *at = line; *at != '\0';) {
        size_t size = key_size(at);
        keys = keys || size > 0;
        if (size == 0)
            *out++ = *at++;
        else
            at += size;
    }
    *out = '\0';
    return keys && *line == '\0';
}

static LineStatus read_plain(Lines *lines) {
    Text line = {0};
    int c;
    while ((c = getc(stdin)) != EOF && c != '\n')
        if (line.size < LINE_LIMIT && c != '\0') text_add_char(&line, (char)c);
    if (c == EOF && *terminal_interrupted() && terminal_ended() == 0) {
        terminal_clear_interrupt();
        clearerr(stdin);
        text_free(&line);
        terminal_write("\n", 1);
        return LINE_CLEARED;
    }
    if (c == EOF && line.size == 0) {
        text_free(&line);
        terminal_write("\n", 1);
        return LINE_END;
    }
    text_add(&line, "");
    if (line.size > 0 && line.data[line.size - 1] == '\r') line.data[--line.size] = '\0';
    lines->line = line.data;
    if (!isatty(STDIN_FILENO) || !is_of_keys_alone(lines->line)) return LINE_READ;
    free(lines->line); /* asks again */
    lines->line = NULL;
    terminal_write(lines->prompt, strlen(lines->prompt));
    return read_plain(lines);
}

/* Without the editor: a line waits already. The terminal hands out whole lines only. */
static bool line_waits(void) {
    return isatty(STDIN_FILENO) && poll(&(struct pollfd){.fd = STDIN_FILENO, .events = POLLIN}, 1, 0) > 0;
}

LineStatus lines_read(Lines *lines, const char *prompt, bool command, const char **line) {
    free(lines->prompt);
    free(lines->line);
    lines->line = NULL;
    lines->prompt = colour_prompt(lines, prompt);
    lines->command = command;
    *line = NULL;
    if (command) terminal_clear_interrupt(); /* a Ctrl-C that came while a question was shown is for the question */
    if (!command) terminal_gap();
    bool held = terminal_hold(false); /* the output so far has to be shown before it is answered */
    lines->asked_again =
        lines->early && !command; /* what was typed since the question stood there first may answer it */
    if (!lines->asked_again) lines->early_keys = 0;
    lines->early = lines->editor == NULL && line_waits();
    if (lines->editor == NULL) terminal_write(lines->prompt, strlen(lines->prompt));
    long shown = system_milliseconds();
    LineStatus status = lines->editor != NULL ? read_edited(lines) : read_plain(lines);
    if (status == LINE_READ && *lines->line == '\0' && isatty(STDIN_FILENO) &&
        system_milliseconds() - shown < (lines->asked_again ? REPEAT_MS : GLANCE_MS))
        lines->early = true;
    terminal_hold(held);
    lines->returned_ms = now_ms();
    if (status != LINE_READ) return status;
    terminal_typed();
    if (!isatty(STDIN_FILENO)) { /* no terminal echoed it, and the output should show it under its question */
        Arena *arena = arena_new();
        const char *echo = text_printable(arena, lines->line, strlen(lines->line));
        terminal_write(echo, strlen(echo));
        terminal_write("\n", 1);
        terminal_typed();
        arena_free(arena);
    }
    *line = lines->line;
    return lines->early && !command ? LINE_EARLY : LINE_READ;
}
