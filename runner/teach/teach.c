/* Teaching: each Enter shows the next part of a lesson. A step has one part or two: its text; then its prediction, its
 * launch, the report and the text that follows. A step that is only text may have a prediction, too. After the steps
 * come the quiz and the exercises. When all is done, the lesson is said to be done, and one more Enter opens the next.
 *
 * session->step is the step that comes next. Where session->shown is set, its first part was shown. */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "teach/exercise_text.h"
#include "teach/further.h"
#include "teach/question.h"
#include "teach/questions.h"
#include "teach/say.h"
#include "teach/steps.h"
#include "teach/teach.h"
#include "teach/workspace.h"

/* ---- steps ------------------------------------------------------------------------------------------------------- */

static void say_footer(Session *session, const char *text) {
    if (session->mode != MODE_TYPED) return;
    say_gap(session);
    say_styled(session, ROLE_DIM, "%s", text);
}

static void say_step_head(Session *session, const Lesson *lesson, size_t step) {
    say_gap(session);
    say_styled(session, ROLE_DIM, "%s, step %zu of %zu", lesson->id, step + 1, lesson->step_count);
}

/* Prints the lesson's title, unless its first text begins with a heading. */
static void say_title(Session *session, const Lesson *lesson) {
    const char *first = lesson->step_count > 0 ? lesson->steps[0].text : NULL;
    if (first == NULL || *first != '#') say_prose(session, "# %s", lesson->title);
}

static void mark_done_if_complete(Session *session, const Lesson *lesson) {
    bool steps = progress_step(session->progress, lesson->id) >= lesson->step_count;
    if (steps && session_next_exercise(session, lesson) == NULL)
        progress_set_lesson_done(session->progress, lesson->id);
}

static void finish_step(Session *session) {
    session->step++;
    session->shown = session->asked = false;
    if (session->step > progress_step(session->progress, session->lesson->id))
        progress_set_step(session->progress, session->lesson->id, session->step);
    mark_done_if_complete(session, session->lesson);
    session_check_progress(session);
}

static void clear_values(Session *session) {
    if (session->set_count > 0)
        say_styled(session, ROLE_DIM, "Your own parameter values are gone: the lesson goes on with its own.");
    session->set_count = 0;
}

/* The student's values while the lesson goes on with its own, for which its texts were written. */
typedef struct SetAside {
    const Lesson *lesson;
    size_t count;
    Binding values[SESSION_BINDINGS];
} SetAside;

/* Values that were launched with belong to a step that is over now; the others wait for the student's next `run`. */
static void set_aside(Session *session, SetAside *aside) {
    if (session->set_launched) clear_values(session);
    aside->lesson = session->lesson;
    aside->count = session->set_count;
    memcpy(aside->values, session->set, sizeof aside->values);
    session->set_count = 0;
}

static void take_up(Session *session, const SetAside *aside) {
    if (aside->count == 0 || session->lesson != aside->lesson) return;
    session->set_count = aside->count;
    memcpy(session->set, aside->values, sizeof session->set);
    if (session->deferred != NULL || session->leaving) return;
    Text list = {0};
    for (size_t i = 0; i < aside->count; i++)
        text_printf(&list, "%s%s=%lld", i > 0 ? " " : "", aside->values[i].name, (long long)aside->values[i].value);
    say_styled(session, ROLE_DIM, "run launches with your %s.", text_take(&list, session->scratch));
}

/* A step without a text belongs to the text of an earlier step. A student who opens the lesson at such a step is shown
 * that text first. */
static void say_text_before(Session *session, const Lesson *lesson, size_t step) {
    size_t from = step;
    while (from > 0 && lesson->steps[from].text == NULL) from--;
    if (from == step || lesson->steps[from].text == NULL) return;
    LaunchEnv env;
    lesson_env(session, lesson, &env);
    say_gap(session);
    say_styled(session, ROLE_DIM, "From step %zu:", from + 1);
    say_markdown(session, lesson->steps[from].text, &env.env, lesson->steps[from].loc);
}

