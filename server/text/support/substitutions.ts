import type { Content } from './content.ts';

/** A word, a character of a script without blanks or a quantity of a text, in order. */
interface Unit {
  readonly key: string;
  readonly isContent: boolean;
}

/** Maximum of units that are aligned; more would cost time without improving the result. */
const maxUnits = 120;

function unitsOf({ tokens, quantities }: Content): Unit[] {
  const units: Unit[] = [];
  let last: unknown;
  for (const { start, end, term, word, isDense, isContent } of tokens) {
    const quantity = quantities.find((one) => start < one.end && end > one.start);
    if (quantity) {
      if (quantity !== last) units.push({ key: `#${quantity.value}`, isContent: !quantity.isWeak });
      last = quantity;
    } else if (isDense) units.push(...Array.from(word, (key) => ({ key, isContent })));
    else units.push({ key: term, isContent });
    if (units.length >= maxUnits) break;
  }
  return units.slice(0, maxUnits);
}

/** The longest common subsequence as pairs of places. */
export function commonOf(
  one: readonly Pick<Unit, 'key'>[],
  other: readonly Pick<Unit, 'key'>[],
): [number, number][] {
  const width = other.length + 1;
  const lengths = new Uint8Array((one.length + 1) * width);
  for (let row = one.length - 1; row >= 0; row--)
    for (let column = other.length - 1; column >= 0; column--)
      lengths[row * width + column] =
        one[row]?.key === other[column]?.key
          ? 1 + (lengths[(row + 1) * width + column + 1] ?? 0)
          : Math.max(lengths[(row + 1) * width + column] ?? 0, lengths[row * width + column + 1] ?? 0);
  const pairs: [number, number][] = [];
  for (let row = 0, column = 0; row < one.length && column < other.length;) {
    if (one[row]?.key === other[column]?.key) pairs.push([row++, column++]);
    else if ((lengths[(row + 1) * width + column] ?? 0) > (lengths[row * width + column + 1] ?? 0)) row++;
    else column++;
  }
  return pairs;
}

/** How much of a statement the sentences have in the same order, and what they have in the place of the rest. */
export function substitutionSignals(statement: Content, contents: readonly Content[]) {
  const said = unitsOf(statement);
  const found = contents.flatMap(unitsOf).slice(0, maxUnits);
  const pairs = commonOf(said, found);
  const everywhere = new Set(found.map(({ key }) => key));
  const own = new Set(said.map(({ key }) => key));
  let exchanged = 0;
  let substituted = 0;
  let moved = 0;
  let added = 0;
  let [row, column] = [0, 0];
  for (const [nextRow, nextColumn] of [...pairs, [said.length, found.length] as const]) {
    const here = said.slice(row, nextRow).filter(({ isContent }) => isContent);
    const there = found.slice(column, nextColumn).filter(({ isContent }) => isContent);
    const isInner = row > 0 && nextRow < said.length;
    if (here.length > 0) {
      const known = here.filter(({ key }) => everywhere.has(key)).length / here.length;
      const back = there.length === 0 ? 0 : there.filter(({ key }) => own.has(key)).length / there.length;
      if (there.length > 0 && there.length <= 3 * here.length + 2) {
        if (known > 0.6 && back > 0.4) exchanged++;
        else if (known < 0.5) substituted += isInner ? 1 : 0.5;
      }
      if (known > 0.6) moved += here.length;
      else added += here.length;
    }
    [row, column] = [nextRow + 1, nextColumn + 1];
  }
  const content = Math.max(1, said.filter(({ isContent }) => isContent).length);
  return {
    common: said.length === 0 ? 0 : pairs.length / said.length,
    exchanged: Math.min(3, exchanged) / 3,
    substituted: Math.min(4, substituted) / 4,
    moved: moved / content,
    added: added / content,
  };
}
