/* Turns libyaml's events into nodes.
 *
 * A lesson file may be hostile, and YAML has several ways to use up time or memory: aliases that double at every
 * level, a collection that contains itself, deep nesting, a million keys compared with each other. Each of them has
 * a limit here that is far above any real lesson. A limit or a syntax error ends the parse; a mistake of meaning (a
 * key given twice, an unknown alias) is reported and the parse goes on, so that an author sees all of them at once. */
#include "course/yaml.h"

#include <string.h>
#include <yaml.h>

#include "base/vec.h"

enum { DEPTH_LIMIT = 40, NODE_LIMIT = 100000, KEY_LIMIT = 1000, ANCHOR_LIMIT = 1000 };

typedef struct Anchor {
    const char *name;
    const Node *node; /* NULL while it is being read */
} Anchor;

typedef struct Reader {
    yaml_parser_t parser;
    const char *path, *text;
    size_t size;
    Arena *arena;
    DiagList *diags;
    VEC(Anchor) anchors;
    size_t nodes;
    bool failed; /* nothing more can be read */
} Reader;

static Loc loc_of(const Reader *reader, yaml_mark_t mark) {
    return (Loc){reader->path, (int)mark.line + 1, (int)mark.column + 1};
}

const char *yaml_shown(const char *text, Arena *arena) {
    size_t size = strnlen(text, 61);
    bool cut = size > 60;
    if (cut)
        for (size = 57; size > 0 && ((unsigned char)text[size] & 0xc0) == 0x80;) size--;
    char *shown = text_printable(arena, arena_string_n(arena, text, size), size);
    for (char *c = shown; *c; c++)
        if (*c == '\n' || *c == '\t') *c = ' ';
    return cut ? arena_printf(arena, "%s...", shown) : shown;
}

const char *node_shown(const Node *node, Arena *arena) {
    if (node->kind == NODE_LIST) return node->count ? "a list" : "an empty list";
    if (node->kind == NODE_MAP) return node->count ? "a map" : "an empty map";
    if (node->kind == NODE_BROKEN || !node->text[0]) return "nothing";
    return arena_printf(arena, "'%s'", yaml_shown(node->text, arena));
}

const Pair *node_find(const Node *map, const char *key) {
    if (map->kind != NODE_MAP) return NULL;
    for (size_t i = 0; i < map->count; i++)
        if (map->pairs[i].key[0] == key[0] && strcmp(map->pairs[i].key, key) == 0) return &map->pairs[i];
    return NULL;
}

/* ---- errors ------------------------------------------------------------------------------------------------------ */

static Loc loc_of_offset(const Reader *reader, size_t offset) {
    Loc loc = {reader->path, 1, 1};
    for (size_t i = 0; i < offset && i < reader->size; i++) {
        loc.column++;
        if (reader->text[i] == '\n') loc.line++, loc.column = 1;
    }
    return loc;
}

static const char *syntax_hint(const char *problem) {
    if (strstr(problem, "mapping values are not allowed") != NULL) return "put a value that holds ': ' in quotes";
    if (strstr(problem, "cannot start any token") != NULL)
        return "indent with spaces, and quote a value that begins with % @ or `";
    if (strstr(problem, "could not find expected ':'") != NULL) return "a key is followed by ': ' and its value";
    if (strstr(problem, "did not find expected key") != NULL)
        return "check the indentation of this line and the ones above";
    return NULL;
}

static void syntax_error(Reader *reader) {
    yaml_parser_t *parser = &reader->parser;
    const char *problem = parser->problem != NULL ? parser->problem : "it cannot be read";
    reader->failed = true;
    if (parser->error == YAML_READER_ERROR) {
        diag_add(reader->diags, SEVERITY_ERROR, loc_of_offset(reader, parser->problem_offset), "save the file as UTF-8",
                 "not valid YAML: %s", problem);
        return;
    }
    const char *context = "";
    bool elsewhere = parser->context_mark.line != parser->problem_mark.line ||
                     parser->context_mark.column != parser->problem_mark.column;
    if (parser->context != NULL && elsewhere)
        context = arena_printf(reader->arena, " %s that begins at line %zu, column %zu", parser->context,
                               parser->context_mark.line + 1, parser->context_mark.column + 1);
    diag_add(reader->diags, SEVERITY_ERROR, loc_of(reader, parser->problem_mark), syntax_hint(problem),
             "not valid YAML: %s%s", problem, context);
}

