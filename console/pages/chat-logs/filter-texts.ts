import { labelled, listed } from '../../text/format.ts';
import type { Filters } from './filters.ts';
import type { pageTexts } from './texts.ts';

type Texts = Pick<
  (typeof pageTexts)['zh'],
  'filters' | 'ranges' | 'feedback' | 'states' | 'kinds' | 'noFilter' | 'unknownModel'
>;

/** The chosen days, or the name of the preset; `''` for all times. */
function periodText({ range, start, end }: Filters, t: Texts): string {
  if (start !== '' && end !== '') return `${start} – ${end}`;
  return range === 'all' ? '' : (Object.entries(t.ranges).find(([name]) => name === range)?.[1] ?? '');
}

/** The active filters in the language of the console. */
export function filterText(filters: Filters, t: Texts): string {
  const named = (names: Readonly<Record<string, string>>, value: string) => names[value] ?? value;
  const all: readonly (readonly [label: string, value: string])[] = [
    [t.filters.range, periodText(filters, t)],
    [t.filters.kind, filters.kind === 'all' ? '' : named(t.kinds, filters.kind)],
    [t.filters.answerState, filters.answerState === 'all' ? '' : named(t.states, filters.answerState)],
    [t.filters.feedbackType, filters.feedbackType === 'all' ? '' : named(t.feedback, filters.feedbackType)],
    [t.filters.model, filters.model === 'unknown' ? t.unknownModel : filters.model],
    [t.filters.question, filters.question.trim()],
  ];
  const set = all.filter(([, value]) => value !== '').map(([label, value]) => labelled(label, value));
  return set.length === 0 ? t.noFilter : listed(set);
}
