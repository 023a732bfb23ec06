import { sql, type Kysely } from 'kysely';
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
    async page(search, offset, limit) {
      const { rows } = await sql<{ total: number }>`
        select count(*) as total from chat_log_questions where ${within(search)}`.execute(db);
      const total = rows[0]?.total ?? 0;
      return { seqs: offset < total ? await newest(search, offset, limit) : [], total, capped: false };
    },
    newest: (search, limit) => newest(search, 0, limit),
  };
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
