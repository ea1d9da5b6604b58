#include "commands/commands.h"
#include "shell/repl.h"
#include "teach/say.h"
#include "teach/teach.h"

int command_start(Session *session, int count, char **words) {
    Lesson *lesson = count > 0 ? session_find_lesson(session, words[0]) : session_current_lesson(session);
    if (lesson == NULL) return session->failure;
    size_t step = progress_step(session->progress, lesson->id);
    if (count == 0 && session->lesson == lesson) step = session->step;
    int64_t number;
    if (count > 1) {
        if (!text_to_i64(words[1], &number) || number < 1 || (uint64_t)number > lesson->step_count) {
            complain(session, NULL, "lesson %s has steps 1 to %zu, not '%s'", lesson->id, lesson->step_count, words[1]);
            return STATUS_USAGE;
        }
        step = (size_t)number - 1;
    }
    if (session->mode == MODE_COMMAND) return repl_run(session, lesson, step);
    teach_open(session, lesson, step);
    return STATUS_DONE;
}
