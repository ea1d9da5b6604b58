#include "compile/landlock.h"

#ifdef __linux__

#include <fcntl.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    CREATE_RULESET = 444,
    ADD_RULE = 445,
    RESTRICT_SELF = 446,
    VERSION_FLAG = 1,
    PATH_BENEATH = 1,
};

typedef struct Ruleset {
    uint64_t files, network, scoped;
} Ruleset;

typedef struct __attribute__((packed)) Beneath {
    uint64_t allowed;
    int32_t folder;
} Beneath;

static long version_of_kernel(void) {
    return syscall(CREATE_RULESET, NULL, 0, VERSION_FLAG);
}

/* Every right to files that this version of the kernel can take away. */
static uint64_t all_rights(long version) {
    static const int rights[] = {0, 13, 14, 15, 15, 16};
    return (UINT64_C(1) << rights[version < 5 ? version : 5]) - 1;
}

/* Sets everything that this version of the kernel can take away, and returns how many bytes of the struct it knows:
 * files since 1, TCP since 4, signals and abstract sockets since 6. An older kernel refuses fields that it does not
 * know. */
static size_t everything(long version, Ruleset *ruleset) {
    *ruleset = (Ruleset){.files = all_rights(version)};
    if (version >= 4) ruleset->network = 3;
    if (version >= 6) ruleset->scoped = 3;
    return version >= 6 ? 24 : version >= 4 ? 16 : 8;
}

int landlock_new(void) {
    long version = version_of_kernel();
    if (version < 1) return -1;
    Ruleset attributes;
    size_t size = everything(version, &attributes);
    return (int)syscall(CREATE_RULESET, &attributes, size, 0);
}

bool landlock_allow(int ruleset, const char *path, uint64_t rights) {
    struct stat info;
    int opened = open(path, O_PATH | O_CLOEXEC);
    if (opened < 0) return false;
    if (fstat(opened, &info) == 0 && !S_ISDIR(info.st_mode)) rights &= LANDLOCK_OF_FILES;
    Beneath rule = {.allowed = rights & all_rights(version_of_kernel()), .folder = opened};
    bool done = syscall(ADD_RULE, ruleset, PATH_BENEATH, &rule, 0) == 0;
    close(opened);
    return done;
}

bool landlock_restrict(int ruleset, bool sound) {
    bool done = sound && syscall(RESTRICT_SELF, ruleset, 0) == 0;
    close(ruleset);
    return done;
}

#endif
