#include "teach/launch/provenance.h"

#include <inttypes.h>
#include <string.h>

#include <jansson.h>

#include "base/file.h"
#include "base/sha256.h"
#include "base/version.h"
#include "teach/launch/devices.h"

/* Adds the digests of a folder's files as sha256sum prints them: a line each, the names sorted, relative to the
 * pack. */
static void add_folder(Arena *arena, const char *pack, const char *folder, Text *lines) {
    const char *why, *path = path_join(arena, pack, folder);
    size_t count;
    char **names = path_list(arena, path, "", &count, &why);
    for (size_t i = 0; names != NULL && i < count; i++) {
        size_t size;
        const void *bytes = file_read(arena, path_join(arena, path, names[i]), FILE_TEXT_LIMIT, &size, &why);
        if (bytes != NULL) text_printf(lines, "%s  %s/%s\n", sha256_text(arena, bytes, size), folder, names[i]);
    }
}

static void add_file(Arena *arena, const char *folder, const char *name, Text *lines) {
    size_t size;
    const char *why;
    const void *bytes = file_read(arena, path_join(arena, folder, name), FILE_TEXT_LIMIT, &size, &why);
    if (bytes != NULL) text_printf(lines, "%s  %s\n", sha256_text(arena, bytes, size), name);
}

typedef struct UsedLesson {
    Arena *arena;
    const Lesson *lesson;
    Text *lines;
} UsedLesson;

static void add_program(void *context, const LaunchSpec *launch) {
    UsedLesson *used = context;
    if (launch->program != NULL)
        add_file(used->arena, used->lesson->folder, arena_printf(used->arena, "kernels/%s", launch->program),
                 used->lines);
}

/* The same for the lessons that are used from other packs, with their kernels, in the pack's order. */
static void add_used(Arena *arena, const Pack *pack, Text *lines) {
    for (size_t i = 0; i < pack->lesson_count; i++) {
        const Lesson *lesson = &pack->lessons[i];
        if (lesson->folder == NULL) continue;
        add_file(arena, lesson->folder, arena_printf(arena, "lessons/%s.yaml", lesson->id), lines);
        if (lesson->source != NULL)
            add_file(arena, lesson->folder, arena_printf(arena, "kernels/%s", lesson->source), lines);
        lesson_each_launch(lesson, add_program, &(UsedLesson){arena, lesson, lines});
    }
}

/* The digest of what a verdict depends on beside the answer: the lessons and their kernels. It is sha256sum's digest
 * of the output of sha256sum for all files in kernels, then for all in lessons, then for those that are used. */
char *provenance_pack_digest(Session *session) {
    Arena *arena = arena_new();
    Text lines = {0};
    text_add(&lines, "");
    add_folder(arena, session->pack_path, "kernels", &lines);
    add_folder(arena, session->pack_path, "lessons", &lines);
    add_used(arena, session->pack, &lines);
    char *digest = sha256_text(session->scratch, lines.data, lines.size);
    text_free(&lines);
    arena_free(arena);
    return digest;
}

static json_t *schedule_json(const Session *session) {
    const Options *options = &session->options;
    if (options->every_schedule) return json_string("all");
    if (options->schedule != SCHEDULE_RANDOM) return json_string(schedule_name[options->schedule]);
    return json_sprintf("random:%" PRIu64, options->seed);
}

json_t *provenance_json(Session *session, const Source *file, const char *compiler) {
    json_t *object = json_object(), *judged = json_object();
    json_object_set_new(object, "program", json_string("warpschool " WARPSCHOOL_VERSION));
    json_object_set_new(object, "compiler", compiler != NULL ? json_string(compiler) : json_null());
    json_object_set_new(object, "pack",
                        session->pack != NULL ? json_pack("{s:s}", "sha256", provenance_pack_digest(session))
                                              : json_null()); /* try needs no course */
    if (file->text != NULL)
        json_object_set_new(judged, "sha256", json_string(sha256_text(session->scratch, file->text, file->size)));
    json_object_set_new(object, "file", judged);
    json_object_set_new(object, "device", json_string(session_device(session)));
    json_object_set_new(object, "schedule", schedule_json(session));
    json_object_set_new(object, "limits",
                        json_pack("{s:i, s:I}", "processor_seconds", session->options.timeout, "memory_bytes",
                                  (json_int_t)session->options.memory));
    return object;
}
