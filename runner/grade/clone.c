/* Clones of git repositories, read by git without anything of the clone's that could run a program: its configuration
 * and hooks are never looked at. git gets a new, empty repository, whose objects are the clone's; which commit is the
 * newest is read from the clone's few text files here. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/process.h"
#include "base/system.h"
#include "grade/batch.h"

enum { HASH_LEAST = 40, HASH_MOST = 64, REFERENCE_LIMIT = 1 << 20, SECONDS = 60, NESTED = 1, NOT_FOUND = 127 };

typedef struct Clone {
    Arena *arena;
    const char *git;     /* the clone's .git */
    const char *private; /* the new repository */
    bool shallow;
} Clone;

/* A file of the clone's own, without a link; NULL: none. */
static char *read_small(const Clone *clone, const char *name) {
    FileLinks links;
    size_t size;
    const char *why, *path = path_join(clone->arena, clone->git, name);
    size_t trusted = strlen(clone->git) + 1;
    char *text = file_read_text_unlinked(clone->arena, path, trusted, &size, &why, &links);
    return text != NULL && !links.linked && size <= REFERENCE_LIMIT ? text : NULL;
}

static const char *take_hash(Arena *arena, const char *text) {
    size_t size = strspn(text, "0123456789abcdef");
    bool whole = size == HASH_LEAST || size == HASH_MOST;
    return whole ? arena_string_n(arena, text, size) : NULL;
}

static bool is_reference(const char *name) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+";
    return text_starts(name, "refs/") && name[strspn(name, letters)] == '\0' && strstr(name, "..") == NULL;
}

/* The hash in a line "HASH NAME" of packed-refs; NULL: there is none. */
static const char *find_packed(const Clone *clone, const char *name) {
    const char *text = read_small(clone, "packed-refs");
    for (const char *line = text; line != NULL && *line != '\0';) {
        size_t size = strcspn(line, "\n"), hash = strcspn(line, " \n");
        if (hash < size && strlen(name) == size - hash - 1 && strncmp(line + hash + 1, name, size - hash - 1) == 0)
            return take_hash(clone->arena, line);
        line += size;
        line += *line == '\n';
    }
    return NULL;
}

/* The newest commit. NULL: there is none yet, or *broken. */
static const char *find_head(const Clone *clone, bool *broken) {
    char *head = read_small(clone, "HEAD");
    *broken = head == NULL;
    if (head == NULL) return NULL;
    if (!text_starts(head, "ref: ")) return take_hash(clone->arena, head);
    char *name = head + strlen("ref: ");
    name[strcspn(name, "\r\n")] = '\0';
    *broken = !is_reference(name);
    if (*broken) return NULL;
    const char *text = read_small(clone, name);
    return text != NULL ? take_hash(clone->arena, text) : find_packed(clone, name);
}

static const char *make_private(Arena *arena) {
    const char *parent = getenv("TMPDIR");
    char *folder = path_join(arena, parent != NULL && *parent == '/' ? parent : "/tmp", "warpschool-XXXXXX");
    static const char head[] = "ref: refs/heads/none\n",
                      config[] = "[core]\n\trepositoryformatversion = 0\n\tbare = true\n";
    bool made = mkdtemp(folder) != NULL && mkdir(path_join(arena, folder, "refs"), 0700) == 0 &&
                mkdir(path_join(arena, folder, "objects"), 0700) == 0 &&
                file_write(path_join(arena, folder, "HEAD"), head, sizeof head - 1) &&
                file_write(path_join(arena, folder, "config"), config, sizeof config - 1);
    return made ? folder : NULL;
}

static void remove_private(Arena *arena, const char *folder) {
    static const char *const files[] = {"HEAD", "config"}, *const folders[] = {"refs", "objects"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) unlink(path_join(arena, folder, files[i]));
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) rmdir(path_join(arena, folder, folders[i]));
    rmdir(folder);
}

static _Noreturn void be_git(const Clone *clone, int output, const char *const *words, pid_t parent) {
    process_follow(parent);
    process_reset_signals();
    int null = open("/dev/null", O_RDWR);
    if (null < 0 || dup2(null, 0) < 0 || dup2(output, 1) < 0 || dup2(null, 2) < 0) _exit(1);
    process_close_files(NULL, 0);
    process_limit(RLIMIT_CPU, SECONDS);
    process_limit(RLIMIT_FSIZE, 0);
    process_limit(RLIMIT_CORE, 0);
    const char *path = getenv("PATH");
    char *search = arena_string(clone->arena, path != NULL ? path : "/usr/bin:/bin");
    system_clear_environment();
    setenv("PATH", search, 1);
    setenv("HOME", clone->private, 1);
    setenv("LC_ALL", "C", 1);
    setenv("TZ", "UTC", 1);
    setenv("GIT_DIR", clone->private, 1);
    setenv("GIT_OBJECT_DIRECTORY", path_join(clone->arena, clone->git, "objects"), 1);
    setenv("GIT_CONFIG_NOSYSTEM", "1", 1);
    setenv("GIT_CONFIG_GLOBAL", "/dev/null", 1);
    setenv("GIT_ATTR_NOSYSTEM", "1", 1);
    setenv("GIT_NO_REPLACE_OBJECTS", "1", 1);
    setenv("GIT_NO_LAZY_FETCH", "1", 1);
    setenv("GIT_ALLOW_PROTOCOL", "none", 1);
    setenv("GIT_OPTIONAL_LOCKS", "0", 1);
    setenv("GIT_TERMINAL_PROMPT", "0", 1);
    if (clone->shallow) setenv("GIT_SHALLOW_FILE", path_join(clone->arena, clone->git, "shallow"), 1);
    execvp("git", (char *const *)(uintptr_t)words);
    _exit(NOT_FOUND);
}

