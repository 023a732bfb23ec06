import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { explained, inEnglish, type Words } from '../../../../kit/explained.ts';
import { busy, notFound } from '../../../../kit/fault.ts';
import { reasonOf } from '../../../../kit/reason.ts';
import type { InHouseAdmin, InHouseModel } from '../../../../ports/in-house-models.ts';
import type { Log } from '../../../../ports/log.ts';
import { installedIn } from '../installed.ts';
import { sizeOf, type Manifest } from '../manifest.ts';
import { installModel, type InstallDeps } from './install-model.ts';
import { hasNativeRuntime, installNativeRuntime, nativeRuntime } from './native-runtime.ts';

type Progress = NonNullable<InHouseModel['progress']>;

/** Removes the files of an in-house model, also those of an unfinished installation. */
export async function removeInHouse(folder: string, id: string): Promise<void> {
  await rm(join(folder, id), { recursive: true, force: true });
  await rm(join(folder, `${id}.partial`), { recursive: true, force: true });
}

/** Installs in-house models in the background of the service, one at a time. */
export function createInstallations(
  deps: InstallDeps & { readonly log: Log; readonly native?: boolean },
): InHouseAdmin {
  const { folder, registry, log, native = hasNativeRuntime() } = deps;
  const problems = new Map<string, Words>();
  let running:
    | { readonly id: string; readonly end: AbortController; readonly done: Promise<void>; progress: Progress }
    | undefined;

  async function run(id: string, end: AbortController): Promise<void> {
    const { signal } = end;
    const tell = (progress: Progress) => running && (running.progress = progress);
    try {
      await installModel(deps, {
        id,
        signal,
        onBytes: (done, total, from) => tell({ step: 'files', done, total, from }),
      });
      if (native && nativeRuntime(folder) === undefined) {
        tell({ step: 'runtime', done: 0, total: 0, from: '' });
        await installNativeRuntime(folder, { signal });
      }
      log.info({ model: id }, 'the in-house model is installed');
    } catch (error) {
      if (signal.aborted) return;
      const reason = reasonOf(error);
      problems.set(id, reason);
      log.warn(
        { model: id, err: error instanceof Error ? error.message : inEnglish(reason) },
        'the in-house model could not be installed as wished',
      );
    }
  }

  const shown = (manifest: Manifest, isInstalled: boolean): InHouseModel => {
    const { id, kind, licence, source, dimensions, measured } = manifest;
    const willBeNative = isInstalled ? nativeRuntime(folder) !== undefined : native;
    const runtime = willBeNative && manifest.runtime !== 'wasm' ? 'native' : 'wasm';
    const problem = problems.get(id);
    const ms = manifest.passageMs?.[runtime];
    return {
      id,
      kind,
      licence,
      source,
      bytes: sizeOf(manifest),
      measured,
      installed: isInstalled,
      runtime,
      ...(dimensions !== undefined && { dimensions }),
      ...(ms !== undefined && { passageMs: ms }),
      ...(running?.id === id && { progress: running.progress }),
      ...(problem !== undefined && {
        problem: typeof problem === 'string' ? { text: problem } : problem,
      }),
    };
  };

  return {
    list() {
      const here = installedIn(folder).map(({ manifest }) => manifest);
      const known = registry.models.map((model) => here.find(({ id }) => id === model.id) ?? model);
      const others = here.filter((model) => !known.includes(model));
      return [...known, ...others].map((model) => shown(model, here.includes(model)));
    },
    install(id) {
      if (!registry.models.some((model) => model.id === id)) throw notFound(`In-house model "${id}"`);
      if (running) throw busy(explained('house_installing', { model: running.id }));
      problems.delete(id);
      const end = new AbortController();
      const done = Promise.resolve()
        .then(() => run(id, end))
        .finally(() => (running = undefined));
      running = { id, end, done, progress: { step: 'files', done: 0, total: 0, from: '' } };
    },
    stop(id) {
      if (running?.id === id) running.end.abort(new Error('stopped'));
    },
    async remove(id) {
      if (!installedIn(folder).some(({ manifest }) => manifest.id === id))
        throw notFound(`In-house model "${id}"`);
      await removeInHouse(folder, id);
    },
    async close() {
      running?.end.abort(new Error('stopped'));
      await running?.done;
    },
  };
}
