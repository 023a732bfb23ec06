/** A longer run of these signs is the data of a picture or a font, not text. */
const longestRun = 4_000;

/** Signs of base64 and of escapes in addresses. */
const isData: readonly boolean[] = Array.from(
  { length: 256 },
  (_, byte) => /[\w+/=%-]/.test(String.fromCharCode(byte)) && byte < 128,
);

/**
 * A body without the data of pictures in it, of which only the beginning is passed on; ends after `most` bytes of the
 * source. Linear time.
 */
export async function* withoutData(
  body: AsyncIterable<Uint8Array> | null | undefined,
  most: number,
): AsyncGenerator<Uint8Array> {
  let run = 0;
  let size = 0;
  for await (const part of body ?? []) {
    const kept = new Uint8Array(part.byteLength);
    let length = 0;
    for (const byte of part) {
      run = isData[byte] === true ? run + 1 : 0;
      if (run <= longestRun) kept[length++] = byte;
    }
    yield kept.subarray(0, length);
    size += part.byteLength;
    if (size >= most) return;
  }
}
