/**
 * Trims runs of characters at both ends of a text in linear time. A pattern such as `/[set]+$/` is quadratic in the length of a run inside
 * the text, which takes minutes for some ten thousand characters. `sign` is a pattern that matches one character, without the flags `g`
 * and `y`.
 */

/** Text without the signs at its end. */
export const withoutEnd = (text: string, sign: RegExp): string => text.slice(0, startOfEnd(text, sign));

/** Text without the signs at its beginning. */
export function withoutStart(text: string, sign: RegExp): string {
  let start = 0;
  while (start < text.length) {
    const next = String.fromCodePoint(text.codePointAt(start) ?? 0);
    if (!sign.test(next)) break;
    start += next.length;
  }
  return text.slice(start);
}

/** Text without the signs at both ends. */
export const withoutEnds = (text: string, sign: RegExp): string => withoutStart(withoutEnd(text, sign), sign);

/** The signs at the end of a text, which may be none. */
export const signsAtEnd = (text: string, sign: RegExp): string => text.slice(startOfEnd(text, sign));

function startOfEnd(text: string, sign: RegExp): number {
  let end = text.length;
  while (end > 0) {
    const start = end - (isPair(text, end - 2) ? 2 : 1);
    if (!sign.test(text.slice(start, end))) break;
    end = start;
  }
  return end;
}

/** True when a character of two UTF-16 units begins at `at`. */
const isPair = (text: string, at: number): boolean => at >= 0 && (text.codePointAt(at) ?? 0) > 0xff_ff;
