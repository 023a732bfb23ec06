import type { AnswerSummary } from '../../../contract/articles/articles.ts';
import type { Feature } from '../../http/implement.ts';
import type { Models, Scenario } from '../../ports/models.ts';
import type { AnswerWithoutLog } from '../chat-logs/chat-logs.ts';
import { createAnswer } from './answer.ts';
import { debugChatRoutes } from './debug.ts';
import { createAnswerWithoutLog } from './dry-run.ts';
import { createJudges, isFit, type JudgeTrial } from './mark-judge/judge-trial.ts';
import type { Answer, ChatDeps } from './question.ts';
import { createResumableAnswers } from '../../work/resumption/resumable-answers.ts';
import { chatRoutes } from './routes.ts';
import { textsOf } from './texts/texts.ts';

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
  readonly remarkOn: RemarkOn;
  /** The same answer function with some dependencies replaced. */
  readonly answerWith: (other: Partial<ChatDeps>) => Answer;
  /** Verdicts of a model on known statements, made once in a start of the service. Throws the Faults of the model. */
  readonly judgeTrial: (model: string, models?: Models) => Promise<JudgeTrial & { readonly isFit: boolean }>;
  /** Answers without a visitor, limits or a log; `scenario` names the usage statistics, by default a visitor's. */
  readonly answerWithoutLog: (scenario?: Scenario) => AnswerWithoutLog;
}

/** Questions of visitors, and of administrators who try settings. */
export function createChat(
  given: Omit<ChatDeps, 'judges'> & { readonly logs: Parameters<typeof chatRoutes>[0]['logs'] },
): Chat {
  const deps = { ...given, judges: createJudges() };
  const { clock } = deps;
  const resumable = createResumableAnswers();
  const answer = createAnswer(deps);
  const modelInUse = async () => (await deps.config.all()).models.aiFoundationChatModelName;
  return {
    answer,
    remarkOn: createRemarkOn(deps),
    judgeTrial: async (model, models = deps.models) => {
      const trial = await deps.judges.trialOf(models, model, clock.now());
      return { ...trial, isFit: isFit(trial) };
    },
    answerWith: (other) => createAnswer({ ...deps, ...other }),
    answerWithoutLog: (scenario) =>
      createAnswerWithoutLog({ answer, modelInUse, clock, ...(scenario && { scenario }) }),
    routes: [
      chatRoutes({ answer, resumable, logs: deps.logs }),
      debugChatRoutes({ answer, now: clock.now, tried: deps.tried }),
    ],
    [Symbol.asyncDispose]: () => resumable[Symbol.asyncDispose](),
  };
}

/** What programs without notices are told of an answer, in the language of its question; `''` where its text says all. */
export type RemarkOn = (reply: Pick<AnswerSummary, 'notices'>, question: string) => Promise<string>;

const createRemarkOn =
  ({ detectLanguage, siteLanguages }: Pick<ChatDeps, 'detectLanguage' | 'siteLanguages'>): RemarkOn =>
  async ({ notices = [] }, question) =>
    notices.includes('unconfirmed') ? textsOf(await detectLanguage(question, siteLanguages)).unconfirmed : '';
