import type { WritingEdit } from '../../../contract/writing/patch.ts';

/** A segment of the author's text: unchanged, or a change to accept or reject. */
export type Piece =
  | { readonly kind: 'same'; readonly text: string }
  | {
      readonly kind: 'change';
      readonly index: number;
      readonly before: string;
      readonly after: string;
      readonly reason: string;
      /** The sentence in which a proposed link stands. */
      readonly sentence?: string | undefined;
    };

/** The text in order with its changes in place. The edits are ascending and do not overlap. */
export function piecesOf(text: string, edits: readonly WritingEdit[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  const same = (end: number) => {
    if (end > at) pieces.push({ kind: 'same', text: text.slice(at, end) });
  };
  for (const [index, { start, end, replacement, reason, sentence }] of edits.entries()) {
    same(start);
    const before = text.slice(start, end);
    pieces.push({ kind: 'change', index, before, after: replacement, reason, sentence });
    at = end;
  }
  same(text.length);
  return pieces;
}

/** The text with the accepted changes. */
export const withChanges = (
  text: string,
  edits: readonly WritingEdit[],
  taken: ReadonlySet<number>,
): string =>
  piecesOf(text, edits)
    .map((piece) =>
      piece.kind === 'same' ? piece.text : taken.has(piece.index) ? piece.after : piece.before,
    )
    .join('');
