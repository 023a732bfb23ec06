import type { MapNode } from './outline.ts';

/** A heading of the page. */
export interface Heading {
  readonly id: string;
  readonly text: string;
}

/** Minimum similarity of two names of the same chapter. */
const alike = 0.72;
/** Minimum length in characters of a name that is matched as part of another. */
const leastPart = 4;

/**
 * The heading of a node: the one with its id, otherwise with the same text, otherwise, for chapters, the most similar
 * one. A list item has a heading only with the same text.
 */
export function matchHeading<H extends Heading>(
  { text, anchor, children }: MapNode,
  headings: readonly H[],
): H | undefined {
  const name = key(text);
  const exact =
    (anchor === '' ? undefined : headings.find(({ id }) => id === anchor)) ??
    headings.find((heading) => name !== '' && key(heading.text) === name) ??
    (anchor === '' ? undefined : headings.find(({ id }) => key(id) === key(anchor)));
  if (exact || (anchor === '' && children.length === 0)) return exact;
  const [best] = headings
    .map((heading) => ({ heading, likeness: likeness(name, key(heading.text)) }))
    .toSorted((one, other) => other.likeness - one.likeness);
  return best && best.likeness >= alike ? best.heading : undefined;
}

/** Letters and digits of a text, with case and width folded, without the number at its start. */
const key = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^[\s\d.、()]+(?=\p{L})/u, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** Similarity from 0 to 1: 1 when one contains the other, otherwise the share of common bigrams (Dice 1945). */
function likeness(one: string, other: string): number {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length >= leastPart && long.includes(short)) return 0.8 + 0.2 * (short.length / long.length);
  const [pairs, others] = [pairsOf(one), pairsOf(other)];
  if (pairs.size === 0 || others.size === 0) return 0;
  const common = [...pairs].filter((pair) => others.has(pair)).length;
  return (2 * common) / (pairs.size + others.size);
}

const pairsOf = (text: string): Set<string> =>
  new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, place) => text.slice(place, place + 2)));
