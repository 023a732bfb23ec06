import { z } from 'zod';
import { get, group, json, post } from '../endpoint.ts';
import { pageFields, pageOf, queryWord } from '../paging.ts';
import { must } from '../wording.ts';

/** What an administrator can change, as the list of changes sorts it. */
export const changeAreas = [
  'settings',
  'limits',
  'routes',
  'curatedAnswers',
  'datasets',
  'models',
  'tokens',
  'account',
  'site',
  'sources',
  'notices',
  'pets',
  'index',
  'excerpts',
  'mindMaps',
  'evaluations',
  'gaps',
  'usage',
  'chatLogs',
  'shares',
  'answerCache',
] as const;
export type ChangeArea = (typeof changeAreas)[number];

/** What was done to it. */
const changeActions = ['save', 'undo', 'add', 'edit', 'remove', 'renew', 'start', 'stop'] as const;
export type ChangeAction = (typeof changeActions)[number];

/** One change by an administrator. Never holds a secret: of a key it says only that it changed. */
export const Change = z.object({
  id: z.string(),
  at: z.string().meta({ description: 'ISO-8601 instant' }),
  area: z.enum(changeAreas),
  action: z.enum(changeActions),
  subject: z.string().meta({
    description:
      'Group of settings, id of a route, curated answer, dataset, pet, source, log or run, name of a model, token or article; empty for all',
  }),
  subjectName: z.string().optional().meta({
    description:
      'What the subject is called now, or was called in this change once it is gone, where it has a name beside its id',
  }),
  by: z.string().meta({
    description:
      'session:<mark of a sign-in>, token:<id>, operator (the token of the operator), or user:<name> of the site',
  }),
  byName: z.string().meta({ description: 'Name of the token or user; empty for others' }),
  fields: z.array(
    z.object({ name: z.string(), before: z.unknown().optional(), after: z.unknown().optional() }),
  ),
  canUndo: z.boolean().meta({ description: 'The former values can be saved again' }),
});
export type Change = z.infer<typeof Change>;

/** Who has changed what, and taking it back. */
export const changes = group('changes', 'console', {
  list: get('/changes', {
    summary: 'What administrators have changed, started and deleted, the newest first',
    query: z.object({
      area: queryWord(['all', ...changeAreas], 'all', 'What was changed'),
      ...pageFields(20),
    }),
    reply: json(pageOf(Change)),
  }),
  undo: post('/changes/{id}/undo', {
    summary:
      'Save settings, limits, a route, a curated answer or a dataset again as they were before a change',
    params: z.object({ id: z.string().meta({ description: 'Id of the change' }) }),
    body: z.object({
      force: z
        .boolean({ error: must('rule_switch') })
        .default(false)
        .meta({ description: 'Also where they have been changed again since' }),
    }),
    reply: json(z.object({ saved: z.literal(true) })),
    errors: { style: 'flag', flag: 'saved' },
  }),
});
