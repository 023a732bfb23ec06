import type { ChatLog } from '../../../contract/chat-logs.ts';
import { sharedConversations, sharing, sharingLimits } from '../../../contract/chat/sharing.ts';
import type { ConfigGroups } from '../../../contract/config/groups.ts';
import { implement, type Feature } from '../../http/implement.ts';
import type { Database } from '../../kit/database.ts';
import { notFound } from '../../kit/fault.ts';
import { newSecret, sha256 } from '../../kit/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ChatLogs } from '../chat-logs/chat-logs.ts';
import { createShareStore } from './store.ts';

export { sharingMigrations } from './store.ts';

/** Shares that one conversation may have; each shows it as it stood at another time. */
const mostOfConversation = 20;
/** Shared conversations of a batch of the daily clean-up. */
const batchSize = 500;
/** Random bytes of the id in a link. */
const idBytes = 24;

/** Links to conversations, where the owner has switched that on. A share is a place in the chat logs, so it ends with them. */
export function createSharing(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly config: { read(group: 'chat'): Promise<Pick<ConfigGroups['chat'], 'shareConversations'>> };
  readonly logs: Pick<ChatLogs, 'shareable' | 'said' | 'withLogs'>;
  /** Counts one use of shares by an address. Throws `limited`. */
  readonly limits: { sharing(address: string): Promise<void> };
  /** True for the name of a model that gives passages of articles in place of words of its own; also for none. */
  readonly isQuoting: (model: string) => boolean;
  /** Origin of the articles. */
  readonly siteOrigin: () => string | undefined;
}): Feature {
  const { clock, config, logs, limits, siteOrigin } = deps;
  const store = createShareStore(deps.db);

  const assertOn = async () => {
    if (!(await config.read('chat')).shareConversations) throw notFound('Shared conversation');
  };

  const visitors = implement(sharing, {
    create: async ({ body: { conversationId } }, { visitor }) => {
      await assertOn();
      await limits.sharing(visitor.address);
      const place = await logs.shareable(conversationId);
      if (!place) throw notFound('Conversation');
      const shareId = newSecret(idBytes);
      await store.add({ ...place, hash: sha256(shareId), at: clock.now() }, mostOfConversation);
      return { shareId };
    },
    // Also where sharing was switched off meanwhile: it may be switched on again.
    revoke: async ({ body: { conversationId } }, { visitor }) => {
      await limits.sharing(visitor.address);
      const place = await logs.shareable(conversationId);
      return { revoked: place ? await store.remove([place.conversation]) : 0 };
    },
    read: async ({ params: { id } }, { visitor }) => {
      await assertOn();
      await limits.sharing(visitor.address);
      const share = await store.find(sha256(id));
      const turns =
        share && (await logs.said(share, sharingLimits.turns)).filter(isSaid).map(sharedTurn(deps.isQuoting));
      if (!share || !turns?.length) throw notFound('Shared conversation');
      const site = siteOrigin();
      return { sharedAt: new Date(share.at).toISOString(), ...(site && { site }), turns };
    },
  });

  const owners = implement(sharedConversations, {
    list: async () => ({
      items: (await store.list(0, sharingLimits.listed)).map(({ conversation, at }) => ({
        id: conversation.toString(36),
        sharedAt: new Date(at).toISOString(),
      })),
    }),
    remove: async ({ params: { id } }, { nothingChanged }) => {
      const conversation = Number.parseInt(id, 36);
      const ended = Number.isSafeInteger(conversation) ? await store.remove([conversation]) : 0;
      if (ended === 0) nothingChanged();
      return { deleted: true };
    },
  });

  return {
    routes: [visitors, owners],

    /** Forgets the shares of which no log is left. */
    async everyDay() {
      let offset = 0;
      for (;;) {
        const batch = (await store.list(offset, batchSize)).map(({ conversation }) => conversation);
        const left = await logs.withLogs(batch);
        await store.remove(batch.filter((conversation) => !left.has(conversation)));
        if (batch.length < batchSize) return;
        offset += left.size;
      }
    },
  };
}

/** An answer that failed is nothing that was said. */
const isSaid = ({ answer, answerState }: ChatLog): boolean =>
  answer.trim() !== '' && answerState !== 'failed' && answerState !== 'limited';

/** What the visitor read of a log, and nothing about the visitor. */
const sharedTurn =
  (isQuoting: (model: string) => boolean) =>
  ({ question, answer, model, citations, answerState, answeredBy, traceIntent, notices }: ChatLog) => ({
    question,
    answer,
    citations,
    writtenBy: authorOf(traceIntent, isQuoting(model)),
    ...(traceIntent === 'SMALL_TALK' && { kind: 'small_talk' as const }),
    ...(answerState && { answerState }),
    ...(answeredBy && { answeredBy }),
    ...(notices && { notices }),
  });

/** Whose words an answer is, as far as its log tells. */
function authorOf(intent: string | undefined, isQuoted: boolean): 'model' | 'articles' | 'service' {
  if (intent !== undefined && intent !== 'NORMAL_CHAT') return 'service';
  return isQuoted ? 'articles' : 'model';
}
