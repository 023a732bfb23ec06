import type { ChatLog } from '../../../contract/chat-logs.ts';
import type { ConfigGroups } from '../../../contract/config/groups.ts';
import { isUnwritable, type Database } from '../../kit/database.ts';
import { explained, wordsInCell } from '../../kit/explained.ts';
import { invalid, notFound, unavailable } from '../../kit/fault.ts';
import { newId } from '../../kit/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import { createDeletion } from './deletion.ts';
import { newLogEntry, storable, type AnswerEnd } from './new-entry.ts';
import { filterOf, spanOf } from './filter.ts';
import { keyAt } from './sort-key.ts';
import { maskPersonalData } from './pii/privacy.ts';
import { createRepetitions, repeatedOutcome } from './repetitions.ts';
import { sideBySide, type AnswerWithoutLog } from './replay.ts';
import { createRetention } from './retention.ts';
import { createSaid } from './said.ts';
import { chatLogRoutes } from './routes.ts';
import { readStats } from './stats.ts';
import { conversationNumber, pauseMs } from './conversation-number.ts';
import { conversationPage } from './conversation-page.ts';
import type { NewLog } from './store/rows.ts';
import { createChatLogStore } from './store.ts';
import { createTallyStore } from './store/tallies.ts';
import { toWireLog } from './to-wire.ts';
import type { ChatLogs } from './operations.ts';

export type { LogEntry, ChatLogs } from './operations.ts';

export { chatLogMigrations } from './store/tables.ts';
export type { AnswerWithoutLog } from './replay.ts';
export type { LoggedQuestion } from './store/rows.ts';

export interface ChatLogDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** Log for the results of the daily clean-up. */
  readonly log?: Pick<Log, 'info'>;
  readonly config: { read(group: 'privacy'): Promise<ConfigGroups['privacy']> };
  /** Key of the installation for hashing addresses. */
  readonly addressKey: string;
  /** Health of the database, checked before a log starts. */
  readonly health?: Database['health'];
  /** Forgets what is kept elsewhere of the answer of a deleted log, or of any answer. */
  readonly alsoForget?: (logId?: string) => Promise<void>;
  /** Needed for replays only. */
  readonly answer?: AnswerWithoutLog;
}

/** Logs per batch of an export or deletion: some milliseconds each, with other work in between. */
const batchSize = 200;
/** Maximum length of a stored question that represents repeated ones. */
const repeatedLength = 500;
/** Questions without their answers are small rows. */
const questionSize = 500;

export function createChatLogs({
  db,
  clock,
  log,
  config,
  addressKey,
  health,
  answer,
  alsoForget = async () => {},
}: ChatLogDeps): ChatLogs {
  const store = createChatLogStore(db);
  const deletion = createDeletion(store, batchSize);
  const repetitions = createRepetitions({ store: createTallyStore(db), clock, addressKey });
  const retention = createRetention({ store, deletion, clock, config, log });
  /** Erases deleted records from the question index and the database files. */
  const forget = () => store.forget().then(() => db.forget?.());

  const read = async (id: string): Promise<ChatLog> => {
    const found = await store.find(id);
    if (!found) throw notFound('Chat log');
    return toWireLog(found);
  };

  /** A client that does not name its conversation continues the last one of its address and browser. */
  const conversationOf = async (entry: NewLog): Promise<number> =>
    (entry.kind === 'chat' ? await store.conversations.recent(entry, entry.at - pauseMs) : undefined) ??
    conversationNumber(entry.id);

  const logs: Omit<ChatLogs, 'routes'> = {
    async assertRoom() {
      const state = await health?.();
      if (state && isUnwritable(state.code)) throw unavailable(wordsInCell(state.reason));
    },

    begin(asked) {
      const id = newId();
      let written: Promise<boolean> | undefined;
      const write = async (end: AnswerEnd) => {
        const outcome = repeatedOutcome(end);
        if (outcome && !(await repetitions.isFirst(outcome, asked.address))) return false;
        await logs.assertRoom();
        const privacy = await config.read('privacy');
        const kept = outcome ? { ...asked, question: asked.question.slice(0, repeatedLength) } : asked;
        const entry = await newLogEntry({ id, at: clock.now(), asked: kept }, end, { privacy, addressKey });
        await store.add([{ ...entry, conversation: entry.conversation ?? (await conversationOf(entry)) }]);
        return true;
      };
      return { id, finish: (end) => (written ??= write(end)) };
    },

    async feedback({ logId, type, comment }) {
      if (logId === '') throw invalid('logId must not be empty');
      if (type !== 'like' && type !== 'dislike') throw invalid('type must be like or dislike');
      const { maskPersonalData: masks } = await config.read('privacy');
      const stored = storable(masks ? maskPersonalData(comment) : comment);
      if (!(await store.rate(storable(logId), { type, comment: stored, at: clock.now() })))
        throw notFound('Chat log');
      return { success: true };
    },

    async page({ page, size, ...filter }) {
      const found = await store.page(filterOf(filter), page * size, size);
      const items = await Promise.all(found.logs.map(toWireLog));
      return { items, total: found.total, page, size, ...(found.capped && { totalIsLowerBound: true }) };
    },

    conversations: (query) => conversationPage(store, query),

    ...createSaid(store),

    async stats(asked) {
      const stats = await readStats(store.countMatching, asked, clock.now());
      return { ...stats, onlyCounted: await repetitions.counts(spanOf(asked.from, asked.to)) };
    },

    retention: retention.preview,

    read,

    async *batches(filter) {
      for await (const batch of store.batches(filterOf(filter), batchSize))
        yield await Promise.all(batch.map(toWireLog));
    },

    questions: ({ from, below }) => store.questions({ from: keyAt(from), below: keyAt(below) }, questionSize),

    async replay(id, signal) {
      const logged = await read(id);
      if (!answer) throw unavailable(explained('nothing_to_answer'));
      const today = await answer({ question: logged.question, kind: logged.kind ?? 'chat', signal });
      return sideBySide(logged, today, clock.now());
    },

    async remove(id) {
      const isRemoved = await store.remove(id);
      await alsoForget(id);
      await forget();
      return isRemoved;
    },

    async clear(filter) {
      const deleted = await inAnyCase(alsoForget, deletion.run(filterOf(filter)));
      if (deleted > 0) await forget();
      return deleted;
    },

    async everyDay() {
      const { logRetentionDays } = await config.read('privacy');
      await repetitions.everyDay(logRetentionDays);
      return retention.everyDay();
    },

    async [Symbol.asyncDispose]() {
      await deletion.stop();
      await repetitions.close();
    },
  };
  return { ...logs, routes: [chatLogRoutes(logs, clock, addressKey)] };
}

/** Awaits work and, whatever comes of it, what follows. */
async function inAnyCase<T>(follows: () => Promise<void>, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } finally {
    await follows();
  }
}
