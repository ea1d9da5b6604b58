/* Files: reading files that people wrote, writing so that no data is lost, and the folders that XDG names. */
#ifndef WARPSCHOOL_BASE_FILE_H
#define WARPSCHOOL_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

enum {
    FILE_TEXT_LIMIT = 4 << 20, /* no lesson or kernel is larger than 4 MiB */
    FILE_MARK_MOST = 256,
};

/* Reads a text file that a person wrote. Returns 0-terminated text in arena and its size, or NULL with *why set to a
 * sentence ("is a directory", "is empty", "looks like a binary file (a 0 byte at offset 17)", "cannot be read:
 * Permission denied", "is larger than 4 MiB"). why may not be NULL. */
char *file_read_text(Arena *arena, const char *path, size_t *size, const char **why);
/* Why what was read of a file is no text, as file_read_text says it; NULL: it may be text. */
const char *file_why_no_text(Arena *arena, const char *text, size_t size);

/* The links that a path has. */
typedef struct FileLinks {
    bool linked;    /* the last name is a symbolic link */
    bool refused;   /* that leads out of its folder, or a folder of the path is one: */
    bool behind;    /* the latter */
    uint64_t names; /* that the file has: above 1 there are hard links */
} FileLinks;
/* The same for a file that another person may have put there, so that a symbolic link cannot make it show another
 * file. The first `trusted` bytes of path, which end after a slash, are not checked (0: from the current folder). In
 * the rest no folder may be a symbolic link, and the last name only one that leads downwards from its own folder. */
char *file_read_text_unlinked(Arena *arena, const char *path, size_t trusted, size_t *size, const char **why,
                              FileLinks *links);

/* Reads any regular file of at most limit bytes; NULL with *why as above. */
void *file_read(Arena *arena, const char *path, size_t limit, size_t *size, const char **why);

/* Whether a regular file begins with mark, of at most FILE_MARK_MOST bytes; no more of it is read. *why as above where
 * it could not be read, else NULL. */
bool file_begins(Arena *arena, const char *path, const char *mark, const char **why);

/* Writes a temporary file beside path, syncs it, renames it over path and syncs the folder: after a crash the file
 * holds either the old or the new content. Missing folders are made. False with errno set. */
bool file_write(const char *path, const void *bytes, size_t size);

/* Writes all of the bytes to an open file; false with errno set. */
bool file_write_all(int file, const void *bytes, size_t size);

bool file_exists(const char *path);
bool file_is_directory(const char *path);
bool file_is_writable(const char *path);      /* access(W_OK) */
bool file_make_directories(const char *path); /* mkdir -p with mode 0700 for what is made; false with errno set */
/* Removes a folder with all that is in it, as far as that is allowed; links are not followed. */
void file_remove_folder(const char *path);

/* The path from the root without links; a path that leads nowhere as it is. */
char *path_absolute(Arena *arena, const char *path);
/* a/b, with one slash between; b as it is where it is absolute or a is empty, which is a path from where one stands. */
char *path_join(Arena *arena, const char *a, const char *b);
/* "~" and "~/x" as a shell reads them, by $HOME; any other text, and where there is no $HOME, as it is. In arena. */
char *path_expand_home(Arena *arena, const char *word);
const char *path_base(const char *path); /* after the last slash */
char *path_parent(Arena *arena, const char *path);

/* Sorted names of the entries of a folder that end in suffix, without "." names; NULL and *why where it
 * cannot be read. */
char **path_list(Arena *arena, const char *folder, const char *suffix, size_t *count, const char **why);

/* $XDG_CACHE_HOME/warpschool or ~/.cache/warpschool; and so on. Never NULL: where no home is known, a folder under /tmp
 * that belongs to this user alone. Relative values of the variables are ignored, as the XDG specification asks. */
char *path_cache_home(Arena *arena);
char *path_state_home(Arena *arena);

/* 64-bit FNV-1a (Fowler, Noll, Vo): the hash that the JSON contract names for buffers. */
uint64_t hash_fnv1a64(const void *bytes, size_t size);

#endif
