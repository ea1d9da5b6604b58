/* new handout: a pack for students, made from an author's. It holds what is needed to learn and to check, and nothing
 * else: no solutions, no mutants, nothing of grading.yaml but for which exercises there is a hidden part. Lessons that
 * are used from other packs are copied, so that the folder needs nothing but the program. */
#include "commands/course/new_handout.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "commands/course/made_folder.h"
#include "teach/exercises.h"
#include "teach/hidden_part.h"
#include "teach/say.h"

typedef struct Handout {
    Session *session;
    const Pack *pack;
    MadeFolder folder;
    size_t exercises, hidden;
} Handout;

static bool is_hidden(const Handout *handout, const Exercise *exercise) {
    const Grading *grading = session_grading(handout->session);
    return exercise->hidden_elsewhere || (grading != NULL && grading_part(grading, exercise) != NULL);
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

static bool write_text(Handout *handout, const char *name, const char *text, size_t size) {
    if (made_folder_write(&handout->folder, name, text, size)) return true;
    complain(handout->session, NULL, "%s cannot be written: %s", name, strerror(errno));
    return false;
}

/* Copies a file of the pack that the lesson is from. */
static bool copy(Handout *handout, const Lesson *lesson, const char *name) {
    Session *session = handout->session;
    const char *from = lesson->folder != NULL ? lesson->folder : session->pack_path, *why;
    size_t size;
    const void *bytes =
        file_read(session->scratch, path_join(session->scratch, from, name), FILE_TEXT_LIMIT, &size, &why);
    if (bytes != NULL) return write_text(handout, name, bytes, size);
    complain(session, NULL, "%s %s", name, why);
    return false;
}

/* Whether the file that lies in exercises/ solves the exercise, as it does where an author tried it in its place. */
static bool is_solved(Handout *handout, const Lesson *lesson, const Exercise *exercise) {
    Session *session = handout->session;
    Source source, reference;
    const char *why, *from = lesson->folder != NULL ? lesson->folder : session->pack_path;
    const char *path = path_join(session->scratch, path_join(session->scratch, from, "exercises"), exercise->file);
    if (source_read(session->scratch, path, &source, &why) != SOURCE_READ ||
        !source_of_lesson(session, session->scratch, lesson, &reference))
        return false; /* copying it says what is wrong */
    ExerciseJob job = {.lesson = lesson, .exercise = exercise, .source = &source, .reference = &reference};
    size_t count;
    LaunchOutcome **outcomes = exercise_execute(session, &job, &count);
    bool solved = outcomes[exercise_deciding(outcomes, count)]->verdict == VERDICT_PASSED;
    for (size_t i = 0; i < count; i++) outcome_free(outcomes[i]);
    return solved;
}

typedef struct HandedPrograms {
    Handout *handout;
    const Lesson *lesson;
    bool copied;
} HandedPrograms;

static void hand_out_program(void *context, const LaunchSpec *launch) {
    HandedPrograms *programs = context;
    Handout *handout = programs->handout;
    if (launch->program == NULL || !programs->copied) return;
    const char *name = arena_printf(handout->session->scratch, "kernels/%s", launch->program);
    programs->copied = copy(handout, programs->lesson, name);
}

static bool hand_out_lesson(Handout *handout, const Lesson *lesson) {
    Arena *arena = handout->session->scratch;
    if (!copy(handout, lesson, arena_printf(arena, "lessons/%s.yaml", lesson->id))) return false;
    if (lesson->source != NULL && !copy(handout, lesson, arena_printf(arena, "kernels/%s", lesson->source)))
        return false;
    HandedPrograms programs = {handout, lesson, true};
    lesson_each_launch(lesson, hand_out_program, &programs);
    if (!programs.copied) return false;
    for (size_t i = 0; i < lesson->exercise_count; i++) {
        const Exercise *exercise = &lesson->exercises[i];
        handout->exercises++;
        handout->hidden += is_hidden(handout, exercise);
        if (is_solved(handout, lesson, exercise)) {
            complain(handout->session, "put the file back that students begin with",
                     "exercises/%s passes its check: it would hand out a solution", exercise->file);
            return false;
        }
        if (!copy(handout, lesson, arena_printf(arena, "exercises/%s", exercise->file))) return false;
    }
    return true;
}

/* ---- pack.yaml and README.md ------------------------------------------------------------------------------------- */

/* A text as YAML writes it between quotes, which are doubled. */
static void add_quoted(Text *out, const char *text) {
    text_add_char(out, '\'');
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '\'') text_add_char(out, '\'');
        text_add_char(out, *c);
    }
    text_add_char(out, '\'');
}

static void add_exercise_entry(Handout *handout, Text *out, const Exercise *exercise) {
    bool hidden = is_hidden(handout, exercise);
    if (!hidden && exercise->due == NULL && !exercise->worth.given) return;
    text_printf(out, "  %s: {", exercise->id);
    const char *between = "";
    if (exercise->due != NULL) text_printf(out, "due: '%s'", exercise->due), between = ", ";
    if (exercise->worth.given) text_printf(out, "%spoints: %u", between, exercise->worth.count), between = ", ";
    if (hidden) text_printf(out, "%shidden: true", between);
    text_add(out, "}\n");
}

