import type { Kysely } from 'kysely';
import type { GramMatch } from '../pii/grams.ts';
import { gather, locate, type Span } from '../day-partition.ts';
import { countByDay } from './counts.ts';
import { facetsOf, type FacetFilter } from './facets.ts';
import type { QuestionIndex } from './questions.ts';
import {
  logOf,
  questionOf,
  selectLogs,
  selectQuestions,
  type LoggedQuestion,
  type StoredLog,
} from './rows.ts';
import type { ChatLogTables } from './tables.ts';

/** Conditions on logs: time span, facet, question. */
export interface LogFilter {
  readonly span: Span;
  readonly facets: FacetFilter;
  /** `none` when the search text has no letters or digits. */
  readonly question?: GramMatch | 'none';
}

interface LogPage {
  readonly logs: readonly StoredLog[];
  readonly total: number;
  /** True when there are more than `total`. */
  readonly capped: boolean;
}

/**
 * Finds logs. Counters tell which days contain matches, so that a query reads only these; a search in questions uses
 * their index.
 */
export function createLogQueries(db: Kysely<ChatLogTables>, questions: QuestionIndex) {
  async function read(seqs: readonly number[]): Promise<StoredLog[]> {
    if (seqs.length === 0) return [];
    return (
      await selectLogs(db).where('chat_logs.seq', 'in', seqs).orderBy('chat_logs.seq', 'desc').execute()
    ).map(logOf);
  }

  async function readQuestions(seqs: readonly number[]): Promise<LoggedQuestion[]> {
    const rows = selectQuestions(db).where('chat_logs.seq', 'in', seqs).orderBy('chat_logs.seq', 'desc');
    return (await rows.execute()).map(questionOf);
  }

  /** Keys of the newest logs of a span, after the `offset` newest. */
  async function keysIn(
    { from, below }: Span,
    numbers: readonly number[] | undefined,
    offset: number,
    limit: number,
  ) {
    const rows = await db
      .selectFrom('chat_logs')
      .select('seq')
      .where('seq', '>=', from)
      .where('seq', '<', below)
      .$if(numbers !== undefined, (query) => query.where('facet', 'in', numbers ?? []))
      .orderBy('seq', 'desc')
      .limit(limit)
      .offset(offset)
      .execute();
    return rows.map(({ seq }) => seq);
  }

  async function page(filter: LogFilter, offset: number, limit: number): Promise<LogPage> {
    const { span, question } = filter;
    if (question === 'none') return { logs: [], total: 0, capped: false };
    if (question) {
      const found = await questions.page({ match: question, facets: filter.facets, span }, offset, limit);
      return { logs: await read(found.seqs), total: found.total, capped: found.capped };
    }
    const facets = await facetsOf(db, filter.facets);
    const days = await countByDay(db, span, facets);
    const total = days.reduce((sum, { logs }) => sum + logs, 0);
    const place = locate(days, offset, limit);
    const numbers = facets.all ? undefined : [...facets.byNumber.keys()];
    return {
      logs: place ? await read(await keysIn(place, numbers, place.skip, limit)) : [],
      total,
      capped: false,
    };
  }

  async function find(id: string): Promise<StoredLog | undefined> {
    const row = await selectLogs(db).where('chat_logs.id', '=', id).executeTakeFirst();
    return row && logOf(row);
  }

  /** Keys of all matching logs, newest first, in batches; each batch is one short query. */
  async function* keys(
    { span, facets: wanted, question }: LogFilter,
    size: number,
  ): AsyncGenerator<readonly number[]> {
    if (question === 'none') return;
    if (question) {
      yield* batches(span, size, (rest) =>
        questions.newest({ match: question, facets: wanted, span: rest }, size),
      );
      return;
    }
    const facets = await facetsOf(db, wanted);
    const numbers = facets.all ? undefined : [...facets.byNumber.keys()];
    for (const window of gather(await countByDay(db, span, facets), size)) {
      yield* batches(window, size, (rest) => keysIn(rest, numbers, 0, size));
    }
  }

  return { read, readQuestions, page, find, keys };
}

/** Queries batch after batch, each below the keys of the previous one. */
async function* batches(
  { from, below }: Span,
  size: number,
  next: (rest: Span) => Promise<readonly number[]>,
) {
  for (let rest: Span = { from, below }; ;) {
    const batch = await next(rest);
    if (batch.length > 0) yield batch;
    const last = batch.at(-1);
    if (last === undefined || batch.length < size) return;
    rest = { from, below: last };
  }
}
