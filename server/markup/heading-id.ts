/** Text of a heading, and its fragment id. */
export interface HeadingId {
  readonly text: string;
  readonly id: string;
}

/** Longest generated id, in UTF-16 units. */
const maxIdLength = 80;

/**
 * Generates the ids of one document's headings, in document order. The page renderer and the indexer both use it, so
 * that the anchor of a citation exists on the page. Ids follow GitHub's rules (lower case, punctuation dropped, blanks
 * to hyphens, letters of every script kept); a repeated heading gets `-1`, `-2` …; a trailing `{#own-id}` wins and is
 * cut from the text.
 */
export const createHeadingIds = (): ((heading: string) => HeadingId) => {
  const taken = new Set<string>();
  const repeats = new Map<string, number>();
  return (heading) => {
    const { text, own } = ownId(heading);
    const base = headingSlug(own === '' ? text : own) || 'section';
    let id = base;
    while (taken.has(id)) {
      const repeat = (repeats.get(base) ?? 0) + 1;
      repeats.set(base, repeat);
      id = `${base}-${repeat}`;
    }
    taken.add(id);
    return { text, id };
  };
};

/** The id of a heading regardless of other headings; `''` when it holds nothing but punctuation. */
export const headingSlug = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\s-]+/gu, '')
    .trim()
    .replace(/\s+/g, '-')
    .slice(0, maxIdLength)
    .toWellFormed()
    .replace(/^[-\uFFFD]+|[-\uFFFD]+$/g, '');

const ownId = (heading: string): { text: string; own: string } => {
  const open = heading.lastIndexOf('{#');
  if (open < 0) return { text: heading.trim(), own: '' };
  const match = /^\{#([^\s{}]{1,80})[^{}]*\}\s*$/.exec(heading.slice(open));
  return match
    ? { text: heading.slice(0, open).trim(), own: match[1] ?? '' }
    : { text: heading.trim(), own: '' };
};
