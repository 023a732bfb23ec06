import type { Models } from '../../../../ports/models.ts';
import { withinFolded } from '../../../../text/text.ts';
import type { Config } from '../../../config/config.ts';
import type { LiveIndex } from '../../live-index.ts';
import { longestQuestion, remembered, vectorsOf, whyNotServed } from './embed-query.ts';
import type { QueryVector } from './query-vector.ts';
import type { RetrievalRequest } from '../request.ts';
import { retrievalTimeouts } from '../timeouts.ts';

/** What else compares questions with the embedding model of the index. */
export interface QuestionEmbedding {
  /** Signature of the vectors of the index that serves; `''` without vectors, or where this process cannot make them. */
  signature(): string;
  /**
   * The vector that a retrieval with these settings searches with, made once for both by `asked.vectors`; `undefined` where it searches
   * without a vector, with other words than the question's, or where the model does not make it in time.
   */
  ofQuestion(
    asked: Pick<RetrievalRequest, 'question' | 'signal' | 'logId' | 'settings' | 'vectors'>,
  ): Promise<QueryVector | undefined>;
  /** Vectors of questions that are kept, in order, with the signature of what made them. */
  ofTexts(texts: readonly string[], signature: string, signal: AbortSignal): Promise<readonly Float32Array[]>;
}

export function createQuestionEmbedding(deps: {
  readonly live: Pick<LiveIndex, 'generation'>;
  readonly models: Pick<Models, 'embed' | 'list'>;
  readonly config: Pick<Config, 'all'>;
}): QuestionEmbedding {
  const { live, models, config } = deps;
  const signature = () => {
    const known = live.generation?.signature ?? '';
    return known === '' || whyNotServed(models, known) ? '' : known;
  };
  return {
    signature,
    async ofQuestion({ question, signal, logId, settings, vectors }) {
      const { retrieval, enhancement, models: names } = settings ?? (await config.all());
      const serving = signature();
      const isReworded =
        enhancement.hydeEnabled || (names.queryRewriteEnabled && enhancement.queryRewriteToggle);
      if (serving === '' || isReworded || retrieval.searchMode === 'keyword') return undefined;
      const text = withinFolded(question, longestQuestion);
      const asked = { text, timeoutMs: retrievalTimeouts.embedMs, signal, logId };
      return remembered(vectors, models, serving, asked).catch(() => {
        signal.throwIfAborted();
        return undefined;
      });
    },
    ofTexts: (texts, made, signal) =>
      vectorsOf(models, made, {
        texts,
        timeoutMs: keptTimeoutMs,
        signal,
        scenario: 'curated_embedding',
      }),
  };
}

/** Nobody waits for the vectors of questions that are kept. */
const keptTimeoutMs = 120_000;
