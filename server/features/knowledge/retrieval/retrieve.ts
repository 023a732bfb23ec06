import type { Correction, Evidence, Translation } from '../../../ports/search-index.ts';
import { withinFolded } from '../../../text/text.ts';
import { withoutGrammar } from '../../../text/word-lists/grammar-words.ts';
import { timeoutSignal } from '../../../work/timeout.ts';
import { explained, type ExplainedText } from '../../../kit/explained.ts';
import type { Trace } from '../../../kit/trace.ts';
import type { Models } from '../../../ports/models.ts';
import type { Config } from '../../config/config.ts';
import { retrievalTimeouts, type RetrievalTimeouts } from './timeouts.ts';
import { embedQuery, longestQuestion } from './vectors/embed-query.ts';
import type { QueryVector } from './vectors/query-vector.ts';
import { createHybridSearch, type Wording } from './hybrid-search.ts';
import type { SearchResult } from './search-result.ts';
import type { LiveIndex } from '../live-index.ts';
import type { OrderByMeaning } from './meaning/passage-order.ts';
import { mergeResults } from './merge-results.ts';
import { noEvidence, tracePassages, type Passage, type SourceName } from '../passage.ts';
import { rerank } from './rerank.ts';
import { rewriteQuestion } from './rewrite.ts';
import { waitingSources, type SourceTurns } from '../scopes/turns.ts';
import type { Scopes } from '../scopes/scopes.ts';
import type { KnowledgeStore } from '../store.ts';
import { translateQuestion } from './translate.ts';
import type { RetrievalRequest, RetrievalSettings } from './request.ts';

export interface Retrieval {
  /** In order of relevance, at most `retrieval.topN`. */
  readonly passages: readonly Passage[];
  readonly evidence: Evidence;
  /** Further passages in order of relevance: places to look at, not to answer from. */
  readonly further?: readonly Passage[];
  /** The wording that was searched. */
  readonly query: string;
  /** Misspelt words of it and what they were read as. */
  readonly corrections?: readonly Correction[];
  /** The wording in another language that found the first of them, where the question's own found too little. */
  readonly translation?: Translation | undefined;
}

export type Retrieve = (request: RetrievalRequest) => Promise<Retrieval>;

export interface RetrievalDeps {
  readonly live: LiveIndex;
  readonly store: Pick<KnowledgeStore, 'passages' | 'chunksOf'>;
  readonly models: Models;
  readonly scopes: Pick<Scopes, 'idsOf'>;
  readonly config: Pick<Config, 'all'>;
  readonly orderByMeaning: OrderByMeaning;
  readonly sourceName: SourceName;
  readonly turns: SourceTurns;
  /** Timeouts that differ from the defaults. */
  readonly timeouts?: Partial<RetrievalTimeouts>;
}

/**
 * From a question to the passages that may answer it: rewrite → embed → words and vectors → original wording and
 * translations → merge → rerank. Every helper has a time limit and degrades to the step before it; the trace tells.
 */
