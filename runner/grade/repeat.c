/* The command that gives a result again, and what it needs: two links in the folder of results, so that the command is
 * the same wherever the pack lies on a machine. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "grade/batch.h"

static const char pack_link[] = "pack", grading_link[] = "grading.yaml";

const char *grade_limits_words(Arena *arena, const Options *options) {
    Text text = {0};
    Options usual = options_default();
    text_add(&text, "");
    if (options->compiler != COMPILER_AUTO)
        text_printf(&text, " --compiler %s", compiler_choice_name[options->compiler]);
    if (options->timeout != usual.timeout) text_printf(&text, " --timeout %d", options->timeout);
    if (options->memory != usual.memory)
        text_printf(&text, " --memory %llu", (unsigned long long)(options->memory >> 20));
    return text_take(&text, arena);
}

char *grade_repeat_command(Arena *arena, const Batch *batch, const Exercise *exercise, const char *file) {
    const Options *options = &batch->session->options;
    Text text = {0};
    text_printf(&text, "warpschool check %s ./%s --all --schedule all --device sim --arch %s", exercise->id,
                text_shell_word(arena, file), options->arch);
    if (options->grading != NULL) text_printf(&text, " --grading ./%s", grading_link);
    if (options->pack != NULL) text_printf(&text, " --pack ./%s", pack_link);
    text_add(&text, grade_limits_words(arena, options));
    return text_take(&text, arena);
}

/* Makes a link, or removes it where target is NULL. Where the file system has no links the command still says what is
 * needed. */
static bool link_to(const Batch *batch, const char *name, const char *target) {
    const char *path = path_join(batch->arena, batch->out, name);
    char absolute[PATH_MAX], old[PATH_MAX];
    if (target != NULL && realpath(target, absolute) != NULL) target = absolute;
    ssize_t size = readlink(path, old, sizeof old);
    if (target != NULL && size == (ssize_t)strlen(target) && memcmp(old, target, (size_t)size) == 0) return true;
    if (size >= 0 && unlink(path) != 0) return false;
    return target == NULL || symlink(target, path) == 0 || errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS;
}

bool grade_write_links(const Batch *batch) {
    const Options *options = &batch->session->options;
    return link_to(batch, pack_link, options->pack != NULL ? batch->session->pack_path : NULL) &&
           link_to(batch, grading_link, options->grading);
}

static const char *link_below(Arena *arena, const char *folder, const char *own[2]) {
    size_t count;
    const char *why, *found = NULL;
    char **names = path_list(arena, folder, "", &count, &why);
    for (size_t i = 0; names != NULL && i < count && found == NULL; i++) {
        const char *path = path_join(arena, folder, names[i]);
        struct stat info;
        if (lstat(path, &info) != 0 || text_equal(names[i], own[0]) || text_equal(names[i], own[1])) continue;
        if (S_ISLNK(info.st_mode)) found = path;
        if (S_ISDIR(info.st_mode)) found = link_below(arena, path, (const char *[2]){NULL, NULL});
    }
    return found;
}

const char *grade_stray_link(const Batch *batch) {
    return link_below(batch->arena, batch->out, (const char *[2]){pack_link, grading_link});
}
