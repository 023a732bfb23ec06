/**
 * The form of an index: one for all sites and generations whose vectors have the same length. Three kinds of documents: articles (`a`),
 * passages (`p`) and words of the vocabulary (`w`). The words of the fields are the service's own terms, so that the engine needs no
 * language; nothing beyond a plain engine is used, but k-NN where there are vectors.
 */
export function indexBody(dimensions: number) {
  return {
    settings: {
      index: {
        number_of_shards: SHARDS,
        auto_expand_replicas: '0-1',
        refresh_interval: '1s',
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
      _source: { includes: ['packed', 'seq', 'passages', 'article', 'word'] },
      properties: {
        site: keyword,
        gen: { type: 'integer' },
        kind: keyword,
        article: keyword,
        seq: { type: 'long', index: true },
        nth: { type: 'integer', index: false },
        passages: { type: 'integer', index: false },
        length: { type: 'float', index: false },
        language: keyword,
        hasVector: { type: 'integer', index: false },
        p: terms('passages'),
        a: terms('articles'),
        t: terms('articles'),
        title: { type: 'wildcard' },
        word: keyword,
        packed: { type: 'binary' },
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

/** Raised when the form changes; an index of another form is left alone and a new one made. */
export const LAYOUT = 1;

/** A site is in one shard, by its routing. */
const SHARDS = 4;

const keyword = { type: 'keyword' } as const;

const terms = (similarity: string) =>
  ({ type: 'text', analyzer: 'whitespace', index_options: 'freqs', similarity, norms: true }) as const;

/** Name of the alias that is read and written: writing through it never makes an index by itself. */
export const aliasOf = (name: string, dimensions: number): string => `${name}-${LAYOUT}-${dimensions}`;
