/* The source lines of host code, by addr2line: it knows inlined calls and every version of DWARF. Without it findings
 * have no host lines. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/system.h"
#include "program/server.h"

enum { MOST_ADDRESSES = 4096 };

typedef struct Addresses {
    Arena *arena;
    VEC(HostSite *) sites;
    VEC(const char *) words; /* of addr2line */
    VEC(uint64_t) asked;
} Addresses;

static bool is_asked(const Addresses *all, uint64_t address) {
    for (size_t i = 0; i < all->asked.count; i++)
        if (all->asked.at[i] == address) return true;
    return false;
}

/* A return address is that of the next instruction: one byte before lies the call. */
static void add_site(Addresses *all, HostSite *site) {
    if (site->count == 0) return;
    vec_push(all->arena, &all->sites, site);
    for (size_t i = 0; i < site->count; i++) {
        uint64_t address = site->frames[i] - 1;
        if (site->frames[i] == 0 || all->asked.count == MOST_ADDRESSES || is_asked(all, address)) continue;
        vec_push(all->arena, &all->asked, address);
        vec_push(all->arena, &all->words, arena_printf(all->arena, "0x%llx", (unsigned long long)address));
    }
}

static void add_all(Addresses *all, ProgramReport *report) {
    for (size_t i = 0; i < report->findings.count; i++) {
        add_site(all, &report->findings.at[i].site);
        add_site(all, &report->findings.at[i].other);
    }
    for (size_t i = 0; i < report->kernels.count; i++)
        for (size_t j = 0; j < report->kernels.at[i].findings.count; j++) {
            add_site(all, &report->kernels.at[i].findings.at[j].launch);
            add_site(all, &report->kernels.at[i].findings.at[j].memory);
        }
}

/* ---- its answer -------------------------------------------------------------------------------------------------- */

/* For each address a line with it, then for each call that was inlined there, and the function itself, a line with the
 * name and one with FILE:LINE. */
typedef struct Place {
    uint64_t address;
    const char *function, *file;
    int line;
    bool own, library;
} Place;
typedef VEC(Place) Places;

/* Headers of CUDA's and of the compiler's, and the files that nvcc makes, are nobody's own. */
static bool is_own(const char *file) {
    static const char *const foreign[] = {"/include/",      "/crt/",    "cudafe1", "tmpxft_", "host_runtime.h",
                                          "cuda_runtime.h", "fatbin.c", "/usr/",   "stub.c"};
    if (*file == '?' || *file == '\0') return false;
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
        if (strstr(file, foreign[i]) != NULL) return false;
    return true;
}

/* thrust, CUB and libcu++. CUDA's other headers only hand the user's own call on. */
static bool is_library(const char *file) {
    return strstr(file, "/thrust/") != NULL || strstr(file, "/cub/") != NULL || strstr(file, "/cuda/std/") != NULL;
}

/* A path as it is written from the current folder. */
static const char *from_here(const char *path) {
    char here[4096];
    if (getcwd(here, sizeof here) == NULL) return path;
    size_t size = strlen(here);
    return text_starts(path, here) && path[size] == '/' ? path + size + 1 : path;
}

/* Adds the places, innermost first for each address. */
static void read_places(char *text, Arena *arena, Places *places) {
    uint64_t address = 0;
    while (text != NULL && *text != '\0') {
        char *line = strsep(&text, "\n");
        if (text_starts(line, "0x")) {
            address = strtoull(line, NULL, 16);
            continue;
        }
        char *file = text != NULL ? strsep(&text, "\n") : NULL, *colon = file != NULL ? strrchr(file, ':') : NULL;
        if (colon == NULL) continue;
        *colon = '\0';
        /* what a program's own tables hold may be any bytes */
        file = text_printable(arena, file, strlen(file));
        Place place = {.address = address,
                       .function = text_printable(arena, line, strlen(line)),
                       .file = from_here(file),
                       .line = atoi(colon + 1),
                       .own = is_own(file),
                       .library = is_library(file)};
        if (place.line > 0) vec_push(arena, places, place);
    }
}

/* Whether the function is what the compiler made of a kernel for the host: "void fill<int>(int*)" of fill, or clang's
 * "__device_stub__fill(int*)". */
static bool stands_for(const char *function, const char *kernel) {
    static const char stub[] = "__device_stub__";
    size_t size = strcspn(function, "(<");
    const char *name = function;
    for (const char *at = function; at < function + size; at++)
        if (*at == ' ' || *at == ':') name = at + 1;
    size -= (size_t)(name - function);
    if (text_starts(name, stub)) name += strlen(stub), size -= strlen(stub);
    return strlen(kernel) == size && strncmp(name, kernel, size) == 0;
}

