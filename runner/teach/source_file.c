/* Source texts: read from a file, which may be a stranger's. */
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "teach/say.h"
#include "teach/source_file.h"

/* Skips the byte order mark with which editors on Windows begin UTF-8 files, because NVRTC takes it for a token. */
static void skip_byte_order_mark(Source *source) {
    static const char mark[] = "\xef\xbb\xbf";
    if (source->text == NULL || source->size <= strlen(mark) || !text_starts(source->text, mark)) return;
    source->text += strlen(mark);
    source->size -= strlen(mark);
}

/* Takes a text that was read, unless it has bytes that no compiler accepts. */
static SourceStatus take_text(Arena *arena, char *text, size_t size, const char *path, Source *source,
                              const char **why) {
    source->text = text;
    source->size = size;
    skip_byte_order_mark(source);
    const char *end = source->text != NULL ? memchr(source->text, 0xff, source->size) : NULL;
    if (source->text != NULL && end == NULL) return SOURCE_READ;
    if (end != NULL) {
        /* NVRTC takes this byte, which no UTF-8 text has, for the end of the file. */
        *why = arena_printf(arena, "is no UTF-8 text (a byte 0xff at offset %zu)", (size_t)(end - source->text));
        *source = (Source){.path = source->path, .name = source->name};
        return SOURCE_UNUSABLE;
    }
    bool readable = file_exists(path) && !file_is_directory(path) && access(path, R_OK) == 0;
    return readable ? SOURCE_UNUSABLE : SOURCE_MISSING;
}

SourceStatus source_read(Arena *arena, const char *path, Source *source, const char **why) {
    *source = (Source){.path = arena_string(arena, path), .name = path_for_person(arena, path)};
    size_t size = 0;
    char *text = file_read_text(arena, path, &size, why);
    return take_text(arena, text, size, path, source, why);
}

static SourceStatus read_unlinked(Arena *arena, const char *path, size_t trusted, Source *source, const char **why) {
    *source = (Source){.path = arena_string(arena, path), .name = path_for_person(arena, path)};
    FileLinks links;
    size_t size = 0;
    char *text = file_read_text_unlinked(arena, path, trusted, &size, why, &links);
    if (links.refused) return SOURCE_UNUSABLE;
    if (links.linked) source->note = "this file is a symbolic link to another one in its folder, which was judged";
    if (!links.linked && links.names > 1)
        source->note = arena_printf(arena, "this file has %llu names (hard links): another one is the same file",
                                    (unsigned long long)links.names);
    return take_text(arena, text, size, path, source, why);
}

/* The size of the part of a path whose links are trusted: links in / itself (/tmp, /home, /var on some systems) are
 * the system's, because only root can make them. */
static size_t trusted_part(const char *path) {
    if (*path != '/') return 0;
    size_t root = strspn(path, "/"), first = strcspn(path + root, "/");
    return path[root + first] == '/' ? root + first + 1 : root;
}

SourceStatus source_read_answer(Arena *arena, const char *path, Source *source, const char **why) {
    /* /dev/stdin is a link of the system */
    if (text_starts(path, "/dev/")) return source_read(arena, path, source, why);
    return read_unlinked(arena, path, trusted_part(path), source, why);
}

static bool read_kernels(Session *session, Arena *arena, const Lesson *lesson, const char *file, const char *what,
                         Source *source) {
    const char *pack = lesson->folder != NULL ? lesson->folder : session->pack_path;
    const char *path = path_join(arena, path_join(arena, pack, "kernels"), file), *why;
    size_t trusted = strlen(path_join(arena, pack, ""));
    *source = (Source){0};
    if (read_unlinked(arena, path, trusted, source, &why) == SOURCE_READ) return true;
    complain(session, "the pack is incomplete: put the file there, or take the pack anew", "%s, %s of lesson %s, %s",
             source->name, what, lesson->id, why);
    return false;
}

bool source_of_lesson(Session *session, Arena *arena, const Lesson *lesson, Source *source) {
    *source = (Source){.name = "", .text = ""};
    if (lesson->source == NULL) return true; /* no kernel is launched by itself */
    return read_kernels(session, arena, lesson, lesson->source, "the kernels", source);
}

bool source_of_launch(Session *session, Arena *arena, const Lesson *lesson, const LaunchSpec *spec, Source *source) {
    if (spec->program == NULL) return source_of_lesson(session, arena, lesson, source);
    return read_kernels(session, arena, lesson, spec->program, "a program", source);
}
