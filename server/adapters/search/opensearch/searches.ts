import { begunForAll, shared } from '../../../kit/waiting/patience.ts';
import { away, type Connection } from './connection.ts';

/** A search body, see the engine's search API. */
export type SearchBody = Readonly<Record<string, unknown>>;

export interface SearchReply {
  readonly hits: readonly SearchHit[];
  readonly aggregations: Readonly<Record<string, unknown>>;
}

export interface SearchHit {
  readonly score: number;
  readonly fields: Readonly<Record<string, readonly unknown[]>>;
}

/** Sends a search; searches requested at the same time are batched into one call. */
export type Search = (body: SearchBody, signal?: AbortSignal) => Promise<SearchReply>;

export function createSearches(connection: Connection, index: string, routing: string): Search {
  let waiting: Waiting[] = [];

  const send = async () => {
    const all = waiting;
    waiting = [];
    try {
      // Searches of one question share a signal; a batch for several questions is not aborted when one of them is.
      const [only, ...others] = new Set(all.map(({ signal }) => signal));
      const replies = await multiSearch(
        connection,
        { index, routing },
        all,
        others.length === 0 ? only : undefined,
      );
      all.forEach(({ resolve, reject }, at) => {
        const reply = replies[at];
        if (reply instanceof Error || reply === undefined) reject(reply ?? away('its reply is cut'));
        else resolve(reply);
      });
    } catch (error) {
      for (const { reject } of all) reject(error);
    }
  };

  return (body, signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<SearchReply>();
    if (waiting.length === 0) queueMicrotask(() => void begunForAll(send));
    waiting.push({ body, signal, resolve, reject });
    return shared(promise, late);
  };
}

const late = () => away('it did not answer in time');

interface Waiting {
  readonly body: SearchBody;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (reply: SearchReply) => void;
  readonly reject: (reason: unknown) => void;
}

async function multiSearch(
  connection: Connection,
  at: { readonly index: string; readonly routing: string },
  searches: readonly Pick<Waiting, 'body'>[],
  signal: AbortSignal | undefined,
): Promise<readonly (SearchReply | Error)[]> {
  const { body } = await connection.call(
    {
      method: 'POST',
      path: '/_msearch',
      lines: searches.flatMap(({ body: search }) => [
        { index: at.index, routing: at.routing },
        {
          timeout: `${Math.round(connection.timeoutMs * ENGINE_SHARE)}ms`,
          track_total_hits: false,
          ...search,
        },
      ]),
    },
    signal,
  );
  const { responses } = recordOf(body);
  if (!Array.isArray(responses)) throw unreadable();
  return responses.map(readReply);
}

/** Share of the time limit after which the engine itself ends a search. */
const ENGINE_SHARE = 0.9;

/** Parses a reply. A reply with missing shards is an error, since missing results would look like missing content. */
function readReply(reply: unknown): SearchReply | Error {
  const { status, error, timed_out: isLate, hits, aggregations, _shards: shards } = recordOf(reply);
  if (error !== undefined)
    return away(`a search failed with status ${Number(status) || 0} (${kindOf(error)})`);
  if (isLate === true) return away('it did not answer in time');
  if (Number(recordOf(shards)['failed'] ?? 0) > 0) return away('a part of its index is missing');
  const { hits: list } = recordOf(hits);
  if (!Array.isArray(list)) return unreadable();
  try {
    return { hits: list.map(readHit), aggregations: recordOf(aggregations) };
  } catch {
    return unreadable();
  }
}

function readHit(hit: unknown): SearchHit {
  const { _score: score, fields } = recordOf(hit);
  return {
    // Sorted hits have none.
    score: numberOf(score ?? 0),
    fields: recordOf(fields) as Record<string, readonly unknown[]>,
  };
}

const kindOf = (error: unknown): string => {
  const { type } = recordOf(error);
  return typeof type === 'string' ? type.slice(0, 80) : 'unknown';
};

/** The documents that were asked for by so many ids, in that order. One that could not be looked at is not one that is not there. */
export function documentsIn(body: unknown, count: number): readonly StoredDocument[] {
  const { docs } = recordOf(body);
  if (!Array.isArray(docs) || docs.length !== count) throw unreadable();
  return docs.map((document: unknown) => {
    const { found, fields, error } = recordOf(document);
    if (error !== undefined) throw away(`a document could not be read (${kindOf(error)})`);
    if (typeof found !== 'boolean') throw unreadable();
    return { isThere: found, fields: recordOf(fields) };
  });
}

/** The Fault of a reply of another form than the engine's. */
export const unreadable = () => away('its reply cannot be read');

/** A number of a reply. Throws `unavailable` for anything else, which would be taken for a figure of the site. */
export function numberOf(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw unreadable();
  return value;
}

interface StoredDocument {
  readonly isThere: boolean;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The first value of a field. */
export const firstOf = (values: unknown): unknown => (Array.isArray(values) ? values[0] : undefined);

/** The fields of an object; empty for any other value, since the engine's replies are not validated. */
export const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
