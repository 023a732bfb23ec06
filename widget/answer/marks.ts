/** A piece of an answer: plain text, or a citation mark with its text and the positions (from 1) it names. */
export type Piece = string | { readonly text: string; readonly numbers: readonly number[] };

const mark = /\s?\[(\d{1,2}(?:\s*[,，、]\s*\d{1,2})*)\]/g;

/** Splits text at the marks `[N]` and `[N, M]` whose numbers all name one of `sources` sources; others stay text. */
export function splitMarks(text: string, sources: number): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const found of text.matchAll(mark)) {
    const numbers = (found[1] ?? '').split(/[,，、]/).map(Number);
    if (!numbers.every((n) => n >= 1 && n <= sources)) continue;
    if (found.index > from) pieces.push(text.slice(from, found.index));
    pieces.push({ text: found[0], numbers });
    from = found.index + found[0].length;
  }
  if (from < text.length) pieces.push(text.slice(from));
  return pieces;
}

/** The text without its citation marks. */
export const withoutMarks = (text: string, sources: number): string =>
  splitMarks(text, sources)
    .filter((piece) => typeof piece === 'string')
    .join('');

/** The sources that an answer really marks, as positions from 1 in rising order. */
export const markedSources = (text: string, sources: number): number[] =>
  [
    ...new Set(
      splitMarks(text, sources).flatMap((piece) => (typeof piece === 'string' ? [] : piece.numbers)),
    ),
  ].toSorted((a, b) => a - b);

/** A text on its way without the half mark at its end, so that no bracket flashes up. */
export const withoutHalfMark = (text: string): string => text.replace(/\s?\[[\d,，、\s]{0,12}$/, '');
