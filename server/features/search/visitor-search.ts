import { createFairQueue } from '../../work/fair-queue.ts';
import type { KeywordSearch, Scope } from '../knowledge/knowledge.ts';

/** A search of a visitor or of a visitor's program. */
interface VisitorQuery {
  /** Client address. */
  readonly address: string;
  readonly query: string;
  readonly limit: number;
  readonly scope?: Scope | undefined;
  readonly signal: AbortSignal;
}

/** The keyword search for everybody: one budget for all ways to search. */
export interface VisitorSearch {
  /** Counts one search of an address. Throws `limited` with the seconds to wait. */
  admit(address: string): Promise<void>;
  /** Searches, once earlier searches of the same address have ended and everybody else had a turn. */
  find(asked: VisitorQuery): ReturnType<KeywordSearch>;
}

export function createVisitorSearch(deps: {
  readonly search: KeywordSearch;
  readonly limits: { search(address: string): Promise<void> };
}): VisitorSearch {
  const turns = createFairQueue();
  return {
    admit: (address) => deps.limits.search(address),
    find: ({ address, query, limit, scope, signal }) =>
      turns.run(address, async () => {
        signal.throwIfAborted();
        return deps.search(query, limit, signal, scope);
      }),
  };
}
