import { beforeEach, describe, expect, test } from 'vitest';
import { createFakeHost, type FakeHost } from '../../../../test/fakes/host.ts';
import { unavailable } from '../../../kit/fault.ts';
import type { ArticleHead, Host } from '../../../ports/host.ts';
import type { KnownHead } from '../store.ts';
import { stamped } from '../extraction/version.ts';
import { createHostCrawl, type HostCrawl } from './crawl.ts';

const ids = ['a', 'b', 'c', 'd'];
const minuteMs = 60_000;

let host: FakeHost;
let clock = 0;
let known: Map<string, KnownHead>;
let announced: string[];
let indexed: string[];
let removed: string[];
let held: Record<string, number>[];

beforeEach(() => {
  host = createFakeHost(ids.map((id) => ({ id, text: `About ${id}` })));
  clock = 0;
  known = new Map();
  announced = [];
  indexed = [];
  removed = [];
  held = [];
});

/** The articles of a list that are of sources beside the site, or those that are not. */
async function* listed(heads: AsyncIterable<ArticleHead>, isOfSource: boolean): AsyncGenerator<ArticleHead> {
  for await (const head of heads) if (head.id.includes('~') === isOfSource) yield head;
}

/** A sync over an index in memory, in which everything that is indexed succeeds. */
const syncOf = (
  heads: Host['heads'] = (signal) => host.heads(signal),
  isRemovalConfirmed?: (source: string, missing: number) => Promise<boolean>,
  wantsDocuments = async () => true,
  sources?: readonly string[],
  ofSources: Host['heads'] = (signal) => listed(host.heads(signal), true),
): HostCrawl =>
  createHostCrawl({
    ...(isRemovalConfirmed && { isRemovalConfirmed }),
    wantsDocuments,
    host: { heads: sources ? (signal) => listed(heads(signal), false) : heads },
    noteHeld: async (_, found) => void held.push(Object.fromEntries(found)),
    now: () => clock,
    yieldWhenIdle: async () => {},
    store: {
      knownHeads: async (_, ids) => new Map([...known].filter(([id]) => ids.includes(id))),
      async *presentAddresses() {
        yield [...known].flatMap(([id, { state, url }]) => (state === 'removed' ? [] : [{ id, url }]));
      },
      announce: async (_, found) => void announced.push(...found.map(({ id }) => id)),
      async erase(_, gone) {
        for (const id of gone) known.delete(id);
        removed.push(...gone);
      },
    },
    ...(sources && { further: { heads: ofSources, keys: async () => new Set(sources) } }),
    indexer: {
      async index(head) {
        indexed.push(head.id);
        known.set(head.id, {
          revision: head.revision,
          url: head.url,
          state: 'indexed',
          contentHash: stamped('x'),
          chunkCount: 1,
          indexedAt: clock,
        });
        return { state: 'indexed', chunks: 1, error: '' };
      },
      async remove(id) {
        removed.push(id);
        known.set(id, {
          revision: '',
          url: '',
          state: 'removed',
          contentHash: stamped('x'),
          chunkCount: 0,
          indexedAt: clock,
        });
      },
    },
  });

