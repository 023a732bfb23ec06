import type { Database } from '../../kit/database.ts';
import { createConversationQueries } from './store/conversations.ts';
import { countAmong, countByFacet, dropEmptyCounts, type Counted } from './store/counts.ts';
import { facetsOf, type FacetFilter } from './store/facets.ts';
import { postgresQuestions } from './store/questions-postgres.ts';
import { sqliteQuestions } from './store/questions-sqlite.ts';
import { createLogQueries, type LogFilter } from './store/queries.ts';
import type { LoggedQuestion, StoredLog } from './store/rows.ts';
import type { ChatLogTables } from './store/tables.ts';
import { createSaidQueries } from './store/said.ts';
import { createLogCommands } from './store/commands.ts';
import type { Span } from './day-partition.ts';

/** Maximum of matches counted in a search of questions, and size of each batch. */
const maxCounted = 10_000;
const countedBatch = 500;

/** Records of answered questions. No query scans a whole table, and work on many rows comes in batches. */
export function createChatLogStore(database: Database) {
  const db = database.query.withTables<ChatLogTables>();
  const questions = database.engine === 'sqlite' ? sqliteQuestions(db) : postgresQuestions(db);
  const reading = createLogQueries(db, questions);
  const writing = createLogCommands(db, questions);
  const count = async (span: Span, facets: FacetFilter) => countByFacet(db, span, await facetsOf(db, facets));
  return {
    add: writing.add,
    rate: writing.rate,
    page: reading.page,
    find: reading.find,
    read: reading.read,
    conversations: createConversationQueries(db, reading.keys),

    said: createSaidQueries(db),

    /** Number of logs by facet in a span. */
    count,

    /** Number of matching logs by facet; those of a search in questions are counted up to a limit. */
    async countMatching(filter: LogFilter): Promise<Counted> {
      if (filter.question === undefined)
        return { facets: await count(filter.span, filter.facets), capped: false };
      const facets: Counted['facets'][number][] = [];
      let found = 0;
      for await (const batch of reading.keys(filter, countedBatch)) {
        facets.push(...(await countAmong(db, batch)));
        found += batch.length;
        if (found >= maxCounted) return { facets, capped: true };
      }
      return { facets, capped: false };
    },

    /** All matching logs, newest first, in batches. */
    async *batches(filter: LogFilter, size: number): AsyncGenerator<readonly StoredLog[]> {
      for await (const batch of reading.keys(filter, size)) yield await reading.read(batch);
    },

    /** The questions of a span, newest first, in batches. */
    async *questions(span: Span, size: number): AsyncGenerator<readonly LoggedQuestion[]> {
      for await (const batch of reading.keys({ span, facets: {} }, size))
        yield await reading.readQuestions(batch);
    },

    /** Deletes matching logs, one batch per iteration; yields their number. */
    async *sweep(filter: LogFilter, size: number): AsyncGenerator<number> {
      for await (const batch of reading.keys(filter, size)) yield await writing.erase(batch);
      await dropEmptyCounts(db);
    },

    /** Erases the words of deleted questions from the index, which otherwise only marks them as deleted. */
    forget: questions.forget,

    /** False when there was none. */
    async remove(id: string): Promise<boolean> {
      const row = await db.selectFrom('chat_logs').select('seq').where('id', '=', id).executeTakeFirst();
      return row !== undefined && (await writing.erase([row.seq])) > 0;
    },
  };
}

export type ChatLogStore = ReturnType<typeof createChatLogStore>;
