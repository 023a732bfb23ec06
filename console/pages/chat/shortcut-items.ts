import { configLimits } from '../../../contract/config/fields.ts';
import { ShortcutItem } from '../../../contract/config/shortcuts.ts';
import { problemText } from '../../ui/problem-text.ts';

/** Validation messages of a question, by field. */
export type ItemProblems = Partial<Record<'label' | 'query' | 'intentRouteId', string>>;

/** The questions in a draft of the configuration; invalid ones are left out. */
export const itemsIn = (value: unknown): ShortcutItem[] =>
  Array.isArray(value)
    ? value.flatMap((item) => {
        const read = ShortcutItem.safeParse(item);
        return read.success ? [read.data] : isItemLike(item) ? [item] : [];
      })
    : [];

/** While typing, a text may be too long or empty: the draft keeps it and shows the error. */
const isItemLike = (item: unknown): item is ShortcutItem =>
  typeof item === 'object' && item !== null && 'query' in item && 'id' in item;

/** A new question with an unused id. */
export function newItem(items: readonly ShortcutItem[]): ShortcutItem {
  const taken = new Set(items.map(({ id }) => id));
  let number = items.length + 1;
  while (taken.has(`shortcut-${number}`)) number += 1;
  return {
    id: `shortcut-${number}`,
    label: '',
    query: '',
    icon: 'sparkles',
    intentRouteId: '',
    enabled: true,
  };
}

/** The items with one of them moved. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_, index) => index !== from);
  const item = items.slice(from, from + 1);
  const place = Math.max(0, Math.min(rest.length, to));
  return [...rest.slice(0, place), ...item, ...rest.slice(place)];
}

/** The errors of an item; `known` contains the ids of the existing routes, `undefined` until they are loaded. */
export function problemsOf(
  item: ShortcutItem,
  known: ReadonlySet<string> | undefined,
  blank: string,
  noRoute: string,
): ItemProblems {
  const read = ShortcutItem.safeParse(item);
  const issues = read.success ? [] : read.error.issues;
  const said = (field: string) => {
    const issue = issues.find(({ path }) => path[0] === field);
    return issue && problemText(issue);
  };
  const [label, query, route] = [said('label'), said('query'), said('intentRouteId')];
  const isLost = item.intentRouteId !== '' && known !== undefined && !known.has(item.intentRouteId);
  return {
    ...(label && { label }),
    ...(item.query.trim() === '' ? { query: blank } : query && { query }),
    ...(isLost ? { intentRouteId: noRoute } : route && { intentRouteId: route }),
  };
}

export const mostItems = configLimits.shortcutItems;