/* What a question in a shell is about: there nothing was read before it. */
static void say_context(Session *session, const Lesson *lesson, size_t step) {
    LaunchEnv env;
    lesson_env(session, lesson, &env);
    say_step_head(session, lesson, step);
    say_text_before(session, lesson, step);
    if (lesson->steps[step].text != NULL)
        say_markdown(session, lesson->steps[step].text, &env.env, lesson->steps[step].loc);
}

/* Has the step a second part: a prediction or a launch? */
static bool goes_on_after_text(const Step *step) {
    return step->kind != STEP_TEXT || step->predict != NULL;
}

/* Shows the step's text. A step that is text only is done with that. */
static void show_step(Session *session) {
    const Step *step = &session->lesson->steps[session->step];
    LaunchEnv env;
    session->at_exercise = false;
    say_step_head(session, session->lesson, session->step);
    lesson_env(session, session->lesson, &env);
    say_markdown(session, step->text, &env.env, step->loc);
    session->shown = true;
    if (!goes_on_after_text(step)) {
        say_markdown(session, step->then, &env.env, step->loc);
        finish_step(session);
        say_footer(session, "Enter goes on.");
    } else if (step->kind == STEP_TEXT) {
        say_footer(session, "Enter: a prediction.");
    } else {
        say_footer(session,
                   step->predict != NULL && !session->asked ? "Enter: a prediction, then the run." : "Enter runs it.");
    }
}

/* The measured answer to a prediction: from the step's own run where it answers the question. */
static Measured measure_prediction(Session *session, const Lesson *lesson, const Step *step, const StepRun *run) {
    const Question *question = step->predict;
    bool same = question->launch == NULL || question->launch == step->launch;
    bool own = step->kind == STEP_LAUNCH && same && question->with_count == 0 && session->set_count == 0;
    if (own && run->count > 0 && run->outcomes[0]->ran)
        return question_evaluate(session, question, &run->outcomes[0]->env);
    return question_measure(session, lesson, question, step);
}

static void say_score(Session *session, const Lesson *lesson) {
    if (session_prompts_with_score(session)) return;
    PredictionScore here = progress_score(session->progress, lesson->id), all = progress_score(session->progress, NULL);
    const char *others = all.given > here.given
                             ? arena_printf(session->scratch, ", %zu of %zu in all lessons", all.right, all.given)
                             : "";
    say_gap(session);
    say_styled(session, ROLE_DIM, "Predictions right at the first try: %zu of %zu in this lesson%s.", here.right,
               here.given, others);
}

bool teach_prediction_open(const Session *session, const Lesson *lesson, const Step *step) {
    if (session->mode == MODE_COMMAND || lesson != session->lesson || step == NULL || step->predict == NULL)
        return false;
    size_t index = (size_t)(step - lesson->steps);
    return index >= session->step && index < lesson->step_count &&
           progress_prediction_open(session->progress, lesson->id, step->id);
}

void teach_see_answer(Session *session, const Lesson *lesson, const Step *step) {
    if (!teach_prediction_open(session, lesson, step)) return;
    progress_see_answer(session->progress, lesson->id, step->id);
    session_check_progress(session);
}

void teach_give_up_prediction(Session *session, const Lesson *lesson, const Step *step) {
    if (!teach_prediction_open(session, lesson, step)) return;
    teach_see_answer(session, lesson, step);
    say_gap(session);
    say_styled(session, ROLE_DIM, "The step's prediction counts as skipped: its launch was measured before.");
}

/* Keeps what was predicted, and says how many predictions were right. */
static void keep_prediction(Session *session, const Lesson *lesson, const Step *step, const Measured *measured,
                            const char *answer) {
    if (!measured->known || session->progress == NULL) return;
    if (answer == NULL) {
        teach_see_answer(session, lesson, step);
        return;
    }
    bool right = question_is_right(step->predict, measured, answer);
    const char *text = text_printable(session->scratch, answer, strlen(answer));
    Prediction made = {text, measured->text, right, right};
    progress_set_prediction(session->progress, lesson->id, step->id, &made);
    session_check_progress(session);
    say_score(session, lesson);
}

