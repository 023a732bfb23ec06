import { stopwatch } from '../../kit/stopwatch.ts';
import { createTrace } from '../../kit/trace.ts';
import type { AnswerWithoutLog } from '../chat-logs/chat-logs.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Scenario } from '../../ports/models.ts';
import type { Answer } from './question.ts';
import { replyOf } from './routes.ts';

/** Answers a logged question with the current configuration: no visitor, no limits, no log, with the whole trace. */
export const createAnswerWithoutLog = (deps: {
  readonly answer: Answer;
  readonly clock: Clock;
  readonly modelInUse: () => Promise<string>;
  /** Scenario in usage statistics; a visitor's by default. */
  readonly scenario?: Scenario;
}): AnswerWithoutLog => {
  const { scenario = 'visitor_qa' } = deps;
  return async ({ question, kind, signal }) => {
    const trace = createTrace(deps.clock.now);
    const took = stopwatch(deps.clock);
    const reply = await replyOf(deps.answer({ question, kind, signal, trace, history: [], scenario }));
    return {
      answer: reply.reply,
      model: await deps.modelInUse(),
      citations: reply.citations,
      answerState: reply.answerState,
      intent: trace.stages.findLast((stage) => stage.name === 'chat_intent')?.detail,
      durationMs: took(),
      trace: trace.stages,
    };
  };
};
