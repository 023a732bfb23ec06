import { z } from 'zod';
import { DeletedRevision } from '../config/revisions.ts';
import { del, get, group, json, post, put } from '../endpoint.ts';
import { must, mustFit } from '../wording.ts';

const text = (length: number) =>
  z
    .string({ error: must('rule_text') })
    .trim()
    .max(length, { error: mustFit(length) });
export const siteKinds = ['wordpress', 'ghost', 'halo', 'web'] as const;
const kind = z.enum(siteKinds, { error: must('rule_one_of', { words: siteKinds.join(', ') }) });
const address = text(500)
  .min(1, { error: must('rule_not_blank') })
  .meta({ description: 'Address of the site; its scheme may be left out' });

const siteFields = {
  address,
  kind: kind.optional().meta({ description: 'Platform; detected where it is missing' }),
  credentials: z.record(z.string().max(100), text(2_000)).optional().meta({
    description:
      'Credentials by the names of their settings, to be stored encrypted; empty removes one, a missing one stays while the address does',
  }),
};

/** The site that the console has connected. Its credentials are never shown. */
const ConnectedSite = z.object({
  address: z.string(),
  kind: kind.optional(),
  credentials: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['stored', 'unreadable']).meta({
        description: 'An unreadable one was stored by an installation with another key',
      }),
    }),
  ),
});

const saved = json(z.object({ saved: z.literal(true) }));
const savedFlag = { style: 'flag', flag: 'saved' } as const;

/** The site whose articles are read: what the operator has set, or what was connected here. */
export const connectedSite = group('connected-site', 'console', {
  read: get('/connected-site', {
    summary: 'Where the site is set, and the one that was connected here',
    reply: json(
      z.object({
        source: z.enum(['settings', 'console', 'fixed']).meta({
          description:
            'Who decides on the site: settings of the operator, this page, or whoever runs the service',
        }),
        settings: z.array(z.string()).meta({ description: 'Names of the settings that name the site' }),
        site: ConnectedSite.optional().meta({ description: 'Absent while the sample is read' }),
        revision: z.int().meta({ description: 'Grows with every change' }),
        credentials: z
          .partialRecord(kind, z.array(z.string()))
          .meta({ description: 'Names of the credentials that each platform knows' }),
      }),
    ),
  }),
  look: post('/connected-site/look', {
    summary: 'Look at the front page of a site as it would be connected; nothing is read or kept',
    body: z.object(siteFields),
    reply: json(
      z.object({
        address: z.string().meta({ description: 'The address that answered' }),
        kind,
        platform: z.string().meta({ description: 'Name of the platform' }),
        closed: z.object({ platform: z.string(), status: z.string() }).optional().meta({
          description: 'A platform whose interface does not answer visitors; its pages are read instead',
        }),
        refused: z.int().optional().meta({
          description: 'HTTP status by which the front page refuses visitors; perhaps nothing can be read',
        }),
      }),
    ),
  }),
  save: put('/connected-site', {
    summary: 'Connect a site; it is read at once, and takes the place of the former one',
    body: z.object({
      ...siteFields,
      basedOn: z
        .int({ error: must('rule_whole') })
        .min(0)
        .optional()
        .meta({
          description:
            'Revision that was read; without it the last save wins, with an older one it is a conflict (409)',
        }),
    }),
    reply: saved,
    errors: savedFlag,
  }),
  remove: del('/connected-site', {
    summary: 'Take the connected site and its credentials away; the sample is read again',
    query: DeletedRevision,
    reply: saved,
    errors: savedFlag,
  }),
});
