import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../../ports/log.ts';
import { writeAtomically } from './atomic-file.ts';
import type { Stores } from './stores.ts';

/** Views are written at most this often; a crash loses no more. */
const writeDelayMs = 2000;

/**
 * Views and excerpts in `site-state.json` of the data folder. An excerpt is on disk when `set` resolves. A file that
 * cannot be read is kept aside, never overwritten.
 */
export const openStateFile = async (dataDir: string, log: Log): Promise<Stores> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'site-state.json');
  const { visits, excerpts } = await readState(path, log);
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const write = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const done = writing.then(() => writeAtomically(path, serialised(visits, excerpts)));
    writing = done.catch((error: unknown) =>
      log.warn({ err: String(error) }, 'the state of the site could not be saved'),
    );
    return done;
  };

  return {
    visits: {
      load: async () => visits,
      add(id) {
        visits.set(id, (visits.get(id) ?? 0) + 1);
        timer ??= setTimeout(() => void write().catch(() => {}), writeDelayMs).unref();
      },
    },
    excerpts: {
      load: async () => excerpts,
      get: async (id) => excerpts.get(id),
      set(id, excerpt) {
        if (excerpt === '') excerpts.delete(id);
        else excerpts.set(id, excerpt);
        return write();
      },
    },
    async close() {
      if (timer) await write().catch(() => {});
      await writing;
    },
  };
};

interface State {
  readonly visits: Map<string, number>;
  readonly excerpts: Map<string, string>;
}

const serialised = (visits: State['visits'], excerpts: State['excerpts']): string =>
  JSON.stringify({ version: 1, visits: Object.fromEntries(visits), excerpts: Object.fromEntries(excerpts) });

const readState = async (path: string, log: Log): Promise<State> => {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return { visits: new Map(), excerpts: new Map() };
  try {
    const state: unknown = JSON.parse(text);
    return {
      visits: entriesOf(state, 'visits', (value) => typeof value === 'number'),
      excerpts: entriesOf(state, 'excerpts', (value) => typeof value === 'string'),
    };
  } catch {
    await writeAtomically(`${path}.unreadable`, text);
    log.warn({ path }, 'the state of the site could not be read; a copy is kept beside it');
    return { visits: new Map(), excerpts: new Map() };
  }
};

const entriesOf = <T>(
  state: unknown,
  name: string,
  isValue: (value: unknown) => value is T,
): Map<string, T> => {
  const part: unknown =
    typeof state === 'object' && state !== null && name in state ? Reflect.get(state, name) : {};
  if (typeof part !== 'object' || part === null) return new Map();
  return new Map(Object.entries(part).filter((entry): entry is [string, T] => isValue(entry[1])));
};
