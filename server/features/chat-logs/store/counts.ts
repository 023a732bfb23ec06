import type { Kysely } from 'kysely';
import { utcDayOf, firstKeyOf } from '../sort-key.ts';
import { dayParts, type Span, type Window } from '../day-partition.ts';
import type { Facets } from './facets.ts';
import type { ChatLogTables, Facet } from './tables.ts';

/** One log more (+1) or less (−1) of a facet. */
interface CountChange {
  readonly seq: number;
  readonly facet: number;
  readonly by: 1 | -1;
}

/** Updates the counters in the transaction that changes the rows. */
export async function changeCounts(
  tx: Kysely<ChatLogTables>,
  changes: readonly CountChange[],
): Promise<void> {
  const sums = new Map<string, { day: number; facet: number; logs: number }>();
  for (const { seq, facet, by } of changes) {
    const day = utcDayOf(seq);
    const sum = sums.get(`${day} ${facet}`) ?? { day, facet, logs: 0 };
    sum.logs += by;
    sums.set(`${day} ${facet}`, sum);
  }
  if (sums.size === 0) return;
  await tx
    .insertInto('chat_log_counts')
    // Sorted, so that two transactions cannot deadlock.
    .values([...sums.values()].toSorted((a, b) => a.day - b.day || a.facet - b.facet))
    .onConflict((on) =>
      on
        .columns(['day', 'facet'])
        .doUpdateSet((eb) => ({ logs: eb('chat_log_counts.logs', '+', eb.ref('excluded.logs')) })),
    )
    .execute();
}

/** Deletes counters that have reached zero. */
export async function dropEmptyCounts(db: Kysely<ChatLogTables>): Promise<void> {
  await db.deleteFrom('chat_log_counts').where('logs', '<=', 0).execute();
}

/** Number of logs by facet. */
export type FacetCounts = readonly (Facet & { readonly logs: number })[];

/** Numbers of matching logs; `capped` when there are more. */
export interface Counted {
  readonly facets: FacetCounts;
  readonly capped: boolean;
}

/** Number of logs by facet among some logs. */
export async function countAmong(db: Kysely<ChatLogTables>, seqs: readonly number[]): Promise<FacetCounts> {
  return db
    .selectFrom('chat_logs')
    .innerJoin('chat_log_facets', 'chat_log_facets.id', 'chat_logs.facet')
    .select(['kind', 'model', 'feedback', 'state', (eb) => eb.fn.countAll<number>().as('logs')])
    .where('chat_logs.seq', 'in', seqs)
    .groupBy(['kind', 'model', 'feedback', 'state'])
    .execute();
}

/** Number of logs by facet in a span. */
export async function countByFacet(
  db: Kysely<ChatLogTables>,
  span: Span,
  facets: Facets,
): Promise<(Facet & { readonly logs: number })[]> {
  const numbers = [...facets.byNumber.keys()];
  if (numbers.length === 0) return [];
  const { days, ends } = dayParts(span);
  const sums = new Map<number, number>();
  const add = (rows: readonly { facet: number; logs: number }[]) => {
    for (const { facet, logs } of rows) sums.set(facet, (sums.get(facet) ?? 0) + logs);
  };
  if (days) {
    add(
      await db
        .selectFrom('chat_log_counts')
        .select(['facet', (eb) => eb.fn.sum<number>('logs').as('logs')])
        .where('day', '>=', days.first)
        .where('day', '<=', days.last)
        .$if(!facets.all, (query) => query.where('facet', 'in', numbers))
        .groupBy('facet')
        .execute(),
    );
  }
  for (const { from, below } of ends) {
    add(
      await db
        .selectFrom('chat_logs')
        .select(['facet', (eb) => eb.fn.countAll<number>().as('logs')])
        .where('seq', '>=', from)
        .where('seq', '<', below)
        .$if(!facets.all, (query) => query.where('facet', 'in', numbers))
        .groupBy('facet')
        .execute(),
    );
  }
  return [...sums].flatMap(([number, logs]) => {
    const facet = facets.byNumber.get(number);
    return facet && logs > 0 ? [{ ...facet, logs }] : [];
  });
}

/** Days of a span with logs of the facets, newest first, with exact counts at both ends. */
export async function countByDay(db: Kysely<ChatLogTables>, span: Span, facets: Facets): Promise<Window[]> {
  const numbers = [...facets.byNumber.keys()];
  if (numbers.length === 0) return [];
  const { days, ends } = dayParts(span);
  const whole = !days
    ? []
    : await db
        .selectFrom('chat_log_counts')
        .select(['day', (eb) => eb.fn.sum<number>('logs').as('logs')])
        .where('day', '>=', days.first)
        .where('day', '<=', days.last)
        .$if(!facets.all, (query) => query.where('facet', 'in', numbers))
        .groupBy('day')
        .execute();
  const windows: Window[] = whole.map(({ day, logs }) => ({
    from: firstKeyOf(day),
    below: firstKeyOf(day + 1),
    logs,
  }));
  for (const { from, below } of ends) {
    const { logs } = await db
      .selectFrom('chat_logs')
      .select((eb) => eb.fn.countAll<number>().as('logs'))
      .where('seq', '>=', from)
      .where('seq', '<', below)
      .$if(!facets.all, (query) => query.where('facet', 'in', numbers))
      .executeTakeFirstOrThrow();
    windows.push({ from, below, logs });
  }
  return windows.filter(({ logs }) => logs > 0).toSorted((a, b) => b.from - a.from);
}
