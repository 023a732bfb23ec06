import type { MapNode } from './outline.ts';

/** A heading of the page. */
export interface Heading {
  readonly id: string;
  readonly text: string;
}

/** From this likeness on, two texts name the same chapter. */
const alike = 0.72;
/** A name that is contained in another must be this long, in characters, to mean it. */
const leastPart = 4;

/**
 * The heading that a node stands for: the one with its very id, else the one that is called the same, else, for chapters,
 * the one most like it. A single point has a heading only when it is called so.
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

/** Letters and digits of a text, in any case and width, without the number a heading begins with. */
const key = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^[\s\d.、()]+(?=\p{L})/u, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** From 0 to 1: one for a long part of the other, else the share of neighbouring letters both have (Dice 1945). */
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
