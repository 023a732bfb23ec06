import type { CandidateChange, CandidateWriter, IndexGeneration } from '../../../ports/candidates.ts';
import { away, type Connection } from './connection.ts';
import { aliasOf, indexBody, LAYOUT } from './mapping.ts';
import { documentsIn, firstOf, numberOf, recordOf, unreadable } from './searches.ts';
import { actionsOf, refuseOtherVectors, type Action } from './actions.ts';
import { articleDocument, wordDocument, type Owner } from './documents.ts';
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
    else if (!isOwnForm(mappingOf(body)))
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
    const refused = status === 404 ? 'no index' : refusalIn(body, actions.length);
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
        const before = await standing(connection, { ...owner, alias }, some);
        const isLast = at + ARTICLES_AT_ONCE >= changes.length;
        let batch: Action[] = [];
        let size = 0;
        for (const change of some) {
          const written = before.articles.get(change.articleId);
          if ((written?.seq ?? 0) > change.seq) continue;
          for (const action of actionsOf({ ...owner, textOf }, change, {
            passages: written?.passages ?? 0,
            words: before.words,
          })) {
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
      return status === 404 ? undefined : numberOf(recordOf(body)['count']);
    },
    async drop() {
      for (let before: string | undefined; ;) {
        const ids = await someIds(connection, alias, owner);
        const [first] = ids;
        if (first === undefined) return;
        if (first === before) throw away('it keeps what was deleted');
        before = first;
        await send(
          ids.map((_id) => ({ head: { delete: { _id } }, size: _id.length })),
          false,
        );
      }
    },
  };
}

/** What of these articles and their words the engine has, including what is not searchable yet; a process that starts knows of no word. */
async function standing(
  connection: Connection,
  { alias, ...owner }: Owner & { readonly alias: string },
  changes: readonly CandidateChange[],
): Promise<{ readonly articles: ReadonlyMap<string, Written>; readonly words: ReadonlySet<string> }> {
  const asked: Asked[] = [
    ...changes.map(({ articleId }) => ({ _id: articleDocument(owner, articleId), articleId })),
    ...changes.flatMap(({ article }) =>
      (article?.words ?? []).map((word) => ({ _id: wordDocument(owner, word), word })),
    ),
  ];
  const articles = new Map<string, Written>();
  const words = new Set<string>();
  for (let at = 0; at < asked.length; at += IDS_AT_ONCE) {
    const some = asked.slice(at, at + IDS_AT_ONCE);
    const { body } = await connection.call({
      method: 'POST',
      path: `/${alias}/_mget`,
      query: { routing: owner.site },
      body: { docs: some.map(({ _id }) => ({ _id, stored_fields: ['seq', 'passages'] })) },
      timeoutMs: SLOW_MS,
    });
    documentsIn(body, some.length).forEach(({ isThere, fields }, nth) => {
      const { articleId, word } = some[nth] ?? {};
      if (isThere && word !== undefined) words.add(word);
      if (isThere && articleId !== undefined)
        articles.set(articleId, {
          seq: numberOf(firstOf(fields['seq'])),
          passages: numberOf(firstOf(fields['passages'])),
        });
    });
  }
  return { articles, words };
}

interface Asked {
  readonly _id: string;
  readonly articleId?: string;
  readonly word?: string;
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

/** The mapping of the one index of a reply. */
function mappingOf(body: unknown): unknown {
  const { mappings } = recordOf(Object.values(recordOf(body))[0]);
  if (typeof mappings !== 'object') throw unreadable();
  return mappings;
}

const isOwnForm = (mapping: unknown): boolean => recordOf(recordOf(mapping)['_meta'])['layout'] === LAYOUT;

/** Reason why a part of a batch of so many actions failed; existing words and deleted passages are not failures. */
function refusalIn(body: unknown, count: number): string | undefined {
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
  // Of an action without an item nobody knows whether it was taken.
  return items.length === count ? undefined : 'its reply is cut';
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
  if (status === 404) return [];
  const { hits } = recordOf(recordOf(body)['hits']);
  if (!Array.isArray(hits)) throw unreadable();
  return hits.map((hit: unknown) => {
    const { _id: id } = recordOf(hit);
    if (typeof id !== 'string') throw unreadable();
    return id;
  });
}
