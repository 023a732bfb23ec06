import { interfaceLanguages } from './site/interface-language.ts';
import { z } from 'zod';
import { knownInstant } from './paging.ts';
import { withExplanation } from './explanations/explain.ts';
import { document, get, group, json, post } from './endpoint.ts';
import { must } from './wording.ts';

const map = z.record(z.string(), z.unknown());

const openApiDocument = z.looseObject({
  openapi: z.string(),
  info: map,
  servers: z.array(map).optional(),
  tags: z.array(map),
  paths: map,
  components: map,
});

/** Operations for monitoring and orchestration. */
export const system = {
  ...group('system', 'root', {
    health: get('/healthz', {
      summary: 'Whether the service is up, and which version it is',
      reply: json(
        z.object({
          status: z.literal('up'),
          version: z.string().optional().meta({ description: 'Version of Docent, such as `1.0.0`' }),
        }),
      ),
    }),
    readiness: get('/readyz', {
      summary:
        'Whether requests should be sent here; 503 with the reason and a code while the first index is built, the disk is full, the database cannot be reached or the service is stopping',
      reply: json(z.object({ status: z.literal('ready') })),
    }),
    metrics: get('/metrics', {
      summary: 'Figures in the text format of Prometheus, without personal data',
      reply: document({ 'text/plain': null }),
    }),
  }),
  // It is for the operator's monitoring.
  tellsCauses: true,
} as const;

/** The description of the service by itself. */
export const docs = group('docs', 'root', {
  openapi: get('/openapi.json', {
    summary: 'This description, as OpenAPI 3.1',
    reply: document({ 'application/json': openApiDocument }),
  }),
  page: get('/docs', {
    summary: 'This description as a page',
    query: z.object({
      lang: z
        .enum(interfaceLanguages)
        .optional()
        .catch(undefined)
        .meta({ description: 'Language of the page; that of the browser without it' }),
    }),
    reply: document({ 'text/html': null }),
  }),
});

/** A problem that a person should solve. */
export const SystemWarning = z.looseObject({
  code: z
    .enum([
      'disk_full',
      'disk_fails',
      'database_locked',
      'database_unreachable',
      'articles_held',
      'config_unreadable',
      'data_readable',
      'models_file',
    ])
    .meta({ description: 'Which one; consoles have words of their own for it' }),
  message: z.string().meta({ description: 'In English, with the particulars' }),
  names: z
    .array(z.string())
    .optional()
    .meta({ description: 'What it is about, such as the groups of settings that cannot be read' }),
  ...withExplanation,
});
export type SystemWarning = z.infer<typeof SystemWarning>;

/** A part of the site that could not be read and was left out. */
const SiteProblem = z.object({
  path: z.string().meta({ description: 'Relative to the content folder' }),
  line: z.int().optional(),
  reason: z.string(),
  ...withExplanation,
});
export type SiteProblem = z.infer<typeof SiteProblem>;

/** Settings of the operator: names and paths, never secrets. */
export const InstallationSetup = z.looseObject({
  sampleSite: z.boolean().meta({ description: 'The articles are the handbook that ships with Docent' }),
  contentDir: z.string().meta({ description: 'Folder of the embedded host; empty with another host' }),
  modelsFile: z.string().meta({ description: 'The file that connects models; empty when none is set' }),
  modelsPath: z
    .string()
    .optional()
    .meta({ description: 'Where the service looks for that file, also while there is none' }),
  settingsPath: z
    .string()
    .optional()
    .meta({ description: 'The file of settings that every start in this working folder reads' }),
  publicOrigin: z.string().meta({ description: 'Where browsers reach the service; empty when not set' }),
  currency: z
    .string()
    .meta({ description: 'Of the prices in the models file; empty without or with several' }),
  startCommand: z
    .string()
    .optional()
    .meta({ description: 'The command that starts this installation, as it is typed there' }),
  setupCommand: z
    .string()
    .optional()
    .meta({ description: 'The command that asks for the site and the model, as it is typed there' }),
  passwordIsSetByOperator: z.boolean().meta({ description: 'The console cannot change the password' }),
});
export type InstallationSetup = z.infer<typeof InstallationSetup>;

