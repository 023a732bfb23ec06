import { describe, expect, test, vi } from 'vitest';
import { sql } from 'kysely';
import { createEmbeddedHost } from '../server/adapters/hosts/embedded/embedded.ts';
import { openSiteStore } from '../server/adapters/hosts/embedded/store/store.ts';
import { openPostgres } from '../server/adapters/database/postgres.ts';
import { consolePrefix } from '../contract/api.ts';
import type { KnowledgeStats } from '../contract/knowledge.ts';
import type { Models } from '../server/ports/models.ts';
import { articles } from './api/site.ts';
import { asAdmin, createTestApp } from './app.ts';
import { createContentFolder } from './fakes/content-folder.ts';
import { createTestLog } from './fakes/log.ts';
import { createFakeModels } from './fakes/models.ts';
import { withoutPostgres, startPostgresServer } from './postgres-server.ts';
import { sourcesOfReplicas } from './contracts/source-replicas.ts';

const clock = { now: Date.now };
const longWait = { timeout: 60_000 };
const files = Object.fromEntries(articles.map(({ id, text }) => [`${id}.md`, text]));

/** A replica with folders of its own. */
async function startReplica(url: string, instanceId: string, models?: Models) {
  const folder = await createContentFolder(files);
  const log = createTestLog();
  const db = openPostgres(url, log, { timeoutMs: 30_000 });
  const stores = await openSiteStore({ db, dataDir: folder.dataDir, log });
  const embedded = await createEmbeddedHost({ ...folder, log, clock, stores });
  let listed = 0;
  const host = Object.assign(embedded, {
    heads: countedBy(embedded.heads, () => (listed += 1)),
  });
  const app = await createTestApp({
    db,
    host,
    instanceId,
    ...(models && { models, rebuildPauses: { retryMs: 100, beginMs: 300, wholeFirst: false } }),
  });
  return {
    app,
    db,
    host,
    folder,
    listings: () => listed,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

const countedBy =
  <A extends unknown[], R>(work: (...given: A) => R, count: () => void) =>
  (...given: A): R => {
    count();
    return work(...given);
  };

describe.skipIf(withoutPostgres)('replicas with folders of their own on one PostgreSQL', () => {
  test('DB1, DB10: they agree on excerpts, one of them lists the site, and the index stands still', async () => {
    await using server = await startPostgresServer();
    const first = await startReplica(server.url, 'first');
    await using second = await startReplica(server.url, 'second');
    await using third = await startReplica(server.url, 'third');
    const seq = async () =>
      (await sql<{ seq: number }>`select seq from index_state`.execute(second.db.query)).rows[0]?.seq;
    const heads = async (host: typeof first.host) => Array.fromAsync(host.heads());
    expect([first.listings() > 0, second.listings(), third.listings()]).toEqual([true, 0, 0]);

    const [article] = await heads(first.host);
    if (!article) throw new Error('The site has no articles');
    const revision = await second.host.writeExcerpt(article.id, 'In short.', {});
    for (const { host } of [first, second, third])
      await vi.waitFor(
        async () => expect((await host.article(article.id))?.revision).toBe(revision),
        longWait,
      );

    // The leader crawls after a hint to a follower.
    await third.folder.write('new.md', '# Walnuts\n\nWalnuts ripen in October.');
    await first.folder.write('new.md', '# Walnuts\n\nWalnuts ripen in October.');
    const find = async ({ app }: typeof first) =>
      (await app.inject('/apis/api.ai-suite.svc.run/v1alpha1/search/halo-results?keyword=walnuts')).json();
    for (const replica of [first, second, third])
      await vi.waitFor(async () => expect((await find(replica)).total).toBe(1), longWait);
    await second.folder.write('new.md', '# Walnuts\n\nWalnuts ripen in October.');

    const idsOf = async (host: typeof first.host) => (await heads(host)).map(({ id }) => id).toSorted();
    for (const { host } of [first, second, third])
      await vi.waitFor(async () => expect(await idsOf(host)).toHaveLength(articles.length + 1), longWait);

    // The next leader continues: no sequence number is assigned twice.
    const before = await seq();
    const listed = [second.listings(), third.listings()];
    await first[Symbol.asyncDispose]();
    await vi.waitFor(
      () => expect(second.listings() + third.listings()).toBeGreaterThan((listed[0] ?? 0) + (listed[1] ?? 0)),
      longWait,
    );
    const notes = async () =>
      (await sql`select note from leases where name = 'site-crawl'`.execute(second.db.query)).rows;
    await vi.waitFor(async () => expect(await notes()).toEqual([{ note: 'walked' }]), longWait);
    expect(await seq()).toBe(before);
    expect([second.app.log.errors, third.app.log.errors]).toEqual([[], []]);
  });

  test('DB10, KN40: one of them makes the vectors, and the next leader keeps them', async () => {
    await using server = await startPostgresServer();
    const modelsOf = () => createFakeModels({ kinds: ['embedding'] });
    const models = [modelsOf(), modelsOf(), modelsOf()] as const;
    const first = await startReplica(server.url, 'first', models[0]);
    await using second = await startReplica(server.url, 'second', models[1]);
    await using third = await startReplica(server.url, 'third', models[2]);
    const texts = () =>
      models.map(({ calls }) => calls.embedding.reduce((sum, { texts }) => sum + texts.length, 0));
    const stats = async ({ app }: typeof first) =>
      (
        await app.inject({ url: `${consolePrefix}/knowledge/stats`, headers: asAdmin })
      ).json<KnowledgeStats>();
    const complete = (replicas: readonly (typeof first)[]) =>
      vi.waitFor(async () => {
        for (const replica of replicas) expect((await stats(replica)).vectors?.state).toBe('complete');
      }, longWait);

    await complete([first, second, third]);
    const { chunkCount } = await stats(third);
    expect(texts()).toEqual([chunkCount, 0, 0]);

    await first[Symbol.asyncDispose]();
    await second.folder.write('new.md', '# Walnuts\n\nWalnuts ripen in October.');
    await third.folder.write('new.md', '# Walnuts\n\nWalnuts ripen in October.');
    await vi.waitFor(async () => {
      for (const replica of [second, third]) expect((await stats(replica)).chunkCount).toBe(chunkCount + 1);
    }, longWait);
    await complete([second, third]);
    const [, one = 0, other = 0] = texts();
    expect([Math.min(one, other), Math.max(one, other)]).toEqual([0, 1]);
  });
});

describe.skipIf(withoutPostgres)('sources beside the site of two replicas', () => {
  sourcesOfReplicas('an index in each');
});
