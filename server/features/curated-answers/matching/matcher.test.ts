import { expect, test } from 'vitest';
import { CuratedFields } from '../../../../contract/curated-answers/entry-fields.ts';
import { readWordTable } from '../../../text/word-vectors/word-table.ts';
import { tablePath } from '../../../text/word-vectors/shipped-words.ts';
import { readFile } from 'node:fs/promises';
import type { Entry } from '../entry.ts';
import { createMatcher, type AskedQuestion } from './matcher.ts';
import { questionKey } from '../../../text/question/question-key.ts';

const entryOf = (id: string, questions: readonly string[], more: object = {}): Entry => ({
  ...CuratedFields.parse({ questions, answer: id, ...more }),
  id,
  revision: 1,
  updatedAt: 1,
  reviewedAt: 1,
  known: {},
});

const asked = (question: string, more: Partial<AskedQuestion> = {}): AskedQuestion => ({
  forms: [question],
  language: 'en',
  exactly: false,
  at: Date.parse('2026-05-05T12:00:00Z'),
  ...more,
});

test.each([
  ['Who are you?', 'who  are, you'],
  ['Docent 是什麼？', 'docent是什么'],
  ['Ｗｉ－Ｆｉ', 'wi-fi'],
])('CA4: %s and %s are the same question', (one, other) => {
  expect(questionKey(one)).toBe(questionKey(other));
});

test.each([
  ['C', 'C++'],
  ['?', '!'],
  ['1 2', '12'],
  ['non stop', 'nonstop'],
])('CA4: %s and %s are not', (one, other) => {
  expect(questionKey(one)).not.toBe(questionKey(other));
});

test('CA5, CA14: of two answers that are nearly as near none is given, and the nearest may be meant', async () => {
  const table = await readWordTable(await readFile(tablePath));
  const { match } = createMatcher(async () => table);
  const [make, restore] = [
    entryOf('make', ['How do I download a backup?']),
    entryOf('restore', ['How do I restore a backup?']),
  ];
  const days = ['Sunday', 'Monday'].map((day) => entryOf(day, [`When does the shop open on ${day}?`]));
  const another = asked('When does the shop open on Tuesday?');
  expect((await match(days, another))?.isNear ?? true).toBe(true);
  expect((await match(days.slice(1), another))?.isNear).toBe(true);
  expect(await match(days, asked('Which trees keep their leaves in winter?'))).toBeUndefined();
  const found = await match([make, restore], asked('How can I restore the backup?'));
  expect(found?.entry.id).toBe('restore');
  expect(found?.isNear).toBeUndefined();
  expect(
    await match([make, restore], asked('How can I restore the backup?', { exactly: true })),
  ).toBeUndefined();
});

const visits = [
  ['dog', 'Can I bring my dog?', 'Dogs on a lead are welcome in the garden, not in the greenhouse.'],
  ['users', 'What does the plan for 5 users cost?', 'The plan for five users is 12 euros a month.'],
  ['ship', 'What does shipping to Germany cost?', 'Shipping to Germany is 4.90 euros.'],
  ['cancel', '怎么取消订阅？', '在账户页面点击“取消订阅”，当月结束后生效。'],
  ['monday', 'Are you open on Monday?', 'On Mondays we are open from 9 to 17.'],
] as const;
const curated = visits.map(([id, question, answer]) => entryOf(id, [question], { answer }));
const others = ['chair', 'lamp', 'sofa', 'oven', 'bath', 'stove', 'boat', 'tent', 'coat', 'drum'].flatMap(
  (thing) =>
    ['clean', 'repair', 'sell', 'paint', 'move', 'buy'].map((act) =>
      entryOf(`${act} ${thing}`, [`How do I ${act} the ${thing}?`], {
        answer: `We ${act} each ${thing} for you.`,
      }),
    ),
);

