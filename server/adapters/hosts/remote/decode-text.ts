/**
 * Decodes a page. Since sites declare wrong charsets, a declaration counts only when the bytes are valid in it: byte
 * order mark, valid UTF-8, the header's charset, that of the `meta` element, finally Windows-1252.
 */
export const decodeText = (bytes: Uint8Array, contentType: string): string => {
  const header = charsetIn(contentType);
  const meta = charsetIn(new TextDecoder('latin1').decode(bytes.subarray(0, 2048)));
  const marked = byteOrderMark(bytes);
  for (const label of [marked, 'utf-8', header, meta]) {
    const text = label === undefined ? undefined : decodeStrictly(bytes, label);
    if (text !== undefined) return text;
  }
  return new TextDecoder(marked ?? 'windows-1252').decode(bytes);
};

const charsetIn = (text: string): string | undefined =>
  /charset\s*=\s*["']?\s*([\w.:-]{2,40})/i.exec(text)?.[1];

const byteOrderMark = (bytes: Uint8Array): string | undefined => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
};

/** `undefined` when the bytes are invalid in that charset, or it is unknown. */
const decodeStrictly = (bytes: Uint8Array, label: string): string | undefined => {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};
