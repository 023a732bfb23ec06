import type {
  AskedGroup,
  Candidate,
  CandidateSource,
  IndexGeneration,
  Neighbour,
  StoredTerms,
  WordQuery,
} from '../../../ports/candidates.ts';
import type { Connection } from './connection.ts';
import { articleDocument, passageId, type Owner } from './documents.ts';
import { createFigures, type OfKind } from './figures.ts';
import { aliasOf } from './mapping.ts';
import { createSearches, documentsIn, firstOf, numberOf, unreadable, type SearchHit } from './searches.ts';
import { createWords, type Words } from './words.ts';

/** Finds candidates of one generation of a site. */
export function createSource(
  connection: Connection,
  name: string,
  { site, generation, dimensions }: IndexGeneration,
): CandidateSource {
  const index = aliasOf(name, dimensions);
  const search = createSearches(connection, index, site);
  const { wordOf } = createWords({ site, generation });
  const own = [{ term: { site } }, { term: { gen: generation } }];
  const ofKind: OfKind = (kind, ...further) => [...own, { term: { kind } }, ...further];
  const find = async (query: object, how: object, signal?: AbortSignal): Promise<readonly Candidate[]> =>
    (await search({ query, ...valuesOf('article', 'seq'), ...how }, signal)).hits.map(candidateOf);
  /** Documents with any of these terms. Its words are those of this generation alone, so it needs no filter for that. */
  const anyOf = (field: TermField, groups: readonly AskedGroup[], within: readonly string[] | undefined) => ({
    bool: {
      should: clausesOf(field, groups, { wordOf }),
      minimum_should_match: 1,
      ...(within !== undefined && { filter: inside(within) }),
    },
  });
  const checked = (vector: Float32Array) => {
    if (vector.length === dimensions) return [...vector];
    throw new RangeError(`the index holds vectors of ${dimensions} dimensions, not ${vector.length}`);
  };
  const byVector = async (
    vector: Float32Array,
    count: number,
    filter: readonly object[],
    signal?: AbortSignal,
  ) => {
    const given = checked(vector);
    // Nothing is near it, and the engine refuses it.
    if (given.every((value) => value === 0)) return [];
    const knn = { v: { vector: given, k: count, filter: { bool: { filter } } } };
    const { hits } = await search(
      { query: { knn }, size: count, ...valuesOf('article', 'seq', 'nth') },
      signal,
    );
    return hits.map(neighbourOf);
  };

  return {
    passages: (groups, size, signal, within) => find(anyOf('p', groups, within), { size }, signal),
    articles: (groups, size, signal, within) => find(anyOf('a', groups, within), { size }, signal),
    titled: (asked, size, signal, within) =>
      find(
        'text' in asked
          ? {
              bool: {
                filter: ofKind(
                  'a',
                  { wildcard: { title: { value: `*${escaped(asked.text)}*` } } },
                  ...inside(within),
                ),
              },
            }
          : anyOf('t', asked, within),
        { size },
        signal,
      ),
    nearest: async (vector, count, signal, within) =>
      (await byVector(vector, count, ofKind('p', ...inside(within)), signal)).filter(
        ({ cosine }) => cosine > 0,
      ),
    async within(places, vector, signal) {
      const ids = places.map((place) => passageId({ site, generation }, place));
      const wanted = new Set(places.map(({ articleId, seq, nth }) => `${seq} ${nth} ${articleId}`));
      const found = await byVector(vector, Math.max(1, places.length), [{ ids: { values: ids } }], signal);
      return found.filter(({ articleId, seq, nth }) => wanted.has(`${seq} ${nth} ${articleId}`));
    },
    ...createFigures({ connection, search, index, site, ofKind, wordOf }),
    async words(query, signal) {
      const found = await search(
        {
          query: { bool: { filter: ofKind('w', wordClause(query)) } },
          size: query.count,
          sort: [{ word: 'asc' }],
          ...valuesOf('word'),
        },
        signal,
      );
      return found.hits.map(({ fields }) => textIn(fields['word']));
    },
    read: (articleIds, signal) => readArticles(connection, { index, site, generation }, articleIds, signal),
  };
}

