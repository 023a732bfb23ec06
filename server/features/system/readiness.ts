import type { DatabaseHealth } from '../../kit/database.ts';
import { explained, wordsInCell } from '../../kit/explained.ts';
import { Fault, stopReason } from '../../kit/fault.ts';

/** Readiness of this process for requests. */
export interface Readiness {
  /** Throws `unavailable` with the reason, and a code for programs, while it is not ready. */
  assert(): Promise<void>;
  /** Makes it permanently not ready, since the service is stopping. */
  stop(): void;
}

export function createReadiness(deps: {
  /** True when there is an index to answer from. */
  readonly isIndexed: () => boolean;
  readonly health: () => Promise<DatabaseHealth>;
  /** Problem of the search engine; `''` when it answers; missing without one. */
  readonly searchEngine?: (() => Promise<string>) | undefined;
}): Readiness {
  let isStopping = false;
  return {
    async assert() {
      if (isStopping) throw stopReason();
      // Without the database the first index is never built, so its failure is the reason to name.
      const { ok, code, reason } = await deps.health();
      if (!ok) throw new Fault('unavailable', wordsInCell(reason), { code: code.toUpperCase() });
      const away = (await deps.searchEngine?.()) ?? '';
      if (away !== '')
        throw new Fault('unavailable', explained('search_engine_away', { reason: away }), {
          code: 'SEARCH_ENGINE_AWAY',
        });
      if (!deps.isIndexed()) throw new Fault('unavailable', explained('index_unready'), { code: 'INDEXING' });
    },
    stop: () => void (isStopping = true),
  };
}
