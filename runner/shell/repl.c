/* The REPL: reads a line, runs it, until the end. */
#include <histedit.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "shell/command_line.h"
#include "shell/complete.h"
#include "shell/dispatch.h"
#include "shell/repl.h"
#include "teach/command.h"
#include "teach/say.h"
#include "teach/teach.h"
#include "terminal/terminal.h"

/* "███░░░░░ ": how much of the lesson's steps is done. */
static const char *bar_of(Session *session, size_t step, size_t steps) {
    enum { CELLS = 8 };
    size_t full = steps > 0 ? step * CELLS / steps : 0;
    Text bar = {0};
    for (size_t i = 0; i < CELLS; i++)
        text_add(&bar, session->style.unicode ? i < full ? "█" : "░" : i < full ? "#" : ".");
    text_add_char(&bar, ' ');
    return text_take(&bar, session->scratch);
}

/* "2/3 right ": the lesson's predictions so far. */
static const char *score_of(Session *session, const Lesson *lesson) {
    PredictionScore score = progress_score(session->progress, lesson->id);
    if (score.given == 0) return "";
    return arena_printf(session->scratch, "%zu/%zu right ", score.right, score.given);
}

/* "███░░░░░ 2/3 right 05-banks 4/11>": the step that was shown last; "05-banks 11/11 eight-way>" at an exercise. The
 * bar and the score are for a person, where there is room. */
static const char *prompt_for(Session *session) {
    enum { BAR_WIDTH = 60 };
    const Lesson *lesson = session->lesson;
    if (lesson == NULL) return "warpschool>";
    size_t step = session->shown ? session->step + 1 : session->step;
    if (step == 0 && lesson->step_count > 0) step = 1;
    if (session->style.width < 40) return arena_printf(session->scratch, "%s>", lesson->id);
    bool typed = session->mode == MODE_TYPED && !session->options.plain;
    const char *bar = typed && session->style.width >= BAR_WIDTH ? bar_of(session, step, lesson->step_count) : "";
    const char *score = session_prompts_with_score(session) ? score_of(session, lesson) : "";
    const char *exercise = session->at_exercise && session->exercise != NULL ? session->exercise->id : NULL;
    if (exercise != NULL && session->style.width < BAR_WIDTH) return arena_printf(session->scratch, "%s>", exercise);
    return arena_printf(session->scratch, "%s%s%s %zu/%zu%s%s>", bar, score, lesson->id, step, lesson->step_count,
                        exercise != NULL ? " " : "", exercise != NULL ? exercise : "");
}

/* Runs a command. Options given with it hold for it alone. */
static int run_line(Session *session, int count, const char **words) {
    Options before = session->options;
    char **argv = arena_array(session->arena, char *, (size_t)count + 2);
    argv[0] = "warpschool";
    if (count > 1 && text_equal(words[0], argv[0])) { /* the program's name, as in a shell */
        words++;
        count--;
    }
    for (int i = 0; i < count; i++) argv[i + 1] = path_expand_home(session->arena, words[i]);
    int first;
    const char *error;
    session->options.given = 0;
    if (!options_parse(&session->options, count + 1, argv, &first, session->arena, &error)) {
        session->options = before;
        complain(session, NULL, "%s", error);
        return STATUS_USAGE;
    }
    int status = STATUS_USAGE;
    session->style = terminal_style(&session->options);
    bool held = session->options.no_pager && terminal_hold(false);
    if (session->options.pack != before.pack)
        complain(session, "leave, and start warpschool --pack DIR", "the pack cannot be changed here");
    else if (first > count) /* options alone */
        status = command_on_help(session->commands)->run(session, 0, NULL);
    else
        status = command_dispatch(session, count + 1 - first, argv + first);
    if (held) terminal_hold(true);
    session->options = before;
    if (session->device_set) session->options.device = session->device;
    return status;
}

static bool pages(const Session *session) {
    return session->mode == MODE_TYPED && terminal_pages(&session->options);
}

static int obey_line(Session *session, const char *line) {
    const char *start = line + strspn(line, " \t");
    if (*start == '#') return session->status; /* a comment in a script */
    if (*start == '\0') return command_invoke(session, command_on_enter(session->commands), 0, NULL);
    Tokenizer *tokenizer = tok_init(NULL);
    int count, status = STATUS_USAGE;
    const char **words;
    if (tok_str(tokenizer, start, &count, &words) != 0)
        complain(session, "close it, or leave it out", "a quotation mark is not closed");
    else if (count > 0)
        status = run_line(session, count, words);
    tok_end(tokenizer);
    return status;
}

static char **complete(void *session, Arena *arena, const char *line, size_t *word_start, size_t *count) {
    return complete_words(session, arena, line, word_start, count);
}

static void greet(Session *session) {
    say_prose(session,
              "**Warpschool %s**: how CUDA memory behaves. Enter goes on, `help` lists the commands, Ctrl-D leaves.",
              WARPSCHOOL_VERSION);
}

int repl_run(Session *session, Lesson *lesson, size_t step) {
    session->mode = isatty(STDIN_FILENO) ? MODE_TYPED : MODE_PIPED;
    session->options.json = false;
    session->obey = obey_line;
    if (!session_pack(session)) return session->failure;
    pack_read_all(session->pack);
    terminal_keep_running();
    session->lines = lines_open(&(LineSetup){session->mode == MODE_TYPED, &session->style, complete, session});
    terminal_hold(pages(session));
    if (session->mode == MODE_TYPED) greet(session);
    if (lesson == NULL && (lesson = session_current_lesson(session)) == NULL) return session->failure;
    if (step == STEP_WHERE_LEFT) step = progress_step(session->progress, lesson->id);
    teach_open(session, lesson, step);
    while (!session->leaving && terminal_failed() == 0 && terminal_ended() == 0) {
        session->style = terminal_style(&session->options);
        char *line = session->deferred;
        session->deferred = NULL;
        if (line == NULL) {
            const char *typed;
            LineStatus read = lines_read(session->lines, prompt_for(session), true, &typed);
            if (read == LINE_END) break;
            if (read == LINE_CLEARED) continue;
            line = strdup(typed);
        }
        terminal_clear_interrupt();
        session->style = terminal_style(&session->options); /* the window may have changed while we waited */
        terminal_hold(pages(session));
        progress_renew(session->progress); /* `watch` may run in another terminal */
        session->status = obey_line(session, line);
        free(line);
    }
    terminal_hold(false);
    if (terminal_ended() != 0) return 128 + terminal_ended();
    return session->mode == MODE_TYPED ? STATUS_DONE : session->status;
}
