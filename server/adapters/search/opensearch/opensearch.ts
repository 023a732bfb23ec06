import type { SearchEngine } from '../../../ports/candidates.ts';
import { isFault } from '../../../kit/fault.ts';
import { createConnection, type Connection, type SearchServer } from './connection.ts';
import { LAYOUT } from './mapping.ts';
import { createSource } from './source.ts';
import { createWriter } from './writer.ts';
import { recordOf } from './searches.ts';

export interface OpenSearchOptions extends SearchServer {
  /** Prefix of the names of its indexes, shared by all sites. */
  readonly name: string;
}

/** An OpenSearch cluster, 2.19 or later, with its k-NN plugin where passages have vectors. */
export function createOpenSearch(options: OpenSearchOptions): SearchEngine {
  const connection = createConnection(options);
  let last: { readonly at: number; readonly problem: Promise<string> } | undefined;
  return {
    layout: LAYOUT,
    source: (of) => createSource(connection, options.name, of),
    writer: (of) => createWriter(connection, options.name, of),
    problem() {
      if (last === undefined || performance.now() - last.at > KEPT_MS)
        last = { at: performance.now(), problem: look(connection) };
      return last.problem;
    },
    close: () => connection.close(),
  };
}

/** Time for which the result of a health check is cached. */
const KEPT_MS = 2_000;

async function look(connection: Connection): Promise<string> {
  try {
    const { body } = await connection.call({ method: 'GET', path: '/_cluster/health' });
    const { status } = recordOf(body);
    return status === 'red' ? 'a part of its indexes is missing (red)' : '';
  } catch (error) {
    const reason = isFault(error) ? error.explanation?.params['reason'] : undefined;
    return reason ?? String(error);
  }
}