static void say_then(Session *session, const Lesson *lesson, const Step *step, const StepRun *run) {
    LaunchEnv plain;
    const ExprEnv *env = &plain.env;
    lesson_env(session, lesson, &plain);
    if (run->count > 0 && run->outcomes[run->count - 1]->ran) env = &run->outcomes[run->count - 1]->env.env;
    say_markdown(session, step->then, env, step->loc);
}

/* Runs a step, then answers its prediction. *interrupted: the student stopped it. */
static int run_and_explain(Session *session, const Lesson *lesson, const Step *step, const char *answer,
                           bool *interrupted) {
    StepRun run;
    step_run(session, lesson, step, &run);
    *interrupted = run.interrupted || run.no_device;         /* the step stays the next one */
    int status = run.no_compiler ? STATUS_DONE : run.status; /* the texts can be read without one */
    if (!*interrupted && !run.no_compiler) {
        if (step->predict != NULL) {
            Measured measured = measure_prediction(session, lesson, step, &run);
            question_tell(session, step->predict, &measured, answer);
            keep_prediction(session, lesson, step, &measured, answer);
        }
        say_then(session, lesson, step, &run);
    }
    step_run_free(&run);
    return status;
}

bool teach_step_uses(const Step *step, const char *param) {
    for (size_t i = 0; i < step->row_count; i++)
        if (launch_uses(step->rows[i].launch, param)) return true;
    return step->launch != NULL && launch_uses(step->launch, param);
}

/* The first that the step's launches use, or NULL. */
static const Param *param_of(const Lesson *lesson, const Step *step) {
    for (size_t i = 0; i < lesson->param_count; i++)
        if (teach_step_uses(step, lesson->params[i].name)) return &lesson->params[i];
    return NULL;
}

/* Prints which commands change the step. Not `set` after a sweep, which has its own values of the parameter. */
static void say_how_to_play(Session *session, const Step *step) {
    const Param *param = param_of(session->lesson, step);
    const char *text = "Enter goes on.";
    if (step->kind == STEP_SWEEP)
        text = arena_printf(session->scratch, "Enter goes on; sweep %s=... tries other values.", step->over);
    else if (param != NULL && !session->play_told) {
        session->play_told = true;
        text =
            arena_printf(session->scratch, "Enter goes on. To try it with other values: set %s=..., run.", param->name);
    }
    say_footer(session, text);
}

/* Asks for a prediction. Where the step shows its kernel, the kernel comes before the question, and not after it. */
static void show_prediction(Session *session, const Lesson *lesson, const Step *step) {
    const LaunchSpec *spec = step->predict->launch != NULL ? step->predict->launch : step_launch(step);
    Source source;
    if (step->show_extra & SHOW_SOURCE && spec != NULL &&
        source_of_launch(session, session->scratch, lesson, spec, &source)) {
        Text text = {0};
        report_source(&text, &session->style, source.text, spec->kernel != NULL ? spec->kernel : "");
        say_gap(session);
        say(session, &text);
    }
    question_show(session, lesson, step->predict, "Predict.");
}

/* Whether the command that was typed for an answer goes somewhere else, where Enter will not ask it. */
static bool goes_elsewhere(const char *typed) {
    static const char *const words[] = {"start", "back", "quit", "exit"};
    size_t blank = strspn(typed, " \t"), size = strcspn(typed + blank, " \t");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == size && memcmp(typed + blank, words[i], size) == 0) return true;
    return false;
}

/* Who looks something up has not given the prediction up; who types `run` wants its answer. */
static void leave_prediction(Session *session) {
    session->asked = session->deferred != NULL && text_starts(session->deferred, "run");
    if (!session->asked && (session->deferred == NULL || !goes_elsewhere(session->deferred)))
        say_footer(session, "The question waits: Enter asks it again.");
}

