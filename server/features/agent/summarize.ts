import { modelNamed } from '../../kit/model-named.ts';
import { isFault } from '../../kit/fault.ts';
import { sha256 } from '../../kit/ids.ts';
import { textOf } from '../../text/collect-text.ts';
import { withTimeout } from '../../work/timeout.ts';
import type { Message, Models } from '../../ports/models.ts';
import { parseSummary, type ReportSummary } from './summary-schema.ts';

/** The model's words, and what they were asked with. */
export interface SavedSummary {
  readonly mark: string;
  readonly words: ReportSummary;
}

/** What came of asking the model: its words, or why there are none. */
export type Summarized =
  | SavedSummary
  | { readonly without: 'gaps' | 'no-model' | 'limited' | 'unreadable' }
  | { readonly without: 'failed'; readonly why: string };

/** A whole report takes a slow model some minutes. */
const timeoutMs = 180_000;

export interface SummarizeDeps {
  readonly models: Models;
  /** Name of the configured chat model, `''` for the default. */
  readonly modelName: () => Promise<string>;
}

export interface SummarizeRequest {
  readonly messages: readonly Message[];
  readonly maxTokens: number;
  /** What an earlier attempt of the same task saved. */
  readonly earlier?: SavedSummary | undefined;
}

/**
 * Words for the messages, from `earlier` when that was asked with the same ones. Whatever goes wrong on the model's
 * side, the report can do without: only an abort of `signal` is thrown.
 */
export async function summarizeOnce(
  { models, modelName }: SummarizeDeps,
  { messages, maxTokens, earlier }: SummarizeRequest,
  signal: AbortSignal,
): Promise<Summarized> {
  const mark = sha256(JSON.stringify(messages)).slice(0, 32);
  if (earlier?.mark === mark) return earlier;
  const name = await modelName();
  const model = modelNamed(models, 'chat', name);
  if (!model || model.builtin) return { without: 'no-model' };
  try {
    const answer = await withTimeout(timeoutMs, signal, (limit) =>
      textOf(
        models.chat({
          model: name,
          task: { kind: 'text', what: 'content gap report' },
          messages,
          temperature: 0.3,
          maxTokens,
          json: true,
          scenario: 'agent_content_gap',
          signal: limit,
        }),
      ),
    );
    const words = parseSummary(answer);
    return words ? { mark, words } : { without: 'unreadable' };
  } catch (error) {
    signal.throwIfAborted();
    if (isFault(error, 'limited')) return { without: 'limited' };
    if (isFault(error)) return { without: 'failed', why: error.message };
    if (error instanceof Error && error.name === 'TimeoutError')
      return { without: 'failed', why: `no answer within ${timeoutMs / 1000} s` };
    throw error;
  }
}