test.each([
  ['alone', (own: Entry) => [own]],
  ['among five', () => curated],
  ['among 65', () => [...curated, ...others]],
])(
  'CA16: the answer to a known question, %s, is not given for the same words about another thing',
  async (_, kept) => {
    const table = await readWordTable(await readFile(tablePath));
    const { match } = createMatcher(async () => table);
    for (const [id, question, language = 'en'] of [
      ['dog', 'Can I bring my cat?'],
      ['dog', 'Can I bring my piano?'],
      ['users', 'What does the plan for 500 users cost?'],
      ['ship', 'What does shipping to Poland cost?'],
      ['monday', 'Are you open on Sunday?'],
      ['monday', 'Are you closed on Monday?'],
      ['cancel', '怎么取消会议？', 'zh'],
    ] as const) {
      const own = curated.find((entry) => entry.id === id);
      const found = own && (await match(kept(own), asked(question, { language })));
      expect({ question, isGiven: found !== undefined && found.isNear !== true }).toEqual({
        question,
        isGiven: false,
      });
    }
  },
);

test('CA11: a question is compared with a bounded number of the questions', async () => {
  const table = await readWordTable(await readFile(tablePath));
  let embedded = 0;
  const counting = { ...table, embed: (text: string) => ((embedded += 1), table.embed(text)) };
  const { match } = createMatcher(async () => counting);
  const entries = Array.from({ length: 5000 }, (_, nth) => entryOf(`e${nth}`, [`How much is model ${nth}?`]));
  expect((await match(entries, asked('how much is model 4999')))?.entry.id).toBe('e4999');
  const before = embedded;
  const question = 'How expensive would model 4999 be?';
  await match(entries, asked(question));
  // The words of the question, the question as a whole, and those of the answers that come nearest.
  expect(embedded - before).toBeLessThanOrEqual(question.split(' ').length + 1 + 2 * 18);
  expect(
    await match(
      entries,
      asked(`${question} ${Array.from({ length: 30 }, (_, nth) => `word${nth}`).join(' ')}`),
    ),
  ).toBeUndefined();
});

/** The small sites of `eval/curated-answers/other-languages.txt`, by their language. */
async function sitesOfOtherLanguages() {
  const file = new URL('../../../../eval/curated-answers/other-languages.txt', import.meta.url);
  const [, ...sites] = (await readFile(file, 'utf8')).split(/^language: /m);
  return sites.map((site) => {
    const [language = '', ...topics] = site.split('\n= ');
    return {
      language,
      topics: topics.map((topic, nth) => {
        const [head = '', ...lines] = topic.trim().split('\n');
        const [question = '', answer = ''] = head.split(' | ');
        const after = (sign: string) =>
          lines.filter((line) => line.startsWith(sign)).map((line) => line.slice(2));
        const entry = entryOf(`${language}${nth}`, [question], { answer });
        return { entry, wordings: after('+'), others: after('-') };
      }),
    };
  });
}

test('CA5, CA16: function words of any language and typing errors hold no answer back', async () => {
  const table = await readWordTable(await readFile(tablePath));
  const [wordings, others]: [boolean[], boolean[]] = [[], []];
  for (const { language, topics } of await sitesOfOtherLanguages()) {
    const { match } = createMatcher(async () => table);
    const given = async (question: string) => {
      const found = await match(
        topics.map(({ entry }) => entry),
        asked(question, { language }),
      );
      return found?.isNear === true ? undefined : found?.entry.id;
    };
    for (const topic of topics) {
      for (const one of topic.wordings) wordings.push((await given(one)) === topic.entry.id);
      for (const one of topic.others) others.push((await given(one)) !== undefined);
    }
  }
  const share = (some: readonly boolean[]) => some.filter(Boolean).length / some.length;
  expect([wordings.length, others.length]).toEqual([47, 34]);
  expect(share(wordings)).toBeGreaterThan(0.7);
  expect(share(others)).toBeLessThan(0.16);
});

test.each([
  ['How do I chagne my password?', 'How do I change my password?', true],
  ['Is the parkng free?', 'Is the parking free?', true],
  ['Is packing free?', 'Is parking free?', false],
  ['How heavy is the kx250?', 'How heavy is the kx2500?', false],
])('CA16: %s for %s: %s', async (question, known, isGiven) => {
  const table = await readWordTable(await readFile(tablePath));
  const { match } = createMatcher(async () => table);
  const entry = entryOf('own', [known], { answer: 'That is in the list of the shop.' });
  const found = await match([entry], asked(question));
  expect(found !== undefined && found.isNear !== true).toBe(isGiven);
});
