/** First bytes of a body, at most `most`; the rest is not read, and its source is closed. */
export async function firstBytes(
  body: AsyncIterable<Uint8Array> | null | undefined,
  most: number,
): Promise<{ readonly bytes: Uint8Array; readonly isCut: boolean }> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    parts.push(part);
    size += part.byteLength;
    if (size > most) return { bytes: Buffer.concat(parts).subarray(0, most), isCut: true };
  }
  return { bytes: Buffer.concat(parts), isCut: false };
}
