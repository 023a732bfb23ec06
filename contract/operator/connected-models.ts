import { z } from 'zod';
import { Explanation, withExplanation } from '../explanations/explain.ts';
import { DeletedRevision } from '../config/revisions.ts';
import { get, group, json, post, put, del } from '../endpoint.ts';
import { must, mustFit } from '../wording.ts';
import { isWebAddress, withScheme } from './web-address.ts';

const text = (length: number) =>
  z
    .string({ error: must('rule_text') })
    .trim()
    .max(length, { error: mustFit(length) });
const amount = z
  .number({ error: must('rule_number') })
  .nonnegative({ error: must('rule_least', { min: '0' }) });
const kinds = ['chat', 'embedding', 'rerank', 'image'] as const;
const kind = z.enum(kinds, { error: must('rule_one_of', { words: kinds.join(', ') }) });

const ModelPrice = z.object({
  promptPerMillion: amount.optional(),
  completionPerMillion: amount.optional(),
  perImage: amount.optional(),
  currency: text(3).meta({ description: 'Code such as USD' }),
});

const filled = (length: number) => text(length).min(1, { error: must('rule_not_blank') });
const address = filled(500)
  .overwrite(withScheme)
  .refine(isWebAddress, { error: must('rule_web_address') })
  .meta({
    description:
      'Address of the interface; pasted with the path of a call, or without its version or its scheme, it is corrected',
  });

const prefix = (of: string) =>
  z
    .string({ error: must('rule_text') })
    .max(1_000, { error: mustFit(1_000) })
    .nullish()
    .meta({ description: `Put before ${of} by an embedding model; null leaves it to the model’s name` });

/** A model to connect, without its name. */
const modelFields = {
  kind,
  baseUrl: address,
  model: filled(200).meta({ description: 'Name at the provider' }),
  key: text(500)
    .optional()
    .meta({ description: 'A key to store encrypted; empty removes it, missing leaves the stored one' }),
  keyVariable: text(100)
    .optional()
    .meta({ description: 'Environment variable that holds the key instead; empty for none' }),
  dimensions: z
    .int({ error: must('rule_whole') })
    .min(1)
    .max(16_384)
    .optional(),
  queryPrefix: prefix('questions'),
  passagePrefix: prefix('passages'),
  readsImages: z
    .boolean({ error: must('rule_switch') })
    .optional()
    .meta({ description: 'Of a chat model: it reads pictures, which alternative texts need' }),
  fallback: text(100)
    .optional()
    .meta({ description: 'Model that answers when this one fails; empty for none' }),
  price: ModelPrice.nullish().meta({ description: 'null removes it' }),
};

/** A connected model as it is set. Its key is never shown. */
export const ConnectedModel = z.object({
  name: z.string(),
  kind,
  baseUrl: z.string(),
  model: z.string(),
  key: z.enum(['stored', 'variable', 'none', 'unreadable']).meta({
    description: 'Where the key is; an unreadable one was stored by an installation with another key',
  }),
  keyVariable: z.string().optional(),
  dimensions: z.int().optional(),
  queryPrefix: z.string().optional(),
  passagePrefix: z.string().optional(),
  readsImages: z.boolean().optional(),
  fallback: z.string().optional(),
  price: ModelPrice.optional(),
  revision: z.int().meta({ description: 'Grows with every change of this model' }),
});
export type ConnectedModel = z.infer<typeof ConnectedModel>;

/** A published price as it stood on a day. */
const ListPrice = z.object({
  model: z.string().meta({ description: 'Name at the provider; a dated version of it costs the same' }),
  promptPerMillion: z.number(),
  completionPerMillion: z.number().optional(),
  currency: z.string(),
  asOf: z.string().meta({
    description: 'Day as of which it was known (YYYY-MM-DD); the provider’s list says what it is today',
  }),
});
export type ListPrice = z.infer<typeof ListPrice>;

const Preset = z.object({
  id: z.string(),
  title: z.string(),
  baseUrl: z.string(),
  needsKey: z.boolean(),
  chat: z.array(z.string()),
  embedding: z.object({ model: z.string(), dimensions: z.int() }).optional(),
  prices: z
    .array(ListPrice)
    .meta({ description: 'Published prices that are known, to propose; nothing is counted by them' }),
});

