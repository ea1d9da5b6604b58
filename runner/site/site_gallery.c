/* The pictures of all lessons, by what they are of. */
#include "site/site_pages.h"

static const struct {
    const char *id, *name, *about;
} kinds[HTML_PICTURE_KINDS] = {
    [HTML_PICTURE_BANKS] = {"banks", "Requests over the banks",
                            "One request of a warp to shared memory: a column for each of the 32 banks, a row for each "
                            "pass. A number is the lane that is served."},
    [HTML_PICTURE_SECTORS] =
        {"sectors", "Requests over the sectors",
         "One request of a warp to global memory: a row for each sector of 32 bytes that is moved. "
         "A number is the lane that wants the word; a dot is moved for nobody."},
    [HTML_PICTURE_OCCUPANCY] = {"occupancy", "Occupancy",
                                "What a multiprocessor has, and what the blocks of a launch take of it."},
    [HTML_PICTURE_PLOT] = {"sweeps", "Sweeps", "One count over a parameter: a launch for each bar."},
    [HTML_PICTURE_RACE] = {"races", "Races",
                           "Two accesses to one place, and what is missing between them. Time goes down."},
};

static bool has_any(json_t *lefts, HtmlPictureKind kind) {
    size_t i;
    json_t *left;
    json_array_foreach(lefts, i, left) if (json_string_length(json_array_get(json_object_get(left, "figures"), kind)) >
                                           0) return true;
    return false;
}

void site_gallery(Text *out, Session *session, json_t *lefts) {
    SiteFrame frame = {session, SITE_GALLERY, "Pictures", "The pictures of all lessons", NULL, NULL};
    site_frame_begin(out, &frame);
    text_add(out,
             "<h1>Pictures</h1>\n<p class=\"summary\">Each was drawn from a launch that ran while this page was made. "
             "The line below it leads to the step.</p>\n<ul class=\"jumps\">\n");
    for (HtmlPictureKind kind = 0; kind < HTML_PICTURE_KINDS; kind++)
        if (has_any(lefts, kind))
            text_printf(out, "<li><a href=\"#%s\">%s</a></li>\n", kinds[kind].id, kinds[kind].name);
    text_add(out, "</ul>\n");
    for (HtmlPictureKind kind = 0; kind < HTML_PICTURE_KINDS; kind++) {
        if (!has_any(lefts, kind)) continue;
        text_printf(out, "<section id=\"%s\">\n<h2>%s</h2>\n<p>%s</p>\n<div class=\"gallery\">\n", kinds[kind].id,
                    kinds[kind].name, kinds[kind].about);
        size_t i;
        json_t *left;
        json_array_foreach(lefts, i, left)
            text_add(out, json_string_value(json_array_get(json_object_get(left, "figures"), kind)));
        text_add(out, "</div>\n</section>\n");
    }
    site_frame_end(out, &frame);
}
