import inTaiwan from 'opencc-js/dict/TWPhrases';
import onTheMainland from 'opencc-js/dict/TWPhrasesRev';
import { simplifyChinese } from '../simplify-chinese.ts';

/** Terms of Taiwan with those of the mainland for the same thing, as words are folded: 滑鼠 and 鼠标. */
export const regionalPairs: readonly (readonly [taiwan: string, mainland: string])[] = readPairs();

function readPairs(): (readonly [string, string])[] {
  const pairs = [
    ...inTaiwan.split('|').map((pair) => pair.split(' ').toReversed()),
    ...onTheMainland.split('|').map((pair) => pair.split(' ')),
  ].map(([taiwan = '', mainland = '']) => [fold(taiwan), fold(mainland)] as const);
  // 程序 names another thing here (程式) than there (进程): nothing tells which one is meant.
  const there = new Set(pairs.map(([, mainland]) => mainland));
  return pairs.filter(
    ([taiwan, mainland]) => taiwan !== mainland && !there.has(taiwan) && !/\P{L}/u.test(taiwan + mainland),
  );
}

function fold(term: string): string {
  return simplifyChinese(term.toLowerCase());
}

const terms = new Set(regionalPairs.flat().filter((term) => term.length > 1 && /^\p{sc=Han}+$/u.test(term)));
const firstCharacters = new Set(Array.from(terms, (term) => term.charAt(0)));
const longestTerm = Math.max(...Array.from(terms, ({ length }) => length));

/** Joins pieces that a dictionary of everyday words has cut out of such a term: 滑 and 鼠. */
export function joinTerms(pieces: readonly string[]): string[] {
  const joined: string[] = [];
  for (let at = 0; at < pieces.length;) {
    const count = termAt(pieces, at);
    joined.push(pieces.slice(at, at + count).join(''));
    at += count;
  }
  return joined;
}

/** Pieces of the longest term that begins at a place; 1 where none does. */
function termAt(pieces: readonly string[], at: number): number {
  if (!firstCharacters.has(pieces[at]?.charAt(0) ?? '')) return 1;
  let longest = 1;
  let term = '';
  for (let end = at; end < pieces.length && term.length < longestTerm; end++) {
    term += pieces[end] ?? '';
    if (terms.has(term)) longest = end - at + 1;
  }
  return longest;
}
