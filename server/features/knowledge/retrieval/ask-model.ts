import { textOf } from '../../../text/model/collect-text.ts';
import { withTimeout } from '../../../work/timeout.ts';
import type { ChatCall, Models } from '../../../ports/models.ts';
import type { RetrievalRequest } from './request.ts';

type Wish = Pick<ChatCall, 'model' | 'messages' | 'temperature' | 'maxTokens' | 'scenario'> & {
  /** Names the task, for the message when the model cannot do it. */
  readonly what: string;
};

/**
 * A short text from a language model for retrieval, without reasoning. Throws the Faults of the model, a
 * `TimeoutError` after `ms`, and the reason of the caller's signal.
 */
export async function askModel(
  models: Pick<Models, 'chat'>,
  { signal, logId }: RetrievalRequest,
  ms: number,
  wish: Wish,
): Promise<string> {
  const { what, ...call } = wish;
  const text = await withTimeout(ms, signal, (limit) =>
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
