import type { Models } from '../../../ports/models.ts';
import { withTimeout } from '../../../work/timeout.ts';
import { parseSignature } from '../indexing/embed.ts';
import type { IndexSettings, KnowledgeStore } from '../store.ts';
import { isDue } from './index-settings.ts';
import type { Rebuild } from './rebuild.ts';

const probeMs = 20_000;

/** Checks by one short text whether the embedding model of a failed rebuild answers again. */
export function createModelBack(deps: {
  readonly models: Pick<Models, 'embed'>;
  readonly store: Pick<KnowledgeStore, 'active'>;
  readonly plan: () => Promise<IndexSettings>;
  readonly rebuild: () => Pick<Rebuild, 'progress'>;
}): () => Promise<boolean> {
  return async () => {
    const { phase, cancelled } = await deps.rebuild().progress();
    if (phase !== 'error' || cancelled === true) return false;
    const [serving, wanted] = [await deps.store.active(), await deps.plan()];
    if (wanted.signature === '' || !serving || !isDue(serving, wanted)) return false;
    const { model, dimensions } = parseSignature(wanted.signature);
    return withTimeout(probeMs, new AbortController().signal, (signal) =>
      deps.models.embed({ model, dimensions, texts: ['probe'], scenario: 'index_embedding', signal }),
    ).then(
      () => true,
      () => false,
    );
  };
}
