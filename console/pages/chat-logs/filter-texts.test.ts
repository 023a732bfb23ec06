import { beforeEach, expect, test } from 'vitest';
import { language } from '../../text/language-choice.ts';
import { filterText } from './filter-texts.ts';
import { noFilters } from './filters.ts';

beforeEach(() => void (language.value = 'en'));

const t = {
  noFilter: 'no filter',
  unknownModel: 'None',
  filters: {
    range: 'Period',
    model: 'Model',
    question: 'Question',
    feedbackType: 'Rating',
    answerState: 'Outcome',
    kind: 'Kind',
  },
  ranges: { today: 'Today', '7d': '7 days', '30d': '30 days', all: 'All time' },
  feedback: { all: 'All', like: 'Liked', dislike: 'Disliked', none: 'Not rated' },
  states: {
    all: 'All',
    answered: 'Answered',
    partial: 'Partly',
    not_covered: 'Not covered',
    refused: 'Refused',
    limited: 'Limited',
    failed: 'Failed',
  },
  kinds: { all: 'All', chat: 'Chat', search: 'Search', editor: 'Editor', evaluation: 'Evaluation' },
};

test('a confirmation names every filter that is set, and says when there is none', () => {
  expect(filterText({ ...noFilters, range: 'all' }, t)).toBe('no filter');
  expect(
    filterText(
      {
        ...noFilters,
        range: '30d',
        kind: 'search',
        answerState: 'failed',
        feedbackType: 'none',
        model: 'unknown',
        question: ' tea ',
      },
      t,
    ),
  ).toBe('Period: 30 days, Kind: Search, Outcome: Failed, Rating: Not rated, Model: None, Question: tea');
});