describe('KN1, KN16: a crawl', () => {
  test('reads only new and changed articles', async () => {
    const sync = syncOf();
    expect(await sync.run(1)).toEqual({ changed: true, suspected: 0, held: 0, left: 0 });
    expect(indexed.toSorted()).toEqual(ids);
    expect(announced).toEqual(ids);
    host.publish({ id: 'b', text: 'Something else' });
    indexed = [];
    announced = [];
    await sync.run(1);
    expect([indexed, announced]).toEqual([['b'], []]);
    expect(await sync.run(1)).toEqual({ changed: false, suspected: 0, held: 0, left: 0 });
  });

  test('tells its progress after each article', async () => {
    const told: string[] = [];
    await syncOf().run(1, { onProgress: ({ processed, total }) => told.push(`${processed}/${total}`) });
    expect(told).toEqual(['1/4', '2/4', '3/4', '4/4']);
  });

  test('removes articles that are gone or no longer public', async () => {
    const sync = syncOf();
    await sync.run(1);
    host.unpublish('a');
    host.publish({ id: 'b', text: 'About b', visibility: 'limited' });
    await sync.run(1);
    expect(removed).toEqual(['a', 'b']);
  });

  test('PAPER1, KN17: documents that are switched off go at once, however many; those that vanish await the administrator', async () => {
    const documents = Array.from({ length: 30 }, (_, at) => ({
      id: `d${at}`,
      text: 'x',
      url: `/media/${at}.pdf?v=2`,
    }));
    for (const document of documents) host.publish(document);
    let isOn = true;
    const sync = syncOf(undefined, undefined, async () => isOn);
    await sync.run(1);
    for (const { id } of documents) host.unpublish(id);
    expect(await sync.run(1)).toMatchObject({ held: 30 });
    expect(removed).toEqual([]);
    isOn = false;
    expect(await sync.run(1)).toEqual({ changed: true, suspected: 0, held: 0, left: 0 });
    expect(removed).toHaveLength(30);
  });

  test('retries failed articles after some minutes, and waiting or returned ones at once', async () => {
    const sync = syncOf();
    await sync.run(1);
    const [a, b, c] = await Promise.all(ids.map((id) => host.article(id)));
    known.set('a', {
      revision: a?.revision ?? '',
      url: '',
      state: 'failed',
      contentHash: stamped('x'),
      chunkCount: 0,
      indexedAt: 0,
    });
    known.set('b', {
      revision: b?.revision ?? '',
      url: '',
      state: 'waiting',
      contentHash: stamped('x'),
      chunkCount: 0,
      indexedAt: 0,
    });
    known.set('c', {
      revision: c?.revision ?? '',
      url: '',
      state: 'removed',
      contentHash: stamped('x'),
      chunkCount: 0,
      indexedAt: 0,
    });
    indexed = [];
    clock = 4 * minuteMs;
    await sync.run(1);
    expect(indexed).toEqual(['b', 'c']);
    clock = 6 * minuteMs;
    await sync.run(1);
    expect(indexed).toEqual(['b', 'c', 'a']);
    // It failed while the clock was ahead.
    const failed = known.get('a');
    if (failed) known.set('a', { ...failed, state: 'failed', indexedAt: 365 * 24 * 60 * minuteMs });
    await sync.run(1);
    expect(indexed).toEqual(['b', 'c', 'a', 'a']);
  });

  test('KN24: reads what an earlier version has extracted again, some hundred at a time, unless a rebuild would', async () => {
    const many = Array.from({ length: 450 }, (_, index) => ({ id: `old-${index}`, text: 'x' }));
    host.publish(...many);
    const sync = syncOf();
    await sync.run(1);
    for (const [id, head] of known) known.set(id, { ...head, contentHash: id === 'a' ? '' : 'unstamped' });
    indexed = [];
    expect(await sync.run(1)).toMatchObject({ changed: false, left: 0 });
    host.publish({ id: 'b', text: 'Something else' });
    const left: number[] = [];
    for (let crawl = 0; crawl < 4; crawl += 1) left.push((await sync.run(1, { readAgain: true })).left);
    expect(left).toEqual([252, 52, 0, 0]);
    expect(indexed[0]).toBe('b');
    expect([indexed.length, new Set(indexed).size]).toEqual([453, 453]);
  });

  test('an article cleared by the administrator stays out until it changes', async () => {
    const sync = syncOf();
    await sync.run(1);
    known.set('a', {
      revision: (await host.article('a'))?.revision ?? '',
      url: '',
      state: 'cleared',
      contentHash: stamped('x'),
      chunkCount: 0,
      indexedAt: 0,
    });
    indexed = [];
    await sync.run(1);
    expect(indexed).toEqual([]);
    host.publish({ id: 'a', text: 'Another a' });
    await sync.run(1);
    expect(indexed).toEqual(['a']);
  });
});

