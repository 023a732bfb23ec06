import type { createSources } from '../features/sources/sources.ts';
import type { Foundation } from './foundation.ts';
import type { Questions } from './questions.ts';

/** What the reading of further sources, and their removal, need of the service. */
export const sourceDeps = (
  base: Foundation,
  { knowledge, features }: Questions,
): Parameters<typeof createSources>[0] => ({
  ...base,
  further: base.sources,
  places: base.sourcePlaces,
  takeOut: knowledge.takeOut,
  heldArticles: knowledge.heldArticles,
  confirmRemoval: knowledge.confirmRemoval,
  wantsDocuments: async () => (await base.config.read('chunking')).readDocuments,
  forgetAnswers: features.answerCache.forget,
});
