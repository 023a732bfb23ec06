/** The filters of the page as the address holds them. */
export type Filters = Readonly<
  Record<'range' | 'model' | 'question' | 'feedbackType' | 'answerState' | 'kind', string>
>;

/** The defaults, which are left out of the address. */
export const noFilters = {
  range: '7d',
  model: '',
  question: '',
  feedbackType: 'all',
  answerState: 'all',
  kind: 'all',
} as const;

/** True when another filter than the time is active. */
export const isNarrowed = (filters: Filters): boolean =>
  Object.entries(filters).some(([name, value]) => name !== 'range' && value !== '' && value !== 'all');

export const ranges = ['today', '7d', '30d', 'all'] as const;

const daysOf: Readonly<Record<string, number>> = { today: 1, '7d': 7, '30d': 30 };

/**
 * The first and the last moment of a range of whole days in the browser's time zone, today included, as the service takes
 * them: both bounds are exclusive.
 */
export function boundsOf(range: string, now: Date): { readonly from?: string; readonly to?: string } {
  const days = daysOf[range];
  if (days === undefined) return {};
  const midnight = (offset: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + offset).getTime();
  return {
    from: new Date(midnight(1 - days) - 1).toISOString(),
    to: new Date(midnight(1)).toISOString(),
  };
}

/** The query for the service: only the filters that are set. */
export function queryOf(filters: Filters, now: Date): Record<string, string> {
  const { range, ...others } = filters;
  const set = Object.entries(others).filter(([, value]) => value !== '' && value !== 'all');
  return { ...boundsOf(range, now), ...Object.fromEntries(set) };
}
