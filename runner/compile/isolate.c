/* Isolation of the compiler. NVRTC opens any file that the source includes and quotes it in its messages, so the
 * process that compiles gives up access to every file but the toolkit's headers before it reads the source.
 *
 * Landlock does exactly that. Where a kernel lacks it, the folder that holds the headers becomes the process's root
 * folder; root may do that, and any other user in a new user namespace. Both are tested before they are relied on,
 * because some sandboxes accept the system calls and do nothing. A system call filter forbids programs and the
 * network as well, which matters only if a source should ever take over the compiler. All that is Linux only is in
 * this file. */
#include "compile/landlock.h"
#include "compile/parts.h"

const char *const isolation_name[] = {"source check", "chroot", "landlock"};

#ifdef __linux__

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/text.h"
#include "compile/seccomp.h"

/* ---- files ------------------------------------------------------------------------------------------------------- */

static bool landlock(const Toolkit *toolkit) {
    int ruleset = landlock_new();
    if (ruleset < 0) return false;
    bool done = true;
    for (size_t i = 0; i < toolkit->include_count; i++)
        done = done && landlock_allow(ruleset, toolkit->includes[i], LANDLOCK_READ_FILE);
    return landlock_restrict(ruleset, done);
}

/* The loader of programs and its libraries are in the same places on all systems; a place that does not exist needs
 * no rule. */
static bool landlock_program(const char *program, const char *folder) {
    static const char *const loaders[] = {
        "/lib64/ld-linux-x86-64.so.2",
        "/lib/ld-linux-aarch64.so.1",
        "/lib/ld-musl-x86_64.so.1",
        "/lib/ld-musl-aarch64.so.1",
    };
    static const char *const libraries[] = {
        "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache",
    };
    int ruleset = landlock_new();
    if (ruleset < 0) return false;
    Arena *arena = arena_new();
    for (size_t i = 0; i < sizeof loaders / sizeof *loaders; i++)
        landlock_allow(ruleset, loaders[i], LANDLOCK_READ_FILE | LANDLOCK_EXECUTE);
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
        landlock_allow(ruleset, libraries[i], LANDLOCK_READ_FILE);
    for (const char *const *own = toolchain_program_libraries(arena, program); *own != NULL; own++)
        landlock_allow(ruleset, *own, LANDLOCK_READ_FILE);
    bool done = landlock_allow(ruleset, program, LANDLOCK_READ_FILE | LANDLOCK_EXECUTE) &&
                (folder == NULL || landlock_allow(ruleset, folder, LANDLOCK_READ_FILE));
    arena_free(arena);
    return landlock_restrict(ruleset, done);
}

/* Without headers, or with headers that no folder of NVIDIA's own holds, there is no folder to change to. */
static bool change_root(const Toolkit *toolkit) {
    const char *folder = toolkit->root;
    if (toolkit->include_count == 0 || folder == NULL || text_equal(folder, "/")) return false;
    if (chroot(folder) != 0) {
        if (unshare(CLONE_NEWUSER) != 0 || chroot(folder) != 0) return false;
    }
    return chdir("/") == 0;
}

/* Whether the process can still read files of the system: ones that every process normally may, and that no toolkit
 * holds. */
static bool can_read_others(void) {
    int file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
    if (file >= 0) close(file);
    int shell = open("/bin/sh", O_RDONLY | O_CLOEXEC);
    if (shell >= 0) close(shell);
    return file >= 0 || shell >= 0;
}

/* ---- programs and network ---------------------------------------------------------------------------------------- */

#if defined(__x86_64__)
enum { NATIVE = AUDIT_ARCH_X86_64, FOREIGN_CALLS = 0x40000000 }; /* the x32 interface's calls begin there */
#elif defined(__aarch64__)
enum { NATIVE = AUDIT_ARCH_AARCH64, FOREIGN_CALLS = 0x40000000 };
#endif

/* Denies system calls; programs: those that start a program, too. */
static void deny_calls(bool programs) {
#if defined(__x86_64__) || defined(__aarch64__)
    static const unsigned denied[] = {
        SYS_execve,  SYS_execveat, SYS_socket,           SYS_connect,           SYS_bind, SYS_sendto,
        SYS_sendmsg, SYS_ptrace,   SYS_process_vm_readv, SYS_process_vm_writev, SYS_kill,
    };
    enum { DENIED = sizeof denied / sizeof *denied, PROGRAMS = 2 };
    struct sock_filter filter[DENIED + 6];
    unsigned used = 0;
    filter[used++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch));
    filter[used++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)NATIVE, 0, DENIED + 3);
    filter[used++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    filter[used++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, FOREIGN_CALLS, DENIED + 1, 0);
    for (unsigned i = 0; i < DENIED; i++) /* a call that is allowed is replaced by another denied one */
        filter[used++] =
            (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, denied[i < PROGRAMS && !programs ? PROGRAMS : i],
                                         (unsigned char)(DENIED - i), 0);
    filter[used++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    filter[used++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
    struct sock_fprog program = {.len = (unsigned short)used, .filter = filter};
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
#endif
}

/* ---- both -------------------------------------------------------------------------------------------------------- */

static Isolation isolate_files(const Toolkit *toolkit, Isolation strongest, bool *root_changed) {
    bool no_new_rights = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
    if (strongest >= ISOLATION_LANDLOCK && no_new_rights && landlock(toolkit) && !can_read_others())
        return ISOLATION_LANDLOCK;
    if (strongest >= ISOLATION_CHROOT && change_root(toolkit)) {
        *root_changed = true;
        if (!can_read_others()) return ISOLATION_CHROOT;
    }
    return ISOLATION_SOURCE_CHECK;
}

Isolation isolate(const Toolkit *toolkit, Isolation strongest, bool *root_changed) {
    *root_changed = false;
    Isolation isolation = isolate_files(toolkit, strongest, root_changed);
    seccomp_drop_capabilities(); /* root could leave another root folder again */
    deny_calls(true);
    return isolation;
}

bool isolate_from_files(const char *empty) {
    Toolkit nothing = {.root = empty, .includes = {empty}, .include_count = 1};
    bool root_changed;
    return isolate(&nothing, ISOLATION_LANDLOCK, &root_changed) != ISOLATION_SOURCE_CHECK;
}

Isolation isolate_program(const char *program, const char *folder, Isolation strongest) {
    bool no_new_rights = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
    bool walled = strongest >= ISOLATION_LANDLOCK && no_new_rights && landlock_program(program, folder);
    bool tight = walled && !can_read_others();
    deny_calls(false);
    return tight ? ISOLATION_LANDLOCK : ISOLATION_SOURCE_CHECK;
}

#else

bool isolate_from_files(const char *empty) {
    (void)empty;
    return false;
}

Isolation isolate(const Toolkit *toolkit, Isolation strongest, bool *root_changed) {
    (void)toolkit, (void)strongest;
    *root_changed = false;
    return ISOLATION_SOURCE_CHECK;
}

Isolation isolate_program(const char *program, const char *folder, Isolation strongest) {
    (void)program, (void)folder, (void)strongest;
    return ISOLATION_SOURCE_CHECK;
}

#endif
