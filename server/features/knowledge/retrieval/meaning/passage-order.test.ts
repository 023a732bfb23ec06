import { describe, expect, test } from 'vitest';
import { ranker } from '../../../../search/ranking/ranker.ts';
import { standardised } from '../../../../search/ranking/standardised.ts';
import { openWords } from '../../../../text/word-vectors/shipped-words.ts';
import type { WordTable } from '../../../../text/word-vectors/word-table.ts';
import { COMPARED, createPassageOrder } from './passage-order.ts';

const shipped = await openWords()();
if (!shipped) throw new Error('The table of words is part of the project');

const passage = (id: string, title: string, text: string, article = 0.5) => ({
  id,
  title,
  headingPath: [],
  text,
  vectorKey: id,
  score: article,
  signals: { article, ngrams: 0, title: 0, length: 0 },
});
const idsOf = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id);

const found = [
  passage('bread', 'Bread', 'Knead the dough and let it rest.'),
  passage('hours', 'Opening times', 'We are there from nine to six.'),
  passage('login', 'Sign in again', 'A forgotten password is reset by the link in the mail.'),
];

describe('ANS45: the meaning of words in the order of passages', () => {
  test.each([
    ['I cannot remember my credentials', 'login'],
    ['忘记密码怎么办', 'login'],
    ['baking a loaf', 'bread'],
    ['when does the shop open and close', 'hours'],
  ])('of what words find alike, the nearest comes first: “%s”', async (question, id) => {
    const [first] = await createPassageOrder()(question, found);
    expect(first?.id).toBe(id);
  });

  test('words that find one much better still decide', async () => {
    const strong = [passage('strong', 'Bread', 'Knead the dough.', 1), ...found.slice(1)];
    const [first] = await createPassageOrder()('I cannot remember my credentials', strong);
    expect(first?.id).toBe('strong');
  });

  test.each([
    ['without a table', createPassageOrder({ words: openWords('/nowhere/words.bin') }), 'forgotten password'],
    ['of a question without a word that the table knows', createPassageOrder(), 'ωμέγα 12?'],
  ])('the order and the scores stay %s', async (_, order, question) => {
    expect(await order(question, found)).toEqual(found);
  });

  test('one passage stays as it is, and the ones behind those that are compared stay behind', async () => {
    const order = createPassageOrder();
    expect(await order('bread', found.slice(0, 1))).toEqual(found.slice(0, 1));
    const many = Array.from({ length: COMPARED + 2 }, (_, at) =>
      passage(`${at}`, 'Bread', 'Knead the dough.', 1 - at / 100),
    );
    const behind = passage('behind', 'Sign in again', 'A forgotten password.', 0.1);
    const ordered = await order('forgotten password', [...many, behind]);
    expect(ordered.at(-1)?.id).toBe('behind');
    expect(idsOf(ordered).toSorted()).toEqual(idsOf([...many, behind]).toSorted());
  });

  test('a vector is made once for each passage', async () => {
    const embedded: string[] = [];
    const table: WordTable = {
      ...shipped,
      embed: (text, most) => {
        embedded.push(text);
        return shipped.embed(text, most);
      },
    };
    const order = createPassageOrder({ words: async () => table });
    await order('bread', found);
    await order('password', found);
    expect(embedded).toHaveLength(found.length + 2);
    await order('bread', [{ ...passage('bread', 'Bread', 'Other dough.'), vectorKey: 'new' }, ...found]);
    expect(embedded.at(-1)).toContain('Other dough.');
  });

  test('LIN1: a passage of a million characters is read to its first words only', async () => {
    const long = passage('long', 'Bread', 'dough '.repeat(200_000));
    const ordered = await createPassageOrder()('bread', [long, ...found]);
    expect(new Set(idsOf(ordered.slice(0, 2)))).toEqual(new Set(['bread', 'long']));
  });

  test('likeness is counted in standard deviations', () => {
    expect(standardised([1, 3])).toEqual([-1, 1]);
    expect(standardised([2, 2])).toEqual([0, 0]);
    expect(standardised([])).toEqual([]);
    expect(standardised([1, undefined, 3])).toEqual([-1, undefined, 1]);
  });

  test('the learned weights are for the signals that the service computes', () => {
    const { signals, weights } = ranker.withTable;
    expect(signals).toEqual([...ranker.signals, 'meaning']);
    expect(Object.keys(weights)).toEqual(signals);
    expect(weights.meaning).toBeGreaterThan(0);
  });
});
