/* Makes the pages of a course: the lessons', several at the same time, then those that need all of them. What a lesson
 * leaves for the others goes through a file, because each is made in a process of its own. */
#include "site/site.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/process.h"
#include "compile/walls.h"
#include "site/site_pages.h"
#include "teach/launch/devices.h"
#include "teach/say.h"
#include "terminal/terminal.h"

enum { JOBS_MOST = 256, LEFT_LIMIT = 256 << 20 };

const char site_list[] = "site-files.txt";

typedef struct Site {
    Session *session;
    const SitePlace *place;
    atomic_size_t *next; /* the lesson that is made next; in memory that all processes share */
    char *lefts;         /* the folder of what the lessons leave */
} Site;

/* ---- lessons ----------------------------------------------------------------------------------------------------- */

static char *left_path(const Site *site, Arena *arena, const Lesson *lesson) {
    return arena_printf(arena, "%s/%s.json", site->lefts, lesson->id);
}

static int make_lesson(const Site *site, const Lesson *lesson) {
    session_renew_scratch(site->session);
    json_t *left = json_object();
    int status = site_lesson(site->session, lesson, site->place, left);
    char *text = json_dumps(left, JSON_COMPACT);
    bool kept = text != NULL && file_write(left_path(site, site->session->scratch, lesson), text, strlen(text));
    if (!kept && status == STATUS_DONE) status = STATUS_ERROR;
    free(text);
    json_decref(left);
    return status;
}

static _Noreturn void be_worker(const Site *site, pid_t parent) {
    const Pack *pack = site->session->pack;
    process_follow(parent);
    int status = STATUS_DONE;
    while (status == STATUS_DONE) {
        size_t number = atomic_fetch_add(site->next, 1);
        if (number >= pack->lesson_count) break;
        if (*terminal_interrupted()) status = STATUS_INTERRUPTED;
        if (pack->lessons[number].usable && status == STATUS_DONE) status = make_lesson(site, &pack->lessons[number]);
    }
    _exit(status);
}

/* The first exit code that is not STATUS_DONE, of all workers. */
static int wait_for(Session *session, const pid_t *workers, size_t count) {
    int first = STATUS_DONE;
    for (size_t i = 0; i < count; i++) {
        int status = -1;
        while (waitpid(workers[i], &status, 0) < 0)
            if (errno != EINTR) break;
        int code = WIFEXITED(status) ? WEXITSTATUS(status) : STATUS_ERROR;
        if (WIFSIGNALED(status) && !*terminal_interrupted())
            complain(session, "the memory may not suffice; `--jobs 1` takes the least",
                     "a process that made a lesson was ended by signal %d", WTERMSIG(status));
        if (first == STATUS_DONE) first = code;
    }
    return first;
}

static int make_lessons(Site *site, int jobs) {
    pid_t workers[JOBS_MOST], self = getpid();
    size_t count = 0;
    while (count < (size_t)jobs && count < JOBS_MOST) {
        pid_t child = fork();
        if (child == 0) be_worker(site, self);
        if (child < 0) break;
        workers[count++] = child;
    }
    if (count == 0) complain(site->session, NULL, "no process could be started: %s", strerror(errno));
    int status = wait_for(site->session, workers, count);
    return count == 0 ? STATUS_ERROR : *terminal_interrupted() ? STATUS_INTERRUPTED : status;
}

/* ---- what they left ---------------------------------------------------------------------------------------------- */

static json_t *load_left(const Site *site, const Lesson *lesson) {
    size_t size;
    const char *why;
    Arena *arena = arena_new();
    const char *text = file_read(arena, left_path(site, arena, lesson), LEFT_LIMIT, &size, &why);
    json_t *left = text != NULL ? json_loadb(text, size, 0, NULL) : NULL;
    arena_free(arena);
    return left;
}

/* All of them, in the order of the lessons; NULL where one is missing. */
static json_t *load_lefts(const Site *site) {
    const Pack *pack = site->session->pack;
    json_t *lefts = json_array();
    for (size_t i = 0; i < pack->lesson_count; i++) {
        if (!pack->lessons[i].usable) continue;
        json_t *left = load_left(site, &pack->lessons[i]);
        if (left == NULL) {
            json_decref(lefts);
            return NULL;
        }
        json_array_append_new(lefts, left);
    }
    return lefts;
}

