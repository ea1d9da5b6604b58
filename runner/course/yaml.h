/* YAML to a tree of nodes with positions. lesson.c gives the values their meaning. */
#ifndef WARPSCHOOL_COURSE_YAML_H
#define WARPSCHOOL_COURSE_YAML_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diag.h"

typedef enum NodeKind {
    NODE_SCALAR,
    NODE_LIST,
    NODE_MAP,
    NODE_BROKEN, /* an error about it was reported already */
} NodeKind;

typedef struct Node Node;

typedef struct Pair {
    const char *key;
    Loc loc; /* of the key */
    const Node *value;
} Pair;

struct Node {
    NodeKind kind;
    Loc loc;
    const char *text;   /* SCALAR; holds no 0 byte */
    bool quoted, block; /* SCALAR: written in quotes; as a block of lines after | or > */
    const Node **items; /* LIST */
    Pair *pairs;        /* MAP, with what `<<` merged in */
    bool incomplete;    /* MAP: what `<<` should have merged in has an error, which was reported */
    size_t count;       /* items or pairs */
    size_t weight;      /* nodes below and including this one, aliases written out */
    size_t height;      /* levels, likewise */
};

/* The document in text (0-terminated at size), or NULL where it cannot be read at all; errors are in diags. An alias
 * and its anchor share one node. The tree's size with all aliases written out is limited, and no node contains
 * itself, so that it may be walked recursively. */
const Node *yaml_parse(const char *path, const char *text, size_t size, Arena *arena, DiagList *diags);

/* The pair of that key, or NULL; map may be of any kind. */
const Pair *node_find(const Node *map, const char *key);

/* The node's kind or text, for messages: "a list", "nothing", "'abc'". */
const char *node_shown(const Node *node, Arena *arena);

/* text for a message: at most 60 bytes, one line, nothing that drives a terminal. */
const char *yaml_shown(const char *text, Arena *arena);

#endif
