/* ptx, sass: what the compiler made of a line. */
#include <string.h>

#include "commands/commands.h"
#include "commands/kernel/subject.h"
#include "compile/disassemble.h"
#include "teach/launch/ptx_lines.h"
#include "teach/launch/sass_lines.h"
#include "teach/say.h"

/* The line of source, and what it became. */
static int say_instructions(Session *session, const Subject *subject, int line, const char *instructions) {
    Text out = {0};
    report_line(&out, &session->style, subject->source.text, line);
    text_add_char(&out, '\n');
    text_add(&out, text_printable(session->scratch, instructions, strlen(instructions)));
    say(session, &out);
    return STATUS_DONE;
}

static const char *kernel_of(const Subject *subject, const Launch *launch) {
    return subject->trial != NULL ? subject->trial->kernel : launch->kernel;
}

static int say_ptx(Session *session, const Subject *subject, const LaunchOutcome *outcome, int line) {
    const Launch *launch = &outcome->prepared.launch;
    PtxLines lines = ptx_lines(session->scratch, launch->image, launch->kernel, line);
    if (lines.count == 0) {
        complain(session,
                 *lines.has_any != '\0' ? arena_printf(session->scratch, "these did: %s", lines.has_any) : NULL,
                 "line %d of %s became no instruction of %s", line, subject->source.name, kernel_of(subject, launch));
        return STATUS_USAGE;
    }
    return say_instructions(session, subject, line, lines.text);
}

static int say_sass(Session *session, const Subject *subject, const LaunchOutcome *outcome, int line) {
    const Launch *launch = &outcome->prepared.launch;
    const char *why, *program = disassembler_find(session->scratch);
    if (program == NULL) {
        complain(
            session,
            "it comes with the CUDA toolkit, or with pip install nvidia-cuda-nvdisasm; WARPSCHOOL_NVDISASM=/its/path "
            "names one",
            "sass needs NVIDIA's disassembler, nvdisasm, which was not found");
        return STATUS_ERROR;
    }
    const char *sass = disassemble(session->scratch, program, launch->image, &why);
    if (sass == NULL) {
        complain(session, "`ptx` needs no disassembler", "there is no machine code to show: %s", why);
        return STATUS_ERROR;
    }
    SassLines lines = sass_lines(session->scratch, sass, launch->kernel, launch->image->file, line);
    if (lines.count == 0) {
        complain(session, "`ptx LINE` may have some: the assembler moves and joins them",
                 "line %d of %s became no instruction of %s's machine code", line, subject->source.name,
                 kernel_of(subject, launch));
        return STATUS_USAGE;
    }
    return say_instructions(session, subject, line, lines.text);
}

typedef int SayLines(Session *session, const Subject *subject, const LaunchOutcome *outcome, int line);

static int show_line(Session *session, int count, char **words, SayLines *say_lines) {
    int64_t line;
    size_t number;
    Subject subject;
    if (count == 0 || !text_to_i64(words[0], &line) || line < 1 || line > INT32_MAX) return command_usage(session);
    if (!subject_find(session, count > 1 ? words[1] : NULL, &subject)) return session->failure;
    if (!subject_number(session, &subject, &number)) return session->failure;
    LaunchOutcome *outcome = subject_launch(session, &subject, number, NULL, (Recording){0});
    int status = STATUS_DONE;
    if (outcome->prepared.launch.image == NULL || outcome->prepared.launch.image->ptx == NULL) {
        say_outcome(session, outcome);
        status = status_after(STATUS_DONE, outcome);
    } else {
        subject_say(session, &subject, number);
        say_gap(session);
        status = say_lines(session, &subject, outcome, (int)line);
    }
    outcome_free(outcome);
    return status;
}

int command_ptx(Session *session, int count, char **words) {
    return show_line(session, count, words, say_ptx);
}

int command_sass(Session *session, int count, char **words) {
    return show_line(session, count, words, say_sass);
}
