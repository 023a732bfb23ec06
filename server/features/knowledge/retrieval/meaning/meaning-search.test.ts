import { describe, expect, test } from 'vitest';
import { openWords } from '../../../../text/word-vectors/shipped-words.ts';
import type { StoredChunk } from '../../store.ts';
import {
  createMeaningSearch,
  isNear,
  meaningModel,
  meaningNames,
  meaningNamesWithVectors,
  scoreOf,
} from './meaning-search.ts';

const chunkOf = (identity: string, text: string): StoredChunk => ({
  identity,
  index: 0,
  text,
  headingPath: [],
  anchor: '',
  tokens: 0,
  keywords: [],
  vectorKey: '',
});

const pages = new Map([
  ['hours', { id: 'hours', title: 'Opening hours', text: 'We are open from nine to six.' }],
  [
    'login',
    { id: 'login', title: 'Sign in again', text: 'A forgotten password is reset by the link in the mail.' },
  ],
  ['bread', { id: 'bread', title: 'Bread', text: 'Knead the dough and let it rest.' }],
]);

const open = (words?: ReturnType<typeof openWords>) =>
  createMeaningSearch({
    live: { generation: { generation: 1 }, heads: { of: async () => pages, titles: async () => pages } },
    store: {
      chunksOf: async (_, ids) =>
        new Map(ids.map((id) => [id, [chunkOf(`${id}-0`, pages.get(id)?.text ?? '')]])),
    },
    ...(words && { words }),
  });
const { signal } = new AbortController();

describe('ANS40: by the meaning of words', () => {
  test.each([
    ['mot de passe oublié', 'login'],
    ['Wann habt ihr geöffnet?', 'hours'],
    ['¿Cómo se hace el pan?', 'bread'],
  ])('“%s” finds %s', async (question, id) => {
    const found = await open()(question, [], { signal });
    expect(found[0]?.articleId).toBe(id);
    expect(found.map(({ score }) => score)).toEqual(found.map((one) => scoreOf(one.signals)));
  });

  test('a name that words found counts beside the meaning', async () => {
    const [first] = await open()('?', [], { signal });
    expect(first).toBeUndefined();
    const byWords = [
      {
        articleId: 'bread',
        chunkId: 'bread-0',
        score: 1,
        signals: { article: 1, ngrams: 1, title: 1, length: 1 },
      },
    ];
    const found = await open()('mot de passe oublié', byWords, { signal });
    expect(found.find(({ articleId }) => articleId === 'bread')?.signals.words).toBeCloseTo(1, 3);
  });

  test('where a model made vectors, what is nearest by them is found, with a table of words and without', async () => {
    const words = { article: 0, ngrams: 0, title: 0, length: 0 };
    const hits = [
      { articleId: 'hours', chunkId: 'hours-0', score: 0, signals: { ...words, nearness: 4 } },
      { articleId: 'login', chunkId: 'login-0', score: 0, signals: { ...words, nearness: -1 } },
    ];
    for (const words of [undefined, openWords('/nowhere/words.bin')]) {
      const found = await open(words)('Когда вы открыты?', hits, { signal });
      expect(found.map(({ articleId }) => articleId)).toEqual(['hours', 'login']);
      expect(found.map(isNear)).toEqual([true, false]);
    }
  });

  test('without a table nothing is found', async () => {
    expect(await open(openWords('/nowhere/words.bin'))('mot de passe oublié', [], { signal })).toEqual([]);
  });

  test('the learned numbers are for the signals that the service computes', () => {
    expect(meaningModel.signals).toEqual(meaningNames);
    expect(Object.keys(meaningModel.weights)).toEqual(meaningModel.signals);
    expect(meaningModel.withVectors.signals).toEqual(meaningNamesWithVectors);
    expect(Object.keys(meaningModel.withVectors.weights)).toEqual(meaningNamesWithVectors);
  });
});
