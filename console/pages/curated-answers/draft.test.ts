import { expect, test } from 'vitest';
import { CuratedFields } from '../../../contract/curated-answers/entry-fields.ts';
import { bodyOf, draftFromLog, emptyDraft, problemsOf } from './draft.ts';

test('CA1: lines of a draft become the lists of an answer', () => {
  const draft = {
    ...emptyDraft(),
    questions: ' How much?\n\nWhat price? ',
    answer: 'Four.',
    sources: '/prices Our  prices\nhttps://shop.example/x',
    pages: '/docs\n',
  };
  expect(bodyOf(draft)).toMatchObject({
    questions: ['How much?', 'What price?'],
    sources: [
      { url: '/prices', title: 'Our  prices' },
      { url: 'https://shop.example/x', title: 'https://shop.example/x' },
    ],
    pages: ['/docs'],
    from: '',
  });
  expect(problemsOf(draft)).toEqual({});
  expect(Object.keys(problemsOf({ ...draft, answer: '', pages: 'docs' }))).toEqual(
    expect.arrayContaining(['answer', 'pages']),
  );
});

test('CA1: a logged question is filled in with its answer and sources', () => {
  const draft = draftFromLog({
    id: 'a',
    timestamp: '',
    ip: '',
    userAgent: '',
    question: 'How\nmuch?',
    answer: 'Four euros [1].',
    model: '',
    citations: [{ postId: 'p', title: 'Prices', url: '/prices' }],
  });
  expect(draft).toMatchObject({ questions: 'How much?', answer: 'Four euros.', sources: '/prices Prices' });
  expect(CuratedFields.safeParse(bodyOf(draft)).success).toBe(true);
});
