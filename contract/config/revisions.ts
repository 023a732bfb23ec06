import { z } from 'zod';
import { must } from '../wording.ts';

const revision = z.int({ error: must('rule_whole') }).min(0, { error: must('rule_least', { min: '0' }) });

/** Revision of each group of settings; it grows with every save that changes the group. */
export const Revisions = z.record(z.string(), revision);

/** Revisions of the groups that the sent values were read from; other groups are saved as they come. */
export const BasedOn = z
  .record(z.string(), revision, { error: must('rule_object') })
  .nullish()
  .transform((revisions) => revisions ?? {});
export type BasedOn = Readonly<Record<string, number>>;

/** Revision of a record as a save sends it back; without one the last save wins. */
export const recordRevision = revision.nullish().meta({
  description:
    'The revision that was read; when somebody else has changed the record since, the save is refused (409) with the fields in conflict',
});

/** Revisions made of a content have 48 bits. */
const mostRevision = 2 ** 48 - 1;

/** Revision of what is to be deleted, as a query names it; without one it is deleted whatever it is by then. */
export const DeletedRevision = z.object({
  basedOn: z
    .unknown()
    .optional()
    .transform((value) => (typeof value === 'string' ? wholeIn(value) : value))
    .pipe(revision.max(mostRevision, { error: must('rule_whole') }).optional())
    .meta({
      description:
        'The revision that was read; when somebody else has changed the record since, it stays, and the refusal (409) has its fields as they are now',
    }),
});

const wholeIn = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : Number.NaN);