static bool write_pack_file(Handout *handout) {
    Text out = {0}, entries = {0};
    text_add(&out, "format: 1\n");
    if (handout->pack->title != NULL) {
        text_add(&out, "title: ");
        add_quoted(&out, handout->pack->title);
        text_add_char(&out, '\n');
    }
    text_add(&out, "handed_out: true\nlessons:\n");
    text_add(&entries, "");
    for (size_t i = 0; i < handout->pack->lesson_count; i++) {
        const Lesson *lesson = &handout->pack->lessons[i];
        text_printf(&out, "  - %s\n", lesson->id);
        for (size_t k = 0; k < lesson->exercise_count; k++)
            add_exercise_entry(handout, &entries, &lesson->exercises[k]);
    }
    if (entries.size > 0) text_printf(&out, "exercises:\n%s", entries.data);
    bool written = write_text(handout, "pack.yaml", out.data, out.size);
    text_free(&entries);
    text_free(&out);
    return written;
}

static void add_table(Handout *handout, Text *out) {
    text_add(out, "| exercise | file | points | due |\n| --- | --- | --- | --- |\n");
    for (size_t i = 0; i < handout->pack->lesson_count; i++) {
        const Lesson *lesson = &handout->pack->lessons[i];
        for (size_t k = 0; k < lesson->exercise_count; k++) {
            const Exercise *exercise = &lesson->exercises[k];
            text_printf(out, "| %s | exercises/%s | ", exercise->id, exercise->file);
            if (exercise->worth.given) text_printf(out, "%u", exercise->worth.count);
            text_printf(out, " | %s |\n", exercise->due != NULL ? exercise->due : "");
        }
    }
}

static bool write_readme(Handout *handout) {
    Text out = {0};
    text_printf(&out, "# %s\n\n", handout->pack->title != NULL ? handout->pack->title : "Exercises");
    text_add(&out,
             "Lessons and exercises for Warpschool, which runs CUDA kernels with or without a GPU. In this folder:\n\n"
             "    warpschool --pack .                     the lessons, step by step\n"
             "    warpschool --pack . exercise EXERCISE   what to do, and in which file\n"
             "    warpschool --pack . check EXERCISE      judges your file\n"
             "    warpschool --pack . check EXERCISE --all --schedule all\n"
             "                                            all of its launches, in several orders of the warps\n\n"
             "Your answers are the files in `exercises/`. Hand them in under their names.\n\n");
    if (handout->hidden > 0)
        text_add(&out, "Your instructor checks some of them with more than you see here: other sizes, inputs or goals. "
                       "`check` says\nwhich.\n\n");
    if (handout->exercises > 0) add_table(handout, &out);
    bool written = write_text(handout, "README.md", out.data, out.size);
    text_free(&out);
    return written;
}

/* ---- the command ------------------------------------------------------------------------------------------------- */

/* Whether the pack can be handed out: everything in it can be read. */
static bool is_sound(Session *session, const Pack *pack) {
    const Grading *grading = session_grading(session);
    size_t errors = pack->diags.errors;
    say_diags(session, &pack->diags, NULL);
    for (size_t i = 0; i < pack->lesson_count; i++) {
        if (pack->lessons[i].usable) continue;
        say_diags(session, &pack->lessons[i].diags, NULL);
        errors++;
    }
    if (grading != NULL) say_diags(session, &grading->diags, NULL);
    errors += grading != NULL ? grading->diags.errors : 0;
    if (errors > 0) complain(session, "`lint` looks a pack over", "a pack with mistakes is not handed out");
    return errors == 0;
}

static int hand_out(Handout *handout, const char *path) {
    Session *session = handout->session;
    if (!is_sound(session, handout->pack)) return STATUS_ERROR;
    if (!made_folder_begin(&handout->folder, session->scratch, path)) {
        complain(session, errno == EEXIST ? "name a new folder; nothing is overwritten" : NULL, "%s cannot be made: %s",
                 path, strerror(errno));
        return STATUS_ERROR;
    }
    bool made = true;
    for (size_t i = 0; i < handout->pack->lesson_count && made; i++)
        made = hand_out_lesson(handout, &handout->pack->lessons[i]);
    made = made && write_pack_file(handout) && write_readme(handout);
    bool zipped = text_ends(path, ".zip");
    if (made && !(zipped ? made_folder_zip(&handout->folder) : made_folder_finish(&handout->folder))) {
        complain(session, NULL, "%s cannot be made: %s", path, strerror(errno));
        made = false;
    }
    made_folder_drop(&handout->folder);
    if (!made) return STATUS_ERROR;
    say_prose(
        session,
        "%s is ready: %zu lesson%s, %zu exercise%s, %zu with a hidden part. It holds no solutions, no mutants and "
        "nothing of `grading.yaml`.",
        code_span(session, path), handout->pack->lesson_count, handout->pack->lesson_count == 1 ? "" : "s",
        handout->exercises, handout->exercises == 1 ? "" : "s", handout->hidden);
    return STATUS_DONE;
}

int new_handout(Session *session, const char *pack, const char *folder) {
    const char *named = file_exists(pack) ? NULL : pack_named(session->scratch, pack);
    const char *path = named != NULL ? named : pack;
    Session before = *session;
    session->pack = pack_load(path);
    session->pack_path = path_absolute(session->arena, path);
    session->grading = NULL;
    session->options.device = DEVICE_SIM;
    Handout handout = {.session = session, .pack = session->pack};
    int status = hand_out(&handout, folder);
    pack_free(session->pack);
    session->pack = before.pack;
    session->pack_path = before.pack_path;
    session->grading = before.grading;
    session->options = before.options;
    return status;
}
