import { z } from 'zod';
import type { ConnectedModel } from '../../../contract/operator/connected-models.ts';
import { sha256 } from '../../kit/ids.ts';
import { readsImages } from '../../kit/model-named.ts';
import type { ModelAdmin, ModelRegistry } from '../../ports/model-admin.ts';

/** A model as it is stored: fields of the models file, and its key. */
const Entry = z.looseObject({
  name: z.string(),
  kind: z.enum(['chat', 'embedding', 'rerank', 'image']),
  baseUrl: z.string(),
  model: z.string(),
  /** Environment variable that holds the key. */
  apiKeyEnv: z.string().optional(),
  dimensions: z.int().optional(),
  queryPrefix: z.string().optional(),
  passagePrefix: z.string().optional(),
  features: z.array(z.string()).optional(),
  fallback: z.string().optional(),
  price: z
    .object({
      promptPerMillion: z.number().optional(),
      completionPerMillion: z.number().optional(),
      perImage: z.number().optional(),
      currency: z.string(),
    })
    .optional(),
  sealedKey: z.string().optional(),
  /** Revision at which the key was set or removed. */
  keyRevision: z.int().default(0),
  revision: z.int().default(0),
});
export type Entry = z.infer<typeof Entry>;

const names = { chat: z.string().optional(), embedding: z.string().optional() };
const Defaults = z.object({ ...names, rerank: z.string().optional(), image: z.string().optional() });

/** What is stored: the models in their order, and the default of each kind. */
const Stored = z.object({ models: z.array(Entry).default([]), defaults: Defaults.default({}) });
export type StoredModels = z.infer<typeof Stored>;

/** The stored models; none for a value that cannot be read. */
export const readStored = (value: unknown): StoredModels =>
  Stored.safeParse(value ?? {}).data ?? { models: [], defaults: {} };

/** The models as a models file would hold them, with their keys. One whose key cannot be opened is called without. */
export async function registryOf(
  { models, defaults }: StoredModels,
  version: number,
  admin: Pick<ModelAdmin, 'unseal'>,
): Promise<ModelRegistry & { readonly unreadable: ReadonlySet<string> }> {
  const keys: Record<string, string> = {};
  const unreadable = new Set<string>();
  const listed = [];
  for (const { sealedKey, revision: _revision, keyRevision: _keyRevision, ...fields } of models) {
    const key = sealedKey === undefined ? undefined : await admin.unseal(sealedKey, fields.name);
    if (sealedKey !== undefined && key === undefined) unreadable.add(fields.name);
    const own = keyNameOf(fields.name);
    if (key !== undefined) keys[own] = key;
    listed.push({ ...fields, provider: 'openai-compatible', ...(key !== undefined && { apiKeyEnv: own }) });
  }
  return { version, text: JSON.stringify({ models: listed, defaults }), keys, unreadable };
}

/** Name of a stored key within the registry; no environment variable is likely to have it. */
const keyNameOf = (name: string): string => `DOCENT_STORED_KEY_${sha256(name).slice(0, 16).toUpperCase()}`;

/** A model as it is shown: without its key. */
export const shownEntry = (entry: Entry, isUnreadable: boolean): ConnectedModel => ({
  name: entry.name,
  kind: entry.kind,
  baseUrl: entry.baseUrl,
  model: entry.model,
  key: isUnreadable
    ? 'unreadable'
    : entry.sealedKey !== undefined
      ? 'stored'
      : entry.apiKeyEnv !== undefined
        ? 'variable'
        : 'none',
  ...(entry.apiKeyEnv !== undefined && { keyVariable: entry.apiKeyEnv }),
  ...(entry.dimensions !== undefined && { dimensions: entry.dimensions }),
  ...(entry.queryPrefix !== undefined && { queryPrefix: entry.queryPrefix }),
  ...(entry.passagePrefix !== undefined && { passagePrefix: entry.passagePrefix }),
  ...(readsImages({ kind: entry.kind, features: entry.features ?? [] }) && { readsImages: true }),
  ...(entry.fallback !== undefined && { fallback: entry.fallback }),
  ...(entry.price !== undefined && { price: entry.price }),
  revision: entry.revision,
});
