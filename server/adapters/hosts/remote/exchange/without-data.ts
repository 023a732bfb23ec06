/** A longer run of these characters is image or font data, not text. */
const longestRun = 4_000;

/** Characters of base64 and percent encoding, by code. */
const dataCharacters: readonly boolean[] = Array.from(
  { length: 256 },
  (_, byte) => /[\w+/=%-]/.test(String.fromCharCode(byte)) && byte < 128,
);

/**
 * Removes embedded image data from a body, except the beginning of each; ends after `most` bytes of the source. Linear
 * time.
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
      run = dataCharacters[byte] === true ? run + 1 : 0;
      if (run <= longestRun) kept[length++] = byte;
    }
    yield kept.subarray(0, length);
    size += part.byteLength;
    if (size >= most) return;
  }
}
