import type { Kysely } from 'kysely';
import type { ChatLogTables, Facet } from './tables.ts';

/** Number of a facet, assigned on first use. */
export async function facetNumber(tx: Kysely<ChatLogTables>, facet: Facet): Promise<number> {
  const known = await find(tx, facet);
  if (known !== undefined) return known;
  const { kind, model, feedback, state } = facet;
  await tx
    .insertInto('chat_log_facets')
    .values({ kind, model, feedback, state })
    .onConflict((on) => on.columns(['kind', 'model', 'feedback', 'state']).doNothing())
    .execute();
  const made = await find(tx, facet);
  if (made === undefined) throw new Error('A facet was not stored');
  return made;
}

async function find(
  tx: Kysely<ChatLogTables>,
  { kind, model, feedback, state }: Facet,
): Promise<number | undefined> {
  const row = await tx
    .selectFrom('chat_log_facets')
    .select('id')
    .where('kind', '=', kind)
    .where('model', '=', model)
    .where('feedback', '=', feedback)
    .where('state', '=', state)
    .executeTakeFirst();
  return row?.id;
}

/** Required values of a facet. */
export type FacetFilter = Partial<Facet>;

/** Facets by number; `all` when there is no condition. */
export interface Facets {
  readonly byNumber: ReadonlyMap<number, Facet>;
  readonly all: boolean;
}

/** The facets that match a filter. */
export async function facetsOf(db: Kysely<ChatLogTables>, wanted: FacetFilter): Promise<Facets> {
  const { kind, model, feedback, state } = wanted;
  const rows = await db
    .selectFrom('chat_log_facets')
    .selectAll()
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'chat'))
    .$if(model !== undefined, (query) => query.where('model', '=', model ?? ''))
    .$if(feedback !== undefined, (query) => query.where('feedback', '=', feedback ?? 'none'))
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? ''))
    .execute();
  const all = kind === undefined && model === undefined && feedback === undefined && state === undefined;
  return { byNumber: new Map(rows.map(({ id, ...facet }) => [id, facet])), all };
}
