import type {
  AskedGroup,
  Candidate,
  CandidateArticle,
  CandidateChange,
  CandidateSource,
  CandidateWriter,
  CountedTerms,
  IndexGeneration,
  PassagePlace,
  SearchEngine,
  TermKey,
} from '../../../server/ports/candidates.ts';

interface Held {
  readonly seq: number;
  readonly article: CandidateArticle;
}

/** A search engine in memory that looks at every article. */
export function createFakeSearchEngine(): SearchEngine {
  const generations = new Map<string, Map<string, Held>>();
  const words = new Set<string>();
  const heldIn = ({ site, generation, dimensions }: IndexGeneration) => {
    const key = `${site} ${generation} ${dimensions}`;
    const own = generations.get(key) ?? new Map<string, Held>();
    generations.set(key, own);
    return own;
  };
  return {
    layout: 1,
    source: (of) => sourceOver(heldIn(of), words, of),
    writer: (of) => writerInto(heldIn(of), words, of),
    problem: async () => '',
    async close() {},
  };
}

function writerInto(held: Map<string, Held>, words: Set<string>, of: IndexGeneration): CandidateWriter {
  const wrong = ({ article }: CandidateChange) =>
    article?.passages.find(({ vector }) => vector && vector.length !== of.dimensions)?.vector;
  return {
    async write(changes) {
      for (const change of changes) {
        const vector = wrong(change);
        if (vector) throw new RangeError(`a vector of ${vector.length} dimensions`);
      }
      for (const { articleId, seq, article } of changes) {
        if ((held.get(articleId)?.seq ?? 0) > seq) continue;
        if (article === undefined) held.delete(articleId);
        else held.set(articleId, { seq, article });
        for (const word of article?.words ?? []) words.add(word);
      }
    },
    written: async () => held.size,
    async drop() {
      held.clear();
    },
  };
}

function sourceOver(
  held: ReadonlyMap<string, Held>,
  words: ReadonlySet<string>,
  of: IndexGeneration,
): CandidateSource {
  const all = () => Array.from(held, ([articleId, own]) => ({ articleId, ...own }));
  const best = (
    count: number,
    within: readonly string[] | undefined,
    score: (article: CandidateArticle) => number,
  ): Candidate[] =>
    all()
      .filter(({ articleId }) => within?.includes(articleId) ?? true)
      .map(({ articleId, seq, article }) => ({ articleId, seq, score: score(article) }))
      .filter((one) => one.score > 0)
      .toSorted((a, b) => b.score - a.score)
      .slice(0, count)
      .map(({ articleId, seq }) => ({ articleId, seq }));
  const neighbours = (vector: Float32Array) => {
    if (vector.length !== of.dimensions)
      throw new RangeError(`the index holds vectors of ${of.dimensions} dimensions, not ${vector.length}`);
    return all().flatMap(({ articleId, seq, article }) =>
      article.passages.flatMap((passage, nth) =>
        passage.vector ? [{ articleId, seq, nth, cosine: cosine(passage.vector, vector) }] : [],
      ),
    );
  };
  return {
    passages: async (groups, count, _, within) =>
      best(count, within, ({ passages }) => Math.max(...passages.map((passage) => scoreOf(passage, groups)))),
    articles: async (groups, count, _, within) => best(count, within, ({ whole }) => scoreOf(whole, groups)),
    titled: async (asked, count, _, within) =>
      'text' in asked
        ? best(count, within, ({ title }) => (title.includes(asked.text) ? 1 : 0))
        : best(count, within, ({ titleTerms }) =>
            scoreOf({ terms: titleTerms, counts: [], length: titleTerms.length }, asked),
          ),
    nearest: async (vector, count, _, within) =>
      neighbours(vector)
        .filter(({ articleId }) => within?.includes(articleId) ?? true)
        .filter((one) => one.cosine > 0)
        .toSorted((a, b) => b.cosine - a.cosine)
        .slice(0, count),
    async within(places, vector) {
      const wanted = new Set(places.map(nameOf));
      return neighbours(vector).filter((one) => wanted.has(nameOf(one)));
    },
    counts: async (terms) =>
      terms.map((term) => ({
        passages: all().flatMap(({ article }) =>
          article.passages.filter((passage) => holds(passage.terms, term)),
        ).length,
        articles: all().filter(({ article }) => holds(article.whole.terms, term)).length,
      })),
    async totals() {
      const articles = all().map(({ article }) => article);
      const passages = articles.flatMap((article) => article.passages);
      const languages = Map.groupBy(articles, ({ language }) => language);
      return {
        passages: passages.length,
        articles: articles.length,
        vectors: passages.filter(({ vector }) => vector !== undefined).length,
        passageLengths: passages.reduce((sum, { length }) => sum + length, 0),
        articleLengths: articles.reduce((sum, { whole }) => sum + whole.length, 0),
        languages: Array.from(languages, ([language, own]) => [language, own.length] as const).toSorted(
          ([, a], [, b]) => b - a,
        ),
      };
    },
    words: async ({ kind, text }) =>
      [...words].filter((word) => {
        if (kind === 'completions') return word.startsWith(text);
        return kind === 'containing' ? word.includes(text) : true;
      }),
    read: async (ids) =>
      ids.flatMap((articleId) => {
        const own = held.get(articleId);
        return own ? [{ articleId, seq: own.seq, packed: own.article.packed }] : [];
      }),
  };
}

const nameOf = ({ articleId, seq, nth }: PassagePlace): string => `${articleId} ${seq} ${nth}`;

const isSame = (a: TermKey, b: TermKey): boolean => a.high === b.high && a.low === b.low;

const holds = (terms: readonly TermKey[], one: TermKey): boolean => terms.some((term) => isSame(term, one));

const scoreOf = ({ terms, length }: CountedTerms, groups: readonly AskedGroup[]): number =>
  groups.reduce((sum, group) => {
    const held = group.filter((one) => holds(terms, one));
    return sum + Math.max(0, ...held.map(({ weight }) => weight));
  }, 0) / Math.sqrt(1 + length);

function cosine(a: Float32Array, b: Float32Array): number {
  const dot = (x: Float32Array, y: Float32Array) => x.reduce((sum, one, at) => sum + one * (y[at] ?? 0), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b) || 1);
}
