#include "commands/page_file.h"

#include <errno.h>
#include <string.h>

#include "base/file.h"
#include "teach/say.h"

bool page_may_write(Session *session, const char *path, const char *mark) {
    Arena *arena = session->scratch;
    const char *why, *folder = path_parent(arena, path);
    if (!file_exists(path)) {
        if (file_is_directory(folder)) return true;
        complain(session, "make it first, or name a file elsewhere", "there is no folder %s", folder);
        return false;
    }
    if (file_begins(arena, path, mark, &why)) return true;
    if (why != NULL)
        complain(session, "name another file", "%s %s", path, why);
    else
        complain(session, "name another file, or remove that one first", "%s exists, and warpschool did not write it",
                 path);
    return false;
}

int page_write(Session *session, const char *path, Text *page) {
    bool written = file_write(path, page->data, page->size);
    if (written)
        say_prose(session, "%s is written, %zu KiB.", code_span(session, path), page->size / 1024 + 1);
    else
        complain(session, "name a file in a folder that you may write", "%s could not be written: %s", path,
                 strerror(errno));
    text_free(page);
    return written ? STATUS_DONE : STATUS_ERROR;
}
