import { describe, expect, test } from 'vitest';
import { createFakeHost } from '../../../test/fakes/host.ts';
import { createTestLog } from '../../../test/fakes/log.ts';
import { createCatalogue } from './catalogue.ts';
import { yieldToEventLoop } from '../../work/event-loop.ts';

describe('the catalogue', () => {
  const of = (host: ReturnType<typeof createFakeHost>) =>
    createCatalogue({ host, now: () => 0, log: createTestLog() });

  test('lists every published article without its text', async () => {
    const host = createFakeHost([
      { id: 'a', text: 'long text' },
      { id: 'b', text: 'x', visibility: 'limited' },
    ]);
    const catalogue = of(host);
    const heads = await catalogue.heads();
    expect(heads.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(heads[0]).not.toHaveProperty('body');
    expect((await catalogue.find('b'))?.visibility).toBe('limited');
    expect(await catalogue.find('c')).toBeUndefined();
  });

  test('follows every hint of the host, and lists its articles once for many questions', async () => {
    const host = createFakeHost([{ id: 'a', text: 'x' }]);
    let lists = 0;
    const counted = { ...host, heads: (signal?: AbortSignal) => (lists++, host.heads(signal)) };
    const catalogue = createCatalogue({ host: counted, now: () => 0, log: createTestLog() });
    await Promise.all([catalogue.heads(), catalogue.heads()]);
    await catalogue.heads();
    expect(lists).toBe(1);
    host.publish({ id: 'b', text: 'y' });
    expect(await catalogue.heads()).toHaveLength(2);
    host.unpublish('a');
    expect((await catalogue.heads()).map(({ id }) => id)).toEqual(['b']);
    expect(lists).toBe(3);
  });

  test('lists again when Docent has written to the host, also when listing had begun before', async () => {
    const passed = Promise.withResolvers<void>();
    const host = createFakeHost([{ id: 'a', text: 'x' }]);
    const slow = {
      ...host,
      onChange: () => ({ close: () => undefined }),
      async *heads() {
        yield* host.heads();
        await passed.promise;
      },
    };
    const catalogue = createCatalogue({ host: slow, now: () => 0, log: createTestLog() });
    const early = catalogue.heads();
    await yieldToEventLoop();
    await host.writeExcerpt('a', 'written', {});
    catalogue.outdated();
    const late = catalogue.find('a');
    passed.resolve();
    expect((await early)[0]?.excerpt).toBe('');
    expect((await late)?.excerpt).toBe('written');
  });

  test('lists again after a minute, because a hint may get lost', async () => {
    let time = 0;
    const host = createFakeHost([{ id: 'a', text: 'x' }]);
    const deaf = { ...host, onChange: () => ({ close: () => undefined }) };
    const catalogue = createCatalogue({ host: deaf, now: () => time, log: createTestLog() });
    await catalogue.heads();
    host.publish({ id: 'b', text: 'y' });
    expect(await catalogue.heads()).toHaveLength(1);
    time = 61_000;
    expect(await catalogue.heads()).toHaveLength(2);
  });

  test('returns the previous list while the host is unavailable, and fails only without one', async () => {
    const host = createFakeHost([{ id: 'a', text: 'x' }]);
    let broken = true;
    const shaky = {
      ...host,
      heads: (signal?: AbortSignal) => {
        if (broken) throw new Error('the host is away');
        return host.heads(signal);
      },
    };
    const catalogue = createCatalogue({ host: shaky, now: () => 0, log: createTestLog() });
    await expect(catalogue.heads()).rejects.toThrow('away');
    broken = false;
    expect(await catalogue.heads()).toHaveLength(1);
    broken = true;
    host.publish({ id: 'b', text: 'y' });
    expect(await catalogue.heads()).toHaveLength(1);
  });
});