async function readArticles(
  connection: Connection,
  { index, ...owner }: Owner & { readonly index: string },
  articleIds: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly StoredTerms[]> {
  if (articleIds.length === 0) return [];
  const docs = articleIds.map((id) => ({
    _id: articleDocument(owner, id),
    stored_fields: ['seq', 'packed'],
  }));
  const { body } = await connection.call(
    {
      method: 'POST',
      path: `/${index}/_mget`,
      query: { routing: owner.site },
      body: { docs },
      isBinary: true,
    },
    signal,
  );
  return documentsIn(body, articleIds.length).flatMap(({ isThere, fields }, nth) => {
    if (!isThere) return [];
    const [seq, packed] = [firstOf(fields['seq']), firstOf(fields['packed'])];
    const bytes = typeof packed === 'string' ? Buffer.from(packed, 'base64') : packed;
    if (!(bytes instanceof Uint8Array)) throw unreadable();
    return [{ articleId: articleIds[nth] ?? '', seq: numberOf(seq), packed: bytes }];
  });
}

/** Asks for these fields of hits from columns; without the stored document, which is slow to unpack. */
const valuesOf = (...fields: readonly string[]) => ({ stored_fields: '_none_', docvalue_fields: fields });

/** The first value of a field, if it is a text. */
const textIn = (values: readonly unknown[] | undefined): string => {
  const first = firstOf(values);
  return typeof first === 'string' ? first : '';
};

const candidateOf = ({ fields }: SearchHit): Candidate => ({
  articleId: textIn(fields['article']),
  seq: numberOf(firstOf(fields['seq'])),
});

/** The engine's score of a cosine is (1 + cosine) / 2. */
const neighbourOf = (hit: SearchHit): Neighbour => ({
  ...candidateOf(hit),
  nth: numberOf(firstOf(hit.fields['nth'])),
  cosine: 2 * hit.score - 1,
});

/** The filter of a scope; the engine takes so many values in one list. */
function inside(within: readonly string[] | undefined): readonly object[] {
  if (within === undefined) return [];
  const lists = Array.from({ length: Math.ceil(within.length / MAX_VALUES) }, (_, nth) =>
    within.slice(nth * MAX_VALUES, (nth + 1) * MAX_VALUES),
  );
  const should = lists.map((article) => ({ terms: { article } }));
  return [should.length === 0 ? { match_none: {} } : { bool: { should, minimum_should_match: 1 } }];
}

/** The engine's default maximum is 65,536. */
const MAX_VALUES = 60_000;

type TermField = 'p' | 'a' | 't';

/** The clauses of a question; for a very long one those with the highest weights. */
function clausesOf(
  field: TermField,
  groups: readonly AskedGroup[],
  { wordOf }: Pick<Words, 'wordOf'>,
): readonly object[] {
  const weightOf = (group: AskedGroup) => Math.max(0, ...group.map(({ weight }) => weight));
  let size = 0;
  const sorted =
    groups.length < MAX_CLAUSES / 2 ? groups : groups.toSorted((a, b) => weightOf(b) - weightOf(a));
  return sorted
    .filter((group) => {
      size += group.length;
      return size <= MAX_CLAUSES;
    })
    .map(clauseOf(field, wordOf));
}

/** Below the engine's default maximum of 1,024 clauses. */
const MAX_CLAUSES = 900;

const clauseOf =
  (field: TermField, wordOf: Words['wordOf']) =>
  (group: AskedGroup): object => {
    const [only, ...others] = group.map((term) => ({
      term: { [field]: { value: wordOf(term), boost: term.weight } },
    }));
    return others.length === 0 ? (only ?? {}) : { dis_max: { queries: [only, ...others] } };
  };

function wordClause({ kind, text }: WordQuery): object {
  if (kind === 'completions') return { prefix: { word: { value: text } } };
  if (kind === 'containing') return { wildcard: { word: { value: `?*${escaped(text)}*` } } };
  const fuzziness = text.length < 8 ? 1 : 2;
  return { fuzzy: { word: { value: text, fuzziness, transpositions: true, max_expansions: MAX_SIMILAR } } };
}

const MAX_SIMILAR = 500;

const escaped = (text: string): string => text.replaceAll(/[\\*?]/g, (letter) => `\\${letter}`);
