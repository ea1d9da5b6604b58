/* Findings in host code, and the places they are found at. */
#include <string.h>

#include "program/server.h"

enum { MOST_FINDINGS = 1000 };

HostSite host_site(const ProgramCall *call) {
    HostSite site = {.count = call->frame_count};
    if (site.count > PROGRAM_SITE_FRAMES) site.count = PROGRAM_SITE_FRAMES;
    memcpy(site.frames, call->frames, site.count * sizeof *site.frames);
    return site;
}

static bool same_site(const HostSite *a, const HostSite *b) {
    return a->count == b->count && memcmp(a->frames, b->frames, a->count * sizeof *a->frames) == 0;
}

/* Whether it may follow from what Warpschool refused before: a kernel that was not run writes nothing, and a program
 * that breaks off does not free. */
static bool may_follow(const Server *server, FindingKind kind) {
    return server->refused && (kind == HOST_LEAK || kind == HOST_UNWRITTEN);
}

void host_finding(Server *server, FindingKind kind, bool warning, const HostSite *site, const HostSite *other,
                  const char *format, ...) {
    ProgramReport *report = server->report;
    static const HostSite nowhere;
    if (may_follow(server, kind)) return;
    server->refused |= kind == HOST_UNSUPPORTED;
    for (size_t i = 0; i < report->findings.count; i++) {
        HostFinding *known = &report->findings.at[i];
        if (known->kind != kind || known->warning != warning || !same_site(&known->site, site)) continue;
        known->count++;
        return;
    }
    if (report->findings.count == MOST_FINDINGS) return;
    va_list arguments;
    va_start(arguments, format);
    HostFinding finding = {.kind = kind,
                           .warning = warning,
                           .site = *site,
                           .other = other != NULL ? *other : nowhere,
                           .count = 1,
                           .message = arena_vprintf(server->arena, format, arguments)};
    va_end(arguments);
    vec_push(server->arena, &report->findings, finding);
}

void host_finding_freed(Served *served, FindingKind kind, const ServerMemory *memory, const char *who,
                        const char *verb) {
    ProgramReport *report = served->server->report;
    size_t before = report->findings.count;
    host_finding(served->server, kind, false, &served->site, &memory->freed,
                 "%s %s memory from `%s` that was freed before", who, verb, memory->by);
    if (report->findings.count > before) report->findings.at[before].freed = true;
}

static size_t count_all(const ProgramReport *report, bool warning) {
    size_t count = 0;
    for (size_t i = 0; i < report->findings.count; i++) count += report->findings.at[i].warning == warning;
    for (size_t i = 0; i < report->kernels.count; i++)
        for (size_t j = 0; j < report->kernels.at[i].findings.count; j++)
            count += report->kernels.at[i].findings.at[j].finding.warning == warning;
    return count;
}

size_t program_errors(const ProgramReport *report) {
    return count_all(report, false);
}

size_t program_warnings(const ProgramReport *report) {
    return count_all(report, true);
}
