import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { consolePrefix, publicPrefix } from '../../contract/api.ts';
import type { Reply } from '../../contract/endpoint.ts';
import type { sources } from '../../contract/operator/sources.ts';
import type { SearchResults } from '../../contract/search.ts';
import { openPostgres } from '../../server/adapters/database/postgres.ts';
import { createSealing } from '../../server/adapters/sealing.ts';
import { createSourcePlaces } from '../../server/adapters/hosts/sources/source-places.ts';
import type { Database } from '../../server/kit/database.ts';
import type { SearchEngine } from '../../server/ports/candidates.ts';
import { migrations } from '../../server/migrations.ts';
import { asAdmin, createTestApp, type TestApp } from '../app.ts';
import { createContentFolder } from '../fakes/content-folder.ts';
import { createFakeHost } from '../fakes/host.ts';
import { createTestLog } from '../fakes/log.ts';
import { createFakeModels } from '../fakes/models.ts';
import { readerInProcess } from '../fakes/page-reader.ts';
import { startPostgresServer } from '../postgres-server.ts';
import { tablesWith } from '../fixtures/tables-with.ts';

const patient = { timeout: 60_000, interval: 100 };
const spoons = 'Put two spoons of citric acid into the kettle and boil it with water once';
const kettle = `# Descaling the kettle\n\n${spoons}.\n`;
const question = 'How do I descale the kettle with citric acid?';

export interface SharedEngine {
  /** The engine as one process opens it; without one, each has an index of its own. */
  open(): SearchEngine;
  /** Number of documents of its indexes that are of a source. */
  documentsOf(source: string): Promise<number>;
}

/** Two processes on one PostgreSQL, each with a data folder and an index or connections of its own, and sources beside the site. */
export function sourcesOfReplicas(index: string, engine?: SharedEngine): void {
  const opened: AsyncDisposable[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0).toReversed()) await one[Symbol.asyncDispose]();
  });

  async function startReplica(url: string, instanceId: string, root: string) {
    const log = createTestLog();
    const db = openPostgres(url, log, { timeoutMs: 30_000 });
    await db.migrate(migrations);
    const own = await createContentFolder();
    opened.push(own);
    const models = createFakeModels({ kinds: ['chat', 'embedding'], chat: () => `${spoons}[1].` });
    const app = await createTestApp({
      db,
      instanceId,
      models,
      ...(engine && { engine: engine.open() }),
      host: createFakeHost([
        { id: 'tea', title: 'Tea', text: '# Tea\n\nGreen tea wants water of eighty degrees.' },
      ]),
      sourcePlaces: createSourcePlaces({
        sealing: createSealing({
          secretKey: 'a key for all replicas',
          path: join(own.dataDir, 'secret.key'),
        }),
        db,
        clock: { now: Date.now },
        log,
        instanceId,
        dataDir: own.dataDir,
        root,
        parallel: 4,
        mayBePrivate: false,
        mostPages: 5_000,
        reader: readerInProcess,
      }),
    });
    opened.push(app);
    return { app, db, models };
  }

  const send = async <T>(
    { app }: { app: TestApp },
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    payload?: object,
  ) => {
    const reply = await app.inject({
      method,
      url: `${consolePrefix}${path}`,
      headers: asAdmin,
      ...(payload && { payload }),
    });
    expect(reply.statusCode).toBe(200);
    return reply.json<T>();
  };
  const list = (replica: { app: TestApp }) =>
    send<Reply<(typeof sources)['endpoints']['list']>>(replica, 'GET', '/sources');
  /** What the search box finds beside the site. */
  const beside = async ({ app }: { app: TestApp }) =>
    (await app.inject(`${publicPrefix}/search/halo-results?keyword=citric%20acid`))
      .json<SearchResults>()
      .articles.filter(({ source }) => source !== undefined)
      .map(({ title, source }) => [title, source]);
  const vectors = async ({ db }: { db: Database }): Promise<number> => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from vectors`.execute(db.query);
    return Number(rows[0]?.n);
  };
  const ask = async ({ app }: { app: TestApp }) =>
    (await app.inject({ method: 'POST', url: `${publicPrefix}/chat`, payload: { message: question } })).json<{
      reply: string;
      citations: { title: string; source?: string }[];
    }>();

  test(`SRC2 SRC5 SRC6: ${index}: a source that one process adds answers in the other, and removed in that one it is gone in both`, async () => {
    const server = await startPostgresServer();
    opened.push(server);
    const content = await createContentFolder({ 'home/kettle.md': kettle });
    opened.push(content);
    const first = await startReplica(server.url, 'first', content.contentDir);
    const second = await startReplica(server.url, 'second', content.contentDir);
    const both = [first, second] as const;
    await send(first, 'POST', '/config/save', { chat: { answerCacheHours: 1 } });
    await expect.poll(() => vectors(first), patient).toBeGreaterThan(0);
    const vectorsBefore = await vectors(first);

    // One of them reads the sources: once it is the one that is asked to, once the other.
    for (const [adds, removes, name] of [
      [first, second, 'House'],
      [second, first, 'Garden'],
    ] as const) {
      const { id } = await send<{ id: string }>(adds, 'POST', '/sources', {
        name,
        kind: 'folder',
        folder: 'home',
        address: 'https://docs.example.org/',
      });
      for (const one of both) {
        await expect.poll(() => beside(one), patient).toEqual([['Descaling the kettle', name]]);
        await expect
          .poll(async () => (await list(one)).sources, patient)
          .toMatchObject([{ id, state: 'read' }]);
      }
      await expect.poll(() => vectors(first), patient).toBeGreaterThan(vectorsBefore);
      // Where each has an index of its own, there is none to look into.
      expect((await engine?.documentsOf(id)) ?? 1).toBeGreaterThan(0);
      expect((await ask(adds)).citations[0]).toMatchObject({ title: 'Descaling the kettle', source: name });
      // The other one gives the answer that was kept.
      const asked = removes.models.calls.chat.length;
      expect((await ask(removes)).citations[0]).toMatchObject({ source: name });
      expect(removes.models.calls.chat).toHaveLength(asked);

      await send(removes, 'DELETE', `/sources/${id}`);
      for (const one of both) {
        await expect.poll(async () => (await list(one)).sources, patient).toEqual([]);
        await expect.poll(() => beside(one), patient).toEqual([]);
        expect((await ask(one)).citations.filter(({ source }) => source !== undefined)).toEqual([]);
      }
      expect(await tablesWith(first.db, 'citric')).toEqual([]);
      expect(await tablesWith(first.db, 'Descaling')).toEqual([]);
      expect(await vectors(first)).toBe(vectorsBefore);
      expect((await engine?.documentsOf(id)) ?? 0).toBe(0);
    }
    expect(both.map(({ app }) => app.log.errors)).toEqual([[], []]);
  }, 240_000);
}