static int run_begun_step(Session *session) {
    const Step *step = &session->lesson->steps[session->step];
    const char *answer = NULL;
    if (step->predict != NULL && !session->asked) {
        show_prediction(session, session->lesson, step);
        session->asked = true;
        Reply reply = question_ask(session, step->predict, true, &answer);
        if (reply == REPLY_NONE && session->mode != MODE_COMMAND) session->leaving = true;
        if (reply == REPLY_ASIDE) leave_prediction(session);
        if (reply == REPLY_ASIDE || session->leaving) return STATUS_DONE;
    }
    bool interrupted;
    int status = run_and_explain(session, session->lesson, step, answer, &interrupted);
    if (interrupted) return status;
    finish_step(session);
    say_how_to_play(session, step);
    return status;
}

bool teach_step_waits(const Session *session) {
    return session->lesson != NULL && session->shown && session->step < session->lesson->step_count;
}

const Step *teach_current_step(const Session *session) {
    const Lesson *lesson = session->lesson;
    if (lesson == NULL || lesson->step_count == 0) return NULL;
    size_t at = session->shown ? session->step + 1 : session->step;
    while (at > 0)
        if (lesson->steps[--at].kind != STEP_TEXT) return &lesson->steps[at];
    return NULL;
}

Measured teach_take_prediction(Session *session, const Lesson *lesson, const Step *step, const char *answer) {
    Measured measured = question_measure(session, lesson, step->predict, step);
    question_tell(session, step->predict, &measured, answer);
    if (answer != NULL || !measured.known) {
        keep_prediction(session, lesson, step, &measured, answer);
    } else {
        progress_see_answer(session->progress, lesson->id, step->id);
        session_check_progress(session);
    }
    return measured;
}

int teach_predict(Session *session, const Lesson *lesson, const Step *step) {
    const char *answer;
    if (session->mode == MODE_COMMAND) say_context(session, lesson, (size_t)(step - lesson->steps));
    show_prediction(session, lesson, step);
    Reply reply = question_ask(session, step->predict, true, &answer);
    if (reply == REPLY_NONE && session->mode != MODE_COMMAND) session->leaving = true;
    if (reply == REPLY_ASIDE || session->leaving) return STATUS_DONE;
    Measured measured = question_measure(session, lesson, step->predict, step);
    question_tell(session, step->predict, &measured, answer);
    keep_prediction(session, lesson, step, &measured, answer);
    return STATUS_DONE;
}

/* ---- exercises --------------------------------------------------------------------------------------------------- */

static void show_exercise(Session *session, Exercise *exercise) {
    session_take_exercise(session, exercise);
    session->exercise_shown = true;
    exercise_say(session, exercise);
}

/* The lesson that comes after this one and is not done, else any that is not. */
static Lesson *lesson_after(Session *session, const Lesson *lesson) {
    for (size_t i = (size_t)(lesson - session->pack->lessons) + 1; i < session->pack->lesson_count; i++) {
        Lesson *next = pack_lesson(session->pack, i);
        if (next->usable && !progress_lesson_done(session->progress, next->id)) return next;
    }
    Lesson *first = session_first_unfinished(session);
    return first != lesson ? first : NULL;
}

static void say_lesson_done(Session *session) {
    Lesson *next = lesson_after(session, session->lesson);
    session->announced = true;
    say_prose(session, "**Lesson %s is done.**", session->lesson->id);
    if (next != NULL)
        say_prose(session, "The next one is `%s`, %s. Enter opens it; `list` shows them all.", next->id, next->title);
    else
        say_prose(session,
                  "That was the last one: you have been through all of them. `list` shows them, `quit` leaves.");
}

static void visit_goal_name(void *context, const char *name, Loc loc, bool indexed) {
    (void)loc, (void)indexed;
    const char **found = context;
    Metric metric = metric_find(name);
    if (*found == NULL && metric != METRIC_NONE) *found = metric_info[metric].name;
}

/* The first metric that a goal of the exercise names; NULL: none does. */
static const char *metric_of_goals(const Exercise *exercise) {
    const char *metric = NULL;
    for (size_t i = 0; i < exercise->goal_count && metric == NULL; i++)
        if (!exercise->goals[i].hidden) expr_each_name(exercise->goals[i].expr, visit_goal_name, &metric);
    return metric;
}