describe('what a broken host cannot do', () => {
  test('a crawl that fails midway removes nothing', async () => {
    await syncOf().run(1);
    indexed = [];
    const failing = syncOf(async function* (signal) {
      for await (const head of host.heads(signal)) {
        if (head.id === 'c') throw unavailable('The host is away');
        yield head;
      }
    });
    await expect(failing.run(1)).rejects.toThrow('The host is away');
    expect([removed, indexed]).toEqual([[], []]);
  });

  test('an empty list is applied only when the next crawl confirms it', async () => {
    let empty = false;
    const sync = syncOf(async function* (signal) {
      if (!empty) yield* host.heads(signal);
    });
    await sync.run(1);
    empty = true;
    expect(await sync.run(1)).toEqual({ changed: false, suspected: 4, held: 0, left: 0 });
    expect(removed).toEqual([]);
    expect(await sync.run(1)).toEqual({ changed: true, suspected: 0, held: 0, left: 0 });
    expect(removed).toEqual(ids);
  });

  test('a temporary failure removes nothing', async () => {
    let empty = false;
    const sync = syncOf(async function* (signal) {
      if (!empty) yield* host.heads(signal);
    });
    await sync.run(1);
    empty = true;
    await sync.run(1);
    empty = false;
    expect(await sync.run(1)).toEqual({ changed: false, suspected: 0, held: 0, left: 0 });
    empty = true;
    expect(await sync.run(1)).toMatchObject({ suspected: 4, held: 0, left: 0 });
    expect(removed).toEqual([]);
  });

  test('of two crawls that miss different articles, those missed by both are removed', async () => {
    let listed: readonly string[] = ids;
    const sync = syncOf(async function* (signal) {
      for await (const head of host.heads(signal)) if (listed.includes(head.id)) yield head;
    });
    await sync.run(1);
    listed = ['a'];
    await sync.run(1);
    listed = ['b'];
    await sync.run(1);
    expect(removed).toEqual(['c', 'd']);
  });

  test('an aborted crawl ends with its reason', async () => {
    const leaving = new AbortController();
    leaving.abort(new Error('stopping'));
    await expect(syncOf().run(1, { signal: leaving.signal })).rejects.toThrow('stopping');
  });
});

describe('KN17: more than half of at least twenty articles vanish at once', () => {
  const many = Array.from({ length: 24 }, (_, index) => `many-${index}`);
  const publish = () => host.publish(...many.map((id) => ({ id, text: `About ${id}` })));

  test('they stay after any number of crawls, while new ones are read; listed again they need nothing', async () => {
    publish();
    const sync = syncOf();
    await sync.run(1);
    for (const id of many) host.unpublish(id);
    host.publish({ id: 'fresh', text: 'About something fresh' });
    for (let crawls = 0; crawls < 3; crawls += 1)
      expect(await sync.run(1)).toMatchObject({ suspected: 0, held: many.length });
    expect([removed, indexed.includes('fresh')]).toEqual([[], true]);
    indexed = [];
    publish();
    expect(await sync.run(1)).toMatchObject({ held: 0 });
    expect([removed, indexed]).toEqual([[], []]);
  });

  test('half of the articles or fewer are removed at once', async () => {
    publish();
    const sync = syncOf();
    await sync.run(1);
    for (const id of many.slice(0, 14)) host.unpublish(id);
    expect(await sync.run(1)).toMatchObject({ suspected: 0, held: 0, left: 0 });
    expect(removed).toHaveLength(14);
  });

  test('they are removed when the administrator has confirmed', async () => {
    publish();
    const sync = syncOf(undefined, async (source, missing) => source === '' && missing === many.length);
    await sync.run(1);
    for (const id of many) host.unpublish(id);
    expect(await sync.run(1)).toMatchObject({ held: 0, changed: true });
    expect(removed).toHaveLength(many.length);
  });
});

