/* new autograder: the files by which a platform judges each submission when it is handed in. All begin with what `new
 * handout` makes of the pack, so that they need nothing but the program.
 *
 * Gradescope runs them in an image of the instructor's: grading.yaml goes with them. Of GitHub the files are the
 * repository that each student gets: nothing hidden may be in it. */
#include "commands/course/new_autograder.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "commands/course/made_folder.h"
#include "commands/course/new_files.h"
#include "commands/course/new_handout.h"
#include "teach/say.h"
#include "terminal/terminal.h"

typedef struct Platform {
    const char *name;
    const char *pack; /* where the handout is, below the folder; "": the folder itself */
    bool hidden;      /* nobody but the instructor sees the folder */
    size_t count;
    const NewFile *files;
    const char *next; /* what to do with the folder; %s: its path as code */
} Platform;

static const Platform platforms[] = {
    {"gradescope", "pack", true, NEW_GRADESCOPE_FILES, new_gradescope_files,
     "%s is ready. Put the source archive that `make dist` writes into it, or a Debian package for the image's system, "
     "then zip what is in the folder (not the folder itself) and upload that as the autograder."},
    {"github", "", false, NEW_GITHUB_FILES, new_github_files,
     "%s is ready, without solutions and hidden parts. Put the source archive that `make dist` writes into "
     "`.github/warpschool`, make it a template repository, and choose that for the assignment."},
};

/* ---- files ------------------------------------------------------------------------------------------------------- */

static bool write_file(Session *session, MadeFolder *folder, const NewFile *file) {
    const char *path = path_join(session->scratch, folder->temporary, file->path);
    mode_t mode = text_starts(file->text, "#!") ? 0755 : 0644;
    if (made_folder_write(folder, file->path, file->text, strlen(file->text)) && chmod(path, mode) == 0) return true;
    complain(session, NULL, "%s cannot be written: %s", file->path, strerror(errno));
    return false;
}

/* Makes the handout in the folder. What that says of itself is shown only where it fails: the folder's name is not yet
 * the last one. */
static bool hand_out(Session *session, const Platform *platform, const char *pack, const MadeFolder *folder) {
    Text said = {0};
    const char *path = folder->temporary;
    if (*platform->pack != '\0') path = path_join(session->scratch, path, platform->pack);
    terminal_divert(&said);
    bool done = new_handout(session, pack, path) == STATUS_DONE;
    terminal_divert(NULL);
    if (!done && said.size > 0) terminal_write(said.data, said.size);
    text_free(&said);
    return done;
}

/* The instructor's hidden part, where there is one. */
static bool add_hidden(Session *session, const Platform *platform, const char *pack, MadeFolder *folder) {
    Arena *arena = session->scratch;
    const char *named = file_exists(pack) ? NULL : pack_named(arena, pack), *why;
    const char *path = session->options.grading;
    if (path == NULL) path = path_join(arena, named != NULL ? named : pack, "grading.yaml");
    if (!platform->hidden || (session->options.grading == NULL && !file_exists(path))) return true;
    size_t size;
    const char *text = file_read_text(arena, path, &size, &why);
    const char *name = path_join(arena, platform->pack, "grading.yaml");
    if (text != NULL && made_folder_write(folder, name, text, size)) return true;
    complain(session, NULL, "%s %s", path, text == NULL ? why : strerror(errno));
    return false;
}

/* ---- the command ------------------------------------------------------------------------------------------------- */

int new_autograder(Session *session, const char *platform_name, const char *pack, const char *path) {
    const Platform *platform = NULL;
    for (size_t i = 0; i < sizeof platforms / sizeof *platforms; i++)
        if (text_equal(platforms[i].name, platform_name)) platform = &platforms[i];
    if (platform == NULL) {
        complain(session, "say gradescope or github", "'%s' is no platform", platform_name);
        return STATUS_USAGE;
    }
    MadeFolder folder;
    if (!made_folder_begin(&folder, session->scratch, path)) {
        complain(session, errno == EEXIST ? "name a new folder; nothing is overwritten" : NULL, "%s cannot be made: %s",
                 path, strerror(errno));
        return STATUS_ERROR;
    }
    bool made = hand_out(session, platform, pack, &folder) && add_hidden(session, platform, pack, &folder);
    for (size_t i = 0; i < platform->count && made; i++) made = write_file(session, &folder, &platform->files[i]);
    if (made && !made_folder_finish(&folder)) {
        complain(session, NULL, "%s cannot be made: %s", path, strerror(errno));
        made = false;
    }
    made_folder_drop(&folder);
    if (!made) return STATUS_ERROR;
    Text next = {0};
    const char *mark = strstr(platform->next, "%s");
    text_add_n(&next, platform->next, (size_t)(mark - platform->next));
    text_add(&next, code_span(session, path));
    text_add(&next, mark + strlen("%s"));
    say_prose(session, "%s", next.data);
    text_free(&next);
    return STATUS_DONE;
}
