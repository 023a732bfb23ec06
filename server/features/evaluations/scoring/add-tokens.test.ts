import { expect, test } from 'vitest';
import { addTokens } from './add-tokens.ts';

const spent = (cost?: number) => ({
  promptTokens: 1,
  completionTokens: 2,
  embeddingTokens: 0,
  ...(cost !== undefined && { cost }),
});

test('EV8: costs add up to a figure a person can read; without a price there is none', () => {
  expect(addTokens([spent(0.001824), spent(0.001824), spent(0.001824)])).toEqual({
    promptTokens: 3,
    completionTokens: 6,
    embeddingTokens: 0,
    cost: 0.005472,
  });
  expect(addTokens([spent(), spent()])).not.toHaveProperty('cost');
});
