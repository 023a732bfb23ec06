import { guessCharset } from './guess-charset.ts';

/**
 * Decodes a page. Since sites declare wrong charsets, a declaration counts only when the bytes are valid in it: byte
 * order mark, valid UTF-8, the header's charset, that of the `meta` element. A few invalid bytes are
 * tolerated, as when a description was cut within a character. Without a valid declaration the charset is guessed;
 * the default is Windows-1252.
 */
export const decodeText = (bytes: Uint8Array, contentType: string): string => {
  const header = charsetIn(contentType);
  const meta = charsetIn(new TextDecoder('latin1').decode(bytes.subarray(0, 2048)));
  const marked = byteOrderMark(bytes);
  // Checked first: its bytes are also valid UTF-8, since it consists of escape sequences.
  const escaped = [header, meta].find((label) => label?.toLowerCase() === 'iso-2022-jp');
  const labels = [marked, escaped, 'utf-8', header, meta].filter((label) => label !== undefined);
  for (const label of labels) {
    const text = decode(bytes, label, true);
    if (text !== undefined) return text;
  }
  for (const label of labels) {
    const text = decode(bytes, label, false);
    if (text !== undefined && isHardlyBroken(text)) return text;
  }
  return new TextDecoder(marked ?? guessCharset(bytes) ?? 'windows-1252').decode(bytes);
};

const charsetIn = (text: string): string | undefined =>
  /charset\s*=\s*(?:["']\s*)?([\w.:-]{2,40})/i.exec(text)?.[1];

const byteOrderMark = (bytes: Uint8Array): string | undefined => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
};

/** `undefined` when the charset is unknown, or with `fatal` when the bytes are invalid in it. */
const decode = (bytes: Uint8Array, label: string, fatal: boolean): string | undefined => {
  try {
    return new TextDecoder(label, { fatal }).decode(bytes);
  } catch {
    return undefined;
  }
};

/** True when at most one in ten of the characters beyond ASCII could not be read. */
const isHardlyBroken = (text: string): boolean => {
  const broken = text.split('\uFFFD').length - 1;
  const beyond = text.match(/[^\0-\x7F]/g)?.length ?? 0;
  return broken * 10 <= beyond;
};
