import { withTimeout } from '../work/timeout.ts';
import type { ChatCall, Models } from '../ports/models.ts';
import { textOf } from './collect-text.ts';

/** A request for a short text. */
export interface TextRequest extends Omit<ChatCall, 'task' | 'logId'> {
  /** Names the task, for the message when the model cannot do it. */
  readonly what: string;
  readonly timeoutMs: number;
  readonly logId?: string | undefined;
}

/**
 * A short text from a language model, without reasoning unless the request says otherwise. Throws the Faults of the
 * model, a `TimeoutError` after `timeoutMs`, and the reason of the signal.
 */
export async function requestText(
  models: Pick<Models, 'chat'>,
  { what, timeoutMs, signal, logId, ...call }: TextRequest,
): Promise<string> {
  const text = await withTimeout(timeoutMs, signal, (limit) =>
    textOf(
      models.chat({
        reasoning: 'disabled',
        ...call,
        task: { kind: 'text', what },
        ...(logId !== undefined && { logId }),
        signal: limit,
      }),
      call.messages.map(({ content }) => content).join('\n'),
    ),
  );
  return text.trim();
}
