import type { IndexGeneration, SearchEngine } from '../../../ports/candidates.ts';
import { isFault } from '../../../kit/fault.ts';
import { createConnection, type Connection, type SearchServer } from './connection.ts';
import { aliasOf, LAYOUT } from './mapping.ts';
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
  /** The aliases of the latest generations: the one that serves, and one that is written beside it. */
  let used: readonly string[] = [];
  const use = ({ dimensions }: IndexGeneration) => {
    const alias = aliasOf(options.name, dimensions);
    used = [alias, ...used.filter((other) => other !== alias)].slice(0, 2);
  };
  return {
    layout: LAYOUT,
    source(of) {
      use(of);
      return createSource(connection, options.name, of);
    },
    writer(of) {
      use(of);
      return createWriter(connection, options.name, of);
    },
    problem() {
      if (last === undefined || performance.now() - last.at > KEPT_MS)
        last = { at: performance.now(), problem: look(connection, used) };
      return last.problem;
    },
    close: () => connection.close(),
  };
}

/** Time for which the result of a health check is cached. */
const KEPT_MS = 2_000;

/** Indexes of other applications, and of sites whose vectors have another length, may be in any state. */
async function look(connection: Connection, aliases: readonly string[]): Promise<string> {
  try {
    const states = await Promise.all(aliases.map((alias) => statesOf(connection, alias)));
    // It is asked whether it answers, too, where nothing is used yet.
    if (aliases.length === 0) await connection.call({ method: 'GET', path: '/_cluster/health' });
    return states.flat().includes('red') ? 'a part of its index is missing (red)' : '';
  } catch (error) {
    const reason = isFault(error) ? error.explanation?.params['reason'] : undefined;
    return reason ?? String(error);
  }
}

/** The health of the indexes behind an alias; none where there is no such alias yet, which the engine would wait for. */
async function statesOf(connection: Connection, alias: string): Promise<readonly unknown[]> {
  const { body } = await connection.call({
    method: 'GET',
    path: `/_cluster/health/${alias}`,
    query: { level: 'indices', timeout: '0s' },
    expected: [404, 408],
  });
  return Object.values(recordOf(recordOf(body)['indices'])).map((index) => recordOf(index)['status']);
}
