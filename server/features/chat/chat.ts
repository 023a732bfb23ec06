import type { Feature } from '../../http/implement.ts';
import type { Scenario } from '../../ports/models.ts';
import type { AnswerWithoutLog } from '../chat-logs/chat-logs.ts';
import { createAnswer } from './answer.ts';
import { debugChatRoutes } from './debug.ts';
import { createAnswerWithoutLog } from './dry-run.ts';
import type { Answer, ChatDeps } from './question.ts';
import { chatRoutes } from './routes.ts';

export type {
  Answer,
  AdmissionLimits,
  ChatDeps,
  IntentAnswer,
  Question,
  Routed,
  RoutingContext,
} from './question.ts';

export interface Chat extends Feature {
  readonly answer: Answer;
  /** The same answer function with some dependencies replaced. */
  readonly answerWith: (other: Partial<ChatDeps>) => Answer;
  /** Answers without a visitor, limits or a log; `scenario` names the usage statistics, by default a visitor's. */
  readonly answerWithoutLog: (scenario?: Scenario) => AnswerWithoutLog;
}

/** Questions of visitors, and of administrators who try settings. */
export function createChat(
  deps: ChatDeps & { readonly logs: Parameters<typeof chatRoutes>[0]['logs'] },
): Chat {
  const { clock } = deps;
  const answer = createAnswer(deps);
  const modelInUse = async () => (await deps.config.all()).models.aiFoundationChatModelName;
  return {
    answer,
    answerWith: (other) => createAnswer({ ...deps, ...other }),
    answerWithoutLog: (scenario) =>
      createAnswerWithoutLog({ answer, modelInUse, clock, ...(scenario && { scenario }) }),
    routes: [chatRoutes({ answer, logs: deps.logs }), debugChatRoutes({ answer, now: clock.now })],
  };
}
