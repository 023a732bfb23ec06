import type { ConfigGroups } from '../../../../contract/config/groups.ts';
import { sha256 } from '../../../kit/ids.ts';
import type { Models } from '../../../ports/models.ts';
import { chooseEmbedding } from '../indexing/embed.ts';
import type { GenerationPlan } from '../store.ts';

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
 * Whether the index is rebuilt unasked: after an update that cuts passages in another way, and for another embedding
 * model. Other chunking settings wait until somebody asks, since a rebuild pays for vectors and keywords anew. A model
 * that has left the component is no reason: its vectors cost money, and it may be back in a minute. Without it words
 * alone search, until somebody asks for a rebuild.
 */
export const isDue = (serving: GenerationPlan, plan: GenerationPlan): boolean =>
  versionOf(serving) !== versionOf(plan) || hasOtherModel(serving, plan);

/** Whether a rebuild would make another index than the one that serves. */
export const isOutdated = (serving: GenerationPlan, plan: GenerationPlan): boolean =>
  isDue(serving, plan) || hasOtherChunking(serving, plan);

export const hasOtherChunking = (serving: GenerationPlan, plan: GenerationPlan): boolean =>
  settingsOf(serving) !== settingsOf(plan);

export const hasSameSettings = (generation: GenerationPlan, plan: GenerationPlan): boolean =>
  generation.signature === plan.signature && !hasOtherChunking(generation, plan);

const hasOtherModel = (serving: GenerationPlan, plan: GenerationPlan): boolean =>
  plan.signature !== '' && serving.signature !== plan.signature;

/** The first version wrote no version down. */
const versionOf = ({ chunking }: GenerationPlan): string => /^(\d+):/.exec(chunking)?.[1] ?? '1';
const settingsOf = ({ chunking }: GenerationPlan): string => chunking.replace(/^\d+:/, '');

/** The settings that passages and their keywords depend on; how many requests run at once is not one of them. */
function fingerprint(chunking: ConfigGroups['chunking']): string {
  const { autoKeywords, autoKeywordsCount, keywordsMaxTokens, keywordsBatchSize: _, ...passages } = chunking;
  const keywords = autoKeywords ? { autoKeywordsCount, keywordsMaxTokens } : null;
  const settings = sha256(
    JSON.stringify([
      passageVersion,
      Object.entries(passages).toSorted(([a], [b]) => (a < b ? -1 : 1)),
      keywords,
    ]),
  );
  return `${passageVersion}:${settings}`;
}
