import type { Filters } from './filters.ts';
import type { pageTexts } from './texts.ts';

type Words = Pick<
  (typeof pageTexts)['zh'],
  'filters' | 'ranges' | 'feedback' | 'states' | 'kinds' | 'noFilter' | 'unknownModel'
>;

/** The filters that are set, in the administrator's words. */
export function filterWords(filters: Filters, words: Words): string {
  const named = (names: Readonly<Record<string, string>>, value: string) => names[value] ?? value;
  const all: readonly (readonly [label: string, value: string])[] = [
    [words.filters.range, filters.range === 'all' ? '' : named(words.ranges, filters.range)],
    [words.filters.kind, filters.kind === 'all' ? '' : named(words.kinds, filters.kind)],
    [
      words.filters.answerState,
      filters.answerState === 'all' ? '' : named(words.states, filters.answerState),
    ],
    [
      words.filters.feedbackType,
      filters.feedbackType === 'all' ? '' : named(words.feedback, filters.feedbackType),
    ],
    [words.filters.model, filters.model === 'unknown' ? words.unknownModel : filters.model],
    [words.filters.question, filters.question.trim()],
  ];
  const set = all.filter(([, value]) => value !== '').map(([label, value]) => `${label}: ${value}`);
  return set.length === 0 ? words.noFilter : set.join(', ');
}
