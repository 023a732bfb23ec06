import { sql, type Generated } from 'kysely';
import type { AnswerState } from '../../../../contract/articles/articles.ts';
import { bytesType, type Migration } from '../../../kit/database.ts';

/** Where a question was asked; `editor` and `evaluation` are the house's own questions. */
export type LogKind = 'chat' | 'search' | 'editor' | 'evaluation';

/** True of questions that no visitor or program has asked. */
export const isOwnKind = (kind: LogKind): kind is 'editor' | 'evaluation' =>
  kind === 'editor' || kind === 'evaluation';

/** Dimensions by which logs are counted and filtered. `model` and `state` may be `''`. */
export interface Facet {
  readonly kind: LogKind;
  readonly model: string;
  readonly feedback: 'like' | 'dislike' | 'none';
  readonly state: AnswerState | '';
}

/** Columns for lists and filters are in narrow rows; those needed only for a single log are in another table. */
export type ChatLogTables = {
  /** Every combination that has occurred; there are few. */
  chat_log_facets: { id: Generated<number> } & { [K in keyof Facet]: Facet[K] };
  /** Number of logs by UTC day and facet, updated in the transactions that change the rows. */
  chat_log_counts: { day: number; facet: number; logs: number };
  /** `seq` is the sort key (see sort-key.ts). */
  chat_logs: {
    seq: number;
    id: string;
    facet: number;
    streamed: 0 | 1;
    asked_by: 'mcp' | 'v1' | '';
    /** Equal in all logs of a conversation; null in older logs, which are a conversation each. */
    conversation: number | null;
    feedback_at: number;
    feedback_comment: string;
  };
  chat_log_contents: {
    seq: number;
    address: string;
    user_agent: string;
    question: string;
    answer: string;
    /** JSON text. */
    citations: string;
    intent: string;
    /** Compressed JSON, see stored-trace.ts. */
    trace: Uint8Array;
    duration_ms: number;
    prompt_tokens: number | null;
    completion_tokens: number | null;
    error: string;
    /** Names of notices, separated by blanks. */
    notices: string;
  };
  /** Questions that were only counted, by hour (from the epoch). */
  chat_log_tallies: { hour: number; outcome: string; asked: number };
  /** Clients who already have a log for this hour and outcome; `client` is a keyed hash. */
  chat_log_firsts: { hour: number; outcome: string; client: string };
};

export const chatLogMigrations: readonly Migration[] = [
  {
    name: 'chat-logs/1',
    up: async (db, engine) => {
      await db.schema
        .createTable('chat_log_facets')
        .addColumn('id', engine === 'postgres' ? 'serial' : 'integer', (column) => column.primaryKey())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('model', 'text', (column) => column.notNull())
        .addColumn('feedback', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addUniqueConstraint('chat_log_facets_once', ['kind', 'model', 'feedback', 'state'])
        .execute();
      await db.schema
        .createTable('chat_log_counts')
        .addColumn('day', 'bigint', (column) => column.notNull())
        .addColumn('facet', 'integer', (column) => column.notNull())
        .addColumn('logs', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('chat_log_counts_key', ['day', 'facet'])
        .execute();
      await db.schema
        .createTable('chat_logs')
        // In SQLite only an `integer` primary key becomes the rowid.
        .addColumn('seq', engine === 'postgres' ? 'bigint' : 'integer', (column) => column.primaryKey())
        .addColumn('id', 'text', (column) => column.notNull().unique())
        .addColumn('facet', 'integer', (column) => column.notNull())
        .addColumn('streamed', 'integer', (column) => column.notNull())
        .addColumn('feedback_at', 'bigint', (column) => column.notNull())
        .addColumn('feedback_comment', 'text', (column) => column.notNull())
        .execute();
      await db.schema.createIndex('chat_logs_facet').on('chat_logs').columns(['facet', 'seq']).execute();
      await db.schema
        .createTable('chat_log_contents')
        .addColumn('seq', engine === 'postgres' ? 'bigint' : 'integer', (column) => column.primaryKey())
        .addColumn('address', 'text', (column) => column.notNull())
        .addColumn('user_agent', 'text', (column) => column.notNull())
        .addColumn('question', 'text', (column) => column.notNull())
        .addColumn('answer', 'text', (column) => column.notNull())
        .addColumn('citations', 'text', (column) => column.notNull())
        .addColumn('intent', 'text', (column) => column.notNull())
        .addColumn('trace', bytesType(engine), (column) => column.notNull())
        .addColumn('duration_ms', 'integer', (column) => column.notNull())
        .addColumn('prompt_tokens', 'integer')
        .addColumn('completion_tokens', 'integer')
        .addColumn('error', 'text', (column) => column.notNull())
        .execute();
      if (engine === 'sqlite') {
        // Stores the index without the text; tokens are separated by blanks only.
        await sql`create virtual table chat_log_questions using fts5(
          grams, content = '', contentless_delete = 1, tokenize = "ascii tokenchars '_+#'"
        )`.execute(db);
      } else {
        await sql`create table chat_log_questions (seq bigint primary key, grams tsvector not null)`.execute(
          db,
        );
        // With `fastupdate` inserts would be cheaper, but search times uneven.
        await sql`create index chat_log_questions_grams on chat_log_questions using gin (grams) with (fastupdate = off)`.execute(
          db,
        );
      }
    },
  },
  {
    name: 'chat-logs/2',
    up: async (db) => {
      await db.schema
        .createTable('chat_log_tallies')
        .addColumn('hour', 'integer', (column) => column.notNull())
        .addColumn('outcome', 'text', (column) => column.notNull())
        .addColumn('asked', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('chat_log_tallies_key', ['hour', 'outcome'])
        .execute();
      await db.schema
        .createTable('chat_log_firsts')
        .addColumn('hour', 'integer', (column) => column.notNull())
        .addColumn('outcome', 'text', (column) => column.notNull())
        .addColumn('client', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('chat_log_firsts_key', ['hour', 'outcome', 'client'])
        .execute();
    },
  },
  {
    name: 'chat-logs/3',
    up: async (db) => {
      await db.schema
        .alterTable('chat_log_contents')
        .addColumn('notices', 'text', (column) => column.notNull().defaultTo(''))
        .execute();
    },
  },
  {
    name: 'chat-logs/4',
    up: async (db) => {
      await db.schema
        .alterTable('chat_logs')
        .addColumn('asked_by', 'text', (column) => column.notNull().defaultTo(''))
        .execute();
      await db.schema.alterTable('chat_logs').addColumn('conversation', 'bigint').execute();
      await db.schema
        .createIndex('chat_logs_conversation')
        .on('chat_logs')
        .columns(['conversation', 'seq'])
        .execute();
    },
  },
];
