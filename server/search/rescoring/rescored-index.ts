import type { Candidate, CandidateSource, PassagePlace, TermKey } from '../../ports/candidates.ts';
import type { RetrievalIndex } from '../../ports/search-index.ts';
import { explained } from '../../kit/explained.ts';
import { unavailable } from '../../kit/fault.ts';
import { shippedDictionary, type Dictionary } from '../../text/dictionary/dictionary.ts';
import { guessLanguage, type Language } from '../../text/language.ts';
import { stemLanguage } from '../../text/morphology/stem.ts';
import { stemAndWordKeys } from '../analysis/spaced-keys.ts';
import { createQueries, type Queries } from '../engine.ts';
import { createSums } from '../scores/sums.ts';
import { createInvertedIndex } from '../postings/inverted-index.ts';
import { CANDIDATES } from '../query/lexical.ts';
import { parseQuery } from '../query/parse-query.ts';
import { createArticleCache } from './article-cache.ts';
import { candidateStructures } from './candidate-index.ts';
import {
  createGathered,
  createNeeds,
  findKey,
  isSatisfied,
  placeKey,
  type CandidateSearch,
  type Gathered,
  type Needs,
} from './needs.ts';
import { createStatistics, termKey, type Statistics } from './statistics.ts';

/** `version` changes with each change of the site, such as the number of its last change. */
export interface RescoringDeps {
  readonly source: CandidateSource;
  readonly version: () => number;
  readonly dictionary?: Dictionary;
  /** Time after which a question that the engine has not answered fails, in milliseconds. */
  readonly deadlineMs?: number;
}

/**
 * Ranks the candidates of a search engine with the same code and the same site statistics as the index in memory ranks all articles. A
 * query runs over the data read so far; what it was missing is read, and it runs again until nothing is missing. Rejects with the Fault
 * `unavailable` when the engine does not return everything in time.
 */
export function createRescoredIndex({
  source,
  version,
  dictionary = shippedDictionary,
  deadlineMs = USUAL_DEADLINE_MS,
}: RescoringDeps): RetrievalIndex {
  const statistics = createStatistics(source, version);
  const cache = createArticleCache(source);
  // A pass does not yield, so that all of them share the memory of their sums.
  const sums = createSums();

  const answer = async <T>(
    asked: Asked,
    signal: AbortSignal | undefined,
    ask: (queries: Queries) => T,
  ): Promise<T> => {
    signal?.throwIfAborted();
    const deadline = AbortSignal.timeout(deadlineMs);
    const limit = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
    try {
      return await inRounds(asked, limit, ask);
    } catch (error) {
      if (deadline.aborted && signal?.aborted !== true)
        throw unavailable(
          explained('search_engine_away', { reason: `no answer within ${deadlineMs / 1000} s` }),
          error,
        );
      throw error;
    }
  };

  const inRounds = async <T>(
    { text, within }: Asked,
    signal: AbortSignal,
    ask: (queries: Queries) => T,
  ): Promise<T> => {
    await statistics.refresh(signal);
    await statistics.read(termsOf(text, statistics), signal);
    const gathered = createGathered();
    const ids = within?.split('\n');
    for (let round = 1; ; round++) {
      const needs = createNeeds();
      const index = createInvertedIndex(candidateStructures({ statistics, gathered, needs }));
      const result = ask(createQueries(index, dictionary, sums));
      if (isSatisfied(needs) || round === MAX_ROUNDS) return result;
      await gather({ source, statistics, cache, gathered, signal, ids }, needs);
    }
  };

  return {
    retrieve: (query, signal) =>
      answer({ text: query.question, within: query.within }, signal, (queries) => queries.retrieve(query)),
    search: (query, signal) =>
      answer({ text: query.keyword, within: query.within }, signal, (queries) => queries.search(query)),
    async stats() {
      await statistics.refresh(AbortSignal.timeout(deadlineMs));
      const { passages, articles, vectors } = statistics.totals;
      return { chunks: passages, articles, vectors, dimensions: 0, bytes: 0 };
    },
  };
}

/** A question, and the articles that it is asked of. */
interface Asked {
  readonly text: string;
  readonly within: string | undefined;
}

const USUAL_DEADLINE_MS = 8_000;

/** Two or three are usual: counts and candidates, then cosines or a translation. */
const MAX_ROUNDS = 12;

/**
 * The terms of a question in its language, and its words in the others of the site, in one of which the index may know them, so that their
 * counts are read in one call; a query that wants others reads them in the next one.
 */
