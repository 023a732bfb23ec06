import { z } from 'zod';
import { get, group, json } from './endpoint.ts';
import { errorField } from './faults.ts';
import { queryText } from './paging.ts';

/** The words of the model-management component for the kinds of models. */
const modelTypes = ['language', 'embedding', 'rerank', 'image'] as const;
export type ModelType = (typeof modelTypes)[number];

/** Where pages that were written for the host's model-management component look for it. */
const prefix = '/apis/console.api.aifoundation.halo.run/v1alpha1';

/** A model that can be chosen in the configuration. Never holds a key. */
export const ModelOption = z.looseObject({
  name: z.string(),
  modelId: z.string(),
  displayName: z.string(),
  modelType: z.enum(modelTypes),
  enabled: z.boolean(),
  available: z.boolean(),
  features: z.array(z.string()),
  builtin: z.boolean().meta({ description: 'Runs inside Docent, without a network or a price' }),
  provider: z.looseObject({ displayName: z.string() }),
  dimensions: z.int().optional().meta({
    description: 'Length of the vectors, where the models file says it; wins over the configuration',
  }),
});
export type ModelOption = z.infer<typeof ModelOption>;

const endpoints = {
  list: get(`${prefix}/model-options`, {
    summary: 'Models that can be chosen, of one kind or of all',
    query: z.object({ modelType: queryText }),
    reply: json(z.array(ModelOption)),
    errors: errorField,
  }),
  defaults: get(`${prefix}/default-model-slots`, {
    summary: 'The models that an empty choice means',
    reply: json(
      z.looseObject({
        languageModelName: z.string().optional(),
        embeddingModelName: z.string().optional(),
        rerankModelName: z.string().optional(),
        imageModelName: z.string().optional(),
      }),
    ),
    errors: errorField,
  }),
};

/** Models that the model-management component offers; for administrators only, as everything below `/apis/console.`. */
export const modelOptions = { ...group('model-options', 'root', endpoints), access: 'admin' } as const;
