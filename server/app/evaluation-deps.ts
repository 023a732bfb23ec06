import type { Chat } from '../features/chat/chat.ts';
import type { ChatLogs } from '../features/chat-logs/chat-logs.ts';
import type { createEvaluations } from '../features/evaluations/evaluations.ts';
import { sectionsOf } from '../features/knowledge/indexing/extract.ts';
import type { Knowledge } from '../features/knowledge/knowledge.ts';
import { costOf } from '../features/usage/ledger/price.ts';
import { nothingSpent } from '../features/usage/ledger/spending.ts';
import type { Article } from '../ports/host.ts';
import type { Foundation } from './foundation.ts';

/** What evaluations ask and compare. */
export function evaluationDeps(
  { db, host, models, config, catalogue, jobs, clock, log, priceOf, setup, changes }: Foundation,
  given: { readonly knowledge: Knowledge; readonly chat: Chat; readonly chatLogs: ChatLogs },
): Parameters<typeof createEvaluations>[0] {
  const { knowledge, chat, chatLogs } = given;
  const sections = async ({ body }: Pick<Article, 'body'>) => sectionsOf(await knowledge.texts.blocks(body));
  return {
    db,
    config,
    models,
    jobs,
    historyOf: changes.historyOf,
    clock,
    log,
    answerWith: chat.answerWith,
    judgeTrial: chat.judgeTrial,
    retrieveWith: knowledge.retrieveWith,
    chatLog: chatLogs.read,
    ownSite: { catalogue, host, isSample: () => setup?.sampleSite ?? true, sections },
    costOf: (model, tokens) => priceOf?.(model) && costOf(priceOf(model), { ...nothingSpent, ...tokens }),
  };
}
