import { AnswerState } from '../../../contract/articles/articles.ts';
import { daysBetween, isDate } from '../../../contract/dates.ts';
import { dateAfter, dateIn, siteTimeZone, startOfDate } from '../../text/site-clock.ts';

/** The filters of the page as the address holds them. */
export type Filters = Readonly<
  Record<'range' | 'start' | 'end' | 'model' | 'question' | 'feedbackType' | 'answerState' | 'kind', string>
>;

/** The defaults, which are left out of the address. */
export const noFilters = {
  range: '7d',
  start: '',
  end: '',
  model: '',
  question: '',
  feedbackType: 'all',
  answerState: 'all',
  kind: 'all',
} as const;

export const ranges = ['today', '7d', '30d', 'all'] as const;

/** The words of the filters that have a fixed choice. */
export const filterChoices = {
  range: ranges,
  feedbackType: ['all', 'like', 'dislike', 'none'],
  answerState: ['all', ...AnswerState.options],
  kind: ['all', 'chat', 'search', 'editor', 'evaluation'],
} as const;

const times: ReadonlySet<string> = new Set(['range', 'start', 'end']);

/** True when another filter than the time is active. */
export const isNarrowed = (filters: Filters): boolean =>
  Object.entries(filters).some(([name, value]) => !times.has(name) && value !== '' && value !== 'all');

const daysOf: Readonly<Record<string, number>> = { today: 1, '7d': 7, '30d': 30 };

/** First and last date of a period, both inside. */
export interface Period {
  readonly first: string;
  readonly last: string;
}

/** The dates of a choice: two valid days in order win over a preset; `undefined` for all times. */
export function periodOf(
  { range, start, end }: Pick<Filters, 'range' | 'start' | 'end'>,
  today: string,
): Period | undefined {
  if (isDate(start) && isDate(end) && start <= end) return { first: start, last: end };
  const days = daysOf[range];
  return days === undefined ? undefined : { first: dateAfter(today, 1 - days), last: today };
}

/** The period of the same length directly before. */
export function periodBefore({ first, last }: Period): Period {
  const days = daysBetween(first, last);
  return { first: dateAfter(first, -days), last: dateAfter(first, -1) };
}

/** The bounds of a period as the service takes them: instants, both exclusive. */
export const boundsOf = (
  period: Period | undefined,
  timeZone: string,
): { readonly from?: string; readonly to?: string } =>
  period
    ? {
        from: new Date(startOfDate(timeZone, period.first) - 1).toISOString(),
        to: new Date(startOfDate(timeZone, dateAfter(period.last, 1))).toISOString(),
      }
    : {};

/** The query for the service: only the filters that are set. */
export function queryOf(
  filters: Filters,
  period = periodOf(filters, dateIn(siteTimeZone(), Date.now())),
): Record<string, string> {
  const { range: _range, start: _start, end: _end, ...others } = filters;
  const set = Object.entries(others).filter(([, value]) => value !== '' && value !== 'all');
  return { ...boundsOf(period, siteTimeZone()), ...Object.fromEntries(set) };
}
