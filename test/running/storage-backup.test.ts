import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openBucket } from '../../server/adapters/archive/object-storage.ts';
import { openSqlite } from '../../server/adapters/database/sqlite.ts';
import { backup } from '../../server/cli/database/backup.ts';
import { restore } from '../../server/cli/database/restore.ts';
import type { Command } from '../../server/cli/command.ts';
import { migrations } from '../../server/migrations.ts';
import { storageAccess, storagePlace } from '../../server/start/backup/storage-place.ts';
import { listen } from '../fakes/listen.ts';
import { startFakeStorage, type FakeStorage } from './fake-storage.ts';

let folder: string;
let storage: FakeStorage;
let printed = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-storage-'));
  storage = await startFakeStorage();
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((printed += String(text)), true));
});
afterEach(async () => {
  vi.restoreAllMocks();
  printed = '';
  await storage[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const dataDir = () => join(folder, 'data');

async function database(): Promise<void> {
  await mkdir(dataDir());
  const db = openSqlite(join(dataDir(), 'docent.sqlite'));
  await db.migrate(migrations);
  await db.close();
}

async function accessFile(changes: Readonly<Record<string, string>> = {}): Promise<string> {
  const fields = {
    AWS_ACCESS_KEY_ID: storage.keyId,
    AWS_SECRET_ACCESS_KEY: 'a-secret-that-nobody-sees',
    AWS_ENDPOINT_URL: storage.endpoint,
    ...changes,
  };
  const path = join(folder, 's3.env');
  await writeFile(
    path,
    Object.entries(fields)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
    { mode: 0o600 },
  );
  return path;
}

const run = (command: Command, word: string, options: Readonly<Record<string, string>>, dir = dataDir()) =>
  command.run({
    words: [word],
    variables: { DOCENT_DATA_DIR: dir },
    text: (name) => options[name],
    flag: () => false,
  });

describe('BAK7: an archive in a storage that speaks S3', () => {
  test('is made, kept in number, and restored', async () => {
    await database();
    const options = { 's3-file': await accessFile(), keep: '2' };
    const named = (day: string) => `site/docent-2026-01-${day}-03-00-0a1b.tar.gz`;
    for (const key of [
      named('01'),
      named('02'),
      'site/notes.txt',
      'site/deeper/docent-2026-01-01-03-00-0a1b.tar.gz',
    ])
      storage.objects.set(key, Buffer.from('x'));
    await run(backup, 's3://backups/site/', options);
    const names = [...storage.objects.keys()];
    const made = names.find((name) => /^site\/docent-(?!2026-01)/.test(name)) ?? '';
    expect(names.toSorted()).toEqual(
      [made, named('02'), 'site/notes.txt', 'site/deeper/docent-2026-01-01-03-00-0a1b.tar.gz'].toSorted(),
    );
    expect(printed).toContain(`s3://backups/${made}: 1 files`);
    expect(printed).toContain('Removed: docent-2026-01-01-03-00-0a1b.tar.gz');
    expect(await readFile(join(dataDir(), 'last-backup'), 'utf8')).toBe(`s3://backups/${made}\n`);
    expect((await readdir(dataDir())).filter((name) => name.startsWith('.docent-'))).toEqual([]);

    await run(restore, `s3://backups/${made}`, options, join(folder, 'again'));
    expect(await readdir(join(folder, 'again'))).toContain('docent.sqlite');
    expect((await readdir(folder)).filter((name) => name.startsWith('.docent-'))).toEqual([]);
    await expect(
      run(restore, 's3://backups/site/nothing.tar.gz', options, join(folder, 'third')),
    ).rejects.toThrow('restore: there is no site/nothing.tar.gz in backups');
  });

  test('is not made where the storage refuses, which is said in plain words before the database is copied', async () => {
    await database();
    const attempt = async (word: string, changes: Readonly<Record<string, string>> = {}) =>
      run(backup, word, { 's3-file': await accessFile(changes) }).then(
        () => 'made',
        (error: Error) => error.message,
      );
    expect(await attempt('s3://backups', { AWS_ACCESS_KEY_ID: 'other' })).toBe(
      'backup: the key may not do that in the bucket backups (403, InvalidAccessKeyId)',
    );
    expect(await attempt('s3://elsewhere')).toBe('backup: there is no bucket elsewhere (404, NoSuchBucket)');
    expect(await attempt('s3://backups', { AWS_ENDPOINT_URL: 'http://127.0.0.1:1' })).toMatch(
      /^backup: 127\.0\.0\.1:1 cannot be reached \(/,
    );
    storage.refuse = (asked) => (asked.startsWith('PUT') ? 413 : undefined);
    expect(await attempt('s3://backups')).toBe('backup: the storage answers 413, Refused');
    expect(storage.objects.size).toBe(0);
    expect((await readdir(dataDir())).filter((name) => /^(?:\.docent-|last-backup)/.test(name))).toEqual([]);
  }, 30_000);

  test('is sent in parts; a part is repeated, and what has arrived of an upload that fails or is ended is removed', async () => {
    const file = join(folder, 'large');
    const bytes = Buffer.from(Array.from({ length: 2_500 }, (_, index) => index % 251));
    await writeFile(file, bytes);
    const access = await storageAccess(await accessFile());
    const stop = new AbortController();
    const bucket = await openBucket(access, 'backups', { signal: stop.signal, partBytes: 1_000, retryMs: 1 });
    let failures = 2;
    storage.refuse = (asked) => (asked.endsWith('part 2') && failures-- > 0 ? 503 : undefined);
    await bucket.upload('a/large', file);
    expect(storage.objects.get('a/large')?.equals(bytes)).toBe(true);
    expect(await bucket.list('a')).toEqual(['large']);

    storage.refuse = (asked) => (asked.endsWith('part 3') ? 403 : undefined);
    await expect(bucket.upload('a/other', file)).rejects.toThrow('the key may not do that');
    storage.refuse = (asked) => {
      if (asked.endsWith('part 2')) stop.abort();
      return undefined;
    };
    await expect(bucket.upload('a/third', file)).rejects.toThrow('nothing of it is kept');
    await expect.poll(() => storage.uploads.size).toBe(0);
    expect([...storage.objects.keys()]).toEqual(['a/large']);
  });

  test('is fetched as long as something moves; a storage that stands still or never ends is given up', async () => {
    const access = await storageAccess(await accessFile());
    const bytes = Buffer.alloc(40, 7);
    const server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake');
      const xml = (text: string) => response.writeHead(200, { 'content-type': 'application/xml' }).end(text);
      if (pathname.endsWith('/slow')) {
        let at = 0;
        const next = () => {
          if (at === bytes.length) return void response.end();
          response.write(bytes.subarray(at, ++at));
          setTimeout(next, 20);
        };
        next();
      } else if (pathname.endsWith('/still')) response.write('x');
      else if (searchParams.get('prefix') === 'endless/')
        xml(
          '<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>t</NextContinuationToken></ListBucketResult>',
        );
      else if (searchParams.get('prefix') === 'open/') xml('<a>'.repeat(1_000_000));
      else if (searchParams.get('prefix') === 'long/') {
        response.writeHead(200);
        const piece = Buffer.alloc(65_536, 32);
        const more = () => {
          while (!response.destroyed && response.write(piece));
        };
        response.on('drain', more);
        more();
      }
    });
    const { origin, ...listening } = await listen(server);
    const bucket = await openBucket({ ...access, endpoint: origin }, 'backups', { stillMs: 400 });
    await bucket.download('slow', join(folder, 'slow'));
    expect(await readFile(join(folder, 'slow'))).toEqual(bytes);
    await expect(bucket.download('still', join(folder, 'still'))).rejects.toThrow(
      'cannot be reached (TimeoutError)',
    );
    await expect(bucket.download('slow', join(folder, 'no', 'slow'))).rejects.toThrow(
      'the file cannot be read or written here (ENOENT)',
    );
    await expect(bucket.list('endless')).rejects.toThrow('the list of backups does not end');
    await expect(bucket.list('open')).rejects.toThrow('an answer that is no XML');
    await expect(bucket.list('long')).rejects.toThrow('more than 8388608 bytes');
    server.closeAllConnections();
    await listening[Symbol.asyncDispose]();
  }, 60_000);

  test('is named by bucket and folder, and its key is in a file that nobody else reads', async () => {
    expect(storagePlace('s3://my-bucket')).toEqual({ bucket: 'my-bucket', path: '' });
    expect(storagePlace('s3://my-bucket/a/b.c/')).toEqual({ bucket: 'my-bucket', path: 'a/b.c' });
    for (const wrong of [
      's3://',
      's3://A/b',
      's3://../x',
      's3://bucket/../x',
      's3://bucket/a b',
      's3://bucket//a',
    ])
      expect(() => storagePlace(wrong)).toThrow('write s3://bucket/folder');
    const path = await accessFile({ AWS_REGION: 'eu-central-1', AWS_ENDPOINT_URL: '' });
    await expect(storageAccess(path)).rejects.toThrow(/AWS_ENDPOINT_URL missing or wrong$/);
    await writeFile(path, 'AWS_ACCESS_KEY_ID=a\nAWS_SECRET_ACCESS_KEY="b c"\nAWS_REGION=eu-central-1\n');
    expect(await storageAccess(path)).toEqual({
      endpoint: 'https://s3.eu-central-1.amazonaws.com',
      region: 'eu-central-1',
      keyId: 'a',
      secretKey: 'b c',
    });
    await chmod(path, 0o640);
    await expect(storageAccess(path)).rejects.toThrow('can be read by others');
    await expect(storageAccess(undefined)).rejects.toThrow('--s3-file');
    await expect(storageAccess(join(folder, 'none'))).rejects.toThrow('cannot be read (ENOENT)');
  });
});
