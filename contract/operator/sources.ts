import { z } from 'zod';
import { DeletedRevision } from '../config/revisions.ts';
import { del, get, group, json, post, put } from '../endpoint.ts';
import { withExplanation } from '../explanations/explain.ts';
import { must } from '../wording.ts';
import { passwordText, plainText, word, whole } from './field-rules.ts';
import { siteKinds } from './connected-site.ts';

/** What a further source is: another site, or a folder of Markdown on the machine of the service. */
const sourceKinds = ['site', 'folder'] as const;

/** What stands behind the path of a file in the address of its page: nothing, `/` or `.html`. */
const pageEndings = ['none', 'slash', 'html'] as const;
export type PageEnding = (typeof pageEndings)[number];

/** When a source answers: before the site and the others, with them, or where they do not. */
const sourceTurns = ['first', 'alike', 'after'] as const;
export type SourceTurn = (typeof sourceTurns)[number];

export const sourceLimits = { sources: 20, nameLength: 80, hours: 720, pages: 100_000 } as const;

const placeFields = {
  kind: word(sourceKinds),
  address: plainText(500).default('').meta({
    description:
      'Of a site its start address, the scheme may be left out; of a folder the address at which its pages are published, empty where they are not',
  }),
  platform: word(siteKinds)
    .optional()
    .meta({ description: 'Platform of a site; detected where it is missing' }),
  folder: plainText(500)
    .default('')
    .meta({ description: 'Path of a folder below the one that the operator has opened; empty for that one' }),
  ending: word(pageEndings).default('none').meta({
    description: 'What follows the path of a file in the address of its page: nothing, a slash or .html',
  }),
};

const ruledFields = {
  name: plainText(sourceLimits.nameLength)
    .min(1, { error: must('rule_not_blank') })
    .meta({ description: 'Name that citations show' }),
  everyHours: whole(1, sourceLimits.hours)
    .default(24)
    .meta({ description: 'Hours from one reading to the next' }),
  pages: whole(1, sourceLimits.pages)
    .default(1_000)
    .meta({ description: 'Articles at most: its share of the page ceiling' }),
  turn: word(sourceTurns).default('alike').meta({
    description:
      'When it answers: before the site and the other sources (`first`), with them (`alike`), or where they do not (`after`)',
  }),
};

/** What a site asks for before it shows its articles. */
export const sourceCredentials = ['user', 'password', 'key'] as const;
export type SourceCredential = (typeof sourceCredentials)[number];

const credentials = z
  .object(
    {
      // Of a name with a colon, a site would read the beginning as the name and the rest as the password.
      user: plainText(200)
        .refine((name) => !name.includes(':'), { error: must('rule_no_colon') })
        .optional(),
      password: passwordText(2_000).optional(),
      key: plainText(2_000).optional(),
    },
    { error: must('rule_object') },
  )
  .optional()
  .meta({
    description:
      'For a site that is closed to visitors, to be stored encrypted: `user` and `password` are sent with every request (HTTP Basic, also an application password of WordPress), `key` is the content key of Ghost or the access token of Halo. With them an address without a scheme means https. An empty one is removed, a missing one stays while the address does',
  });

const SourcePlace = z.object(placeFields, { error: must('rule_object') });
const SourceFields = z.object({ ...ruledFields, ...placeFields }, { error: must('rule_object') });
export type SourceFields = z.infer<typeof SourceFields>;

const Source = z.object({
  id: z.string().meta({ description: 'Key of the source; its scope is `source:<id>`' }),
  ...SourceFields.shape,
  revision: z.int().meta({ description: 'Grows with every change' }),
  state: z.enum(['waiting', 'reading', 'read', 'failed', 'removing']).meta({
    description:
      'waiting: not read yet; failed: could not be read the last time, its text stays; removing: until its text is gone everywhere',
  }),
  credentials: z.array(
    z.object({
      name: z.enum(sourceCredentials),
      state: z.enum(['stored', 'unreadable']).meta({
        description: 'An unreadable one was stored by an installation with another key',
      }),
    }),
  ),
  articles: z.int(),
  heldArticles: z.int().meta({
    description:
      'Articles that vanished in an implausible number; they stay in the index until `confirm-removal` agrees that they are gone',
  }),
  readAt: z.string().meta({ description: 'Instant of the last complete reading, or empty' }),
  problem: z
    .string()
    .meta({ description: 'Why it could not be read, or what was left out; empty when all is well' }),
  ...withExplanation,
});

const one = z.object({
  id: z.string().trim().min(1).max(60).meta({ description: 'Key of the source' }),
});
const saved = json(z.object({ saved: z.literal(true) }));

/** Sources beside the site: further sites and folders, whose articles are searched and quoted like its own. */
export const sources = group('sources', 'console', {
  list: get('/sources', {
    summary: 'The further sources with their state',
    reply: json(
      z.object({
        sources: z.array(Source),
        folders: z.boolean().meta({ description: 'The operator has opened a folder for sources' }),
        pages: z.int().meta({ description: 'Page ceiling of all further sources together' }),
        pagesLeft: z.int().meta({ description: 'What no source has as its share' }),
      }),
    ),
  }),
  look: post('/sources/look', {
    summary:
      'Look at the front page of a site or into a folder as it would be added; nothing is read or kept',
    body: SourcePlace.extend({
      credentials,
      id: z.string().max(60).optional().meta({
        description: 'Key of a source whose stored credentials are used, where its address is this one',
      }),
    }),
    reply: json(
      z.object({
        address: z
          .string()
          .meta({ description: 'The address that answered; empty for a folder without one' }),
        platform: z
          .string()
          .meta({ description: 'Name of the platform; empty for a folder and for any other website' }),
        articles: z.int().optional().meta({ description: 'Markdown files of a folder' }),
        refused: z.int().optional().meta({
          description:
            'HTTP status by which the front page refuses a reader with these credentials; perhaps nothing can be read',
        }),
      }),
    ),
  }),
  add: post('/sources', {
    summary: 'Add a source; it is read at once',
    body: SourceFields.extend({ credentials }),
    reply: json(z.object({ id: z.string() })),
  }),
  change: put('/sources/{id}', {
    summary: 'Change a source; it is read again where its place or share is another one',
    params: one,
    body: SourceFields.extend({
      credentials,
      basedOn: z
        .int({ error: must('rule_whole') })
        .min(0)
        .optional()
        .meta({
          description:
            'Revision that was read; without it the last save wins, with another one it is a conflict (409)',
        }),
    }),
    reply: saved,
  }),
  read: post('/sources/{id}/read', {
    summary: 'Read a source now instead of at its time',
    params: one,
    reply: saved,
  }),
  confirmRemoval: post('/sources/{id}/confirm-removal', {
    summary: 'Agree that the articles of a source that vanished at once are gone; they leave the index',
    params: one,
    reply: json(z.object({ saved: z.literal(true), articles: z.int() })),
  }),
  remove: del('/sources/{id}', {
    summary: 'Remove a source; its text goes everywhere, a moment later from the index',
    params: one,
    query: DeletedRevision,
    reply: saved,
  }),
});