static void limit_error(Reader *reader, Loc loc, const char *what, int limit) {
    if (!reader->failed)
        diag_add(reader->diags, SEVERITY_ERROR, loc, NULL, "the file has more than %d %s", limit, what);
    reader->failed = true;
}

/* ---- nodes ------------------------------------------------------------------------------------------------------- */

static const Node *read_node(Reader *reader, yaml_event_t *event, int depth);

static Node *new_node(Reader *reader, NodeKind kind, yaml_mark_t mark) {
    Node *node = arena_make(reader->arena, Node);
    *node = (Node){.kind = kind, .loc = loc_of(reader, mark), .text = "", .weight = 1, .height = 1};
    if (++reader->nodes > NODE_LIMIT) limit_error(reader, node->loc, "values", NODE_LIMIT);
    return node;
}

/* Reads the next event; false at the end of a collection or where nothing more can be read. Otherwise the caller
 * deletes the event. */
static bool next_event(Reader *reader, yaml_event_t *event) {
    if (reader->failed) return false;
    if (yaml_parser_parse(&reader->parser, event)) return true;
    syntax_error(reader);
    return false;
}

static void add_weight(Reader *reader, Node *node, const Node *child) {
    node->weight += child->weight;
    if (node->height <= child->height) node->height = child->height + 1;
    if (node->weight > NODE_LIMIT)
        limit_error(reader, node->loc, "values once its aliases are written out", NODE_LIMIT);
    if (node->height > DEPTH_LIMIT) limit_error(reader, node->loc, "levels of lists and maps", DEPTH_LIMIT);
}

static const Node *read_scalar(Reader *reader, const yaml_event_t *event) {
    Node *node = new_node(reader, NODE_SCALAR, event->start_mark);
    const char *text = (const char *)event->data.scalar.value;
    yaml_scalar_style_t style = event->data.scalar.style;
    node->quoted = style == YAML_SINGLE_QUOTED_SCALAR_STYLE || style == YAML_DOUBLE_QUOTED_SCALAR_STYLE;
    node->block = style == YAML_LITERAL_SCALAR_STYLE || style == YAML_FOLDED_SCALAR_STYLE;
    node->text = arena_string_n(reader->arena, text, event->data.scalar.length);
    if (memchr(text, 0, event->data.scalar.length) != NULL) {
        diag_add(reader->diags, SEVERITY_ERROR, node->loc, NULL, "this text holds a 0 byte");
        node->kind = NODE_BROKEN;
    }
    return node;
}

static const Node *read_list(Reader *reader, const yaml_event_t *start, int depth) {
    Node *node = new_node(reader, NODE_LIST, start->start_mark);
    VEC(const Node *) items = {0};
    yaml_event_t event;
    while (next_event(reader, &event)) {
        bool end = event.type == YAML_SEQUENCE_END_EVENT;
        const Node *item = end ? NULL : read_node(reader, &event, depth + 1);
        yaml_event_delete(&event);
        if (end) break;
        add_weight(reader, node, item);
        vec_push(reader->arena, &items, item);
    }
    node->items = items.at;
    node->count = items.count;
    return node;
}

typedef VEC(Pair) PairVec;

static const Pair *find_pair(const PairVec *pairs, const char *key) {
    for (size_t i = 0; i < pairs->count; i++)
        if (strcmp(pairs->at[i].key, key) == 0) return &pairs->at[i];
    return NULL;
}

static void push_pair(Reader *reader, Node *map, PairVec *pairs, Pair pair) {
    if (pairs->count == KEY_LIMIT) limit_error(reader, pair.loc, "keys in one map", KEY_LIMIT);
    if (reader->failed) return;
    vec_push(reader->arena, pairs, pair);
    add_weight(reader, map, pair.value);
}

/* Adds the keys of base that pairs does not have: an explicit key overrides, an earlier map has precedence over a
 * later one. */
