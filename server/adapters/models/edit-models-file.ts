import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { conflict, notFound } from '../../kit/fault.ts';
import { without } from '../../kit/json.ts';
import { parseModelsFile } from './models-file.ts';
import type { ModelsFileText } from './models-file-shape.ts';
import { readIfThere, writeAtomically } from '../atomic-file.ts';
import { readStoredKeys, writeStoredKeys, type StoredKeys } from './stored-keys.ts';

/** A model to add; its key is stored in another file. */
export interface NewModel {
  readonly name: string;
  readonly kind: 'chat' | 'embedding' | 'rerank' | 'image';
  readonly baseUrl: string;
  readonly model: string;
  readonly dimensions?: number;
  readonly fallback?: string;
  /** Usual name of the key's variable, such as `OPENAI_API_KEY`. */
  readonly keyName?: string;
  /** Stored under that name, or a similar one when another key has it. */
  readonly key?: string;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** The current file for editing; no models when it does not exist. */
async function readText(path: string): Promise<ModelsFileText> {
  const text = await readIfThere(path);
  if (text === undefined) return { models: [] };
  parseModelsFile(text);
  return JSON.parse(text.replace(/^\uFEFF/, '')) as ModelsFileText;
}

async function save(path: string, file: ModelsFileText): Promise<void> {
  const text = `${JSON.stringify(file, null, 2)}\n`;
  parseModelsFile(text);
  await writeAtomically(path, text);
}

/** Names of the language models in the file. */
export const chatModelsIn = async (path: string): Promise<readonly string[]> =>
  (await readText(path)).models.filter(({ kind }) => kind === 'chat').map(({ name }) => name);

/**
 * Adds a model to the file, which is created if needed. Throws the Faults `conflict` for an existing name and `invalid`
 * for invalid values; nothing is changed then.
 */
export async function addModel(path: string, added: NewModel, variables: Variables): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await readText(path);
  if (file.models.some(({ name }) => name === added.name))
    throw conflict(`There is a model "${added.name}" already; remove it first or choose another name`);
  const keys = await readStoredKeys(path);
  const { keyName, key, kind, name, baseUrl, model, dimensions, fallback } = added;
  const apiKeyEnv = key === undefined ? keyName : nameFor(keyName ?? keyNameOf(name), key, keys, variables);
  const models = [
    ...file.models,
    {
      name,
      kind,
      provider: 'openai-compatible' as const,
      baseUrl,
      model,
      ...(apiKeyEnv !== undefined && { apiKeyEnv }),
      ...(dimensions !== undefined && { dimensions }),
      ...(fallback !== undefined && { fallback }),
    },
  ];
  // The file is validated before the key is stored.
  parseModelsFile(JSON.stringify({ ...file, models }));
  if (key !== undefined && apiKeyEnv !== undefined)
    await writeStoredKeys(path, { ...keys, [apiKeyEnv]: key });
  await save(path, { ...file, models });
}

/** Removes a model from the file, with its key when no other model uses it. Throws the Fault `not-found`. */
export async function removeModel(path: string, name: string): Promise<void> {
  const file = await readText(path);
  const gone = file.models.find((model) => model.name === name);
  if (!gone) throw notFound(`Model "${name}"`);
  const models = file.models
    .filter((model) => model !== gone)
    .map((model) => (model.fallback === name ? without(model, 'fallback') : model));
  const defaults = Object.fromEntries(
    Object.entries(file.defaults ?? {}).filter(([, chosen]) => chosen !== name),
  );
  await save(path, { ...file, models, ...(file.defaults && { defaults }) });
  const { apiKeyEnv } = gone;
  const keys = await readStoredKeys(path);
  if (apiKeyEnv === undefined || !(apiKeyEnv in keys)) return;
  if (models.some((model) => model.apiKeyEnv === apiKeyEnv)) return;
  await writeStoredKeys(path, without(keys, apiKeyEnv));
}

/** Stores a new key for a model of the file. Throws the Fault `not-found`. */
export async function setKey(path: string, name: string, key: string): Promise<void> {
  const file = await readText(path);
  const model = file.models.find((one) => one.name === name);
  if (!model) throw notFound(`Model "${name}"`);
  const apiKeyEnv = model.apiKeyEnv ?? keyNameOf(name);
  await writeStoredKeys(path, { ...(await readStoredKeys(path)), [apiKeyEnv]: key });
  if (model.apiKeyEnv !== undefined) return;
  await save(path, {
    ...file,
    models: file.models.map((one) => (one === model ? { ...one, apiKeyEnv } : one)),
  });
}

/**
 * Sets the `fallback` of a model, which answers when `name` fails before its first token; `undefined` removes it.
 * Throws `not-found`, `invalid`.
 */
export async function setFallback(path: string, name: string, fallback: string | undefined): Promise<void> {
  const file = await readText(path);
  if (!file.models.some((model) => model.name === name)) throw notFound(`Model "${name}"`);
  const models = file.models.map((model) => {
    if (model.name !== name) return model;
    return fallback === undefined ? without(model, 'fallback') : { ...model, fallback };
  });
  await save(path, { ...file, models });
}

/** Variable name derived from the model's name. */
const keyNameOf = (name: string) =>
  `${name
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replace(/^(?=\d|_|$)/, 'KEY_')
    .slice(0, 80)}_API_KEY`;

/** The first name like `wanted` that no other key has. */
function nameFor(wanted: string, key: string, keys: StoredKeys, variables: Variables): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted}_${number}`;
    const taken = variables[name]?.trim() || keys[name];
    if (taken === undefined || taken === key) return name;
  }
}
