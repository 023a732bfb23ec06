import { foldName } from './normalize-question.ts';

const wordCharacter = /[0-9a-z_]/;
/** Replaces a longer name that was found; no name contains it. */
const taken = '\u0000';

/**
 * Folded names in a text, Latin ones as whole words. A name inside a longer one does not count: 数据库 does not name 数据.
 */
export function matchNames(text: string, names: Iterable<string>): string[] {
  let rest = foldName(text);
  const found: string[] = [];
  const candidates = [...names].filter((name) => rest.includes(name));
  for (const name of candidates.toSorted((a, b) => b.length - a.length)) {
    const place = placeOf(name, rest);
    if (place < 0) continue;
    found.push(name);
    for (let at = place; at >= 0; at = placeOf(name, rest)) {
      rest = rest.slice(0, at) + taken.repeat(name.length) + rest.slice(at + name.length);
    }
  }
  return found;
}

/** Offset of a folded name in a folded text, Latin words as a whole; -1 when absent. */
export function placeOf(name: string, text: string): number {
  if (name === '') return -1;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const end = at + name.length;
    if (
      !joins(text.charAt(at - 1), name.charAt(0)) &&
      !joins(name.charAt(name.length - 1), text.charAt(end))
    ) {
      return at;
    }
  }
  return -1;
}

/**
 * True when a folded text contains a keyword; a Latin keyword must be a prefix of a word: `container` matches
 * `containers`.
 */
export function hasKeyword(text: string, keyword: string): boolean {
  for (let at = text.indexOf(keyword); at >= 0; at = text.indexOf(keyword, at + 1)) {
    if (!joins(text.charAt(at - 1), keyword.charAt(0))) return true;
  }
  return false;
}

const joins = (before: string, after: string): boolean =>
  wordCharacter.test(before) && wordCharacter.test(after);
