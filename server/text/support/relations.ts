import type { Content } from './content.ts';
import type { Sign, Token } from './tokens.ts';

/** A word of a statement that a sentence has as well, by its places among the words of both. */
interface Shared {
  readonly here: number;
  readonly there: number;
}

/** Words on either side of a pivot that are looked at. */
const reach = 6;

/**
 * Whether a statement and its sentence have the same words on the same sides of what relates them: `mirrored` is 1 where both
 * sides of a word have changed places, as in "B before A" for "A before B"; `mirroredAt` looks at words that relate or deny;
 * `converse` at a word in the place of its opposite, as in "B after A", which says the same.
 */
export function relationSignals(statement: Content, [main]: readonly Content[]) {
  const none = { mirrored: 0, mirroredAt: 0, converse: 0, straight: 0 };
  if (main === undefined) return none;
  const shared = sharedWords(statement, main);
  if (shared.length < 2) return none;
  const turn = (here: number, there: number) => turned(shared, here, there);
  const mirrored = Math.max(0, ...shared.map(({ here, there }) => turn(here, there).mirrored));
  let [mirroredAt, converse, straight] = [0, 0, 0];
  for (const sign of statement.signs) {
    if (!isRelation(sign)) continue;
    const here = placeOf(statement, sign);
    for (const other of main.signs) {
      const isSame =
        wordOf(statement, sign) === wordOf(main, other) ||
        (sign.meanings.sides ?? []).some((side) => other.meanings.sides?.includes(side));
      const isOpposite =
        !isSame &&
        (sign.meanings.sides ?? []).some((side) => other.meanings.sides?.includes(oppositeOf(side)));
      if (!isSame && !isOpposite) continue;
      const sides = turn(here, placeOf(main, other));
      if (isSame) mirroredAt = Math.max(mirroredAt, sides.mirrored);
      else {
        converse = Math.max(converse, sides.mirrored);
        straight = Math.max(straight, sides.straight);
      }
    }
  }
  return { mirrored, mirroredAt, converse, straight };
}

const isRelation = ({ meanings }: Sign): boolean => meanings.not === true || meanings.sides !== undefined;

const wordOf = ({ folded }: Content, { start, end }: Sign): string => folded.slice(start, end);

const oppositeOf = (side: string): string => `${side.slice(0, -1)}${side.endsWith('0') ? 1 : 0}`;

/** Half a place before the first word that begins after the sign. */
const placeOf = ({ tokens }: Content, { start, end }: Sign): number => {
  const inside = tokens.findIndex((token) => token.start < end && token.end > start);
  if (inside >= 0) return inside;
  const after = tokens.findIndex((token) => token.start >= end);
  return (after < 0 ? tokens.length : after) - 0.5;
};

/** The words that stand once on each side. */
function sharedWords(statement: Content, main: Content): Shared[] {
  const here = onceIn(statement);
  const there = onceIn(main);
  return [...here].flatMap(([key, place]) => {
    const other = there.get(key);
    return other === undefined ? [] : [{ here: place, there: other }];
  });
}

/** Content words and values that stand once in a text, by their place. */
function onceIn({ tokens, quantities }: Content): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const twice = new Set<string>();
  tokens.forEach((token, place) => {
    const key = keyOf(token, quantities);
    if (key === undefined || places.get(key) === place - 1) return;
    if (places.has(key)) twice.add(key);
    else places.set(key, place);
  });
  for (const key of twice) places.delete(key);
  return places;
}

function keyOf(token: Token, quantities: Content['quantities']): string | undefined {
  const quantity = quantities.find(({ start, end }) => token.start < end && token.end > start);
  if (quantity) return quantity.isWeak ? undefined : `#${quantity.value}`;
  return token.isContent ? token.term : undefined;
}

/** How much of both sides of a pivot has changed sides, and how much has stayed. */
function turned(shared: readonly Shared[], here: number, there: number) {
  const sides = shared.filter((one) => one.here !== here && Math.abs(one.here - here) <= 2 * reach);
  const before = sides.filter((one) => one.here < here).slice(-reach);
  const after = sides.filter((one) => one.here > here).slice(0, reach);
  if (before.length === 0 || after.length === 0) return { mirrored: 0, straight: 0 };
  const left = (some: readonly Shared[]) => some.filter((one) => one.there < there).length / some.length;
  const right = (some: readonly Shared[]) => some.filter((one) => one.there > there).length / some.length;
  return {
    mirrored: Math.min(right(before), left(after)),
    straight: Math.min(left(before), right(after)),
  };
}

/**
 * Share of the words next to a quantity of the statement that stand next to another quantity of the same kind in the sentence:
 * "A 12, B 25" for "A 25, B 12".
 */
export function valuesMoved(statement: Content, [main]: readonly Content[]): number {
  if (main === undefined || main.quantities.length < 1) return 0;
  let found = 0;
  let moved = 0;
  for (const { term, start, isContent } of statement.tokens) {
    if (!isContent) continue;
    const own = nearest(statement.quantities, start);
    if (own === undefined) continue;
    const places = main.tokens.filter((token) => token.term === term).map((token) => token.start);
    const others = main.quantities.filter(({ unit }) => unit === own.unit || own.unit === undefined);
    if (places.length !== 1 || others.length === 0) continue;
    const [place = 0] = places;
    const next = nearest(others, place);
    if (next === undefined || !others.some(({ value }) => value === own.value)) continue;
    found++;
    if (next.value !== own.value) moved++;
  }
  return found === 0 ? 0 : moved / found;
}

type Quantity = Content['quantities'][number];

/** The firm quantity nearest to a place. */
const nearest = (quantities: readonly Quantity[], place: number): Quantity | undefined => {
  let best: Quantity | undefined;
  let least = Infinity;
  for (const quantity of quantities) {
    if (quantity.isWeak) continue;
    const gap = place < quantity.start ? quantity.start - place : place - quantity.end;
    if (gap < least) [best, least] = [quantity, gap];
  }
  return best;
};
