import { beforeEach, expect, test } from 'vitest';
import { language } from '../../text/language-choice.ts';
import { reasonsText } from './reasons.ts';

beforeEach(() => void (language.value = 'en'));

const names = {
  not_covered: 'not covered',
  disliked: 'disliked',
  partial: 'in part',
  no_citation: 'without a source',
  empty_search: 'search without result',
};

test('reasons are named with their counts, what did not happen is left out', () => {
  const none = { not_covered: 0, disliked: 0, partial: 0, no_citation: 0, empty_search: 0 };
  expect(reasonsText(none, names)).toBe('');
  expect(reasonsText({ ...none, disliked: 1, not_covered: 3 }, names)).toBe('not covered 3, disliked 1');
});