static void merge_map(Reader *reader, Node *map, PairVec *pairs, const Node *base) {
    map->incomplete = map->incomplete || base->kind == NODE_BROKEN || base->incomplete;
    if (base->kind == NODE_BROKEN) return;
    if (base->kind != NODE_MAP) {
        diag_add(reader->diags, SEVERITY_ERROR, base->loc, NULL, "'<<' merges a map or a list of maps, not %s",
                 node_shown(base, reader->arena));
        return;
    }
    for (size_t i = 0; i < base->count && !reader->failed; i++)
        if (find_pair(pairs, base->pairs[i].key) == NULL) push_pair(reader, map, pairs, base->pairs[i]);
}

static void read_pair(Reader *reader, Node *map, PairVec *pairs, const Node **merge, const Node *key,
                      const Node *value) {
    if (key->kind != NODE_SCALAR) {
        if (key->kind != NODE_BROKEN)
            diag_add(reader->diags, SEVERITY_ERROR, key->loc, NULL, "a key must be a word, not %s",
                     node_shown(key, reader->arena));
        return;
    }
    const Pair *twice = find_pair(pairs, key->text);
    bool is_merge = strcmp(key->text, "<<") == 0 && !key->quoted;
    if (twice != NULL || (is_merge && *merge != NULL)) {
        Loc first = twice != NULL ? twice->loc : (*merge)->loc;
        diag_add(reader->diags, SEVERITY_ERROR, key->loc, "a key may be given once; remove one of them",
                 "key '%s' is given twice in this map, first at line %d", yaml_shown(key->text, reader->arena),
                 first.line);
    } else if (is_merge) {
        *merge = value;
    } else {
        push_pair(reader, map, pairs, (Pair){key->text, key->loc, value});
    }
}

static const Node *read_map(Reader *reader, const yaml_event_t *start, int depth) {
    Node *node = new_node(reader, NODE_MAP, start->start_mark);
    PairVec pairs = {0};
    const Node *merge = NULL, *key = NULL;
    yaml_event_t event;
    while (next_event(reader, &event)) {
        bool end = event.type == YAML_MAPPING_END_EVENT;
        const Node *child = end ? NULL : read_node(reader, &event, depth + 1);
        yaml_event_delete(&event);
        if (end) break;
        if (key != NULL) read_pair(reader, node, &pairs, &merge, key, child);
        key = key != NULL ? NULL : child;
    }
    if (merge != NULL && merge->kind == NODE_LIST)
        for (size_t i = 0; i < merge->count; i++) merge_map(reader, node, &pairs, merge->items[i]);
    else if (merge != NULL)
        merge_map(reader, node, &pairs, merge);
    node->pairs = pairs.at;
    node->count = pairs.count;
    return node;
}

static const Node *read_alias(Reader *reader, const yaml_event_t *event) {
    const char *name = (const char *)event->data.alias.anchor;
    const Anchor *found = NULL;
    for (size_t i = reader->anchors.count; i > 0 && found == NULL; i--)
        if (strcmp(reader->anchors.at[i - 1].name, name) == 0) found = &reader->anchors.at[i - 1];
    if (found != NULL && found->node != NULL) return found->node;
    Loc loc = loc_of(reader, event->start_mark);
    const char *shown = yaml_shown(name, reader->arena);
    if (found != NULL) {
        diag_add(reader->diags, SEVERITY_ERROR, loc, NULL, "alias '*%s' stands inside its own anchor '&%s'", shown,
                 shown);
    } else {
        const char **names = arena_array(reader->arena, const char *, reader->anchors.count + 1);
        for (size_t i = 0; i < reader->anchors.count; i++) names[i] = reader->anchors.at[i].name;
        const char *near = strlen(name) <= 60 ? text_nearest(name, names, reader->anchors.count) : NULL;
        const char *hint = near != NULL ? arena_printf(reader->arena, "did you mean '*%s'?", near)
                                        : "an expression that begins with '*' needs quotes";
        diag_add(reader->diags, SEVERITY_ERROR, loc, hint, "alias '*%s' has no anchor '&%s' above it", shown, shown);
    }
    return new_node(reader, NODE_BROKEN, event->start_mark);
}

