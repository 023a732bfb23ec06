import { sql, type Kysely } from 'kysely';
import { yieldToEventLoop } from '../../../work/event-loop.ts';
import { gramsOf } from '../pii/grams.ts';
import { marksOf, wantedOf, type QuestionIndex, type QuestionSearch, type Wanted } from './questions.ts';
import type { ChatLogTables } from './tables.ts';

/** FTS5 returns matches in order of `rowid`, also backwards, and counts them without reading rows. */
export function sqliteQuestions(db: Kysely<ChatLogTables>): QuestionIndex {
  const newest = async (search: QuestionSearch, offset: number, limit: number) => {
    const { rows } = await sql<{ seq: number }>`
      select rowid as seq from chat_log_questions where ${within(search)} order by rowid desc limit ${limit} offset ${offset}`.execute(
      db,
    );
    return rows.map(({ seq }) => seq);
  };
  return {
    async add(tx, entries) {
      for (const { seq, question, facet } of entries) {
        const found = gramsOf(question);
        const text = [...marksOf(facet, found), ...found.grams].join(' ');
        await sql`insert into chat_log_questions (rowid, grams) values (${seq}, ${text})`.execute(tx);
      }
    },
    async remove(tx, seqs) {
      for (const seq of seqs) await sql`delete from chat_log_questions where rowid = ${seq}`.execute(tx);
    },
    async forget() {
      // A negative number starts merging all segments into one, positive numbers continue; words of deleted rows are dropped.
      let step = -pagesAtOnce;
      for (let changes = 2; changes > 1; step = pagesAtOnce) {
        const before = await changesOf(db);
        await sql`insert into chat_log_questions (chat_log_questions, rank) values ('merge', ${sql.lit(step)})`.execute(
          db,
        );
        changes = (await changesOf(db)) - before;
        await yieldToEventLoop();
      }
    },
    async page(search, offset, limit) {
      const { rows } = await sql<{ total: number }>`
        select count(*) as total from chat_log_questions where ${within(search)}`.execute(db);
      const total = rows[0]?.total ?? 0;
      return { seqs: offset < total ? await newest(search, offset, limit) : [], total, capped: false };
    },
    newest: (search, limit) => newest(search, 0, limit),
  };
}

/** Index pages merged per step, between which other work runs. */
const pagesAtOnce = 64;

/** Number of rows changed on this connection; a merge step changes fewer than two when nothing is left to do. */
async function changesOf(db: Kysely<ChatLogTables>): Promise<number> {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(db);
  return rows[0]?.changes ?? 0;
}

/** The driver binds numbers as floats, and FTS5 limits its scan by integers only. */
const bound = (key: number) => sql`cast(${key} as integer)`;

const within = (search: QuestionSearch) =>
  sql`chat_log_questions match ${matchText(wantedOf(search))}
    and rowid >= ${bound(search.span.from)} and rowid < ${bound(search.span.below)}`;

const quoted = (tokens: readonly string[]): string => `"${tokens.join(' ')}"`;

function matchText({ sequence, open, instead, marks, without }: Wanted): string {
  const row = quoted(sequence) + (open ? ' *' : '');
  const found = instead === undefined ? row : `(${row} OR ${quoted([instead])})`;
  const all = [...(sequence.length > 0 ? [found] : []), ...marks.map((one) => quoted([one]))].join(' AND ');
  return without.length > 0 ? `(${all}) NOT (${without.map((one) => quoted([one])).join(' OR ')})` : all;
}
