import { afterEach, expect, test, vi } from 'vitest';
import { createTestLog } from '../../../test/fakes/log.ts';
import { createSourceReader } from './reader.ts';
import type { Source } from './store.ts';

let stop = async () => {};
afterEach(() => stop());

const source = (id: string, fields: Partial<Source> = {}): Source => ({
  id,
  name: id,
  kind: 'folder',
  address: '',
  platform: undefined,
  folder: id,
  ending: 'none',
  everyHours: 24,
  turn: 'alike',
  pages: 10,
  state: 'on',
  revision: 1,
  clearedAt: 1,
  wantedAt: 0,
  triedAt: 0,
  endedAt: 0,
  readAt: 0,
  hasFailed: false,
  problem: '',
  credentials: { sealed: {}, revisions: {} },
  ...fields,
});

/** A reader of these sources; those whose name begins with `hangs` never come to an end. */
async function readerOf(sources: readonly Source[]) {
  const kept = new Map(sources.map((one) => [one.id, one]));
  const clock = { now: 1_000_000 };
  const began: string[] = [];
  const ended: string[] = [];
  const takenOut: string[] = [];
  const forgotten: string[] = [];
  const set = async (id: string, fields: Partial<Source>) => {
    const before = kept.get(id);
    if (before) kept.set(id, { ...before, ...fields });
  };
  const start = () =>
    createSourceReader({
      locks: {
        tryAcquire: async () => ({
          signal: new AbortController().signal,
          isCancelled: false,
          setNote: () => undefined,
          [Symbol.asyncDispose]: async () => undefined,
        }),
      },
      store: {
        all: async () => [...kept.values()],
        begun: async (id, at) => {
          began.push(id);
          await set(id, { triedAt: at });
        },
        ended: async (id, { at, hasFailed }) => {
          ended.push(id);
          await set(id, { endedAt: at, hasFailed });
        },
        bury: async (id) => void kept.delete(id),
        cleared: (id, revision) => set(id, { clearedAt: revision }),
      },
      places: {
        unseal: async () => undefined,
        open: async (id) => ({
          async *heads(signal) {
            if (id.startsWith('hangs'))
              await new Promise((_, refuse) =>
                signal?.addEventListener('abort', () => refuse(signal.reason)),
              );
            if (id.startsWith('repeats'))
              for (;;) yield { id: 'same', visibility: 'public', revision: '1' } as never;
          },
          article: async () => undefined,
          health: async () => ({ ok: true, reason: '' }),
          close: async () => undefined,
        }),
        keepOnly: async () => undefined,
      },
      articles: {
        revisions: async () => new Map([['known', '1']]),
        forget: async (_: string, ids: readonly string[]) => void forgotten.push(...ids),
      } as never,
      wantsDocuments: async () => true,
      changed: async () => undefined,
      takeOut: async (id) => {
        takenOut.push(id);
        return 0;
      },
      now: () => clock.now,
      log: createTestLog(),
    });
  const reader = start();
  stop = reader.stop;
  reader.start();
  return { reader, clock, began, ended, takenOut, forgotten, start };
}

test('SRC5: sources that hang hold up another one for a few minutes at most', async () => {
  const { reader, clock, began, ended } = await readerOf(
    ['hangs-1', 'hangs-2', 'hangs-3', 'fine'].map((id) => source(id)),
  );
  await vi.waitFor(() => expect(began).toEqual(['hangs-1', 'hangs-2']));
  clock.now += 5 * 60_000;
  reader.follow();
  await vi.waitFor(() => expect(ended).toEqual(['fine']));
  expect(began).toEqual(['hangs-1', 'hangs-2', 'hangs-3', 'fine']);
});

test('SRC5: a list that repeats itself comes to an end, and nothing that it does not come to is forgotten', async () => {
  const { ended, forgotten } = await readerOf([source('repeats'), source('fine')]);
  await vi.waitFor(() => expect(ended.toSorted()).toEqual(['fine', 'repeats']));
  expect(forgotten).toEqual(['known']);
});

test('SRC10: what was read at a former place is cleared away once, also over a restart', async () => {
  const moved = source('moved', { revision: 3, clearedAt: 1 });
  const { reader, began, takenOut, start } = await readerOf([source('hangs-1'), source('hangs-2'), moved]);
  await vi.waitFor(() => expect(began).toEqual(['hangs-1', 'hangs-2']));
  await reader.stop();
  const again = start();
  stop = again.stop;
  again.start();
  await vi.waitFor(() => expect(began).toEqual(['hangs-1', 'hangs-2', 'hangs-1', 'hangs-2']));
  expect(takenOut).toEqual(['moved']);
});
