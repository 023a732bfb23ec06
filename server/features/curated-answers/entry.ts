import { CuratedFields, type CuratedAnswer } from '../../../contract/curated-answers/entry-fields.ts';
import { dateOf, dayAt, instantOf } from '../../kit/calendar.ts';
import { parseRecord } from '../../kit/json.ts';
import type { Hits } from '../../kit/records/hit-table.ts';
import { changedSources, readSources, type KnownSources, type SiteArticles } from './source-articles.ts';
import type { StoredAnswer } from './store.ts';

/** A curated answer in memory. */
export interface Entry extends CuratedFields {
  readonly id: string;
  readonly revision: number;
  readonly updatedAt: number;
  readonly reviewedAt: number;
  readonly known: KnownSources;
}

/** The entry of a stored row; `undefined` for one that this version cannot read. */
export function entryOf({ fields, sources, ...row }: StoredAnswer): Entry | undefined {
  const parsed = CuratedFields.safeParse(parseRecord(fields));
  return parsed.success ? { ...row, ...parsed.data, known: readSources(sources) } : undefined;
}

/** The row of an entry. */
export const rowOf = ({ id, revision, updatedAt, reviewedAt, known, ...fields }: Entry): StoredAnswer => ({
  id,
  revision,
  updatedAt,
  reviewedAt,
  fields: JSON.stringify(fields),
  sources: JSON.stringify(known),
});

/** What the owner wrote, without what the service keeps beside it. */
export const fieldsOf = ({
  id: _id,
  revision: _revision,
  updatedAt: _updatedAt,
  reviewedAt: _reviewedAt,
  known: _known,
  ...fields
}: Entry): CuratedFields => fields;

type Period = Pick<CuratedFields, 'enabled' | 'from' | 'until'>;

/** Whether an answer is given at a time (epoch milliseconds); its days are those of the service's calendar. */
export function stateAt({ enabled, from, until }: Period, at: number): CuratedAnswer['state'] {
  if (!enabled) return 'off';
  const today = dateOf(dayAt(at));
  if (from !== '' && today < from) return 'scheduled';
  return until !== '' && today > until ? 'expired' : 'active';
}

/** An entry in the wire format. */
export const wireAnswer = (
  entry: Entry,
  around: {
    readonly at: number;
    readonly articles: SiteArticles;
    readonly counted: Hits | undefined;
    readonly sameQuestions: CuratedAnswer['sameQuestions'];
  },
): CuratedAnswer => ({
  id: entry.id,
  ...fieldsOf(entry),
  state: stateAt(entry, around.at),
  revision: entry.revision,
  updatedAt: instantOf(entry.updatedAt),
  reviewedAt: instantOf(entry.reviewedAt),
  changedSources: changedSources(entry, around.articles),
  sameQuestions: around.sameQuestions,
  hits: around.counted?.hits ?? 0,
  lastHitAt: instantOf(around.counted?.lastAt),
});
