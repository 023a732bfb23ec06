import { expect, test } from 'vitest';
import { costText, rebuildText } from './rebuild-cost.ts';
import { pageTexts } from './texts.ts';

const { costs } = pageTexts.en;
const stats = {
  chunkCount: 1,
  status: 'idle' as const,
  indexedArticles: 1,
  failedArticles: 0,
  keywordChunks: 0,
  totalArticles: 1,
};

test('KN19: the cost of a rebuild is estimated in numbers; a free one is said to be free', () => {
  const paid = { passages: 1735, embeddingCalls: 30, estimatedTokens: 41_200, keywordCalls: 1 };
  expect(costText(paid, costs)).toBe(
    'The new index will have about 1,735 passages. About 30 calls to the embedding model (41,200 tokens). About 1 call to the language model for keywords.',
  );
  expect(costText({ passages: 1, embeddingCalls: 0, estimatedTokens: 0, keywordCalls: 0 }, costs)).toBe(
    'The new index will have about 1 passage. No model is called: it costs nothing.',
  );
});

test('KN19: the question before a rebuild mentions embeddings only where a model makes them', () => {
  expect(rebuildText({ ...stats, embedding: '' }, pageTexts.en)).toBe(
    'The current index stays in use until the rebuild finishes.',
  );
  expect(rebuildText({ ...stats, embedding: 'bge@64' }, pageTexts.en)).toBe(
    'The current index stays in use until the rebuild finishes. Only passages whose text changed are sent to the embedding model.',
  );
});
