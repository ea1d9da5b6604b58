#include "commands/page_file.h"

#include <errno.h>
#include <string.h>

#include "base/file.h"
#include "teach/say.h"

enum { OWN_FILE_LIMIT = 256 << 20 };

bool page_may_write(Session *session, const char *path, const char *mark) {
    Arena *arena = session->scratch;
    const char *why = NULL;
    size_t size = 0;
    if (!file_exists(path)) {
        const char *folder = path_parent(arena, path);
        if (file_is_directory(folder)) return true;
        complain(session, "make it first, or name a file elsewhere", "there is no folder %s", folder);
        return false;
    }
    const char *bytes = file_read(arena, path, OWN_FILE_LIMIT, &size, &why);
    if (bytes == NULL) {
        complain(session, "name another file", "%s %s", path, why);
        return false;
    }
    if (size >= strlen(mark) && memcmp(bytes, mark, strlen(mark)) == 0) return true;
    complain(session, "name another file, or remove that one first", "%s exists, and `report` did not write it", path);
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