export function createRetrieval(deps: RetrievalDeps): Retrieve {
  const findIn = createHybridSearch(deps);

  return async (asked) => {
    const request = { ...asked, question: withinFolded(asked.question, longestQuestion) };
    const settings = await readSettings(deps, request);
    const { overallMs } = settings.timeouts;
    const limited = { ...request, signal: timeoutSignal(overallMs, request.signal) };
    try {
      return await retrieve(limited, settings);
    } catch (error) {
      if (request.signal.aborted || !limited.signal.aborted) throw error;
      request.trace.add('rag_error', 'Retrieval', {
        status: 'error',
        detail: explained('trace_late', { seconds: overallMs / 1000 }),
      });
      return {
        passages: [],
        evidence: noEvidence('timeout'),
        query: request.question,
      };
    }
  };

  async function retrieve(request: RetrievalRequest, settings: RetrievalSettings): Promise<Retrieval> {
    const { trace, question } = request;
    const query = await rewriteQuestion(deps.models, request, settings);
    const vector = await embedQuery(deps, request, settings, query);
    const words = (asked: string) => ({ asked, searched: withoutGrammar(asked, request.language ?? '') });
    const searches = await Promise.all(
      waitingSources(deps.turns()).map((without) =>
        deps.scopes.idsOf(request.scope, request.version, without),
      ),
    );
    /** Sources that wait are searched only where what comes before them does not answer. */
    const find = async (wording: Wording, meant: QueryVector | undefined) => {
      const search = (within: string | undefined) =>
        findIn(wording, meant, settings.retrieval, { signal: request.signal, within });
      for (const within of searches.slice(0, -1)) {
        const found = within === '' ? undefined : await search(within);
        if (found?.evidence.level === 'answers') return found;
      }
      return search(searches.at(-1));
    };
    const finding = trace.run(
      'hybrid_retrieve',
      labelOf(settings, vector),
      () => find(words(query), vector),
      describeFound,
    );
    const [found, original, translated] = await Promise.all([
      finding,
      // One after the other, so that the stages of a trace always have the same order.
      finding.then(() =>
        settings.enhancement.keepOriginalQuery && query !== question
          ? trace.run(
              'original_query',
              'Original wording',
              () => find(words(question), undefined),
              describeFound,
            )
          : skipOriginal(trace),
      ),
      translateQuestion(deps.models, request, settings, {
        query,
        search: (asked) => find({ asked, searched: asked }, undefined),
      }),
    ]);
    const merged = mergeResults(found, original, translated, settings);
    trace.add('merge_dedup', 'Merge', {
      detail: explained('trace_kept', { before: merged.before, after: merged.passages.length }),
      data: {
        before: merged.before,
        after: merged.passages.length,
        ...(translated.length > 0 && { crossLanguageNormalized: true }),
      },
    });
    const passages = await rerank(deps.models, request, settings, { query, candidates: merged.passages });
    const corrections = [...(found.corrections ?? []), ...(original?.corrections ?? [])];
    const evidence = strongest([found, original, ...translated]);
    const translation = found.translation ?? original?.translation;
    return { passages, further: merged.further, evidence, query, corrections, translation };
  }
}

async function readSettings(
  { config, timeouts: changed }: Pick<RetrievalDeps, 'config' | 'timeouts'>,
  { settings, withoutHelpers = false }: RetrievalRequest,
): Promise<RetrievalSettings> {
  const { models, retrieval, enhancement } = settings ?? (await config.all());
  return {
    timeouts: { ...retrievalTimeouts, ...changed },
    models,
    retrieval,
    enhancement: withoutHelpers ? { ...enhancement, ...noHelpers } : enhancement,
  };
}

const noHelpers = {
  queryRewriteToggle: false,
  hydeEnabled: false,
  rerankToggle: false,
  crossLanguageEnabled: false,
} as const;

const describeFound = (found: SearchResult) => ({
  detail: foundWords(found),
  data: tracePassages(found.passages),
});

function foundWords({ passages, articles, corrections = [], translation }: SearchResult): ExplainedText {
  const counts = { passages: passages.length, articles };
  if (translation) return explained('trace_found_translated', { ...counts, wording: translation.text });
  const [first, ...others] = corrections;
  if (!first) return explained('trace_found', counts);
  const meant = others.reduce((all, one) => `${all}”; “${one.typed}” read as “${one.meant}`, first.meant);
  return explained('trace_found_corrected', { ...counts, typed: first.typed, meant });
}

function skipOriginal(trace: Trace): undefined {
  trace.add('original_query', 'Original wording', {
    status: 'skipped',
    detail: explained('trace_not_reworded'),
  });
}

const labelOf = ({ retrieval }: RetrievalSettings, vector: QueryVector | undefined) =>
  vector ? (retrieval.searchMode === 'vector' ? 'Vector search' : 'Hybrid search') : 'Keyword search';

function strongest(finds: readonly (SearchResult | undefined)[]): Evidence {
  const evidences = finds.flatMap((found) => (found ? [found.evidence] : []));
  return evidences.reduce((best, next) => (next.score > best.score ? next : best));
}
