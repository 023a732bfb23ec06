import { isDatabaseUnavailable } from '../../kit/database.ts';
import { isBuiltin } from '../../kit/model-named.ts';
import { stopwatch } from '../../kit/stopwatch.ts';
import type { Trace } from '../../kit/trace.ts';
import type { AnswerRecorder } from './answer-recorder.ts';
import type { ChatDeps, Question } from './question.ts';

/** The chat log of one answer; questions of nobody have none. */
export interface AnswerLog {
  readonly id: string | undefined;
  /** False without a log, and when it was only counted or could not be saved. */
  readonly isKept: boolean;
  /**
   * Saves the log, once. While the database is away, answers that cost nothing continue without a log (DB9); for others the
   * failure is thrown.
   */
  end(): Promise<void>;
  /** The same without throwing: a failed write has already failed the answer, or nobody is left to tell. */
  endQuietly(): Promise<void>;
}

/** Begins the log of an answer; its duration counts from here. */
export function beginAnswerLog(
  deps: Pick<ChatDeps, 'clock' | 'logs' | 'log' | 'models'>,
  ask: Question,
  { recorder, trace }: { readonly recorder: AnswerRecorder; readonly trace: Trace },
): AnswerLog {
  const asker = ask.visitor ?? (ask.askedBy && { address: '', userAgent: '' });
  const entry =
    asker &&
    deps.logs.begin({
      ...asker,
      kind: ask.visitor ? ask.kind : (ask.askedBy ?? ask.kind),
      question: ask.question,
      conversationId: ask.conversationId,
      streamed: ask.streamed ?? true,
    });
  const took = stopwatch(deps.clock);
  let isKept = entry !== undefined;
  const warn = (error: unknown) =>
    deps.log.warn({ logId: entry?.id, err: String(error) }, 'a chat log could not be saved');

  const save = async (): Promise<void> => {
    try {
      if (!(await entry?.finish({ ...recorder.record(), durationMs: took(), stages: trace.stages })))
        isKept = false;
    } catch (error) {
      const isPaid = [...recorder.answeredBy].some((model) => !isBuiltin(deps.models, 'chat', model));
      if (isPaid || !isDatabaseUnavailable(error)) throw error;
      isKept = false;
      warn(error);
    }
  };
  const end = () => recorder.end(save);

  return {
    id: entry?.id,
    get isKept() {
      return isKept;
    },
    end,
    endQuietly: () => end().catch(warn),
  };
}