function termsOf(text: string, { totals }: Statistics): readonly TermKey[] {
  const languages = [
    ...new Set(totals.languages.map(([language]) => stemLanguage(language as Language))),
  ].slice(0, MAX_LANGUAGES);
  const asked = stemLanguage(guessLanguage(text));
  const [first = 'en', ...others] = languages.includes(asked) ? new Set([asked, ...languages]) : languages;
  const runs = new Set<string>();
  const of = (run: string) => {
    runs.add(run);
    return stemAndWordKeys(run, first);
  };
  const { passage, alternatives, grams, pairs } = parseQuery(text, { language: first, of });
  const elsewhere = others.flatMap((language) =>
    [...runs].flatMap((run) => keysIn(stemAndWordKeys(run, language))),
  );
  const all = [...passage, ...alternatives, ...grams, ...pairs, ...elsewhere];
  return [...new Map(all.map(({ high, low }) => [termKey({ high, low }), { high, low }])).values()];
}

const keysIn = (lanes: Uint32Array): TermKey[] =>
  Array.from({ length: lanes.length / 2 }, (_, at) => ({
    high: lanes[2 * at] ?? 0,
    low: lanes[2 * at + 1] ?? 0,
  }));

const MAX_LANGUAGES = 4;

interface Gathering {
  readonly source: CandidateSource;
  readonly statistics: Statistics;
  readonly cache: ReturnType<typeof createArticleCache>;
  readonly gathered: Gathered;
  readonly signal: AbortSignal;
  /** The articles that may be found; all without it. */
  readonly ids: readonly string[] | undefined;
}

/** Reads the data that a pass was missing in one call, then the articles that were found. */
async function gather(
  { source, statistics, cache, gathered, signal, ids }: Gathering,
  needs: Needs,
): Promise<void> {
  const found: Candidate[] = [];
  const { nearest } = needs;
  const most = nearest || gathered.vector ? MOST_BESIDE_VECTORS : MOST;
  await Promise.all([
    statistics.read([...needs.counts.values()], signal),
    ...Array.from(needs.finds.values(), async (find) => {
      found.push(...(await findCandidates(source, find, { signal, ids, most })));
      gathered.found.add(findKey(find));
    }),
    ...Array.from(needs.words, async ([key, query]) => {
      gathered.words.set(key, await source.words(query, signal));
    }),
    nearest && nearestPassages(source, nearest, { gathered, found, signal, ids }),
    needs.cosines.size > 0 &&
      needs.nearest === undefined &&
      cosinesOf(source, [...needs.cosines.values()], { gathered, signal }),
  ]);
  for (const article of await cache.read(found, signal)) gathered.articles.set(article.articleId, article);
}

const findCandidates = (
  source: CandidateSource,
  find: CandidateSearch,
  { signal, ids, most }: Pick<Gathering, 'signal' | 'ids'> & { readonly most: Most },
) => {
  if (find.kind === 'titled') return source.titled({ text: find.text }, MAX_TITLED, signal, ids);
  if (find.kind === 'titles') return source.titled(find.groups, most.titles, signal, ids);
  return source[find.kind](find.groups, most[find.kind], signal, ids);
};

type Most = Readonly<Record<'passages' | 'articles' | 'titles', number>>;

/**
 * Candidates of each kind. With these numbers the first hit is that of the whole index for every question of `bench/remote-search.ts`, and
 * .998 of the first ten are; with 20, 15 and 10 it is .995, with 12, 10 and 5 .978. Each candidate costs both sides its terms.
 */
const MOST: Most = { passages: 30, articles: 20, titles: 10 };

/**
 * The same beside vectors: how near a passage is counts in comparison with all that words and vectors find, the last of them as well. With 30
 * passages 2 of 60 questions had another first hit and 3 another level of evidence, with 100 none.
 */
const MOST_BESIDE_VECTORS: Most = { ...MOST, passages: CANDIDATES };

/** Articles with a text in their titles, of which the search box shows the best. */
const MAX_TITLED = 50;

interface Into {
  readonly gathered: Gathered;
  readonly signal: AbortSignal;
}

async function nearestPassages(
  source: CandidateSource,
  { vector, count }: NonNullable<Needs['nearest']>,
  { gathered, found, signal, ids }: Into & Pick<Gathering, 'ids'> & { readonly found: Candidate[] },
): Promise<void> {
  for (const { cosine, ...place } of await source.nearest(vector, count, signal, ids)) {
    gathered.nearest.push({ place, cosine });
    gathered.cosines.set(placeKey(place), cosine);
    found.push(place);
  }
  gathered.vector = vector;
}

async function cosinesOf(
  source: CandidateSource,
  places: readonly PassagePlace[],
  { gathered, signal }: Into,
): Promise<void> {
  if (gathered.vector === undefined) return;
  for (const place of places) gathered.cosines.set(placeKey(place), undefined);
  for (const { cosine, ...place } of await source.within(places, gathered.vector, signal))
    gathered.cosines.set(placeKey(place), cosine);
}
