import { chmod, mkdir, mkdtemp, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openSqlite } from '../../server/adapters/database/sqlite.ts';
import { createTestLog } from '../fakes/log.ts';
import { holdFolder } from '../../server/start/hold-folder.ts';
import { ready, startService, type Service } from './service.ts';

/** Processes take seconds to start, many times that on a busy machine. */
const patienceMs = 300_000;

/** A folder with a site of one article, and the services that a test starts on it. */
async function openFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'docent-start-'));
  const site = join(folder, 'site');
  await mkdir(site);
  await writeFile(join(site, 'tea.md'), '# Green tea\n\nGreen tea is brewed with water of 80 degrees.\n');
  const services: Service[] = [];
  const start = async (settings: Readonly<Record<string, string>>) => {
    const service = await startService({ DOCENT_CONTENT_DIR: site, ...settings });
    services.push(service);
    return service;
  };
  return {
    folder,
    start,
    /** Error output and exit code of a failing start. */
    async failure(settings: Readonly<Record<string, string>>) {
      const service = await start({ DOCENT_LOG_LEVEL: 'silent', ...settings });
      const code = await service.ended;
      return [code, service.output()];
    },
    async [Symbol.asyncDispose]() {
      for (const { child, ended } of services) {
        child.kill('SIGKILL');
        await ended;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

describe.concurrent(
  'RUN4: a start that cannot succeed is one line with file and remedy, and exit code 2',
  () => {
    test(
      'a data folder that is a file',
      async () => {
        await using opened = await openFolder();
        const { folder, failure } = opened;
        const file = join(folder, 'file');
        await writeFile(file, '');
        expect(await failure({ DOCENT_DATA_DIR: file })).toEqual([
          2,
          `docent: DOCENT_DATA_DIR: ${file} is a file; name a folder, or move the file away\n`,
        ]);
      },
      patienceMs,
    );

    test(
      'a file that is no database',
      async () => {
        await using opened = await openFolder();
        const { folder, failure } = opened;
        const path = join(folder, 'docent.sqlite');
        await writeFile(path, 'not a database, but long enough to look like one. '.repeat(100));
        expect(await failure({ DOCENT_DATA_DIR: folder })).toEqual([
          2,
          expect.stringMatching(
            new RegExp(`^docent: DOCENT_DATA_DIR: ${path}: .*no database; put a backup [^\\n]*\\n$`),
          ),
        ]);
      },
      patienceMs,
    );

    test(
      'a database that was cut off',
      async () => {
        await using opened = await openFolder();
        const { folder, failure } = opened;
        const path = join(folder, 'docent.sqlite');
        const db = openSqlite(path);
        await db.migrate([
          { name: 'wide', up: (tx) => tx.schema.createTable('wide').addColumn('a', 'text').execute() },
        ]);
        for (let n = 0; n < 50; n += 1)
          await db.query
            .withTables<{ wide: { a: string } }>()
            .insertInto('wide')
            .values({ a: 'x'.repeat(4000) })
            .execute();
        await db.close();
        await truncate(path, 20_000);
        expect(await failure({ DOCENT_DATA_DIR: folder })).toEqual([
          2,
          expect.stringMatching(/^docent: DOCENT_DATA_DIR: [^\n]*damaged; put a backup [^\n]*\n$/),
        ]);
      },
      patienceMs,
    );

    test(
      'an unreachable database server is waited for, one line for each try',
      async ({ expect }) => {
        await using opened = await openFolder();
        const { folder, start } = opened;
        const service = await start({
          DOCENT_DATA_DIR: folder,
          DOCENT_DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none',
        });
        await expect
          .poll(service.output)
          .toMatch(
            /server 127\.0\.0\.1:1 of DOCENT_DATABASE_URL cannot be reached \(the connection is refused\); trying again/,
          );
        expect(service.output()).not.toContain('secret');
        expect(service.child.exitCode).toBeNull();
      },
      patienceMs,
    );
  },
);

describe.concurrent('RUN3: one service on one SQLite data folder', () => {
  test(
    'a second one is refused with the number of the first process, and disturbs nothing',
    async () => {
      await using opened = await openFolder();
      const { folder, start } = opened;
      const first = await start({ DOCENT_DATA_DIR: folder });
      await ready(first);
      const second = await start({ DOCENT_DATA_DIR: folder });
      expect(await second.ended).toBe(2);
      expect(second.output()).toContain(
        `docent: DOCENT_DATA_DIR: process ${first.child.pid} uses this folder; stop it first`,
      );
      expect(await first.status('/readyz')).toBe(200);
    },
    patienceMs,
  );

  test(
    'a start right after a kill is not hit, and one that overlaps a stop waits for it',
    async () => {
      await using opened = await openFolder();
      const { folder, start } = opened;
      const first = await start({ DOCENT_DATA_DIR: folder });
      await ready(first);
      first.child.kill('SIGKILL');
      const second = await start({ DOCENT_DATA_DIR: folder });
      await ready(second);
      second.child.kill('SIGTERM');
      const third = await start({ DOCENT_DATA_DIR: folder });
      await ready(third);
      expect(await second.ended).toBe(0);
    },
    patienceMs,
  );

  test(
    'a stopping holder is waited for as long as it may need, one that serves only for a moment',
    async () => {
      await using opened = await openFolder();
      const { folder } = opened;
      const log = createTestLog();
      const held = await holdFolder({ dataDir: folder, stopSeconds: 60, log });
      await expect(holdFolder({ dataDir: folder, stopSeconds: 60, log, overlapMs: 300 })).rejects.toThrow(
        `process ${process.pid} uses this folder`,
      );
      await held.stopping();
      const next = holdFolder({ dataDir: folder, stopSeconds: 60, log, overlapMs: 300 });
      // As a release does first, on a machine that is slow between its steps.
      setTimeout(() => void rm(join(folder, 'docent.pid')), 500);
      setTimeout(() => void held.release(), 1_000);
      await (await next).release();
    },
    patienceMs,
  );
});

test.concurrent(
  'RUN8: the database is for its owner alone, also in a folder that everybody may read, which is told',
  async () => {
    await using opened = await openFolder();
    const { folder, start } = opened;
    const open = join(folder, 'open');
    await mkdir(open, { mode: 0o755 });
    await chmod(open, 0o755);
    await writeFile(join(open, 'docent.sqlite'), '', { mode: 0o644 });
    const service = await start({ DOCENT_DATA_DIR: open });
    await ready(service);
    for (const name of ['docent.sqlite', 'docent.sqlite-wal', 'docent.sqlite-shm'])
      expect([name, (await stat(join(open, name))).mode & 0o777]).toEqual([name, 0o600]);
    expect(service.output()).toContain('other users can read the data folder');
  },
  patienceMs,
);
