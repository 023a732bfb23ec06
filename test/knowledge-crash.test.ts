import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openSqlite } from '../server/adapters/database/sqlite.ts';
import { createKnowledgeStore } from '../server/features/knowledge/store.ts';
import { createFakeHost } from './fakes/host.ts';
import { createTestKnowledge } from './fakes/knowledge.ts';
import { createFakeModels } from './fakes/models.ts';
import { seeded } from './fakes/random.ts';
import { rebuildingSite, wordOf } from './fixtures/rebuilding-site.ts';

const worker = join(import.meta.dirname, 'fixtures/rebuilding-until-killed.ts');
const leaseMs = 300;
const site = rebuildingSite.slice(0, 150);
const ids = site.map(({ id }) => id);

/** A process that has loaded the service and waits for a line to begin. */
const prepare = (path: string) =>
  spawn(process.execPath, ['--no-warnings', worker, path, String(leaseMs)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });

/** Lets it rebuild for a while after its first rebuild has begun, then kills it; resolves with the rebuilds begun. */
async function rebuildUntilKilled(child: ReturnType<typeof prepare>, forMs: number): Promise<number> {
  let begun = 0;
  child.stdout.on('data', (lines: Buffer) => (begun += lines.toString().split('\n').length - 1));
  child.stdin.write('begin\n');
  await once(child.stdout, 'data');
  await pause(forMs);
  child.kill('SIGKILL');
  await once(child, 'close');
  return begun;
}

const open = (path: string) =>
  createTestKnowledge({
    db: openSqlite(path),
    host: createFakeHost(site),
    models: createFakeModels(),
    owner: 'next',
    leaseMs,
  });

/** Identities of each article's passages in the serving index, in order, and whether another index is being built. */
async function recordsOf(path: string) {
  const db = openSqlite(path);
  const store = createKnowledgeStore(db);
  const serving = (await store.active())?.generation ?? 0;
  const heads = await store.heads(serving);
  const passages = new Map(
    [...(await store.chunksOf(serving, [...heads.keys()]))].map(([id, chunks]) => [
      id,
      chunks.map((chunk) => chunk.identity),
    ]),
  );
  const states = new Set([...heads.values()].map(({ state }) => state));
  const counted = [...heads].every(([id, { chunkCount }]) => chunkCount === passages.get(id)?.length);
  const unfinished = await store.building();
  await db.close();
  return { passages, states: [...states], counted, unfinished: unfinished !== undefined, serving };
}

test('KN4: twenty times killed in the middle of rebuilds, the index always serves whole, and nothing is stuck', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docent-knowledge-'));
  const path = join(folder, 'docent.sqlite');
  const random = seeded(11);
  try {
    const first = await open(path);
    await first.knowledge.start();
    await first.close();
    const whole = await recordsOf(path);
    expect([...whole.passages.keys()].toSorted()).toEqual(ids.toSorted());

    let midway = 0;
    let begun = 0;
    let next = prepare(path);
    for (let kill = 0; kill < 20; kill += 1) {
      const child = next;
      // Starting a process takes longer than its life, so the next one starts meanwhile.
      if (kill < 19) next = prepare(path);
      begun += await rebuildUntilKilled(child, random(250));
      const { passages, states, counted, unfinished } = await recordsOf(path);
      if (unfinished) midway += 1;
      expect({ passages, states, counted }).toEqual({
        passages: whole.passages,
        states: ['indexed'],
        counted: true,
      });
    }
    expect(midway).toBeGreaterThan(5);
    expect(begun).toBeGreaterThanOrEqual(20);

    const after = await open(path);
    await after.knowledge.start();
    // The last rebuild is resumed, or a new one can start once its lease has expired.
    await expect.poll(async () => (await after.rebuild()).status, { timeout: 60_000 }).toBe('started');
    await after.settled();
    expect(await after.call('stats')).toMatchObject({
      status: 'idle',
      indexedArticles: 150,
      failedArticles: 0,
      chunkCount: [...whole.passages.values()].flat().length,
    });
    expect(after.log.errors).toEqual([]);
    for (const [index, id] of ids.entries()) {
      expect(
        (await after.knowledge.search(wordOf(index), 5)).filter(({ postId }) => postId === id),
      ).toHaveLength(1);
    }
    expect(after.knowledge.heads.size).toBe(150);
    await after.close();
    expect((await recordsOf(path)).serving).toBeGreaterThan(whole.serving);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 600_000);
