import { createAnswerCache } from '../features/answer-cache/answer-cache.ts';
import { createChat, type Chat } from '../features/chat/chat.ts';
import { createSiteSources } from '../features/chat/grounding/site-sources.ts';
import { createChatLogs, type ChatLogs } from '../features/chat-logs/chat-logs.ts';
import { maskPersonalData } from '../features/chat-logs/pii/privacy.ts';
import { createCuratedAnswers } from '../features/curated-answers/curated-answers.ts';
import { createIntentRoutes } from '../features/intent-routes/intent-routes.ts';
import { createKnowledge } from '../features/knowledge/knowledge.ts';
import { createSharing } from '../features/sharing/sharing.ts';
import { createFirstSteps } from '../features/system/first-steps.ts';
import { installationKeyOf } from '../kit/installation-key.ts';
import { modelNamed } from '../kit/model-named.ts';
import type { Feature } from '../http/implement.ts';
import type { Foundation } from './foundation.ts';

type AskedSpan = Parameters<ChatLogs['questions']>[0];

/** Registers a feature for disposal as soon as it is built, so that it is closed when a later one cannot be built. */
export type Keep = <F extends Feature>(feature: F) => F;

/** The features that answer a question: index, intent routes, chat logs, and chat on top of them. */
export async function createQuestions(base: Foundation, keep: Keep) {
  const { db, host, models, config, catalogue, usage, clock, log } = base;
  const { historyOf } = base.changes;
  const intentRoutes = keep(createIntentRoutes({ db, config, models, catalogue, clock, log, historyOf }));
  const siteOrigin = () => base.publicOrigin ?? host.describe().siteOrigin;
  const knowledge = keep(createKnowledge({ ...base, ...base.sources.beside(host) }));
  const embedding = knowledge.questions;
  const asked = (span: AskedSpan) => chatLogs.questions(span);
  const curatedAnswers = keep(createCuratedAnswers({ ...base, siteOrigin, historyOf, knowledge, asked }));
  const { fingerprint } = knowledge;
  const cache = keep(createAnswerCache({ db, config, clock, log, fingerprint, mask: maskPersonalData }));
  const addressKey = await installationKeyOf(db);
  const chatLogs = keep(
    createChatLogs({
      db,
      clock,
      config,
      log,
      addressKey,
      alsoForget: cache.forget,
      health: db.health,
      answer: (asked) => chat.answerWithoutLog()(asked),
    }),
  );
  const siteSources = createSiteSources({ knowledge, host, now: base.now });
  const chat: Chat = keep(
    createChat({
      config,
      models,
      clock,
      log,
      ...siteSources,
      routeIntent: intentRoutes.routeIntent,
      routesRevision: intentRoutes.revision,
      cache,
      curatedAnswer: curatedAnswers.answerTo,
      retrieve: knowledge.retrieve,
      versionOf: knowledge.versionOf,
      questionVector: embedding.ofQuestion,
      tried: createFirstSteps(db).noteTried,
      limits: usage.limits,
      logs: chatLogs,
      siteOrigin,
      traces: base.answerTraces,
    }),
  );
  const isQuoting = (model: string) => model === '' || modelNamed(models, 'chat', model)?.builtin === true;
  const sharing = keep(
    createSharing({ db, clock, config, logs: chatLogs, limits: usage.limits, siteOrigin, isQuoting }),
  );
  return {
    sources: siteSources,
    knowledge,
    chat,
    chatLogs,
    features: { intentRoutes, curatedAnswers, answerCache: cache, knowledge, chatLogs, chat, sharing },
  };
}

export type Questions = Awaited<ReturnType<typeof createQuestions>>;
