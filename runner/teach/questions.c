/* See questions.h. */
#include "teach/questions.h"

#include "teach/question.h"
#include "teach/say.h"

static bool wanted(const Session *session, const Lesson *lesson, const Question *question, bool again) {
    return again || progress_trivia(session->progress, lesson->id, question->id) != 1;
}

size_t quiz_open_questions(const Session *session, const Lesson *lesson) {
    size_t open = 0;
    for (size_t i = 0; i < lesson->trivia_count; i++) open += wanted(session, lesson, &lesson->trivia[i], false);
    return open;
}

/* Where the quiz begins: at its first question, or where it was left. */
static QuizLeft quiz_start(Session *session, const Lesson *lesson) {
    QuizLeft start = session->quiz_left.lesson == lesson ? session->quiz_left : (QuizLeft){.lesson = lesson};
    session->quiz_left = (QuizLeft){0};
    if (start.question > 0)
        say_styled(session, ROLE_DIM, "You left at question %zu of %zu: the quiz goes on there.", start.question + 1,
                   lesson->trivia_count);
    return start;
}

static int leave_quiz(Session *session, const QuizLeft *at) {
    if (session->mode == MODE_COMMAND) return STATUS_INTERRUPTED;
    session->quiz_left = *at;
    say_styled(session, ROLE_DIM, "quiz goes on with this question.");
    return STATUS_DONE;
}

static int end_quiz(Session *session, const QuizLeft *at) {
    session_check_progress(session);
    if (at->given + at->skipped > 0)
        say_prose(session, "%zu of %zu right%s.", at->right, at->given + at->skipped,
                  at->skipped > 0 ? arena_printf(session->scratch, ", %zu skipped", at->skipped) : "");
    return at->right == at->given ? STATUS_DONE : verdict_exit_code(VERDICT_WRONG);
}

int quiz_take(Session *session, Lesson *lesson, bool again) {
    bool answered = true; /* false: the input has ended */
    QuizLeft at = quiz_start(session, lesson);
    for (; at.question < lesson->trivia_count; at.question++) {
        const Question *question = &lesson->trivia[at.question];
        if (!wanted(session, lesson, question, again)) continue;
        const char *answer = NULL;
        question_show(session, lesson, question,
                      arena_printf(session->scratch, "Question %zu of %zu.", at.question + 1, lesson->trivia_count));
        Reply reply = answered ? question_ask(session, question, false, &answer) : REPLY_NONE;
        if (reply == REPLY_ASIDE) return leave_quiz(session, &at);
        if (reply == REPLY_NONE && session->mode != MODE_COMMAND) {
            session->leaving = true;
            return STATUS_DONE;
        }
        if (reply == REPLY_NONE) answered = false;
        Measured measured = question_measure(session, lesson, question, NULL);
        question_tell(session, question, &measured, answer);
        at.skipped += answer == NULL && measured.known;
        if (answer == NULL || !measured.known) continue;
        bool is_right = question_is_right(question, &measured, answer);
        at.given++;
        at.right += is_right;
        progress_set_trivia(session->progress, lesson->id, question->id, is_right);
    }
    return end_quiz(session, &at);
}
