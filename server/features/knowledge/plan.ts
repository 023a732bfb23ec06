import type { ConfigGroups } from '../../../contract/config-groups.ts';
import { sha256 } from '../../kit/ids.ts';
import type { Models } from '../../ports/models.ts';
import { chooseEmbedding } from './embed.ts';
import type { GenerationPlan } from './store.ts';

/** Raised when more or other things are kept of an article than before, so that indexes are rebuilt after an update. */
const passageVersion = 2;

/** What the index should be like with these settings and models. */
export const planOf = (
  models: Models,
  names: ConfigGroups['models'],
  chunking: ConfigGroups['chunking'],
): GenerationPlan => ({
  signature: chooseEmbedding(models, names)?.signature ?? '',
  chunking: fingerprint(chunking),
});

/**
 * Whether the index has to be rebuilt unasked. A model that has left the component is no reason: its vectors cost
 * money, and it may be back in a minute. Without it words alone search, until somebody asks for a rebuild.
 */
export const isDue = (serving: GenerationPlan, plan: GenerationPlan): boolean =>
  serving.chunking !== plan.chunking || (plan.signature !== '' && serving.signature !== plan.signature);

export const fits = (generation: GenerationPlan, plan: GenerationPlan): boolean =>
  generation.signature === plan.signature && generation.chunking === plan.chunking;

/** The settings that passages and their keywords depend on; how many requests run at once is not one of them. */
function fingerprint(chunking: ConfigGroups['chunking']): string {
  const { autoKeywords, autoKeywordsCount, keywordsMaxTokens, keywordsBatchSize: _, ...passages } = chunking;
  const keywords = autoKeywords ? { autoKeywordsCount, keywordsMaxTokens } : null;
  return sha256(
    JSON.stringify([
      passageVersion,
      Object.entries(passages).toSorted(([a], [b]) => (a < b ? -1 : 1)),
      keywords,
    ]),
  );
}
