import { z } from 'zod';
import { AnswerState, AnswerSummary, Citation } from '../articles/articles.ts';
import { del, get, group, json, post } from '../endpoint.ts';
import { knownInstant } from '../paging.ts';
import { must, mustFit } from '../wording.ts';
import { chatLimits } from './chat.ts';

/** `turns`: questions that a shared conversation shows; `listed`: shared conversations that the console sees. */
export const sharingLimits = { shareIdLength: 64, turns: 100, listed: 1000 } as const;

/** Whoever knows the id of a conversation has asked its questions. */
const ownConversation = z.object({
  conversationId: z
    .string({ error: must('rule_text') })
    .max(chatLimits.conversationIdLength, { error: mustFit(chatLimits.conversationIdLength) })
    .regex(/^[\w-]{16,}$/, { error: must('rule_conversation_id') })
    .meta({ description: 'The `conversationId` that was sent with its questions' }),
});

/** A question and its answer as they are logged: personal data is masked where the site has that switched on. */
const SharedTurn = z.looseObject({
  question: z.string(),
  answer: z.string().meta({ description: 'In Markdown, with `[N]` markers' }),
  citations: z.array(Citation),
  answerState: AnswerState.optional(),
  kind: AnswerSummary.shape.kind,
  writtenBy: AnswerSummary.shape.writtenBy,
  answeredBy: AnswerSummary.shape.answeredBy,
  notices: AnswerSummary.shape.notices,
});

export const SharedConversation = z.looseObject({
  sharedAt: knownInstant,
  site: z.string().optional().meta({ description: 'Origin of the articles that the citations name' }),
  turns: z.array(SharedTurn).meta({
    description: `What was said until it was shared, the oldest question first, at most the last ${sharingLimits.turns}`,
  }),
});
export type SharedConversation = z.infer<typeof SharedConversation>;

export const sharing = group('sharing', 'public', {
  create: post('/chat/shares', {
    summary:
      'Share a conversation of one’s own as it stands now. 404 where the site has not switched sharing on and where nothing of the conversation is logged',
    body: ownConversation,
    reply: json(
      z.object({ shareId: z.string().meta({ description: 'Whoever knows it can read the conversation' }) }),
    ),
  }),
  revoke: post('/chat/shares/revoke', {
    summary: 'End every share of a conversation of one’s own',
    body: ownConversation,
    reply: json(z.object({ revoked: z.int().meta({ description: 'Number of shares that ended' }) })),
  }),
  read: get('/chat/shares/{id}', {
    summary:
      'A shared conversation, without anything about who asked. 404 once it was ended, its logs are deleted or sharing is switched off',
    params: z.object({
      id: z
        .string()
        .max(sharingLimits.shareIdLength, { error: mustFit(sharingLimits.shareIdLength) })
        .meta({ description: 'The `shareId`' }),
    }),
    reply: json(SharedConversation),
  }),
});

export const sharedConversations = group('shared-conversations', 'console', {
  list: get('/shared-conversations', {
    summary: `The conversations that visitors have shared, the last shared first, at most ${sharingLimits.listed}`,
    reply: json(
      z.looseObject({
        items: z.array(
          z.looseObject({
            id: z.string().meta({ description: 'Id of the conversation in `chat-logs/conversations`' }),
            sharedAt: knownInstant,
          }),
        ),
      }),
    ),
  }),
  remove: del('/shared-conversations/{id}', {
    summary: 'End every share of a conversation; one that is not shared counts as ended',
    params: z.object({ id: z.string().meta({ description: 'Id of the conversation' }) }),
    reply: json(z.looseObject({ deleted: z.literal(true) })),
    errors: { style: 'flag', flag: 'deleted' },
  }),
});
