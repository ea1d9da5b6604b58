/* An exercise's verdict and everything behind it, as HTML. */
#include <string.h>

#include "report/draw.h"
#include "report/html/html.h"

static const Style words = {.unicode = true, .width = 1000, .plain = true, .page = true};

static void add_now(Text *out, const GoalOutcome *outcome) {
    const char *now = outcome->evaluated && outcome->now != NULL && *outcome->now != '\0' ? outcome->now
                      : outcome->error != NULL                                            ? outcome->error
                                                                                          : "it could not be judged";
    text_add(out, ": ");
    html_text(out, now);
}

static void add_goal(Text *out, const LaunchReport *report, size_t goal) {
    const GoalOutcome *outcome = &report->outcomes[goal];
    const char *class = outcome->unassembled ? "dim" : outcome->met ? "good" : "bad";
    const char *word = outcome->unassembled ? "not judged here" : outcome->met ? "met" : "missed";
    text_printf(out, "<li><span class=\"%s\">%s</span>: ", class, word);
    if (outcome->goal != NULL && outcome->goal->means != NULL) {
        html_text(out, outcome->goal->means);
        text_add(out, ": ");
    }
    text_add(out, "<code>");
    html_text(out, outcome->wanted);
    text_add(out, "</code>");
    if (!outcome->met || outcome->unassembled) add_now(out, outcome);
    bool advises = !outcome->met && !outcome->unassembled && outcome->say != NULL;
    if (advises && draw_says_anew(report, goal)) html_markdown(out, 3, outcome->say);
    text_add(out, "</li>\n");
}

static void add_goals(Text *out, const LaunchReport *report) {
    if (report->outcome_count == 0) return;
    html_element(out, "h3", NULL, "Goals");
    text_add(out, "<ul>\n");
    for (size_t i = 0; i < report->outcome_count; i++)
        if (draw_shows_goal(report, &report->outcomes[i])) add_goal(out, report, i);
    text_add(out, "</ul>\n");
}

/* The file as it was read, where no launch of it has counts. */
static void add_file(Text *out, const CheckReport *report) {
    Text text = {0};
    text_add(&text, report->source != NULL ? report->source : "");
    html_block(out, "The file", &text);
}

void html_check(Text *out, const CheckReport *report, const char *command, HtmlPictures *pictures) {
    Text part = {0};
    Arena *arena = arena_new();
    report_verdict(&part, &words, report);
    text_printf(out, "<p class=\"%s\">", report->verdict == VERDICT_PASSED ? "good" : "bad");
    size_t first = strcspn(part.data, "\n");
    html_text_n(out, part.data, first);
    text_add(out, "</p>\n");
    html_element(out, "p", "dim", part.data + first);
    text_free(&part);
    html_command(out, command);
    if (report->diags != NULL && report->diags->count > 0) {
        report_diags(&part, &(Style){.unicode = true, .width = 100}, report->diags, report->source);
        html_block(out, "Messages of the compiler", &part);
    }
    draw_hidden(&part, &words, arena, report);
    html_block(out, "The hidden part", &part);
    const LaunchReport *last = report->launch_count > 0 ? &report->launches[report->launch_count - 1] : NULL;
    bool ran = last != NULL && last->result != NULL && report->verdict != VERDICT_UNCOMPILED;
    if (ran) {
        add_goals(out, last);
        html_element(out, "h3", NULL, "The launch that decided");
        LaunchReport shown = *last;
        shown.source = NULL; /* its file follows whole */
        html_launch(out, &shown, command, pictures);
        const RequestSample *request = report_request_of_check(report);
        if (request != NULL) html_banks(out, request, report->source, pictures);
        const SectorSample *sample =
            report->recorded != NULL ? report_worst_sectors(&report->pictured, report->recorded) : NULL;
        if (sample != NULL) html_sectors(out, sample, report->source, pictures);
    }
    html_element(out, "h3", NULL, "Your file");
    if (ran)
        html_source(out, last, NULL);
    else
        add_file(out, report);
    arena_free(arena);
}
