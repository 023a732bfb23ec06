import { modelNamed } from '../../kit/model-named.ts';
import { isFault, isTimeout } from '../../kit/fault.ts';
import { sha256 } from '../../kit/ids.ts';
import { requestText } from '../../model-calls/request-text.ts';
import type { Message, Models } from '../../ports/models.ts';
import { parseSummary, type ReportSummary } from './summary-schema.ts';

/** Texts of the model, and the fingerprint of the messages that they answer. */
export interface SavedSummary {
  readonly mark: string;
  readonly words: ReportSummary;
}

/** Result of asking the model: its texts, or the reason why there are none. */
export type Summarized =
  | SavedSummary
  | { readonly without: 'gaps' | 'no-model' | 'limited' | 'unreadable' }
  | { readonly without: 'failed'; readonly why: string };

/** Time limit; a slow model takes some minutes for a whole report. */
const timeoutMs = 1_200_000;

export interface SummarizeDeps {
  readonly models: Models;
  /** Name of the configured chat model, `''` for the default. */
  readonly modelName: () => Promise<string>;
}

export interface SummarizeRequest {
  readonly messages: readonly Message[];
  readonly maxTokens: number;
  /** Result saved by an earlier attempt of the same task. */
  readonly earlier?: SavedSummary | undefined;
}

/**
 * Texts for the messages; reuses `earlier` when it answers the same messages. Failures of the model are returned, since
 * a report is possible without; only an abort of `signal` is thrown.
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
    const answer = await requestText(models, {
      model: name,
      what: 'content gap report',
      timeoutMs,
      messages,
      temperature: 0.3,
      maxTokens,
      reasoning: 'default',
      json: true,
      scenario: 'agent_content_gap',
      signal,
    });
    const words = parseSummary(answer);
    return words ? { mark, words } : { without: 'unreadable' };
  } catch (error) {
    signal.throwIfAborted();
    if (isFault(error, 'limited')) return { without: 'limited' };
    if (isFault(error)) return { without: 'failed', why: error.message };
    if (isTimeout(error)) return { without: 'failed', why: `no answer within ${timeoutMs / 1000} s` };
    throw error;
  }
}
