/**
 * Settings and mapping of an index; one index contains all sites and generations with the same vector length. There are three kinds of
 * documents: articles (`a`), passages (`p`) and words of the vocabulary (`w`). Text fields contain the service's own terms, so that no
 * language analysis is needed; the only plugin used is k-NN, if there are vectors.
 */
export function indexBody(dimensions: number) {
  return {
    settings: {
      index: {
        number_of_shards: SHARDS,
        auto_expand_replicas: '0-1',
        // Left to the engine, which refreshes each second while it is asked, and rests while a site is only written.
        ...(dimensions > 0 && { knn: true }),
        similarity: {
          passages: { type: 'BM25', k1: 1.2, b: 0.9 },
          articles: { type: 'BM25', k1: 1.2, b: 0.75 },
        },
      },
    },
    mappings: {
      _meta: { layout: LAYOUT },
      dynamic: 'strict',
      _routing: { required: true },
      // What is read again is stored in fields of its own: the engine would decode and encode a source to pick a part of it.
      _source: { enabled: false },
      properties: {
        site: keyword,
        gen: { type: 'integer' },
        kind: keyword,
        article: keyword,
        seq: { type: 'long', store: true },
        nth: { type: 'integer', index: false },
        passages: { type: 'integer', index: false, doc_values: false, store: true },
        length: { type: 'float', index: false },
        language: keyword,
        hasVector: { type: 'integer', index: false },
        p: terms('passages'),
        a: terms('articles'),
        t: terms('articles'),
        title: { type: 'wildcard' },
        word: keyword,
        packed: { type: 'binary', store: true },
        ...(dimensions > 0 && {
          v: {
            type: 'knn_vector',
            dimension: dimensions,
            method: {
              name: 'hnsw',
              engine: 'lucene',
              space_type: 'cosinesimil',
              parameters: { m: 16, ef_construction: 100 },
            },
          },
        }),
      },
    },
  };
}

/** Raise it when the mapping changes; indexes with another mapping are left alone and a new one is created. */
export const LAYOUT = 2;

/** Number of shards; each site is in one shard, by its routing. */
const SHARDS = 4;

const keyword = { type: 'keyword' } as const;

const terms = (similarity: string) =>
  ({ type: 'text', analyzer: 'whitespace', index_options: 'freqs', similarity, norms: true }) as const;

/** Name of the alias for reads and writes; a write through an alias never creates an index implicitly. */
export const aliasOf = (name: string, dimensions: number): string => `${name}-${LAYOUT}-${dimensions}`;
