import { expect, test } from 'vitest';
import { costText } from './rebuild-cost.ts';
import { pageTexts } from './texts.ts';

const costs = pageTexts.en.costs;

test('KN19: the cost of a rebuild is estimated in numbers; a free one is said to be free', () => {
  const paid = { passages: 1735, embeddingCalls: 30, estimatedTokens: 41_200, keywordCalls: 1 };
  expect(costText(paid, costs)).toBe(
    'The new index will have about 1,735 passages. About 30 calls to the embedding model (41,200 tokens). About 1 call to the language model for keywords.',
  );
  expect(costText({ passages: 1, embeddingCalls: 0, estimatedTokens: 0, keywordCalls: 0 }, costs)).toBe(
    'The new index will have about 1 passage. No model is called.',
  );
});