void teach_exercise_passed(Session *session, Lesson *lesson, const Exercise *exercise) {
    progress_set_exercise_passed(session->progress, exercise->id);
    mark_done_if_complete(session, lesson);
    session_check_progress(session);
    if (session->mode == MODE_COMMAND) return;
    session->exercise = NULL;
    session->exercise_shown = session->at_exercise = false;
    if (!workspace_lacks_solutions(session, exercise))
        say_prose(session, "`solution %s` shows one way to do it, if you want to compare.", exercise->id);
    const char *metric = metric_of_goals(exercise);
    if (metric != NULL)
        say_prose(session, "`explain %s` says what was judged, and where a GPU's tools show it.", metric);
    further_say(session, lesson, exercise);
    if (lesson != session->lesson) return;
    Exercise *next = session_next_exercise(session, lesson);
    if (next != NULL)
        say_prose(session, "There is another exercise here, `%s`: Enter shows it.", next->id);
    else if (session->step < lesson->step_count)
        say_prose(session, "Enter goes on with the lesson.");
    else
        say_lesson_done(session);
}

/* ---- going on ---------------------------------------------------------------------------------------------------- */

/* ", `strides`"; nothing where its author gave it no name. */
static const char *name_of_step(Session *session, const Lesson *lesson, size_t step) {
    const char *id = lesson->steps[step].id;
    if (text_equal(id, arena_printf(session->scratch, "step-%zu", step + 1))) return "";
    return arena_printf(session->scratch, ", %s", code_span(session, id));
}

void teach_open(Session *session, Lesson *lesson, size_t step) {
    session->play_told = session->play_told && session->lesson == lesson;
    session->lesson = lesson;
    session->step = step < lesson->step_count ? step : lesson->step_count;
    session->shown = session->asked = session->quiz_offered = session->exercise_shown = session->announced = false;
    session->exercise = NULL;
    session->at_exercise = false;
    session->set_count = 0;
    progress_set_current(session->progress, lesson->id);
    session_check_progress(session);
    if (session->step == 0)
        say_title(session, lesson);
    else
        say_prose(session, "# %s", lesson->title);
    if (session->step >= lesson->step_count && lesson->step_count > 0) {
        say_prose(session, "You have been through its steps. Enter goes on; `start %s 1` begins again.", lesson->id);
        return;
    }
    if (session->step > 0 && session->step == progress_step(session->progress, lesson->id))
        say_prose(session, "Next is step %zu of %zu%s. `start %s 1` begins again.", session->step + 1,
                  lesson->step_count, name_of_step(session, lesson, session->step), lesson->id);
    if (session->step >= lesson->step_count) return;
    say_text_before(session, lesson, session->step);
    show_step(session);
}

static int next_step(Session *session) {
    const Step *step = &session->lesson->steps[session->step];
    if (session->shown) return run_begun_step(session);
    if (step->text != NULL || step->kind == STEP_TEXT) {
        show_step(session);
        return STATUS_DONE;
    }
    say_step_head(session, session->lesson, session->step);
    session->shown = true;
    return run_begun_step(session);
}

/* The exercise at the prompt, if it is one of this lesson's that is still to be solved, else the first such one. */
static Exercise *exercise_to_do(Session *session, const Lesson *lesson) {
    Exercise *at = session->at_exercise ? session->exercise : NULL;
    if (at != NULL && session_lesson_of(session, at) == lesson && !progress_exercise_passed(session->progress, at->id))
        return at;
    return session_next_exercise(session, lesson);
}