describe('SRC5, SRC6: articles of sources beside the site', () => {
  const [living, gone] = ['s0000000a', 's0000000b'];
  const publish = (source: string, count: number) =>
    host.publish(
      ...Array.from({ length: count }, (_, nth) => ({ id: `${source}~${nth}`, text: `About ${nth}` })),
    );

  test('those of a removed source are erased at once, however many they are', async () => {
    publish(gone, 40);
    await syncOf(undefined, undefined, undefined, [gone]).run(1);
    for (let nth = 0; nth < 40; nth += 1) host.unpublish(`${gone}~${nth}`);
    const sync = syncOf(undefined, undefined, undefined, [living]);
    expect(await sync.run(1)).toMatchObject({ changed: true, suspected: 0, held: 0 });
    expect(removed).toHaveLength(40);
    expect([...known.keys()].toSorted()).toEqual(ids);
  });

  test('a source that suddenly misses most of its articles is held by itself', async () => {
    publish(living, 20);
    host.publish(...Array.from({ length: 60 }, (_, nth) => ({ id: `own-${nth}`, text: `Own ${nth}` })));
    const sync = syncOf(undefined, undefined, undefined, [living]);
    await sync.run(1);
    for (let nth = 0; nth < 15; nth += 1) host.unpublish(`${living}~${nth}`);
    host.unpublish('own-1');
    expect(await sync.run(1)).toMatchObject({ suspected: 0, held: 15 });
    expect(removed).toEqual(['own-1']);
  });

  test('while the site cannot be listed, articles of sources come and go all the same, and those of the site stay', async () => {
    publish(living, 3);
    let isAway = false;
    async function* ofSite(signal?: AbortSignal) {
      for await (const head of host.heads(signal)) {
        yield head;
        if (isAway) throw new Error('the site is away');
      }
    }
    const sync = syncOf(ofSite, undefined, undefined, [living]);
    await sync.run(1);
    isAway = true;
    indexed = [];
    host.publish({ id: `${living}~new`, text: 'New' }, { id: 'own-new', text: 'New' });
    host.unpublish(`${living}~1`);
    host.unpublish('a');
    await expect(sync.run(1)).rejects.toThrow('the site is away');
    expect([indexed, removed]).toEqual([[`${living}~new`], [`${living}~1`]]);
    isAway = false;
    await sync.run(1);
    expect([indexed, removed]).toEqual([
      [`${living}~new`, 'own-new'],
      [`${living}~1`, 'a'],
    ]);
  });

  test('SRC13: a loss of one source is told while the site cannot be listed, and confirmed for this one alone', async () => {
    publish(living, 20);
    publish(gone, 30);
    let isAway = false;
    const confirmed = new Set<string>();
    async function* ofSite(signal?: AbortSignal) {
      yield* host.heads(signal);
      if (isAway) throw new Error('the site is away');
    }
    const isConfirmed = async (source: string) => confirmed.has(source);
    const sync = syncOf(ofSite, isConfirmed, undefined, [living, gone]);
    await sync.run(1);
    isAway = true;
    for (let nth = 0; nth < 20; nth += 1)
      for (const source of [living, gone]) host.unpublish(`${source}~${nth}`);
    held = [];
    await expect(sync.run(1)).rejects.toThrow('the site is away');
    expect([held, removed]).toEqual([[{ [living]: 20, [gone]: 20 }], []]);
    confirmed.add(gone);
    held = [];
    await expect(sync.run(1)).rejects.toThrow('the site is away');
    expect(held).toEqual([{ [living]: 20 }]);
    expect([removed.length, removed.every((id) => id.startsWith(gone))]).toEqual([20, true]);
  });

  test('a failure of their list keeps the site from nothing', async () => {
    const sync = syncOf(undefined, undefined, undefined, [living], () => {
      throw new Error('no sources');
    });
    await expect(sync.run(1)).rejects.toThrow('no sources');
    expect(indexed.toSorted()).toEqual(ids);
  });

  test('while the site is read for long, they are followed from time to time', async () => {
    let shown = 1;
    async function* slowly(signal?: AbortSignal) {
      for (const head of await Array.fromAsync(host.heads(signal))) {
        clock += 61_000;
        publish(living, (shown += 1));
        yield head;
      }
    }
    await syncOf(slowly, undefined, undefined, [living]).run(1);
    // Those that came while the site was listed are there before the first article of the site.
    expect(indexed.slice(0, 5).every((id) => id.startsWith(living))).toBe(true);
    expect(indexed.filter((id) => !id.startsWith(living)).toSorted()).toEqual(ids);
  });

  test('an abort ends both', async () => {
    const leaving = new AbortController();
    const sync = syncOf(undefined, undefined, undefined, [living], () => {
      leaving.abort(new Error('stopping'));
      throw new Error('no sources');
    });
    await expect(sync.run(1, { signal: leaving.signal })).rejects.toThrow('stopping');
    expect(indexed).toEqual([]);
  });
});
