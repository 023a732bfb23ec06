import { sql, type Kysely } from 'kysely';
import { keyAt } from '../sort-key.ts';
import { facetsOf } from './facets.ts';
import type { LogFilter } from './queries.ts';
import type { NewLog } from './rows.ts';
import type { ChatLogTables } from './tables.ts';

/** A page of conversations, the one with the latest matching question first. */
export interface ConversationPage {
  readonly items: readonly {
    /** Keys of its last logs, the oldest first. */
    readonly seqs: readonly number[];
    /** Number of all its logs. */
    readonly questions: number;
    /** Keys of its logs that pass the filters. */
    readonly matching: ReadonlySet<number>;
  }[];
  readonly total: number;
  /** True when there are more than `total`. */
  readonly capped: boolean;
}

/** Maximum of matches read in a search of questions, and size of each batch. */
const maxMatches = 10_000;
const batch = 500;
/** Maximum of logs shown per conversation. */
const shownTurns = 100;

/** Logs from before conversations were stored count as one conversation each, with their negative key as number. */
const numberOf = sql<number>`coalesce(conversation, -seq)`;

/** Finds conversations by the logs in them. `keys` reads the keys of matching logs in batches. */
export function createConversationQueries(
  db: Kysely<ChatLogTables>,
  keys: (filter: LogFilter, size: number) => AsyncGenerator<readonly number[]>,
) {
  /** Matching logs of a span, from the narrow rows only. */
  const matches = async ({ span, facets }: LogFilter) => {
    const wanted = await facetsOf(db, facets);
    const numbers = [...wanted.byNumber.keys()];
    return db
      .selectFrom('chat_logs')
      .where('seq', '>=', span.from)
      .where('seq', '<', span.below)
      .$if(!wanted.all, (query) => query.where('facet', 'in', numbers.length > 0 ? numbers : [-1]));
  };

  async function byFacets(filter: LogFilter, offset: number, limit: number) {
    const found = (await matches(filter)).select([
      numberOf.as('conversation'),
      sql<number>`max(seq)`.as('last'),
    ]);
    const rows = await found.groupBy(numberOf).orderBy('last', 'desc').limit(limit).offset(offset).execute();
    const { total } = await (
      await matches(filter)
    )
      .select(sql<number>`count(distinct coalesce(conversation, -seq))`.as('total'))
      .executeTakeFirstOrThrow();
    return { rows, total, capped: false };
  }

  async function byQuestion(filter: LogFilter, offset: number, limit: number) {
    const last = new Map<number, number>();
    let read = 0;
    for await (const seqs of keys(filter, batch)) {
      const rows = await db
        .selectFrom('chat_logs')
        .select([numberOf.as('conversation'), 'seq as last'])
        .where('seq', 'in', seqs)
        .execute();
      for (const row of rows)
        last.set(row.conversation, Math.max(row.last, last.get(row.conversation) ?? row.last));
      read += seqs.length;
      if (read >= maxMatches) break;
    }
    const all = [...last].map(([conversation, at]) => ({ conversation, last: at }));
    const rows = all.toSorted((a, b) => b.last - a.last).slice(offset, offset + limit);
    return { rows, total: all.length, capped: read >= maxMatches };
  }

  /** Keys of all logs of a conversation, the oldest first. */
  async function seqsOf(conversation: number): Promise<readonly number[]> {
    if (conversation < 0) return [-conversation];
    const rows = await db
      .selectFrom('chat_logs')
      .select('seq')
      .where('conversation', '=', conversation)
      .orderBy('seq')
      .execute();
    return rows.map(({ seq }) => seq);
  }

  /** The given logs that pass a filter. */
  async function matchingOf(filter: LogFilter, seqs: readonly number[]): Promise<ReadonlySet<number>> {
    const span = {
      from: Math.max(seqs[0] ?? 0, filter.span.from),
      below: Math.min((seqs.at(-1) ?? 0) + 1, filter.span.below),
    };
    if (filter.question !== undefined) {
      const own = new Set(seqs);
      const found = new Set<number>();
      for await (const some of keys({ ...filter, span }, batch))
        for (const seq of some) if (own.has(seq)) found.add(seq);
      return found;
    }
    const rows = await (await matches({ ...filter, span })).select('seq').where('seq', 'in', seqs).execute();
    return new Set(rows.map(({ seq }) => seq));
  }

  return {
    async page(filter: LogFilter, offset: number, limit: number): Promise<ConversationPage> {
      if (filter.question === 'none') return { items: [], total: 0, capped: false };
      const find = filter.question === undefined ? byFacets : byQuestion;
      const { rows, total, capped } = await find(filter, offset, limit);
      const items = [];
      for (const { conversation } of rows) {
        const all = await seqsOf(conversation);
        const seqs = all.slice(-shownTurns);
        items.push({ seqs, questions: all.length, matching: await matchingOf(filter, seqs) });
      }
      return { items, total, capped };
    },

    /** The conversation of the last question of an address and browser since a time; `undefined` when there is none. */
    async recent(
      { address, userAgent, askedBy = '' }: Pick<NewLog, 'address' | 'userAgent' | 'askedBy'>,
      since: number,
    ): Promise<number | undefined> {
      const row = await db
        .selectFrom('chat_logs')
        .innerJoin('chat_log_contents', 'chat_log_contents.seq', 'chat_logs.seq')
        .innerJoin('chat_log_facets', 'chat_log_facets.id', 'chat_logs.facet')
        .select('conversation')
        .where('chat_logs.seq', '>=', keyAt(since))
        .where('address', '=', address)
        .where('user_agent', '=', userAgent)
        .where('kind', '=', 'chat')
        .where('asked_by', '=', askedBy)
        .where('conversation', 'is not', null)
        .orderBy('chat_logs.seq', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.conversation ?? undefined;
    },
  };
}
