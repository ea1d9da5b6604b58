"""Arrays as files of NumPy (.npy), with and without NumPy.

An array is what has the buffer protocol (NumPy's arrays, array.array, memoryview, bytes), what has `__array__`, or a
list or tuple of numbers. Elements keep their type; a list gets the type that the kernel's parameter has.
"""

from __future__ import annotations

import array
import ast
import math
import re
import struct
import sys
from dataclasses import dataclass
from typing import Any, Dict, List, Optional, Sequence, Tuple

from ._errors import UsageError, WarpschoolError

try:
    import numpy as _numpy

    numpy: Any = _numpy
except ImportError:
    numpy = None

# Of each element type of the program: the name in a .npy file, and the typecode of array.array (none for f16).
TYPES: Dict[str, Tuple[str, str]] = {
    "i8": ("|i1", "b"),
    "u8": ("|u1", "B"),
    "i16": ("<i2", "h"),
    "u16": ("<u2", "H"),
    "i32": ("<i4", "i"),
    "u32": ("<u4", "I"),
    "i64": ("<i8", "q"),
    "u64": ("<u8", "Q"),
    "f16": ("<f2", "e"),
    "f32": ("<f4", "f"),
    "f64": ("<f8", "d"),
}
_DIMENSIONS_MOST = 32  # NumPy 1's
MARK = b"\x93NUMPY"
_CODES = {"b": "i", "h": "i", "i": "i", "l": "i", "q": "i", "B": "u", "H": "u", "I": "u", "L": "u", "Q": "u", "f": "f",
          "d": "f", "e": "f", "?": "u"}  # fmt: skip


@dataclass(frozen=True)
class Given:
    """An array that was passed to a kernel: its bytes, and what its output is to look like."""

    type: str
    content: bytes
    shape: Tuple[int, ...]
    dtype: Any = None  # of NumPy; None: it was no array of NumPy


def is_array(value: Any) -> bool:
    """Whether a kernel's argument is an array, and no single number or text."""
    if isinstance(value, (str, int, float, bool)) or value is None:
        return False
    if isinstance(value, (list, tuple, bytes, bytearray, memoryview, array.array)):
        return True
    shape = getattr(value, "shape", None)
    return hasattr(value, "__array__") and shape != ()


def _flatten(value: Any, name: str, depth: int = 0) -> Tuple[List[Any], Tuple[int, ...]]:
    if not isinstance(value, (list, tuple)):
        return [value], ()
    if depth == _DIMENSIONS_MOST:
        raise UsageError("{} has lists in lists more than {} deep, or holds itself".format(name, _DIMENSIONS_MOST))
    parts = [_flatten(element, name, depth + 1) for element in value]
    shapes = {shape for _, shape in parts}
    if len(shapes) > 1:
        raise UsageError("the rows of {} are not of one length".format(name))
    return [number for numbers, _ in parts for number in numbers], (len(parts), *(shapes.pop() if shapes else ()))


def _from_list(value: Any, name: str, wanted: Optional[str]) -> Given:
    numbers, shape = _flatten(value, name)
    if not numbers:
        raise UsageError("{} has no elements".format(name))
    if not all(isinstance(number, (int, float)) for number in numbers):
        raise UsageError("{} holds something that is no number".format(name))
    real = any(isinstance(number, float) for number in numbers)
    kind = wanted or ("f32" if real else "i32")
    code = TYPES[kind][1]
    if code not in "efd" and real:
        raise UsageError("{} holds {} elements, and a number given for it is no whole number".format(name, kind))
    try:
        if code in "efd":
            numbers = [float(number) for number in numbers]
        return Given(kind, struct.pack("<{}{}".format(len(numbers), code), *numbers), shape)
    except (struct.error, OverflowError) as error:
        raise UsageError("{} holds {} elements: {}".format(name, kind, error)) from error


def _from_buffer(value: Any, name: str) -> Given:
    view = memoryview(value)
    code = view.format.lstrip("@=<|")
    if code not in _CODES or (view.itemsize > 1 and (sys.byteorder != "little" or view.format[:1] in ">!")):
        raise UsageError("{} has elements of type {!r}, which no buffer has".format(name, view.format))
    kind = "{}{}".format(_CODES[code], 8 * view.itemsize)
    return Given(kind, view.tobytes(), tuple(view.shape or ()))


