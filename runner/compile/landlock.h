/* Landlock, by which a process takes access to files away from itself, as far as the kernel offers it. Linux only. */
#ifndef WARPSCHOOL_COMPILE_LANDLOCK_H
#define WARPSCHOOL_COMPILE_LANDLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* linux/landlock.h of many systems is older than their kernel, so its numbers are here: the kernel's
 * Documentation/userspace-api/landlock.rst gives them. */
enum {
    LANDLOCK_EXECUTE = 1 << 0,
    LANDLOCK_WRITE_FILE = 1 << 1,
    LANDLOCK_READ_FILE = 1 << 2,
    LANDLOCK_READ_DIR = 1 << 3,
    LANDLOCK_REMOVE_DIR = 1 << 4,
    LANDLOCK_REMOVE_FILE = 1 << 5,
    LANDLOCK_MAKE_DIR = 1 << 7,
    LANDLOCK_MAKE_REG = 1 << 8,
    LANDLOCK_REFER = 1 << 13,
    LANDLOCK_TRUNCATE = 1 << 14,
    LANDLOCK_OF_FILES = LANDLOCK_EXECUTE | LANDLOCK_WRITE_FILE | LANDLOCK_READ_FILE | LANDLOCK_TRUNCATE
};

/* A ruleset that forbids everything the kernel can forbid, or -1. */
int landlock_new(void);

/* Allows those rights in a folder with all beneath it, or of a file; rights that the kernel does not know, or that only
 * folders have, are left out. False where the path cannot be opened. */
bool landlock_allow(int ruleset, const char *path, uint64_t rights);

/* Puts the ruleset into force for this process, for good, where sound; closes it. The process must have no_new_privs
 * set. False where it is not in force. */
bool landlock_restrict(int ruleset, bool sound);

#endif
