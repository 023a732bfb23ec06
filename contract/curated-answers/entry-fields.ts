import { z } from 'zod';
import { isDate } from '../dates.ts';
import { instant, knownInstant } from '../paging.ts';
import { isWithin, must, mustFit, says } from '../wording.ts';

/** Bounds of curated answers, in UTF-16 code units unless named. */
export const curatedLimits = {
  /** Answers of a service, and questions of all of them together. */
  entries: 5000,
  questionsInAll: 10_000,
  questions: 20,
  questionLength: 500,
  answerLength: 8000,
  sources: 10,
  titleLength: 200,
  addressLength: 2000,
  pages: 20,
  pageLength: 500,
  /** Size of an imported file with its JSON, in bytes. */
  importBytes: 8 * 1024 * 1024,
} as const;

const limits = curatedLimits;

const filled = (length: number) =>
  z
    .string({ error: must('rule_text') })
    .trim()
    .min(1, { error: must('rule_not_blank') })
    .refine(isWithin(length), { error: mustFit(length) });

/** An empty date is open. */
const day = z
  .string({ error: must('rule_date') })
  .trim()
  .refine((date) => date === '' || isDate(date), { error: must('rule_date') })
  .nullish()
  .transform((date) => date ?? '')
  .meta({ description: 'YYYY-MM-DD in the time zone of the service, inclusive; empty for no bound' });

const Source = z.object({
  title: filled(limits.titleLength),
  url: filled(limits.addressLength)
    .refine((url) => /^(?:\/(?![/\\])|https?:\/\/[^\s/])\S*$/i.test(url), {
      error: must('rule_source_address'),
    })
    .meta({ description: 'A path of the site, or an address with http: or https:' }),
});

const list = <T extends z.ZodType>(item: T, most: number, things: string) =>
  z
    .array(item, { error: must('rule_list_of', { things }) })
    .max(most, { error: must('rule_at_most', { count: most, things }) })
    .nullish()
    .transform((items) => items ?? []);

export const CuratedId = z
  .string({ error: must('rule_id', { length: 60 }) })
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/, { error: must('rule_id', { length: 60 }) });

const fields = {
  questions: z
    .array(filled(limits.questionLength), { error: must('rule_list_of', { things: 'questions' }) })
    .min(1, { error: must('rule_not_empty') })
    .max(limits.questions, { error: must('rule_at_most', { count: limits.questions, things: 'questions' }) })
    .meta({ description: 'The answer is given to each of them, and to others that ask the same' }),
  answer: filled(limits.answerLength).meta({ description: 'Markdown' }),
  sources: list(Source, limits.sources, 'sources'),
  language: z
    .string({ error: must('rule_language') })
    .trim()
    .regex(/^(?:[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,2})?$/, { error: must('rule_language') })
    .nullish()
    .transform((tag) => tag ?? '')
    .meta({ description: 'Language of the questions that it answers, such as zh or fr; empty for any' }),
  from: day,
  until: day,
  pages: list(
    filled(limits.pageLength).regex(/^\/(?:[^/\s]\S*)?$/, { error: must('rule_page_path') }),
    limits.pages,
    'paths',
  ).meta({ description: 'Only asked on pages whose path begins with one of these; empty for all' }),
  enabled: z
    .boolean({ error: must('rule_switch') })
    .nullish()
    .transform((value) => value ?? true),
};

const inOrder = ({ from, until }: { readonly from: string; readonly until: string }) =>
  from === '' || until === '' || from <= until;

/** What an owner writes. */
export const CuratedFields = z
  .object(fields, { error: must('rule_object') })
  .refine(inOrder, { error: says('range_order'), path: ['until'] });
export type CuratedFields = z.infer<typeof CuratedFields>;

export const CuratedUpdate = z
  .object(
    {
      ...fields,
      reviewed: z
        .boolean({ error: must('rule_switch') })
        .nullish()
        .transform((value) => value ?? true)
        .meta({ description: 'False leaves notes about changed sources as they are; true when missing' }),
      basedOn: z
        .int({ error: must('rule_whole') })
        .min(0)
        .optional()
        .meta({
          description:
            'Revision that was read; without it the last save wins, with an older one it is a conflict (409)',
        }),
    },
    { error: must('rule_object') },
  )
  .refine(inOrder, { error: says('range_order'), path: ['until'] });
export type CuratedUpdate = z.infer<typeof CuratedUpdate>;

/** Whether an answer is given now. */
export const curatedStates = ['active', 'off', 'scheduled', 'expired'] as const;

export const CuratedAnswer = z.looseObject({
  id: z.string(),
  questions: z.array(z.string()),
  answer: z.string(),
  sources: z.array(z.object({ title: z.string(), url: z.string() })),
  language: z.string(),
  from: z.string(),
  until: z.string(),
  pages: z.array(z.string()),
  enabled: z.boolean(),
  state: z
    .enum(curatedStates)
    .meta({ description: 'scheduled: before its first day; expired: after its last' }),
  revision: z.int().meta({ description: 'Grows with every change' }),
  updatedAt: knownInstant,
  reviewedAt: knownInstant.meta({ description: 'When its sources were last looked at' }),
  changedSources: z
    .array(z.object({ title: z.string(), url: z.string(), changedAt: instant }))
    .meta({ description: 'Articles among the sources that have changed or vanished since reviewedAt' }),
  sameQuestions: z.array(z.object({ question: z.string(), id: z.string() })).meta({
    description:
      'Other answers that hold one of its questions for the same language, pages and days, by their ids; of them the latest change is given. At most 20',
  }),
  hits: z.int().meta({ description: 'How often it answered a visitor' }),
  lastHitAt: instant,
});
export type CuratedAnswer = z.infer<typeof CuratedAnswer>;