typedef struct Properties {
    const yaml_char_t *anchor, *tag;
} Properties;

static Properties properties_of(const yaml_event_t *event) {
    if (event->type == YAML_SCALAR_EVENT) return (Properties){event->data.scalar.anchor, event->data.scalar.tag};
    if (event->type == YAML_SEQUENCE_START_EVENT)
        return (Properties){event->data.sequence_start.anchor, event->data.sequence_start.tag};
    return (Properties){event->data.mapping_start.anchor, event->data.mapping_start.tag};
}

static const Node *read_value(Reader *reader, const yaml_event_t *event, int depth) {
    if (event->type == YAML_SCALAR_EVENT) return read_scalar(reader, event);
    if (event->type == YAML_SEQUENCE_START_EVENT) return read_list(reader, event, depth);
    return read_map(reader, event, depth);
}

static const Node *read_node(Reader *reader, yaml_event_t *event, int depth) {
    if (depth > DEPTH_LIMIT) {
        limit_error(reader, loc_of(reader, event->start_mark), "levels of lists and maps", DEPTH_LIMIT);
        return new_node(reader, NODE_BROKEN, event->start_mark);
    }
    if (event->type == YAML_ALIAS_EVENT) return read_alias(reader, event);
    Properties properties = properties_of(event);
    size_t slot = reader->anchors.count;
    if (properties.anchor != NULL) {
        if (slot == ANCHOR_LIMIT) limit_error(reader, loc_of(reader, event->start_mark), "anchors", ANCHOR_LIMIT);
        Anchor anchor = {arena_string(reader->arena, (const char *)properties.anchor), NULL};
        vec_push(reader->arena, &reader->anchors, anchor);
    }
    const Node *node = read_value(reader, event, depth);
    if (properties.tag != NULL) {
        diag_add(reader->diags, SEVERITY_ERROR, loc_of(reader, event->start_mark),
                 "an expression that begins with '!' needs quotes", "'%s' is a YAML tag here, and lessons have none",
                 yaml_shown((const char *)properties.tag, reader->arena));
        node = new_node(reader, NODE_BROKEN, event->start_mark);
    }
    if (properties.anchor != NULL) reader->anchors.at[slot].node = node;
    return node;
}

/* ---- the document ------------------------------------------------------------------------------------------------ */

static const Node *read_document(Reader *reader) {
    const Node *root = NULL;
    yaml_event_t event;
    for (bool more = true; more && next_event(reader, &event);) {
        yaml_event_type_t type = event.type;
        more = type != YAML_STREAM_END_EVENT;
        bool content = type == YAML_SCALAR_EVENT || type == YAML_SEQUENCE_START_EVENT ||
                       type == YAML_MAPPING_START_EVENT || type == YAML_ALIAS_EVENT;
        if (content && root != NULL) {
            diag_add(reader->diags, SEVERITY_ERROR, loc_of(reader, event.start_mark), "remove the line '---'",
                     "a second document begins here; a lesson is one document");
            reader->failed = true;
        } else if (content) {
            root = read_node(reader, &event, 1);
        }
        yaml_event_delete(&event);
    }
    if (reader->failed) return NULL;
    if (root == NULL)
        diag_add(reader->diags, SEVERITY_ERROR, (Loc){reader->path, 1, 1}, NULL, "there is no lesson in this file");
    return root;
}

const Node *yaml_parse(const char *path, const char *text, size_t size, Arena *arena, DiagList *diags) {
    /* A byte order mark is skipped: once libyaml is told the encoding it would take it for content. */
    size_t mark = text_starts(text, "\xef\xbb\xbf") ? 3 : 0;
    Reader reader = {.path = path, .text = text + mark, .size = size - mark, .arena = arena, .diags = diags};
    if (!yaml_parser_initialize(&reader.parser)) {
        diag_add(diags, SEVERITY_ERROR, (Loc){path, 0, 0}, NULL, "there is not enough memory to read it");
        return NULL;
    }
    yaml_parser_set_encoding(&reader.parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&reader.parser, (const unsigned char *)reader.text, reader.size);
    const Node *root = read_document(&reader);
    yaml_parser_delete(&reader.parser);
    return root;
}
