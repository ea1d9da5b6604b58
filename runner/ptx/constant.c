/* Constant expressions: PTX ISA 4.5.5. Precedence climbing over 64-bit integers; an operation is unsigned where one of
 * its operands is, as in C. */
#include "ptx/parser.h"

typedef struct Value {
    uint64_t bits;
    bool is_unsigned;
} Value;

static Value parse_binary(Parser *parser, int least, int depth);

static Value parse_unary(Parser *parser, int depth) {
    if (depth > PTX_LIMIT_NESTING)
        parser_fail(parser, "a constant expression is nested more than %d deep", PTX_LIMIT_NESTING);
    PtxToken token = parser->token;
    if (token.kind == PTX_TOKEN_INTEGER) {
        parser_next(parser);
        return (Value){token.value, token.is_unsigned};
    }
    if (parser_take(parser, '(')) {
        if (parser_at_dot(parser, ".s64") || parser_at_dot(parser, ".u64")) {
            bool is_unsigned = parser_at_dot(parser, ".u64");
            parser_next(parser);
            parser_expect(parser, ')', "after the type of a cast");
            return (Value){parse_unary(parser, depth + 1).bits, is_unsigned};
        }
        Value value = parse_binary(parser, 0, depth + 1);
        parser_expect(parser, ')', "to close the expression");
        return value;
    }
    int sign = token.kind == PTX_TOKEN_PUNCT ? token.punct : 0;
    if (sign != '-' && sign != '+' && sign != '~' && sign != '!')
        parser_fail(parser, "a number was expected, not %s", parser_seen(parser));
    parser_next(parser);
    Value value = parse_unary(parser, depth + 1);
    if (sign == '-') value.bits = 0 - value.bits;
    if (sign == '~') value.bits = ~value.bits;
    if (sign == '!') value = (Value){!value.bits, false};
    return value;
}

static int precedence(const PtxToken *token) {
    if (token->kind != PTX_TOKEN_PUNCT) return -1;
    switch (token->punct) {
    case '?': return 0;
    case PTX_PUNCT_OR: return 1;
    case PTX_PUNCT_AND: return 2;
    case '|': return 3;
    case '^': return 4;
    case '&': return 5;
    case PTX_PUNCT_EQ:
    case PTX_PUNCT_NE: return 6;
    case '<':
    case '>':
    case PTX_PUNCT_LE:
    case PTX_PUNCT_GE: return 7;
    case PTX_PUNCT_SHL:
    case PTX_PUNCT_SHR: return 8;
    case '+':
    case '-': return 9;
    case '*':
    case '/':
    case '%': return 10;
    default: return -1;
    }
}

static bool less(Value a, Value b) {
    return a.is_unsigned || b.is_unsigned ? a.bits < b.bits : (int64_t)a.bits < (int64_t)b.bits;
}

static Value divide(Parser *parser, Value a, Value b, bool remainder) {
    if (b.bits == 0) parser_fail(parser, "a constant expression divides by zero");
    if (a.is_unsigned || b.is_unsigned) return (Value){remainder ? a.bits % b.bits : a.bits / b.bits, true};
    if (b.bits == UINT64_MAX) return (Value){remainder ? 0 : 0 - a.bits, false}; /* INT64_MIN / -1 overflows in C */
    int64_t x = (int64_t)a.bits, y = (int64_t)b.bits;
    return (Value){(uint64_t)(remainder ? x % y : x / y), false};
}

static Value combine(Parser *parser, int punct, Value a, Value b) {
    bool is_unsigned = a.is_unsigned || b.is_unsigned;
    unsigned shift = b.bits < 64 ? (unsigned)b.bits : 63;
    switch (punct) {
    case PTX_PUNCT_OR: return (Value){a.bits || b.bits, false};
    case PTX_PUNCT_AND: return (Value){a.bits && b.bits, false};
    case '|': return (Value){a.bits | b.bits, is_unsigned};
    case '^': return (Value){a.bits ^ b.bits, is_unsigned};
    case '&': return (Value){a.bits & b.bits, is_unsigned};
    case PTX_PUNCT_EQ: return (Value){a.bits == b.bits, false};
    case PTX_PUNCT_NE: return (Value){a.bits != b.bits, false};
    case '<': return (Value){less(a, b), false};
    case '>': return (Value){less(b, a), false};
    case PTX_PUNCT_LE: return (Value){!less(b, a), false};
    case PTX_PUNCT_GE: return (Value){!less(a, b), false};
    case PTX_PUNCT_SHL: return (Value){b.bits < 64 ? a.bits << shift : 0, a.is_unsigned};
    case PTX_PUNCT_SHR:
        if (a.is_unsigned) return (Value){b.bits < 64 ? a.bits >> shift : 0, true};
        return (Value){(uint64_t)((int64_t)a.bits >> shift), false};
    case '+': return (Value){a.bits + b.bits, is_unsigned};
    case '-': return (Value){a.bits - b.bits, is_unsigned};
    case '*': return (Value){a.bits * b.bits, is_unsigned};
    default: return divide(parser, a, b, punct == '%');
    }
}

static Value parse_binary(Parser *parser, int least, int depth) {
    Value left = parse_unary(parser, depth);
    for (;;) {
        int level = precedence(&parser->token), punct = parser->token.punct;
        if (level < least) return left;
        parser_next(parser);
        if (punct == '?') {
            Value yes = parse_binary(parser, 0, depth + 1);
            parser_expect(parser, ':', "between the two halves of ?:");
            Value no = parse_binary(parser, 0, depth + 1);
            left = left.bits ? yes : no;
        } else {
            left = combine(parser, punct, left, parse_binary(parser, level + 1, depth + 1));
        }
    }
}

uint64_t parser_constant(Parser *parser) {
    return parse_binary(parser, 0, 0).bits;
}
