/** Bounds of a text of JSON: levels of lists and objects, and the number of lists, objects and names. */
export interface JsonBounds {
  readonly levels: number;
  readonly parts: number;
}

/**
 * The bound that a text of JSON exceeds, without parsing it: small texts of nothing but brackets or names take hundreds of times their
 * size in memory. Only what stands outside of texts counts.
 */
export function exceededBound(
  text: string,
  { levels, parts: mostParts }: JsonBounds,
): keyof JsonBounds | undefined {
  let [depth, parts] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') at = endOfText(text, at);
    else if (sign === ']' || sign === '}') depth -= 1;
    else if (sign === ':') parts += 1;
    else if (sign === '[' || sign === '{') {
      depth += 1;
      parts += 1;
      if (depth > levels) return 'levels';
    }
    if (parts > mostParts) return 'parts';
  }
  return undefined;
}

/** Place of the quotation mark that ends the text which begins at `start`; the end of the whole when none does. */
export function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const sign = text[at];
    if (sign === '\\') at += 1;
    else if (sign === '"') return at;
  }
  return text.length;
}