static int after_steps(Session *session) {
    Lesson *lesson = session->lesson;
    size_t open = quiz_open_questions(session, lesson);
    if (!session->quiz_offered && open > 0) {
        bool again = open < lesson->trivia_count;
        session->quiz_offered = true;
        say_prose(session, "Now %s%zu question%s%s. Enter alone shows the answer.", again ? "the " : "", open,
                  open == 1 ? "" : "s", again ? " of the quiz that you have not answered right" : "");
        int status = quiz_take(session, lesson, false);
        if (!session->leaving && session->deferred == NULL) say_footer(session, "Enter goes on.");
        return status;
    }
    Exercise *exercise = exercise_to_do(session, lesson);
    if (exercise != NULL && !session->exercise_shown) {
        show_exercise(session, exercise);
        return STATUS_DONE;
    }
    if (exercise != NULL) {
        Lesson *next = lesson_after(session, lesson);
        say_prose(
            session,
            "The exercise `%s` is waiting: edit %s, then `check`. `exercise` shows the task again, `hint` helps.%s",
            exercise->id,
            code_span(session, path_for_message(session->scratch, workspace_file(session, session->scratch, exercise))),
            next == NULL ? "" : arena_printf(session->scratch, " `start %s` goes on without it.", next->id));
        return STATUS_DONE;
    }
    mark_done_if_complete(session, lesson);
    if (!session->announced) {
        say_lesson_done(session);
        return STATUS_DONE;
    }
    Lesson *next = lesson_after(session, lesson);
    if (next != NULL)
        teach_open(session, next, progress_step(session->progress, next->id));
    else
        say_prose(session,
                  "All lessons are done. `list` shows them, `start LESSON 1` begins one again, `quit` leaves.");
    return STATUS_DONE;
}

int teach_back(Session *session) {
    Lesson *lesson = session->lesson;
    if (lesson == NULL || lesson->step_count == 0) {
        complain(session, "Enter opens the lesson", "there is no step to go back from");
        return STATUS_USAGE;
    }
    bool after = session->step >= lesson->step_count && (session->quiz_offered || session->exercise_shown);
    size_t here = session->shown || after ? session->step : session->step - (session->step > 0);
    if (here == 0) {
        complain(session, "`list` shows the other lessons", "this is the first step of %s", lesson->id);
        return STATUS_USAGE;
    }
    clear_values(session);
    session->step = here - 1;
    session->shown = session->asked = session->quiz_offered = session->exercise_shown = session->announced = false;
    say_text_before(session, lesson, session->step);
    show_step(session);
    return STATUS_DONE;
}

int teach_next(Session *session) {
    if (session->lesson == NULL) {
        Lesson *lesson = session_current_lesson(session);
        if (lesson == NULL) return session->failure;
        teach_open(session, lesson, progress_step(session->progress, lesson->id));
        return STATUS_DONE;
    }
    SetAside aside;
    set_aside(session, &aside);
    int status = session->step < session->lesson->step_count ? next_step(session) : after_steps(session);
    take_up(session, &aside);
    return status;
}

/* ---- playing ----------------------------------------------------------------------------------------------------- */

static int play_step(Session *session, const Lesson *lesson, const Step *step) {
    LaunchEnv env;
    lesson_env(session, lesson, &env);
    say_markdown(session, step->text, &env.env, step->loc);
    if (step->predict != NULL) question_show(session, lesson, step->predict, "Predict.");
    if (!goes_on_after_text(step)) {
        say_markdown(session, step->then, &env.env, step->loc);
        return STATUS_DONE;
    }
    bool interrupted;
    return run_and_explain(session, lesson, step, NULL, &interrupted);
}

int teach_play(Session *session, Lesson *lesson) {
    int status = STATUS_DONE;
    say_title(session, lesson);
    for (size_t i = 0; i < lesson->step_count; i++) {
        say_step_head(session, lesson, i);
        int here = play_step(session, lesson, &lesson->steps[i]);
        if (status == STATUS_DONE) status = here;
        if (here == STATUS_INTERRUPTED) return here;
    }
    for (size_t i = 0; i < lesson->trivia_count; i++) {
        const Question *question = &lesson->trivia[i];
        question_show(session, lesson, question,
                      arena_printf(session->scratch, "Question %zu of %zu.", i + 1, lesson->trivia_count));
        Measured measured = question_measure(session, lesson, question, NULL);
        question_tell(session, question, &measured, NULL);
    }
    for (size_t i = 0; i < lesson->exercise_count; i++) exercise_say(session, &lesson->exercises[i]);
    return status;
}
