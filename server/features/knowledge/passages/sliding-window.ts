import { sentences } from '../../../text/sentences.ts';
import type { Block } from '../extraction/blocks.ts';
import { cutBefore, startAfter } from './boundaries.ts';

export interface SlidingWindowRules {
  /** Most characters (UTF-16 units) of a window, what it repeats included. */
  readonly size: number;
  /** Most characters repeated from the window before. */
  readonly overlap: number;
  /** A last window shorter than this joins the one before. */
  readonly least: number;
  readonly sentenceAware: boolean;
}

/** A part of a section: `repeated` is the end of the previous window, `fresh` is new. */
export interface SlidingWindow {
  readonly repeated: string;
  readonly fresh: string;
  /** Position of the block in which it begins. */
  readonly block: number;
}

/** An indivisible piece: a sentence, line or table row, with the blanks after it. */
interface Atom {
  readonly text: string;
  readonly block: number;
  readonly opensBlock: boolean;
}

/**
 * Divides the text of a section into windows: whole blocks if they fit, long blocks at lines and sentences, longer
 * sentences at clauses and words. Every window is within `size`; all `fresh` parts joined are the section.
 */
export const slidingWindows = (
  blocks: readonly Pick<Block, 'kind' | 'text'>[],
  rules: SlidingWindowRules,
): SlidingWindow[] => {
  const atoms = blocks.flatMap((block, index) => {
    const text = index < blocks.length - 1 ? `${block.text}\n\n` : block.text;
    return atomsOf(block.kind, text, rules).map((part, order): Atom => ({
      text: part,
      block: index,
      opensBlock: order === 0,
    }));
  });
  const done: SlidingWindow[] = [];
  let repeated = '';
  let open: Atom[] = [];
  let length = 0;

  const close = (count: number) => {
    const fresh = textOf(open.slice(0, count));
    done.push({ repeated, fresh, block: open[0]?.block ?? 0 });
    open = open.slice(count);
    length = textOf(open).length;
    const next = tailOf(fresh, rules);
    repeated = next.length + length < rules.size ? next : '';
  };

  for (const atom of atoms) {
    const needed = atom.text.trimEnd().length;
    if (length > 0 && repeated.length + length + needed > rules.size) close(bestEnd(open, atom, rules.size));
    while (length > 0 && length + needed > rules.size) close(open.length);
    if (repeated.length + length + needed > rules.size) repeated = '';
    open.push(atom);
    length += atom.text.length;
  }
  if (open.length > 0) close(open.length);
  return joinShortTail(done, rules);
};

/** Number of atoms in the window: up to the last block boundary in its second half, unless the next atom starts a block. */
const bestEnd = (open: readonly Atom[], next: Atom, size: number): number => {
  if (next.opensBlock) return open.length;
  let length = 0;
  let best = open.length;
  for (const [index, atom] of open.entries()) {
    if (atom.opensBlock && length >= size / 2) best = index;
    length += atom.text.length;
  }
  return best;
};

/** The end of a window that the next one repeats, from the start of a sentence if one is near. */
const tailOf = (fresh: string, rules: SlidingWindowRules): string => {
  const end = fresh.trimEnd().length;
  if (rules.overlap === 0 || end <= rules.overlap) return '';
  const start = startAfter(fresh, end - rules.overlap, rules.sentenceAware ? sentenceStarts(fresh) : []);
  return start < end ? fresh.slice(start) : '';
};

const joinShortTail = (done: readonly SlidingWindow[], rules: SlidingWindowRules): SlidingWindow[] => {
  const last = done.at(-1);
  const before = done.at(-2);
  if (!last || !before || last.fresh.trim().length >= rules.least) return [...done];
  const joined = before.fresh + last.fresh;
  if (before.repeated.length + joined.trimEnd().length > rules.size + rules.least) return [...done];
  return [...done.slice(0, -2), { ...before, fresh: joined }];
};

const textOf = (atoms: readonly Atom[]): string => atoms.map((atom) => atom.text).join('');

const atomsOf = (kind: Block['kind'], text: string, rules: SlidingWindowRules): string[] => {
  const isProse = kind === 'paragraph' || kind === 'quote';
  const parts = !isProse ? linesOf(text) : rules.sentenceAware ? cutAt(text, sentenceStarts(text)) : [text];
  return parts.flatMap((part) => smallEnough(part, rules));
};

/** A part that fits into one window; longer ones leave room for repeated text. */
const smallEnough = (part: string, rules: SlidingWindowRules): string[] => {
  if (part.trimEnd().length <= rules.size) return [part];
  const sentences = rules.sentenceAware ? cutAt(part, sentenceStarts(part)) : [part];
  return sentences.length > 1
    ? sentences.flatMap((sentence) => smallEnough(sentence, rules))
    : hardCut(part, rules);
};

const hardCut = (text: string, rules: SlidingWindowRules): string[] => {
  const pieces: string[] = [];
  for (let from = 0; from < text.length;) {
    const end = cutBefore(text, from, from + rules.size - rules.overlap);
    pieces.push(text.slice(from, end));
    from = end;
  }
  return pieces;
};

const linesOf = (text: string): string[] => text.match(/[^\n]*\n+|[^\n]+$/g) ?? [];

/** Offsets at which sentences begin; the blanks between two belong to the first. */
const sentenceStarts = (text: string): number[] => {
  const [, ...rest] = sentences(text);
  return [0, ...rest.map((sentence) => sentence.start)];
};

const cutAt = (text: string, starts: readonly number[]): string[] =>
  starts.map((start, index) => text.slice(start, starts[index + 1]));
