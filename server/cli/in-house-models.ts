import { installModel } from '../adapters/models/in-house/install/install-model.ts';
import { removeInHouse } from '../adapters/models/in-house/install/installations.ts';
import {
  hasNativeRuntime,
  installNativeRuntime,
  nativeRuntime,
} from '../adapters/models/in-house/install/native-runtime.ts';
import { installedIn } from '../adapters/models/in-house/installed.ts';
import { knownModels } from '../adapters/models/in-house/known-models.ts';
import { sizeOf, type Manifest } from '../adapters/models/in-house/manifest.ts';
import { SettingError, type Env } from '../env.ts';
import { isFault } from '../kit/fault.ts';
import { commandLine } from '../kit/shipped.ts';
import type { CommandLine } from './command.ts';
import { say } from './say.ts';

export const installOptions = { from: { type: 'string' }, runtime: { type: 'string' } } as const;

/** Installs a model that Docent runs itself; without a name it lists the ones there are. */
export async function installInHouse(env: Env, line: CommandLine, [id]: readonly string[]): Promise<number> {
  if (id === undefined) return listInHouse(env);
  const { inHouseDir: folder, modelHub: hub } = env;
  const runtime = runtimeOf(line);
  const from = line.text('from');
  const { signal } = new AbortController();
  const tell = createTeller();
  const model = await installModel(
    { folder, hub, registry: knownModels },
    { id, from, runtime, signal, onBytes: tell },
  );
  const isNative = runtime !== 'wasm' && (await withNative(folder, from, runtime === 'native', signal));
  say(`${model.id} is installed (${model.licence}), computed ${isNative ? 'natively' : 'as WebAssembly'}.`);
  say(afterwards(model, isNative));
  return 0;
}

function listInHouse({ inHouseDir }: Env): number {
  const here = installedIn(inHouseDir).map(({ manifest }) => manifest);
  const ids = new Set(here.map(({ id }) => id));
  for (const model of [...here, ...knownModels.models.filter(({ id }) => !ids.has(id))]) {
    const state = ids.has(model.id) ? 'installed' : 'not installed';
    const trust = model.measured ? '' : ', not measured by us';
    say(
      `${model.kind.padEnd(10)}${model.id}  ${megabytes(sizeOf(model))} MB, ${model.licence}, ${state}${trust}`,
    );
  }
  return 0;
}

/** Removes an in-house model; `false` for a name that is none. */
export async function removeIfInHouse({ inHouseDir }: Env, name: string): Promise<boolean> {
  if (!installedIn(inHouseDir).some(({ manifest }) => manifest.id === name)) return false;
  await removeInHouse(inHouseDir, name);
  return true;
}

function runtimeOf(line: CommandLine): Manifest['runtime'] {
  const word = line.text('runtime');
  if (word === undefined || word === 'native' || word === 'wasm') return word;
  throw new SettingError('--runtime: must be native or wasm');
}

/** True when the model is computed natively. What was not asked for by name may be missing: WebAssembly runs everywhere. */
async function withNative(
  folder: string,
  from: string | undefined,
  isAsked: boolean,
  signal: AbortSignal,
): Promise<boolean> {
  if (nativeRuntime(folder) !== undefined) return true;
  if (!hasNativeRuntime()) {
    if (isAsked)
      throw new SettingError('--runtime: there is no native runtime for this platform; leave it out');
    return false;
  }
  say('Getting the native runtime, about 115 MB, by npm …');
  try {
    await installNativeRuntime(folder, { from, signal });
    return true;
  } catch (error) {
    if (isAsked || !isFault(error)) throw error;
    say(`Without the native runtime: ${error.message}`);
    return false;
  }
}

function afterwards({ id, kind, passageMs }: Manifest, isNative: boolean): string {
  if (kind === 'rerank')
    return 'It is not measured by us: choose it in the console and compare answers with and without it by an evaluation of your own.';
  const ms = passageMs?.[isNative ? 'native' : 'wasm'];
  const time =
    ms === undefined
      ? ''
      : ` About ${Math.max(1, Math.round(ms / 60))} minutes of one processor for 1,000 passages.`;
  return `A running service begins to use it within seconds: it first makes the vectors of all passages, at low priority.${time} ${commandLine(`models test ${id}`)} tries it.`;
}

const megabytes = (bytes: number) => Math.round(bytes / 1_000_000);

/** Progress in tenths, one line each: it reads the same in a log. */
function createTeller() {
  let tenth = -1;
  return (done: number, total: number, from: string): void => {
    const now = Math.floor((done / total) * 10);
    if (now <= tenth) return;
    tenth = now;
    say(`${now * 10} % of ${megabytes(total)} MB${from === '' ? '' : ` from ${from}`}`);
  };
}
