import { addModel, removeModel, type NewModel } from '../adapters/models/edit-models-file.ts';
import type { Env } from '../env.ts';
import { tryModel, type TriedModel } from '../start/try-model.ts';
import { openWithoutSite } from './open-app.ts';

/**
 * Adds a model to the models file and calls it once; one that fails is removed again. An embedding model gets its
 * measured dimensions.
 */
export async function connectModel(env: Env, added: NewModel): Promise<TriedModel> {
  await addModel(env.modelsFile, added, env.variables);
  const tried = await tryNamed(env, added.name);
  if (!tried.ok) await removeModel(env.modelsFile, added.name);
  else if (tried.dimensions !== undefined && tried.dimensions !== added.dimensions) {
    await removeModel(env.modelsFile, added.name);
    await addModel(env.modelsFile, { ...added, dimensions: tried.dimensions }, env.variables);
  }
  return tried;
}

/** Calls a model of the models file once. */
async function tryNamed(env: Env, name: string): Promise<TriedModel> {
  await using app = await openWithoutSite(env);
  const model = app.models.list().find((one) => one.name === name && !one.builtin);
  if (!model) return { ok: false, milliseconds: 0, said: 'is not in the models file' };
  return tryModel(app.models, model);
}

/** Result of a test call as one line. */
export const lineOf = (name: string, { ok, milliseconds, said }: TriedModel): string =>
  `${ok ? 'ok    ' : 'failed'}  ${name}: ${said} (${milliseconds} ms)`;