/* ---- the other pages --------------------------------------------------------------------------------------------- */

static bool write_page(const Site *site, const char *name, Text *page) {
    bool written = site->place->write(site->place->context, name, page->data, page->size);
    text_free(page);
    session_renew_scratch(site->session);
    return written;
}

static bool write_style(const Site *site) {
    Text style = {0};
    text_printf(&style, "%s%s", html_style, svg_style);
    for (size_t i = 0; i < site_file_count; i++)
        if (text_equal(site_files[i].name, "site.css"))
            text_add_n(&style, (const char *)site_files[i].bytes, site_files[i].size);
    return write_page(site, "site.css", &style);
}

static bool write_script(const Site *site) {
    Text script = {0};
    for (size_t i = 0; i < site_file_count; i++)
        if (text_equal(site_files[i].name, "search.js"))
            text_add_n(&script, (const char *)site_files[i].bytes, site_files[i].size);
    return write_page(site, "search.js", &script);
}

static json_t *all_entries(json_t *lefts) {
    json_t *entries = json_array(), *left;
    size_t i;
    json_array_foreach(lefts, i, left) json_array_extend(entries, json_object_get(left, "entries"));
    return entries;
}

static bool write_others(const Site *site, json_t *lefts) {
    Session *session = site->session;
    json_t *entries = all_entries(lefts);
    Text course = {0}, gallery = {0}, glossary = {0}, search = {0}, data = {0};
    session_renew_scratch(session);
    site_course(&course, session);
    bool written = write_page(site, "index.html", &course);
    site_gallery(&gallery, session, lefts);
    written = write_page(site, "gallery.html", &gallery) && written;
    site_glossary(&glossary, session, entries);
    written = write_page(site, "glossary.html", &glossary) && written;
    site_search(&search, session, entries);
    written = write_page(site, "search.html", &search) && written;
    site_search_data(&data, entries);
    written = write_page(site, "search-data.js", &data) && written;
    json_decref(entries);
    return written && write_style(site) && write_script(site);
}

/* ---- all of it --------------------------------------------------------------------------------------------------- */

static int make_all(Site *site, int jobs) {
    int status = make_lessons(site, jobs);
    if (status != STATUS_DONE) return status;
    json_t *lefts = load_lefts(site);
    bool written = lefts != NULL && write_others(site, lefts);
    json_decref(lefts);
    if (written) return STATUS_DONE;
    complain(site->session, "the disk may be full", "the pages could not be written: %s", strerror(errno));
    return STATUS_ERROR;
}

/* Everybody is to see all lessons, or the author is to know. */
static bool all_usable(Session *session) {
    const Pack *pack = session->pack;
    bool usable = true;
    for (size_t i = 0; i < pack->lesson_count; i++) {
        if (pack->lessons[i].usable) continue;
        say_diags(session, &pack->lessons[i].diags, NULL);
        usable = false;
    }
    return usable;
}

static int make(Session *session, const SitePlace *place, int jobs) {
    Arena *arena = arena_new();
    Site site = {session, place, NULL, arena_printf(arena, "%s/.left", place->folder)};
    site.next = mmap(NULL, sizeof *site.next, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int status = STATUS_ERROR;
    if (site.next == MAP_FAILED || !file_make_directories(site.lefts)) {
        complain(session, NULL, "%s cannot be made: %s", site.lefts, strerror(errno));
    } else {
        compile_load_library();
        status = make_all(&site, jobs);
        file_remove_folder(site.lefts);
    }
    if (site.next != MAP_FAILED) munmap(site.next, sizeof *site.next);
    arena_free(arena);
    return status;
}

int site_make(Session *session, const SitePlace *place, int jobs) {
    if (!all_usable(session)) return STATUS_ERROR;
    /* The simulator alone, a core for each process: the pages are the same wherever they are made. */
    Options options = session->options;
    size_t set_count = session->set_count;
    session->options.device = DEVICE_SIM;
    session->options.threads = 1;
    session->options.arch = arena_string(session->arena, session_arch(session));
    session->set_count = 0;
    int status = make(session, place, jobs);
    session->options = options;
    session->set_count = set_count;
    return status;
}
