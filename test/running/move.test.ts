import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sumOf } from '../../server/adapters/database/tables/rows.ts';
import { sqliteTables } from '../../server/adapters/database/tables/sqlite-tables.ts';
import { createLog } from '../../server/adapters/log.ts';
import { createApp } from '../../server/app.ts';
import { backup } from '../../server/cli/database/backup.ts';
import { restore } from '../../server/cli/database/restore.ts';
import type { Command } from '../../server/cli/command.ts';
import { readEnv } from '../../server/env.ts';
import { notCopied } from '../../server/migrations.ts';
import { openPorts } from '../../server/open-ports.ts';
import { startPostgresServer, withoutPostgres, type PostgresServer } from '../postgres-server.ts';

describe.skipIf(withoutPostgres)('BAK5: a backup of either engine is restored into the other', () => {
  let folder: string;
  let server: PostgresServer;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docent-move-'));
    await mkdir(join(folder, 'blog'));
    await writeFile(join(folder, 'blog/limits.md'), '# Limits\n\nTokens are limited on the usage page.\n');
    await writeFile(join(folder, 'passphrase'), 'correct horse battery staple\n');
    server = await startPostgresServer();
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await server[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  const database = async (name: string): Promise<string> => {
    await using client = Object.assign(new Client({ connectionString: server.url }), {
      async [Symbol.asyncDispose](this: Client) {
        await this.end();
      },
    });
    await client.connect();
    await client.query(`create database ${name}`);
    const url = new URL(server.url);
    url.pathname = name;
    return url.href;
  };
  const variables = (dataDir: string, databaseUrl?: string) => ({
    DOCENT_DATA_DIR: join(folder, dataDir),
    DOCENT_CONTENT_DIR: join(folder, 'blog'),
    DOCENT_ADMIN_TOKEN: 'fixture-token-0123456789',
    ...(databaseUrl !== undefined && { DOCENT_DATABASE_URL: databaseUrl }),
  });
  const run = (
    command: Command,
    words: readonly string[],
    given: ReturnType<typeof variables>,
    secret = '',
  ) =>
    command.run({
      words,
      variables: given,
      text: (name) => (name === 'passphrase-file' && secret !== '' ? secret : undefined),
      flag: () => false,
    });
  const open = async (given: ReturnType<typeof variables>) => {
    const app = await createApp(await openPorts(readEnv(given), createLog('silent')));
    await app.start();
    return app;
  };
  const get = async (app: Awaited<ReturnType<typeof open>>, path: string) =>
    (
      await app.server.inject({
        url: `/apis/console.api.ai-suite.svc.run/v1alpha1${path}`,
        headers: { authorization: 'Bearer fixture-token-0123456789' },
      })
    ).json();
  const ask = (app: Awaited<ReturnType<typeof open>>, message: string) =>
    app.server.inject({
      method: 'POST',
      url: '/apis/api.ai-suite.svc.run/v1alpha1/chat',
      payload: { message },
    });
  const sumsOf = async (dataDir: string) => {
    const connection = new DatabaseSync(join(folder, dataDir, 'docent.sqlite'), { readOnly: true });
    const tables = sqliteTables(connection);
    const sums: Record<string, unknown> = {};
    for (const table of await tables.tables())
      if (!notCopied.has(table)) sums[table] = await sumOf(tables, table);
    connection.close();
    return sums;
  };

  test('with every record, the search in questions and the numbers that go on', async () => {
    {
      await using app = await open(variables('first'));
      for (const message of ['Where are tokens limited?', 'Wo sind Zebrafinken?', '令牌在哪里限制？'])
        await ask(app, message);
      await mkdir(join(folder, 'first/attachments'));
      await writeFile(join(folder, 'first/attachments/pet.png'), 'a picture');
    }
    const archive = join(folder, 'one.tar.gz.age');
    const secret = join(folder, 'passphrase');
    await run(backup, [archive], variables('first'), secret);
    expect((await readFile(archive)).subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    const inServer = variables('second', await database('moved'));
    await expect(run(restore, [archive], inServer)).rejects.toThrow('is encrypted');
    await run(restore, [archive], inServer, secret);
    expect(await readdir(join(folder, 'second'))).toEqual(['attachments']);
    await expect(run(restore, [archive], inServer, secret)).rejects.toThrow('has records already');

    const back = join(folder, 'back.tar.gz');
    await run(backup, [back], inServer);
    await run(restore, [back], variables('third'));
    // The way back may have tables of other kinds of sites, without records.
    expect(await sumsOf('third')).toMatchObject(await sumsOf('first'));
    expect(await readFile(join(folder, 'third/attachments/pet.png'), 'utf8')).toBe('a picture');

    for (const given of [inServer, variables('third')]) {
      await using app = await open(given);
      expect((await get(app, '/chat-logs')).total).toBe(3);
      expect((await get(app, '/chat-logs?question=zebrafinken')).total).toBe(1);
      expect((await ask(app, 'Where are tokens limited?')).json().citations[0].title).toBe('Limits');
      expect((await get(app, '/chat-logs')).total).toBe(4);
    }
  });

  test('MIG2: the database of a server that a newer version has written is refused and not touched', async () => {
    const url = await database('newer');
    const given = variables('sixth', url);
    await (await open(given))[Symbol.asyncDispose]();
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      await client.query("insert into schema_migrations (name) values ('future/1')");
      await expect(open(given)).rejects.toThrow(/DOCENT_DATABASE_URL: .* newer version of Docent.*future\/1/);
      await expect(run(backup, [join(folder, 'newer.tar.gz')], given)).rejects.toThrow('newer version');
      await client.query("delete from schema_migrations where name = 'future/1'");
      await (await open(given))[Symbol.asyncDispose]();
    } finally {
      await client.end();
    }
  });

  test('again after one that was killed between files and database; not over files of somebody else', async () => {
    {
      await using app = await open(variables('fourth'));
      await ask(app, 'Where are tokens limited?');
      await mkdir(join(folder, 'fourth/attachments'));
      await writeFile(join(folder, 'fourth/attachments/pet.png'), 'a picture');
    }
    const archive = join(folder, 'four.tar.gz');
    await run(backup, [archive], variables('fourth'));
    const inServer = variables('fifth', await database('killed'));
    const attachments = join(folder, 'fifth/attachments');
    await mkdir(attachments, { recursive: true });
    await writeFile(join(attachments, 'pet.png'), 'another picture');
    await expect(run(restore, [archive], inServer)).rejects.toThrow('is not empty');
    await writeFile(join(attachments, 'pet.png'), 'a picture');
    await run(restore, [archive], inServer);
    await using app = await open(inServer);
    expect((await get(app, '/chat-logs')).total).toBe(1);
  });
});
