import { CuratedFields } from '../../../contract/curated-answers/entry-fields.ts';
import { notFound } from '../../kit/fault.ts';
import type { RecordKind } from '../changes/changes.ts';
import { fieldsOf, type Entry } from './entry.ts';
import type { EntryCache } from './entry-cache.ts';

/** Curated answers as the list of changes reads and restores them. */
export const recordedAnswers = (entries: EntryCache, now: () => number): RecordKind => ({
  area: 'curatedAnswers',
  name: 'curated-answer',
  always: 'questions',
  read: async (ids) => {
    const found = (await entries.all()).filter(({ id }) => ids?.includes(id) ?? true);
    return new Map(
      found.map((entry) => [entry.id, { fields: { ...fieldsOf(entry) }, revision: entry.revision }]),
    );
  },
  write: async (id, fields) => {
    const former = CuratedFields.safeParse(fields);
    if (!former.success) throw notFound('Curated answer');
    await entries.change((stored) => ({ put: [restored(id, former.data, stored.get(id), now())] }));
  },
  remove: (id) => entries.change(() => ({ drop: [id] })),
});

/** What is known of its sources stays; of an answer that was gone nothing is. */
const restored = (id: string, fields: CuratedFields, now: Entry | undefined, at: number): Entry => ({
  ...fields,
  id,
  known: now?.known ?? {},
  revision: (now?.revision ?? 0) + 1,
  reviewedAt: now?.reviewedAt ?? at,
  updatedAt: at,
});
