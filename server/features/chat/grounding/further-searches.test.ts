import { expect, test } from 'vitest';
import { defaults } from '../../../../contract/config/groups.ts';
import { createFakeModels } from '../../../../test/fakes/models.ts';
import { unavailable } from '../../../kit/fault.ts';
import { createTrace } from '../../../kit/trace.ts';
import { noEvidence } from '../../knowledge/passage.ts';
import { withFurtherSearches } from './further-searches.ts';

const found = {
  question: 'Which of the two ovens is hotter?',
  query: 'ovens hotter',
  passages: [],
  evidence: noEvidence('weak'),
};

/** What is left of a question for which a model wants searches that fail from the second one on. */
async function asked() {
  const trace = createTrace(() => 0);
  const searched: string[] = [];
  const models = createFakeModels({ kinds: ['chat'], chat: () => '{"searches": ["kiln", "raku oven"]}' });
  const saved = defaults();
  const settings = { ...saved, enhancement: { ...saved.enhancement, furtherSearches: true } };
  const result = await withFurtherSearches(
    { models },
    { signal: new AbortController().signal, settings, trace },
    found,
    async (words) => {
      searched.push(words);
      if (searched.length > 1) throw unavailable('the index is away');
      return { passages: [], evidence: found.evidence, query: words };
    },
  );
  return { result, searched, stages: trace.stages };
}

test('ANS47: a search that fails leaves the question with what was found, and the trace says so', async () => {
  const { result, searched, stages } = await asked();
  expect(searched).toEqual(['kiln', 'raku oven']);
  expect(result).toMatchObject({ question: found.question, passages: [], evidence: found.evidence });
  expect(stages.at(-1)).toMatchObject({
    name: 'further_searches',
    status: 'fallback',
    detail: expect.stringContaining('the index is away'),
  });
});
