import { parseJson } from '../../../../kit/json.ts';

/** Content of `site-state.json` of earlier versions: views and excerpts by article id. */
export interface SiteState {
  readonly visits: ReadonlyMap<string, number>;
  readonly excerpts: ReadonlyMap<string, string>;
}

/** Parses the file. Wrong values are left out; `undefined` when the file is damaged. */
export function readStateFile(content: string): SiteState | undefined {
  const state = parseJson(content);
  if (state === undefined) return undefined;
  return {
    visits: entriesOf(state, 'visits', isCount),
    excerpts: entriesOf(state, 'excerpts', (value) => typeof value === 'string'),
  };
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

const entriesOf = <T>(
  state: unknown,
  name: string,
  isValue: (value: unknown) => value is T,
): Map<string, T> => {
  const part: unknown =
    typeof state === 'object' && state !== null && name in state ? Reflect.get(state, name) : {};
  if (typeof part !== 'object' || part === null) return new Map();
  return new Map(Object.entries(part).filter((entry): entry is [string, T] => isValue(entry[1])));
};
