import { sql, type Kysely } from 'kysely';
import { gramsOf } from '../pii/grams.ts';
import {
  marksOf,
  wantedOf,
  type QuestionIndex,
  type QuestionPage,
  type QuestionSearch,
  type Wanted,
} from './questions.ts';
import type { ChatLogTables, Facet } from './tables.ts';

/**
 * A text index of PostgreSQL cannot be read in time order. Few matches are collected and sorted; when there are many,
 * the newest ones are found soon by scanning the rows backwards. Counting visits every match, so it stops at
 * `countedMatches`.
 */
export function postgresQuestions(db: Kysely<ChatLogTables>, countedMatches = 10_000): QuestionIndex {
  const gather = async (search: QuestionSearch, offset: number, limit: number) => {
    const query = queryText(wantedOf(search));
    const { rows } = await sql<{ seq: number | null; total: number }>`
      with hits as materialized (
        select seq from chat_log_questions where grams @@ ${query}::tsquery and ${within(search)} limit ${countedMatches + 1}
      ), counted as (select count(*) as total from hits)
      select seq, total from counted
      left join (select seq from hits order by seq desc limit ${limit} offset ${offset}) as page on true
      order by seq desc`.execute(db);
    return { seqs: rows.flatMap(({ seq }) => (seq === null ? [] : [seq])), total: rows[0]?.total ?? 0 };
  };
  const scan = async (search: QuestionSearch, offset: number, limit: number) => {
    // Wrapped in coalesce, so that the planner does not use the text index.
    const { rows } = await sql<{ seq: number }>`
      select seq from chat_log_questions where coalesce(grams @@ ${queryText(wantedOf(search))}::tsquery, false) and ${within(search)}
      order by seq desc limit ${limit} offset ${offset}`.execute(db);
    return rows.map(({ seq }) => seq);
  };
  const page = async (search: QuestionSearch, offset: number, limit: number): Promise<QuestionPage> => {
    const { seqs, total } = await gather(search, offset, limit);
    if (total <= countedMatches) return { seqs, total, capped: false };
    return { seqs: await scan(search, offset, limit), total: countedMatches, capped: true };
  };
  return {
    async add(tx, entries) {
      const rows = entries.map(
        ({ seq, question, facet }) => sql`(${seq}::bigint, ${vectorText(question, facet)}::tsvector)`,
      );
      if (rows.length > 0)
        await sql`insert into chat_log_questions (seq, grams) values ${sql.join(rows)}`.execute(tx);
    },
    // The server does this itself.
    forget: () => Promise.resolve(),
    async remove(tx, seqs) {
      if (seqs.length > 0)
        await sql`delete from chat_log_questions where seq in (${sql.join([...seqs])})`.execute(tx);
    },
    page,
    newest: async (search, limit) => (await page(search, 0, limit)).seqs,
  };
}

const within = ({ span }: QuestionSearch) => sql`seq >= ${span.from} and seq < ${span.below}`;

/** Grams contain no quotes or backslashes, only letters, digits, `_`, `+` and `#`. */
function vectorText(question: string, facet: Facet): string {
  const found = gramsOf(question);
  const marks = marksOf(facet, found).map(quoted);
  return [...marks, ...found.grams.map((gram, place) => `${quoted(gram)}:${place + 1}`)].join(' ');
}

function queryText({ sequence, open, instead, marks, without }: Wanted): string {
  const last = sequence.length - 1;
  const row = sequence
    .map((gram, place) => quoted(gram) + (open && place === last ? ':*' : ''))
    .join(' <-> ');
  const found = instead === undefined ? `(${row})` : `(${row} | ${quoted(instead)})`;
  const all = [...(sequence.length > 0 ? [found] : []), ...marks.map(quoted)];
  return [...all, ...without.map((one) => `!${quoted(one)}`)].join(' & ');
}

const quoted = (token: string): string => `'${token}'`;
