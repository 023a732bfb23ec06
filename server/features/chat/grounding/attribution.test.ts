import { describe, expect, test } from 'vitest';
import type { TaskPassage } from '../../../ports/models.ts';
import { closestSentence, createAttribution } from './attribution.ts';

const passage = (article: number, text: string, title = 'Notes'): TaskPassage => ({
  article,
  title,
  headingPath: [],
  text,
});

const passages = [
  passage(
    1,
    'Take 60 grams of coffee for each litre of water. Miss Nora Barlow roasts it in Bergen.',
    'Coffee',
  ),
  passage(2, '龙井茶适合用八十度左右的水冲泡，第一泡大约 30 秒。', '怎样泡龙井茶'),
  passage(3, 'Install:\n\n- Download the archive\n- Unpack it into the plugins folder', 'Plugins'),
];
const { articleFor, bestFor } = createAttribution(passages);

describe('support for a marked statement', () => {
  test.each([
    ['the words of the article', 'Take 60 grams of coffee for each litre of water', 1, 1],
    ['the words in another order', 'It is roasted in Bergen by Miss Nora Barlow', 1, 1],
    ['the wrong article is put right', 'For each litre of water you need 60 grams of coffee', 3, 1],
    ['another number', 'Take 80 grams of coffee for each litre of water', 1, undefined],
    ['another name', 'According to Miss Ida Hansen, take grams of coffee for each litre', 1, undefined],
    ['a name of the article', 'Miss Nora Barlow roasts it there, in Bergen', 1, 1],
    ['something else', 'Bicycles need oil and patience', 1, undefined],
    ['Chinese words', '龙井茶适合用80度左右的水泡', 2, 2],
    ['an item of a list', '- Unpack it into the plugins folder', 3, 3],
    ['one word', 'Coffee', 1, undefined],
    ['an article that is not there', 'Bicycles need oil', 9, undefined],
    ['nothing at all', '', 1, undefined],
  ])('PROD3: %s', (_, statement, article, wanted) => {
    expect(articleFor(statement, article)).toBe(wanted);
  });

  test('PROD3: the number of a list item is no number of the statement', () => {
    expect(articleFor('2. Unpack it into the plugins folder', 3)).toBe(3);
  });

  test('PROD3: between languages numbers and names decide, and the rest is given the benefit of the doubt', () => {
    expect(articleFor('Longjing tea likes water that is not boiling', 2)).toBe(2);
    expect(articleFor('The first brew takes 30 seconds', 2)).toBe(2);
    expect(articleFor('The first brew takes 45 seconds', 2)).toBeUndefined();
  });

  test('PROD4: a statement that cannot be compared gets no marker inserted', () => {
    expect(bestFor('Longjing tea likes water that is not boiling')).toBeUndefined();
    expect(bestFor('Take 60 grams of coffee for each litre')).toBe(1);
  });

  test('without passages no statement is supported', () => {
    expect(createAttribution([]).articleFor('Anything', 1)).toBeUndefined();
  });
});

describe('the closest sentence', () => {
  test.each([
    ['All is well. Take 60 grams of coffee. Bye now.', 'Take 60 grams of coffee.'],
    ['See Brewing coffee by the gram. Coffee is sold by the gram.', 'Coffee is sold by the gram.'],
    ['How to weigh coffee: Weighing grams of coffee.\nCoffee comes in grams.', 'Coffee comes in grams.'],
    ['Coffee grams: https://evil.example/grams.\nGrams of coffee vary.', 'Grams of coffee vary.'],
    ['```sh\ncoffee --grams 60\n```\n\nWeigh the coffee.', 'Weigh the coffee.'],
    ['Nothing of the kind.', ''],
  ])('CIT3: of %j is %j', (text, sentence) => {
    expect(closestSentence(text, 'How many grams of coffee?')).toBe(sentence);
  });
});

test.each([
  [
    '1. Copy the **folder** with `docent backup` first.',
    'How do I copy the folder?',
    'Copy the folder with docent backup first.',
  ],
  [
    '| File | Content |\n| --- | --- |\n| `docent.sqlite` | settings and limits |',
    'What is in docent.sqlite?',
    'docent.sqlite · settings and limits',
  ],
])('a quote is what a reader sees, without its Markdown: %s', (text, question, quote) => {
  expect(closestSentence(text, question)).toBe(quote);
});