def _from_numpy(value: Any, name: str) -> Given:
    made = numpy.ascontiguousarray(numpy.asarray(value))
    dtype = made.dtype
    shape = tuple(numpy.shape(value))
    if dtype.kind == "c" and dtype.itemsize <= 16:
        made = made.view(numpy.dtype("f{}".format(dtype.itemsize // 2)))
    elif dtype.kind == "b":
        made = made.view(numpy.uint8)
    kind = "{}{}".format(made.dtype.kind, 8 * made.dtype.itemsize)
    if kind not in TYPES:
        raise UsageError("{} has elements of type {}, which no buffer has".format(name, dtype))
    made = made.astype(made.dtype.newbyteorder("<"), copy=False)
    return Given(kind, made.tobytes(), shape, dtype.newbyteorder("="))


def given(value: Any, name: str, wanted: Optional[str]) -> Given:
    """The array in the program's types. wanted: the type that a list's numbers get; None: i32, or f32 of floats."""
    try:
        if isinstance(value, (list, tuple)):
            made = _from_list(value, name, wanted)
        elif numpy is not None and hasattr(value, "__array__"):
            made = _from_numpy(value, name)
        else:
            made = _from_buffer(value, name)
    except WarpschoolError:
        raise
    except Exception as error:  # whatever the array's own code raises
        raise UsageError("{} cannot be read as an array: {}".format(name, error)) from error
    if not made.content:
        raise UsageError("{} has no elements".format(name))
    return made


def npy(made: Given) -> bytes:
    """The content of a .npy file with the array."""
    width = struct.calcsize("<" + TYPES[made.type][1])
    count = len(made.content) // width
    header = "{{'descr': '{}', 'fortran_order': False, 'shape': ({},), }}".format(TYPES[made.type][0], count).encode()
    length = -(len(MARK) + 4 + len(header) + 1) % 64 + len(header) + 1
    return MARK + b"\x01\x00" + struct.pack("<H", length) + header.ljust(length - 1) + b"\n" + made.content


def from_npy(content: bytes, like: Optional[Given]) -> Any:
    """The array that a .npy file of the program holds, in the shape and type of what was passed in, if anything was.

    An array of NumPy where NumPy is installed, else an array.array, which of f16 holds floats.
    """
    if content[:6] != MARK or content[6:8] != b"\x01\x00":
        raise WarpschoolError("an output of the program is no .npy file")
    (length,) = struct.unpack_from("<H", content, 8)
    header = ast.literal_eval(content[10 : 10 + length].decode("ascii").strip())
    data = content[10 + length :]
    kind = next((kind for kind, (name, _) in TYPES.items() if name == header["descr"]), None)
    if kind is None:
        raise WarpschoolError("an output of the program has elements of type {}".format(header["descr"]))
    if numpy is None:
        return _plain(kind, data)
    made = numpy.frombuffer(bytearray(data), dtype=header["descr"])
    if like is not None and like.dtype is not None and like.dtype.kind in "cb":
        made = made.view(like.dtype)
    if like is not None and math.prod(like.shape) == made.size:
        made = made.reshape(like.shape)
    return made


def _plain(kind: str, data: bytes) -> Any:
    code = TYPES[kind][1]
    numbers: Sequence[Any] = struct.unpack("<{}{}".format(len(data) // struct.calcsize("<" + code), code), data)
    return array.array("f" if code == "e" else code, numbers)


# ---- the types of a kernel's parameters --------------------------------------------------------------------------

_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_WORDS = {
    "float": "f32",
    "double": "f64",
    "half": "f16",
    "__half": "f16",
    "bool": "u8",
    "char": "i8",
    "uchar": "u8",
    "short": "i16",
    "ushort": "u16",
    "int": "i32",
    "uint": "u32",
    "unsigned": "u32",
    "long": "i64",
    "longlong": "i64",
    "ulong": "u64",
    "ulonglong": "u64",
    "size_t": "u64",
}


def _type_named(words: Sequence[str]) -> Optional[str]:
    names = [word for word in words if word not in ("const", "volatile", "__restrict__", "__restrict", "signed")]
    unsigned = "unsigned" in names
    rest = [word for word in names if word != "unsigned"]
    if not rest:
        return "u32" if unsigned else None
    sized = re.fullmatch(r"(u?)int(8|16|32|64)_t", rest[0])
    if sized:
        return ("u" if sized.group(1) else "i") + sized.group(2)
    kind = _WORDS.get(rest[0]) or _WORDS.get(re.sub(r"[1-4]$", "", rest[0]))
    return "u" + kind[1:] if unsigned and kind is not None and kind[0] == "i" else kind


def parameter_type(source: str, name: str, kernel: Optional[str] = None) -> Optional[str]:
    """The element type of the pointer parameter of that name, read from the source; None where that is not clear."""
    text = _COMMENT.sub(" ", source)
    if kernel is not None:
        text = " ".join(re.findall(r"\b{}\s*(\([^()]*\))".format(re.escape(kernel)), text))
    pattern = r"[(,]\s*([\w\s]+?)\s*\*\s*(?:const|__restrict__|__restrict|\s)*\b{}\s*[,)]".format(re.escape(name))
    kinds = {_type_named(words.split()) for words in re.findall(pattern, text)}
    return kinds.pop() if len(kinds) == 1 else None
