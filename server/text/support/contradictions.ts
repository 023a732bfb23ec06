import type { Content } from './content.ts';
import type { View } from './held-words.ts';
import { quantityIn } from './quantity-match.ts';
import type { Sign, Token } from './tokens.ts';

export function valueSignals(statement: Content, contents: readonly Content[]) {
  const all = contents.flatMap(({ quantities }) => quantities);
  let same = 0;
  let missing = 0;
  let other = 0;
  let bounds = 0;
  for (const wanted of statement.quantities) {
    const { match, hasBound } = quantityIn(wanted, all);
    if (wanted.isWeak && match !== 'other') continue;
    if (match === 'same') same++;
    if (match !== 'same') missing += wanted.isWeak ? 0.5 : 1;
    if (match === 'other') other++;
    // Only the second sentence has the value, and the first has a different value of the same kind.
    const [main] = contents;
    if (match === 'same' && main && quantityIn(wanted, main.quantities).match === 'other') other += 0.5;
    if (!hasBound) bounds++;
  }
  return {
    valuesHeld: Math.min(2, same) / 2,
    valuesMissing: Math.min(2, missing) / 2,
    valuesOther: Math.min(2, other) / 2,
    bounds: Math.min(1, bounds),
  };
}

/** From this share on, the statement as a whole counts as negated. */
export const mostlyDenied = 0.6;

/** Maximum distance in words between a negation and a word it negates. */
const scope = 3;

/** Share of the words in both texts that only one of them negates, limited to three words. */
export function polarityDiffers(statement: Content, contents: readonly Content[], view: View): number {
  const here = denied(statement);
  const there = new Set(contents.flatMap((content) => [...denied(content)]));
  let shared = 0;
  let differing = 0;
  for (const word of statement.words) {
    const found = view.tokensOf(word);
    if (found.length === 0) continue;
    shared++;
    if (found.every((token) => there.has(token) !== here.has(word))) differing++;
  }
  return shared === 0 ? 0 : Math.min(1, differing / Math.min(shared, 3));
}

/** Content words within the scope of a negation, on both sides of it and within its clause. */
function denied({ tokens, signs }: Content): ReadonlySet<Token> {
  const found = new Set<Token>();
  for (const sign of signs) {
    if (!sign.meanings.not) continue;
    const own = tokens.filter(({ clause, isContent }) => clause === sign.clause && isContent);
    for (const token of own.filter(({ end }) => end <= sign.start).slice(-1)) found.add(token);
    for (const token of own.filter(({ start, end }) => start >= sign.end || end > sign.end).slice(0, scope))
      found.add(token);
  }
  return found;
}

const sidesOf = (signs: readonly Sign[]) => new Set(signs.flatMap(({ meanings }) => meanings.sides ?? []));

/** Number of pairs of opposites of which the statement has one side and the sentences only the other. */
export function oppositesIn(statement: Content, contents: readonly Content[], view: View): number {
  const said = sidesOf(statement.signs);
  const found = sidesOf(contents.flatMap(({ signs }) => signs));
  let conflicts = 0;
  for (const side of said) {
    const [pair = '', place] = side.split('+');
    const opposite = `${pair}+${place === '0' ? 1 : 0}`;
    if (said.has(opposite) || found.has(side) || !found.has(opposite)) continue;
    const words = statement.signs.filter(({ meanings }) => meanings.sides?.includes(side));
    if (words.every(({ start, end }) => !view.contextText.includes(statement.folded.slice(start, end))))
      conflicts++;
  }
  return Math.min(2, conflicts) / 2;
}

/** Detects that the statement repeats a hedged clause of the sentences without the hedge. */
export function hedgeLost(
  statement: Content,
  contents: readonly Content[],
  touched: readonly ReadonlySet<number>[],
): number {
  if (statement.signs.some(({ meanings }) => meanings.hedge)) return 0;
  return contents.some((content, index) =>
    content.signs.some(
      ({ meanings, clause }) => meanings.hedge && !meanings.strong && touched[index]?.has(clause),
    ),
  )
    ? 1
    : 0;
}

/** Strong words such as "always", "only" or "default" that the other text lacks; they count half when it has another strong word. */
export function strengthened(said: readonly Sign[], found: readonly Sign[]): number {
  const known = new Set(found.map(({ meanings }) => meanings));
  const added = new Set(
    said.map(({ meanings }) => meanings).filter((meanings) => meanings.strong && !known.has(meanings)),
  );
  return added.size * (found.some(({ meanings }) => meanings.strong) ? 0.5 : 1);
}
