import type { Kysely } from 'kysely';
import { isOwnKind, type ChatLogTables, type Facet } from './tables.ts';

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

/** Required values of a facet. Without a kind it is one of visitors and programs; `any` is every kind. */
export type FacetFilter = Partial<Omit<Facet, 'kind'>> & { readonly kind?: Facet['kind'] | 'any' };

/** Facets by number; `all` when all there are match. */
export interface Facets {
  readonly byNumber: ReadonlyMap<number, Facet>;
  readonly all: boolean;
}

/** The facets that match a filter. */
export async function facetsOf(db: Kysely<ChatLogTables>, wanted: FacetFilter): Promise<Facets> {
  const rows = await db.selectFrom('chat_log_facets').selectAll().execute();
  const matching = rows.filter((facet) => matches(facet, wanted));
  return {
    byNumber: new Map(matching.map(({ id, ...facet }) => [id, facet])),
    all: matching.length === rows.length,
  };
}

function matches(facet: Facet, { kind, model, feedback, state }: FacetFilter): boolean {
  const isKind = kind === undefined ? !isOwnKind(facet.kind) : kind === 'any' || kind === facet.kind;
  return (
    isKind &&
    (model === undefined || model === facet.model) &&
    (feedback === undefined || feedback === facet.feedback) &&
    (state === undefined || state === facet.state)
  );
}
