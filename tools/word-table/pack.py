"""The table as one file: `words.bin`.

`DWT1`, then little-endian: u32 rows, u32 dimensions, u32 bytes of words; f32 scale of each row; u8 cost of each row (tenths of the
negative natural logarithm of its probability); rows of four bits a number, plus 8, the even dimension in the low half; the words, joined
by line feeds.
"""

import struct


def packed(words, costs, numbers, scales):
    text = "\n".join(words).encode()
    halves = (numbers + 8).astype("uint8")
    head = b"DWT1" + struct.pack("<III", len(words), numbers.shape[1], len(text))
    body = (halves[:, 0::2] | halves[:, 1::2] << 4).tobytes()
    return head + scales.astype("<f4").tobytes() + bytes(costs) + body + text
