import { textOf } from '../../kit/model-text.ts';
import { inTime } from '../../kit/time.ts';
import type { ChatCall, Models } from '../../ports/models.ts';
import type { RetrievalRequest } from './retrieve.ts';

/** How long each step of retrieval may take, in milliseconds; a visitor waits for all of them. */
export const patience = {
  rewriteMs: 2_000,
  hydeMs: 3_000,
  /** Without the vector the words still search. */
  embedMs: 5_000,
  translateMs: 3_000,
  rerankMs: 2_000,
  /** All of retrieval. */
  overallMs: 15_000,
} as const;

export type Patience = Readonly<Record<keyof typeof patience, number>>;

type Wish = Pick<ChatCall, 'model' | 'messages' | 'temperature' | 'maxTokens' | 'scenario'> & {
  /** What is wanted, for models that cannot do it. */
  readonly what: string;
};

/**
 * A short text of a language model that helps the search, without thinking it over. Throws the Faults of the model, a
 * `TimeoutError` after `ms`, and the reason of the asker's signal.
 */
export async function askModel(
  models: Pick<Models, 'chat'>,
  { signal, logId }: RetrievalRequest,
  ms: number,
  wish: Wish,
): Promise<string> {
  const { what, ...call } = wish;
  const text = await inTime(ms, signal, (limit) =>
    textOf(
      models.chat({
        ...call,
        task: { kind: 'text', what },
        reasoning: 'disabled',
        ...(logId && { logId }),
        signal: limit,
      }),
    ),
  );
  return text.trim();
}
