import type { Content } from './content.ts';
import type { Token } from './tokens.ts';

/** Share of the characters of Chinese content words that the sentences contain; for other words the share of letters. */
export function charactersHeld(statement: Content, contents: readonly Content[]): number {
  const known = new Set(
    contents.flatMap(({ tokens }) =>
      tokens.filter(({ isDense }) => isDense).flatMap(({ word }) => Array.from(word)),
    ),
  );
  const terms = new Set(contents.flatMap(({ tokens }) => tokens.map(({ term }) => term)));
  let sum = 0;
  let hit = 0;
  for (const { word, term, isDense, isContent } of statement.tokens) {
    if (!isContent) continue;
    const signs = isDense ? Array.from(word) : [term];
    sum += signs.length;
    hit += isDense ? signs.filter((sign) => known.has(sign)).length : terms.has(term) ? 1 : 0;
  }
  return sum === 0 ? 0 : hit / sum;
}

/** Share of neighbouring words that are neighbours in a sentence, too. */
export function adjacentShare(statement: Content, contents: readonly Content[]): number {
  const pairs = new Set(
    contents.flatMap(({ tokens }) =>
      tokens.slice(1).map((token, index) => `${tokens[index]?.term} ${token.term}`),
    ),
  );
  const said = statement.tokens
    .slice(1)
    .map((token, index) => `${statement.tokens[index]?.term} ${token.term}`);
  return said.length === 0 ? 0 : said.filter((pair) => pairs.has(pair)).length / said.length;
}

/** True for a statement that a sentence contains word for word, from the beginning of a clause on and including its negations. */
export function isExact(statement: Content, contents: readonly Content[]): boolean {
  const said = statement.tokens.map(({ term }) => term);
  const negations = statement.signs.filter(({ meanings }) => meanings.not).length;
  return contents.some(({ tokens, signs }) => {
    const start = tokens.findIndex(
      ({ clause }, index) =>
        clause !== tokens[index - 1]?.clause &&
        said.every((term, offset) => tokens[index + offset]?.term === term),
    );
    const first = tokens[start];
    const last = tokens[start + said.length - 1];
    if (said.length < 2 || first === undefined || last === undefined) return false;
    return (
      signs.filter((sign) => sign.meanings.not && sign.clause >= first.clause && sign.clause <= last.clause)
        .length === negations
    );
  });
}

/** Share of the matched words that do not occur together with the rest of their clause in any single clause: "A is x, B is y" for "A is y, B is x". */
export function unbound(statement: Content, contents: readonly Content[]): number {
  const clauses = contents.flatMap((content) =>
    Array.from({ length: content.clauses }, (_, clause) => new Set(termsOf(content, clause))),
  );
  const everywhere = new Set(clauses.flatMap((terms) => [...terms]));
  let found = 0;
  let together = 0;
  for (let clause = 0; clause < statement.clauses; clause++) {
    const own = [...new Set(termsOf(statement, clause))].filter((term) => everywhere.has(term));
    if (own.length < 2) continue;
    found += own.length;
    together += Math.max(...clauses.map((terms) => own.filter((term) => terms.has(term)).length));
  }
  return found === 0 ? 0 : 1 - together / found;
}

/** Words and values of a clause. */
const termsOf = ({ words, quantities }: Content, clause: number): string[] => [
  ...words.filter((word) => word.clause === clause).map(({ term }) => term),
  ...quantities
    .filter((quantity) => quantity.clause === clause && !quantity.isWeak)
    .map(({ value }) => `#${value}`),
];

/** Share of neighbouring words of the statement that a sentence has in reverse order. */
export function reordered(words: readonly Token[], contents: readonly Content[]): number {
  const [content] = contents;
  if (content === undefined) return 0;
  const places = new Map<string, number>();
  content.words.forEach(({ term }, index) => {
    if (!places.has(term)) places.set(term, index);
  });
  const found = words.flatMap(({ term }) => places.get(term) ?? []);
  const turns = found.slice(1).filter((place, index) => place < (found[index] ?? 0)).length;
  return found.length < 3 ? 0 : turns / (found.length - 1);
}
