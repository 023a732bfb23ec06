import { z } from 'zod';

/** A row of a list, or an entry of a map, that two administrators have changed; a missing side has no such row. */
export const RowConflict = z.object({
  key: z.string().meta({ description: 'Id of the row, or its key in a map' }),
  base: z.unknown().optional(),
  yours: z.unknown().optional(),
  theirs: z.unknown().optional(),
});
export type RowConflict = z.infer<typeof RowConflict>;

/** A setting that was saved by somebody else after it was read; `base` is what both had before them. */
export const SettingConflict = z.object({
  path: z.string().meta({ description: 'group.field' }),
  revision: z
    .int()
    .meta({ description: 'Revision of the group that holds theirs; a save that is based on it is taken' }),
  base: z.unknown().optional(),
  yours: z.unknown(),
  theirs: z.unknown(),
  rows: z.array(RowConflict).optional().meta({
    description: 'Rows that both have changed, of a list or a map; empty when the rest can be put together',
  }),
  ordered: z
    .literal(true)
    .optional()
    .meta({ description: 'A list whose order is its meaning: one side is taken whole' }),
  secret: z
    .literal(true)
    .optional()
    .meta({ description: 'A secret that both have set, of which neither side is shown' }),
});
export type SettingConflict = z.infer<typeof SettingConflict>;

/** Whether two values are equal, however the fields of their objects are ordered. */
export const isSame = (one: unknown, other: unknown): boolean => textOf(one) === textOf(other);

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    isMap(inner) ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1))) : inner,
  ) ?? '';

/** The fields in which two values differ, as each of them has them. */
export function differencesOf(
  before: Fields,
  after: Fields,
): { readonly before: Fields; readonly after: Fields } {
  const names = Object.keys({ ...before, ...after }).filter((name) => !isSame(before[name], after[name]));
  const of = (value: Fields) => Object.fromEntries(names.map((name) => [name, value[name]]));
  return { before: of(before), after: of(after) };
}

type Fields = Readonly<Record<string, unknown>>;

/** The fields in which a record that is being saved differs from the saved one; a side that is missing has no fields. */
export const recordConflicts = (
  name: string,
  revision: number,
  yours: Fields,
  theirs: Fields = {},
): SettingConflict[] =>
  Object.keys(yours)
    .filter((field) => !isSame(yours[field], theirs[field]))
    .map((field) => ({
      path: `${name}.${field}`,
      revision,
      yours: yours[field],
      theirs: theirs[field] ?? null,
    }));

/**
 * Conflicts seen by the side that knows what it has read: `merged` are the fields that only one side has changed, or whose
 * rows fit together; `open` are those that a person must settle.
 */
export function againstBase(
  conflicts: readonly SettingConflict[],
  base: object,
): { readonly merged: Fields; readonly open: readonly SettingConflict[] } {
  const read = new Map<string, unknown>(Object.entries(base));
  const merged: Record<string, unknown> = {};
  const open: SettingConflict[] = [];
  for (const found of conflicts) {
    const field = fieldOf(found);
    const was = read.get(field);
    const sides = { ...found, base: was };
    // Steps in an order, without ids, are one value: put together they would be a list that nobody has made.
    const isWhole = found.ordered || isOrdered(found.yours) || isOrdered(found.theirs);
    const known = isWhole ? sides : conflictOf(sides);
    if (found.secret) open.push(found);
    else if (isSame(found.theirs, was)) merged[field] = found.yours;
    else if (isSame(found.yours, was)) merged[field] = found.theirs;
    else if (known.rows?.length === 0) merged[field] = mergedRows(known, {});
    else open.push(known);
  }
  return { merged, open };
}

const isOrdered = (value: unknown): boolean =>
  Array.isArray(value) && value.some((row: unknown) => isMap(row) && typeof row['id'] !== 'string');

/** The field of a conflict, without the name of what it belongs to. */
export const fieldOf = ({ path }: Pick<SettingConflict, 'path'>): string => path.slice(path.indexOf('.') + 1);

/** A conflict with its rows, where all sides are lists or all are maps. */
export function conflictOf(given: Omit<SettingConflict, 'rows'>): SettingConflict {
  const found = mergeOf(given);
  return { ...given, ...(found && { rows: found.open }) };
}

/**
 * Yours and theirs in one: what only one side has changed stands as that side has it, rows that both have added both
 * stay, and a row that both have changed is the one of the side that `choice` names. `undefined` where the values have
 * no rows.
 */
export const mergedRows = (
  sides: Pick<SettingConflict, 'base' | 'yours' | 'theirs'>,
  choice: Readonly<Record<string, 'yours' | 'theirs'>>,
): unknown => mergeOf(sides, choice)?.value;

interface Sides {
  readonly base?: unknown;
  readonly yours?: unknown;
  readonly theirs?: unknown;
}

function mergeOf(
  { base, yours, theirs }: Sides,
  choice: Readonly<Record<string, 'yours' | 'theirs'>> = {},
): { readonly value: unknown; readonly open: RowConflict[] } | undefined {
  const isList = Array.isArray(yours) && Array.isArray(theirs);
  if (!isList && !(isMap(yours) && isMap(theirs))) return undefined;
  const [before, mine, other] = [base, yours, theirs].map(rowsIn) as [Rows, Rows, Rows];
  const kept = new Map<string, unknown>();
  const open: RowConflict[] = [];
  for (const key of new Set([...mine.keys(), ...other.keys(), ...before.keys()])) {
    const [was, own, their] = [before.get(key), mine.get(key), other.get(key)];
    if (isSame(own, their) || isSame(their, was)) put(kept, key, own);
    else if (isSame(own, was)) put(kept, key, their);
    else if (isList && was === undefined && own !== undefined && their !== undefined) {
      // Two new rows that happen to have the same id.
      put(kept, key, own);
      const id = freeKey(key, [kept, mine, other]);
      put(kept, id, isMap(their) ? { ...their, id } : their);
    } else {
      open.push({ key, base: was, yours: own, theirs: their });
      put(kept, key, choice[key] === 'theirs' ? their : own);
    }
  }
  return { value: isList ? [...kept.values()] : Object.fromEntries(kept), open };
}

type Rows = ReadonlyMap<string, unknown>;

/** Rows of a list by their id, or by their text where they have none; entries of a map by their key. */
function rowsIn(value: unknown): Rows {
  if (Array.isArray(value))
    return new Map(
      value.map((row: unknown) => [
        isMap(row) && typeof row['id'] === 'string' ? row['id'] : textOf(row),
        row,
      ]),
    );
  return new Map(isMap(value) ? Object.entries(value) : []);
}

const put = (rows: Map<string, unknown>, key: string, row: unknown): void => {
  if (row !== undefined) rows.set(key, row);
};

function freeKey(key: string, taken: readonly Rows[]): string {
  for (let number = 2; ; number += 1) {
    const free = `${key}-${number}`;
    if (taken.every((rows) => !rows.has(free))) return free;
  }
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