/* Runs git and takes what it prints, up to limit_bytes; its exit status, or -1. */
static int run_git(const Clone *clone, const char *const *words, size_t limit_bytes, Text *output) {
    int ends[2];
    if (!system_pipe(ends)) return -1;
    pid_t parent = getpid(), child = fork();
    if (child == 0) be_git(clone, ends[1], words, parent);
    close(ends[1]);
    char block[1 << 16];
    ssize_t step = 1;
    while (child > 0 && output->size <= limit_bytes && step != 0) {
        step = read(ends[0], block, sizeof block);
        if (step < 0 && errno != EINTR) break;
        if (step > 0) text_add_n(output, block, (size_t)step);
    }
    close(ends[0]);
    if (child < 0) return -1;
    if (step != 0) kill(child, SIGKILL);
    int status = -1;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    return step == 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* The newest commit before the deadline (NULL: of all) and when it was made. *commit: NULL where there is none. False:
 * git failed. */
static bool choose_commit(const Clone *clone, const Deadline *deadline, const char *head, const char **commit,
                          int64_t *time) {
    const char *words[] = {"git", "rev-list", "--timestamp", "-1", head, "--", NULL, NULL};
    if (deadline != NULL) {
        words[4] = arena_printf(clone->arena, "--min-age=%lld", (long long)deadline->time);
        words[5] = head;
        words[6] = "--";
    }
    Text output = {0};
    int status = run_git(clone, words, 4096, &output);
    char *end = NULL;
    long long seconds = output.size > 0 ? strtoll(output.data, &end, 10) : 0;
    *commit = end != NULL && *end == ' ' ? take_hash(clone->arena, end + 1) : NULL;
    *time = seconds;
    text_free(&output);
    return status == 0;
}

static bool is_plain_folder(Arena *arena, const char *folder, const char *name) {
    struct stat info;
    return lstat(path_join(arena, folder, name), &info) == 0 && S_ISDIR(info.st_mode);
}

static bool read_commit(Intake *intake, const Clone *clone, const char *below, const char *commit, int64_t time,
                        bool again) {
    Text tar = {0};
    size_t first = intake->entries.count;
    const char *words[] = {"git", "archive", "--format=tar", commit, NULL};
    bool done = run_git(clone, words, ARCHIVE_LIMIT, &tar) == 0;
    if (done) archive_read_all(intake, below, tar.data, tar.size, time, NESTED);
    for (size_t i = first; i < intake->entries.count; i++) intake->entries.at[i].again = again;
    text_free(&tar);
    return done;
}

/* The newest commit before each deadline, a commit once; the newest of all where there is none before one, so that what
 * came too late is there as well. False: git is not there, or cannot read the clone. */
static bool read_commits(Intake *intake, const Clone *clone, const char *below, const char *head) {
    const char *commit, *last = NULL;
    int64_t time;
    bool late = intake->deadlines.count == 0;
    for (size_t i = 0; i < intake->deadlines.count; i++) {
        if (!choose_commit(clone, &intake->deadlines.at[i], head, &commit, &time)) return false;
        late = late || commit == NULL;
        if (commit == NULL || text_equal(commit, last)) continue;
        if (!read_commit(intake, clone, below, commit, time, last != NULL)) return false;
        last = commit;
    }
    if (!late) return true;
    if (!choose_commit(clone, NULL, head, &commit, &time) || commit == NULL) return false;
    return text_equal(commit, last) || read_commit(intake, clone, below, commit, time, last != NULL);
}

bool clone_read(Intake *intake, const char *folder, const char *below) {
    Arena *arena = arena_new();
    Clone clone = {.arena = arena, .git = path_join(arena, folder, ".git")};
    bool broken, done = false;
    const char *head = find_head(&clone, &broken);
    /* Objects that lie elsewhere could be anybody's. */
    broken = broken || !is_plain_folder(arena, clone.git, "objects") || read_small(&clone, "objects/info/alternates");
    clone.shallow = read_small(&clone, "shallow") != NULL;
    if (!broken && head != NULL && (clone.private = make_private(arena)) != NULL) {
        done = read_commits(intake, &clone, below, head);
        remove_private(arena, clone.private);
    }
    if (!done && !broken && head == NULL) done = true; /* nothing was committed yet */
    if (!done)
        vec_push(
            intake->arena, &intake->entries,
            (Entry){.path = arena_string(intake->arena, below), .trouble = TROUBLE_UNCLONED, .time = TIME_UNKNOWN});
    arena_free(arena);
    return done;
}
