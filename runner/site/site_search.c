/* The search: a script finds words in a file of data, because a page that was opened as a file may fetch nothing.
 * Without a script the page is a plain index of every step and word, which the browser's own search looks through. */
#include "site/site_pages.h"

void site_search(Text *out, Session *session, json_t *entries) {
    SiteFrame frame = {session, SITE_SEARCH, "Search", "Search the course", NULL, NULL};
    site_frame_begin(out, &frame);
    text_add(out, "<h1>Search</h1>\n<form class=\"search\" role=\"search\" action=\"search.html\">\n"
                  "<label for=\"q\">Words that you look for</label>\n"
                  "<input id=\"q\" name=\"q\" type=\"search\" autocomplete=\"off\">\n<button>Search</button>\n</form>\n"
                  "<p id=\"found\" class=\"dim\" role=\"status\"></p>\n<ol id=\"results\"></ol>\n"
                  "<section id=\"index\">\n<h2>Everything there is</h2>\n");
    const char *group = NULL;
    size_t i;
    json_t *entry;
    json_array_foreach(entries, i, entry) {
        const char *of = json_string_value(json_array_get(entry, 1));
        if (!text_equal(group, of)) {
            text_add(out, group != NULL ? "</ul>\n" : "");
            html_element(out, "h3", NULL, of);
            text_add(out, "<ul class=\"index\">\n");
        }
        group = of;
        text_add(out, "<li><a href=\"");
        html_text(out, json_string_value(json_array_get(entry, 0)));
        text_add(out, "\">");
        html_text(out, json_string_value(json_array_get(entry, 2)));
        text_add(out, "</a></li>\n");
    }
    text_add(out, group != NULL ? "</ul>\n</section>\n" : "</section>\n");
    site_frame_end(out, &frame);
}

void site_search_data(Text *out, json_t *entries) {
    text_add(out, "/* Written by warpschool site: address, lesson, heading, text. */\nvar entries = [\n");
    size_t i;
    json_t *entry;
    json_array_foreach(entries, i, entry) {
        char *line = json_dumps(entry, JSON_ENSURE_ASCII | JSON_COMPACT);
        text_add(out, line != NULL ? line : "[]");
        text_add(out, i + 1 < json_array_size(entries) ? ",\n" : "\n");
        free(line);
    }
    text_add(out, "];\n");
}
