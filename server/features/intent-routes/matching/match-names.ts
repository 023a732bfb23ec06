import { foldName } from './normalize-question.ts';

const wordCharacter = /[0-9a-z_]/;
/** Stands where a longer name has been found; no name holds it. */
const taken = '\u0000';

/**
 * The folded names that occur in a text, Latin ones as whole words. A name that only occurs inside a longer one is not
 * meant: 数据库 does not name 数据.
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

/** Where a folded name stands in a folded text without cutting a Latin word, -1 when nowhere. */
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

/** True when a folded text has a keyword; a Latin keyword has to begin a word: `container` is in `containers`. */
export function hasKeyword(text: string, keyword: string): boolean {
  for (let at = text.indexOf(keyword); at >= 0; at = text.indexOf(keyword, at + 1)) {
    if (!joins(text.charAt(at - 1), keyword.charAt(0))) return true;
  }
  return false;
}

const joins = (before: string, after: string): boolean =>
  wordCharacter.test(before) && wordCharacter.test(after);
