import { z } from 'zod';
import { get, group, json } from './endpoint.ts';
import { queryText } from './paging.ts';

/** Names of the model kinds in Halo's model management. */
const modelTypes = ['language', 'embedding', 'rerank', 'image'] as const;
export type ModelType = (typeof modelTypes)[number];

/** A model to choose in the configuration. Never holds a key. */
export const ModelOption = z.looseObject({
  name: z.string(),
  modelId: z.string(),
  displayName: z.string(),
  modelType: z.enum(modelTypes),
  enabled: z.boolean(),
  available: z.boolean(),
  features: z.array(z.string()),
  builtin: z.boolean().meta({ description: 'Runs inside Docent, without a network or a price' }),
  isDefault: z.boolean().optional().meta({ description: 'An empty choice means this one' }),
  provider: z.looseObject({ displayName: z.string() }),
  notTaken: z.array(z.string()).optional().meta({
    description: 'Fields of requests that the model’s server has refused; Docent does without them',
  }),
  contextTokens: z.int().optional().meta({
    description: 'Tokens that the model reads and writes in one call, where its file or server says so',
  }),
  callsAtOnce: z.int().optional().meta({
    description: 'Calls that the model takes at once; others wait their turn',
  }),
  dimensions: z.int().optional().meta({
    description: 'Length of the vectors, where the models file says it; wins over the configuration',
  }),
});
export type ModelOption = z.infer<typeof ModelOption>;

const endpoints = {
  list: get('/model-options', {
    summary: 'Models that can be chosen, of one kind or of all',
    query: z.object({
      modelType: queryText.meta({ description: 'Kind of the models, such as LANGUAGE; empty for all' }),
    }),
    reply: json(z.array(ModelOption)),
  }),
  defaults: get('/default-model-slots', {
    summary: 'The models that an empty choice means',
    reply: json(
      z.looseObject({
        languageModelName: z.string().optional(),
        embeddingModelName: z.string().optional(),
        rerankModelName: z.string().optional(),
        imageModelName: z.string().optional(),
      }),
    ),
  }),
};

/** Connected models; also where Halo's model management has them. */
export const modelOptions = { ...group('model-options', 'console', endpoints), also: 'halo-models' } as const;