/** A model that Docent can run itself. */
export const InHouseModel = z.object({
  id: z.string(),
  kind: z.enum(['embedding', 'rerank']),
  licence: z.string(),
  source: z.string().meta({ description: 'Page about the model; empty when none is known' }),
  bytes: z.int().meta({ description: 'Size of its files' }),
  dimensions: z.int().optional(),
  measured: z
    .boolean()
    .meta({ description: 'Whether the makers of Docent have measured what it does to answers' }),
  installed: z.boolean(),
  runtime: z
    .enum(['native', 'wasm'])
    .meta({ description: 'What computes it here, or would: native code or WebAssembly' }),
  passageMs: z
    .number()
    .optional()
    .meta({ description: 'Processor time for a usual passage, in milliseconds, where it was measured' }),
  progress: z
    .object({
      step: z.enum(['files', 'runtime']),
      done: z.int().meta({ description: 'Bytes that are here' }),
      total: z.int(),
      from: z.string().meta({ description: 'Where they come from' }),
    })
    .optional()
    .meta({ description: 'A running installation' }),
  problem: z.string().optional().meta({ description: 'What the last installation ended with' }),
  explanation: Explanation.optional(),
});
export type InHouseModel = z.infer<typeof InHouseModel>;

const Defaults = z.object({
  chat: z.string().optional(),
  embedding: z.string().optional(),
  rerank: z.string().optional(),
  image: z.string().optional(),
});

const revision = z
  .int({ error: must('rule_whole') })
  .min(0)
  .optional();
const basedOn = revision.meta({
  description:
    'Revision that was read, 0 for a new model; without it the last save wins, with an older one it is a conflict (409)',
});
const named = z.object({ name: z.string().meta({ description: 'Name of the model' }) });
const inHouse = z.object({ id: z.string().meta({ description: 'Id of an in-house model' }) });
const saved = json(z.object({ saved: z.literal(true) }));
const savedFlag = { style: 'flag', flag: 'saved' } as const;

/** The models of this installation: what its models file says, or what was set here. */
export const connectedModels = group('connected-models', 'console', {
  list: get('/connected-models', {
    summary: 'Connected models without their keys, and providers to choose from',
    reply: json(
      z.object({
        source: z.enum(['file', 'console', 'fixed']).meta({
          description: 'Where models are set; with a models file they cannot be changed here',
        }),
        file: z.string().meta({ description: 'Path of the models file; empty for none' }),
        problem: z.string().meta({ description: 'Why the models cannot be used; empty when they can' }),
        models: z.array(ConnectedModel),
        defaults: Defaults,
        revision: z
          .int()
          .meta({ description: 'Grows with every change of any model, of order and defaults' }),
        presets: z.array(Preset),
      }),
    ),
  }),
  offered: post('/connected-models/offered', {
    summary: 'Names of the models that a provider lists, which costs nothing',
    body: z.object({
      baseUrl: address,
      key: modelFields.key,
      keyVariable: modelFields.keyVariable,
      name: text(100).optional().meta({ description: 'Connected model whose key is used' }),
    }),
    reply: json(z.object({ baseUrl: z.string(), names: z.array(z.string()) })),
  }),
  try: post('/connected-models/try', {
    summary:
      'Call a model as it would be connected, once more with a picture where it reads pictures; the provider may charge for it',
    body: z.object({ ...modelFields, name: text(100).optional() }),
    reply: json(
      z.object({
        connected: z.boolean(),
        said: z.string().meta({ description: 'Summary of the answer, or why there is none, in English' }),
        ...withExplanation,
        milliseconds: z.int(),
        baseUrl: z.string().meta({ description: 'The address that answered' }),
        dimensions: z.int().optional(),
      }),
    ),
  }),
  arrange: post('/connected-models/arrange', {
    summary: 'Set the order of the models and the default of each kind',
    body: z.object({
      order: z
        .array(text(100), { error: must('rule_list') })
        .max(200)
        .optional(),
      defaults: Defaults.optional().meta({ description: 'An empty name takes the default away' }),
      basedOn: revision.meta({
        description:
          'Revision of the list that was read; without it the last save wins, with an older one it is a conflict (409) where somebody else has arranged them otherwise',
      }),
    }),
    reply: saved,
    errors: savedFlag,
  }),
  save: put('/connected-models/{name}', {
    summary: 'Connect a model, or change a connected one; it is in force at once',
    params: named,
    body: z.object({ ...modelFields, basedOn }),
    reply: saved,
    errors: savedFlag,
  }),
  inHouse: get('/connected-models/in-house', {
    summary: 'Models that this process can run itself, and how far their installation is',
    reply: json(z.object({ models: z.array(InHouseModel) })),
  }),
  install: post('/connected-models/in-house/{id}/install', {
    summary: 'Begin to install a model in the house, which downloads its files; one at a time',
    params: inHouse,
    reply: saved,
    errors: savedFlag,
  }),
  stop: post('/connected-models/in-house/{id}/stop', {
    summary: 'End a running installation; what is downloaded stays for the next one',
    params: inHouse,
    reply: saved,
    errors: savedFlag,
  }),
  removeInHouse: del('/connected-models/in-house/{id}', {
    summary: 'Remove the files of a model in the house',
    params: inHouse,
    reply: saved,
    errors: savedFlag,
  }),
  remove: del('/connected-models/{name}', {
    summary: 'Take a model and its stored key away',
    params: named,
    query: DeletedRevision,
    reply: saved,
    errors: savedFlag,
  }),
});