/* Where the site is, and then who called its function. */
static void place_frame(HostSite *site, uint64_t address, const Places *places) {
    for (size_t i = 0; i < places->count && site->caller.line == 0; i++) {
        const Place *place = &places->at[i];
        if (place->address != address || !place->own ||
            (site->kernel != NULL && stands_for(place->function, site->kernel)))
            continue;
        Loc loc = {.file = place->file, .line = place->line};
        if (site->loc.line > 0) {
            site->caller = loc;
            return;
        }
        site->loc = loc;
        site->function = place->function;
    }
}

static void place_site(HostSite *site, const Places *places) {
    for (size_t i = 0; i < places->count && !site->library; i++) {
        if (places->at[i].address != site->frames[0] - 1) continue;
        site->library = places->at[i].library;
        break;
    }
    for (size_t i = 0; i < site->count && site->caller.line == 0; i++) place_frame(site, site->frames[i] - 1, places);
}

/* A copy that may wait is slower, not wrong: where a library makes it, its user can do nothing about it. */
static void drop_waits_of_libraries(ProgramReport *report) {
    size_t kept = 0;
    for (size_t i = 0; i < report->findings.count; i++) {
        const HostFinding *finding = &report->findings.at[i];
        if (finding->kind != HOST_UNPINNED || !finding->site.library) report->findings.at[kept++] = *finding;
    }
    report->findings.count = kept;
}

/* CUDA's C++ header makes a call of cudaHostAlloc of one of cudaMallocHost: the program then calls from a function of
 * that name in the header. */
static bool is_malloc_host(const HostSite *site, const Places *places) {
    for (size_t i = 0; site->count > 0 && i < places->count; i++) {
        const Place *place = &places->at[i];
        if (place->address == site->frames[0] - 1 && !place->own && strstr(place->function, "cudaMallocHost") != NULL)
            return true;
    }
    return false;
}

/* The message with the name that the program wrote at the site. */
static const char *as_written(const char *message, const HostSite *site, const Places *places, Arena *arena) {
    static const char called[] = "cudaHostAlloc";
    const char *at = strstr(message, called);
    if (at == NULL || !is_malloc_host(site, places)) return message;
    return arena_printf(arena, "%.*scudaMallocHost%s", (int)(at - message), message, at + strlen(called));
}

static void name_as_written(ProgramReport *report, const Places *places, Arena *arena) {
    for (size_t i = 0; i < report->findings.count; i++) {
        HostFinding *finding = &report->findings.at[i];
        finding->message = as_written(finding->message, &finding->site, places, arena);
        finding->message = as_written(finding->message, &finding->other, places, arena);
    }
    for (size_t i = 0; i < report->kernels.count; i++)
        for (size_t j = 0; j < report->kernels.at[i].findings.count; j++) {
            DeviceFinding *found = &report->kernels.at[i].findings.at[j];
            found->finding.message = as_written(found->finding.message, &found->memory, places, arena);
        }
}

static bool same_place(Loc a, Loc b) {
    return a.line == b.line && text_equal(a.file, b.file);
}

/* Whether the finding can be told from others of its kind at its line only by who called the function. */
static bool needs_caller(const ProgramReport *report, size_t which) {
    const HostFinding *finding = &report->findings.at[which];
    if (finding->site.loc.line == 0 || finding->site.caller.line == 0) return false;
    for (size_t i = 0; i < report->findings.count; i++) {
        const HostFinding *other = &report->findings.at[i];
        if (i != which && other->kind == finding->kind && same_place(other->site.loc, finding->site.loc) &&
            !same_place(other->site.caller, finding->site.caller))
            return true;
    }
    return false;
}

/* Two calls of one function have the same finding at the same line. */
static void name_callers(ProgramReport *report, Arena *arena) {
    for (size_t i = 0; i < report->findings.count; i++) {
        HostFinding *finding = &report->findings.at[i];
        if (!needs_caller(report, i)) continue;
        const Loc caller = finding->site.caller;
        bool same_file = text_equal(caller.file, finding->site.loc.file);
        finding->message = arena_printf(arena, "%s, in the call at %s%s%d", finding->message,
                                        same_file ? "line " : caller.file, same_file ? "" : ":", caller.line);
    }
}

void host_lines_find(const char *program, const ProgramWalls *walls, ProgramReport *report, Arena *arena) {
    const char *tool = system_find_program(arena, "addr2line");
    Addresses all = {.arena = arena};
    static const char *const options[] = {"-a", "-i", "-f", "-C", "-e"};
    if (tool == NULL) return;
    vec_push(arena, &all.words, tool);
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) vec_push(arena, &all.words, options[i]);
    vec_push(arena, &all.words, program);
    add_all(&all, report);
    vec_push(arena, &all.words, NULL);
    Text output = {0};
    Places places = {0};
    if (all.asked.count == 0 || program_tool(walls, all.words.at, false, &output) != 0 || output.size == 0) {
        text_free(&output);
        return;
    }
    read_places(text_take(&output, arena), arena, &places);
    for (size_t i = 0; i < all.sites.count; i++) place_site(all.sites.at[i], &places);
    name_as_written(report, &places, arena);
    name_callers(report, arena);
    drop_waits_of_libraries(report);
}
