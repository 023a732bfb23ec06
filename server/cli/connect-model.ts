import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { addModel, type NewModel } from '../adapters/models/edit-models-file.ts';
import { atAddress } from '../adapters/models/model-address.ts';
import { keysFileOf } from '../adapters/models/stored-keys.ts';
import { SettingError, type Env } from '../env.ts';
import { inEnglish } from '../kit/explained.ts';
import { unlessMissing } from '../kit/files/missing-file.ts';
import { tryModel, type TriedModel } from '../model-calls/try-model.ts';
import { ofAny, openWithoutSite } from './open-app.ts';

/**
 * Calls a model once and adds it to the models file if it answers; an embedding model gets its measured dimensions. A
 * running service follows the file, so it must never find a model there that has not been measured: it would send it
 * the whole index.
 */
export async function connectModel(env: Env, wanted: NewModel): Promise<TriedModel> {
  await refuseBesideConsole(env);
  const { tried, baseUrl } = await atAddress(wanted.baseUrl, (address) =>
    tryBeside(env, { ...wanted, baseUrl: address }),
  );
  const added = { ...wanted, baseUrl };
  if (!tried.ok) return tried;
  const { dimensions = added.dimensions, contextTokens } = tried;
  await addModel(
    env.modelsFile,
    {
      ...added,
      ...(dimensions !== undefined && { dimensions }),
      ...(contextTokens !== undefined && { contextTokens }),
    },
    env.variables,
  );
  return added.baseUrl === wanted.baseUrl
    ? tried
    : { ...tried, said: `${inEnglish(tried.said)}, at ${added.baseUrl}` };
}

/** A models file would hide the models that are connected in the console. Throws {@link SettingError} where there are some. */
async function refuseBesideConsole(env: Env): Promise<void> {
  if (existsSync(env.modelsFile)) return;
  await using app = await openWithoutSite(env, ofAny);
  const names = app.models.list().flatMap(({ builtin, inHouse, name }) => (builtin || inHouse ? [] : [name]));
  if (names.length > 0)
    throw new SettingError(
      `models: ${names.join(', ')} are connected in the console; connect this one there, too, since a models file would take their place`,
    );
}

/** Calls the model with a copy of the models file and its keys. */
async function tryBeside(env: Env, added: NewModel): Promise<TriedModel> {
  await mkdir(env.dataDir, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(env.dataDir, 'trying-a-model-'));
  try {
    const modelsFile = join(folder, 'models.json');
    await copyIfThere(env.modelsFile, modelsFile);
    await copyIfThere(keysFileOf(env.modelsFile), keysFileOf(modelsFile));
    await addModel(modelsFile, added, env.variables);
    return await tryNamed({ ...env, modelsFile }, added.name);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const copyIfThere = (from: string, to: string) => copyFile(from, to).catch(unlessMissing);

/** Calls a model of the models file once. */
async function tryNamed(env: Env, name: string): Promise<TriedModel> {
  await using app = await openWithoutSite(env, ofAny);
  const model = app.models.list().find((one) => one.name === name && !one.builtin);
  if (!model) return { ok: false, milliseconds: 0, said: 'is not in the models file' };
  // Awaited here: the service must not close before the call is settled.
  return await tryModel(app.models, model);
}

/** Result of a test call as one line. */
export const lineOf = (name: string, { ok, milliseconds, said }: TriedModel): string =>
  `${ok ? 'ok    ' : 'failed'}  ${name}: ${inEnglish(said)} (${milliseconds} ms)`;
