import type { CandidateWriter, IndexGeneration } from '../../../ports/candidates.ts';
import { away, type Connection } from './connection.ts';
import { aliasOf, indexBody, LAYOUT } from './mapping.ts';
import { fieldsOf, firstOf, recordOf } from './searches.ts';
import { actionsOf, refuseOtherVectors, type Action } from './actions.ts';
import { articleDocument, type Owner } from './documents.ts';
import { createWords } from './words.ts';

/** Writes one generation of a site. Documents have ids of their own, so writing again changes nothing. */
export function createWriter(
  connection: Connection,
  name: string,
  { site, generation, dimensions }: IndexGeneration,
): CandidateWriter {
  const alias = aliasOf(name, dimensions);
  const owner: Owner = { site, generation };
  const { textOf } = createWords(owner);
  let isThere = false;

  /** Creates the index unless it exists. */
  const prepare = async () => {
    if (isThere) return;
    const { status, body } = await connection.call({
      method: 'GET',
      path: `/${alias}/_mapping`,
      expected: [404],
      timeoutMs: SLOW_MS,
    });
    if (status === 404) await create(connection, alias, dimensions);
    else if (!isOwnForm(body))
      throw away(`its index ${alias} has another form; delete it, it is written anew`);
    isThere = true;
  };

  const send = async (actions: readonly Action[], isAwaited: boolean): Promise<void> => {
    if (actions.length === 0) return;
    const { status, body } = await connection.call({
      method: 'POST',
      path: `/${alias}/_bulk`,
      query: { require_alias: 'true', routing: site, ...(isAwaited && { refresh: 'wait_for' }) },
      lines: actions.flatMap(({ head, document }) => (document ? [head, document] : [head])),
      expected: [404],
      timeoutMs: SLOW_MS,
    });
    const refused = status === 404 ? 'no index' : refusalIn(body);
    if (refused === undefined) return;
    // Checked, and created if necessary, before the next batch.
    isThere = false;
    throw away(`it did not take a batch (${refused})`);
  };

  return {
    async write(changes, isAwaited) {
      for (const { article } of changes) refuseOtherVectors(article, dimensions);
      await prepare();
      for (let at = 0; at < changes.length; at += ARTICLES_AT_ONCE) {
        const some = changes.slice(at, at + ARTICLES_AT_ONCE);
        const before = await passagesOf(
          connection,
          { ...owner, alias },
          some.map(({ articleId }) => articleId),
        );
        const isLast = at + ARTICLES_AT_ONCE >= changes.length;
        let batch: Action[] = [];
        let size = 0;
        for (const change of some) {
          const written = before.get(change.articleId);
          if ((written?.seq ?? 0) > change.seq) continue;
          for (const action of actionsOf({ ...owner, textOf }, change, written?.passages ?? 0)) {
            batch.push(action);
            size += action.size;
            if (size < BATCH_BYTES) continue;
            await send(batch, false);
            batch = [];
            size = 0;
          }
        }
        await send(batch, isAwaited && isLast);
      }
    },
    async written() {
      await connection.call({
        method: 'POST',
        path: `/${alias}/_refresh`,
        expected: [404],
        timeoutMs: SLOW_MS,
      });
      const { status, body } = await connection.call({
        method: 'POST',
        path: `/${alias}/_count`,
        query: { routing: site },
        body: {
          query: {
            bool: { filter: [{ term: { site } }, { term: { gen: generation } }, { term: { kind: 'a' } }] },
          },
        },
        expected: [404],
      });
      return status === 404 ? undefined : Number(recordOf(body)['count'] ?? 0);
    },
    async drop() {
      for (;;) {
        const ids = await someIds(connection, alias, owner);
        await send(
          ids.map((_id) => ({ head: { delete: { _id } }, size: _id.length })),
          false,
        );
        if (ids.length === 0) return;
      }
    },
  };
}

/** Numbers of passages of each article in the engine, including versions that are not searchable yet. */
async function passagesOf(
  connection: Connection,
  { alias, ...owner }: Owner & { readonly alias: string },
  ids: readonly string[],
): Promise<ReadonlyMap<string, Written>> {
  const docs = ids.map((id) => ({
    _id: articleDocument(owner, id),
    routing: owner.site,
    stored_fields: ['seq', 'passages'],
  }));
  const { body } = await connection.call({
    method: 'POST',
    path: `/${alias}/_mget`,
    body: { docs },
    timeoutMs: SLOW_MS,
  });
  return new Map(
    fieldsOf(body, ids).flatMap(({ id, fields }) => {
      const [seq, passages] = [firstOf(fields['seq']), firstOf(fields['passages'])];
      return typeof seq === 'number' ? [[id, { seq, passages: Number(passages) }]] : [];
    }),
  );
}

interface Written {
  readonly seq: number;
  readonly passages: number;
}

/** Time limit of writes and of the creation of an index, which take longer than questions. */
const SLOW_MS = 30_000;
const BATCH_BYTES = 5_000_000;
const ARTICLES_AT_ONCE = 50;
const IDS_AT_ONCE = 2_000;

async function create(connection: Connection, alias: string, dimensions: number): Promise<void> {
  const { status, body } = await connection.call({
    method: 'PUT',
    path: `/${alias}-store`,
    body: { ...indexBody(dimensions), aliases: { [alias]: {} } },
    expected: [400],
    timeoutMs: SLOW_MS,
  });
  const { type } = recordOf(recordOf(body)['error']);
  // Another process may have created it meanwhile.
  if (status === 400 && type !== 'resource_already_exists_exception')
    throw away(`it refuses the form of the index (${String(type)})`);
}

const isOwnForm = (mappings: unknown): boolean => {
  const [index] = Object.values(recordOf(mappings));
  const { _meta: meta } = recordOf(recordOf(index)['mappings']);
  return recordOf(meta)['layout'] === LAYOUT;
};

/** Reason why a part of a batch failed; existing words and deleted passages are not failures. */
function refusalIn(body: unknown): string | undefined {
  const { items } = recordOf(body);
  if (!Array.isArray(items)) return 'its reply cannot be read';
  for (const item of items) {
    const [action, result] = Object.entries(recordOf(item))[0] ?? [];
    const { status, error } = recordOf(result);
    const code = Number(status);
    const isExpected =
      (action === 'create' && code === 409) || (action === 'delete' && code === 404 && error === undefined);
    if (!(code >= 200 && code < 300) && !isExpected) return `status ${code}`;
  }
  return undefined;
}

async function someIds(
  connection: Connection,
  alias: string,
  { site, generation }: Owner,
): Promise<readonly string[]> {
  await connection.call({ method: 'POST', path: `/${alias}/_refresh`, expected: [404], timeoutMs: SLOW_MS });
  const { status, body } = await connection.call({
    method: 'POST',
    path: `/${alias}/_search`,
    query: { routing: site },
    body: {
      size: IDS_AT_ONCE,
      _source: false,
      sort: ['_doc'],
      query: { bool: { filter: [{ term: { site } }, { term: { gen: generation } }] } },
    },
    expected: [404],
    timeoutMs: SLOW_MS,
  });
  const { hits } = recordOf(recordOf(body)['hits']);
  if (status === 404 || !Array.isArray(hits)) return [];
  return hits.map((hit: unknown) => String(recordOf(hit)['_id']));
}