/** How the list of first steps is shown: whole, in one line because all are done, or not at all. */
const shownSteps = ['open', 'done', 'hidden'] as const;
const shown = z.enum(shownSteps, { error: must('rule_one_of', { words: shownSteps.join(', ') }) });

/** How far the first steps of an installation are, beside what shows by itself. */
const FirstSteps = z.object({
  tried: z.boolean().meta({ description: 'A test question was answered in the console' }),
  shown,
});
export type FirstSteps = z.infer<typeof FirstSteps>;

/** Facts about the installation for administrators. No secrets; paths only where set by the operator. */
export const SystemInfo = z.looseObject({
  version: z.string(),
  node: z.string(),
  startedAt: knownInstant,
  timeZone: z.string().optional().meta({
    description: 'IANA name of the time zone in which days are counted (DOCENT_TIME_ZONE)',
  }),
  ready: z.boolean().meta({ description: 'The first index build is done' }),
  database: z.enum(['sqlite', 'postgres']),
  host: z.looseObject({
    kind: z.string(),
    version: z.string(),
    siteTitle: z
      .string()
      .meta({ description: 'In the language of the browser, where the site has a title for it' }),
    ok: z.boolean(),
    reason: z.string().meta({ description: 'Why the host cannot be reached; empty when it can' }),
    ...withExplanation,
    since: z
      .string()
      .optional()
      .meta({ description: 'Since when it cannot be reached, as an ISO-8601 instant; absent when it can' }),
    siteOrigin: z
      .string()
      .optional()
      .meta({ description: 'Origin of the site, when Docent does not serve it' }),
    canWriteExcerpts: z.boolean(),
    countsVisits: z.boolean(),
  }),
  articles: z.int().meta({ description: 'Published articles' }),
  languageModel: z.string().optional().meta({
    description: 'The connected language model that answers; absent while answers are quotations',
  }),
  widgetSeen: z
    .object({
      origin: z.string().meta({ description: 'Origin of the page' }),
      firstAt: knownInstant,
      lastAt: knownInstant.meta({ description: 'To the hour' }),
    })
    .optional()
    .meta({
      description: 'The page of the site that first loaded the widget; absent before the first visit',
    }),
  firstSteps: FirstSteps.optional(),
  refusedOrigins: z
    .array(z.object({ origin: z.string(), count: z.int(), lastAt: knownInstant }))
    .readonly()
    .meta({
      description:
        'Pages of other sites that asked and were refused since the start and still would be, the latest first',
    }),
  setup: InstallationSetup.optional(),
  problems: z
    .array(SiteProblem)
    .max(100)
    .optional()
    .meta({ description: 'Files that are left out; the first hundred' }),
  problemCount: z.int().optional(),
  leftOutPages: z
    .array(SiteProblem)
    .max(100)
    .optional()
    .meta({ description: 'Pages of a crawled site that are no articles; the first hundred by address' }),
  warnings: z
    .array(SystemWarning)
    .meta({ description: 'What the administrator or operator should put right, most urgent first' }),
});
export type SystemInfo = z.infer<typeof SystemInfo>;

/** The room that the database takes, by table; the largest first. */
export const TableSizes = z.object({
  bytes: z.int().meta({ description: 'Of all tables' }),
  tables: z.array(z.object({ table: z.string(), bytes: z.int().meta({ description: 'With its indexes' }) })),
});
export type TableSizes = z.infer<typeof TableSizes>;

/** The installation as its administrator sees it. */
export const installation = group('installation', 'console', {
  info: get('/system/info', {
    summary: 'Versions, host, database and whether all is well',
    reply: json(SystemInfo),
  }),
  showFirstSteps: post('/system/first-steps', {
    summary: 'How the list of first steps is shown from now on, to all administrators',
    body: z.object({ shown }, { error: must('rule_object') }),
    reply: json(FirstSteps),
  }),
  tables: get('/system/tables', {
    summary: 'The sizes of the tables of the database; reads the whole of it',
    reply: json(TableSizes),
  }),
  backup: get('/system/backup', {
    summary: 'A copy of the database as one file; with PostgreSQL its own tools do that',
    reply: document({ 'application/vnd.sqlite3': null }),
  }),
});
