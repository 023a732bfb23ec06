import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestLog } from '../../test/fakes/log.ts';
import { freePort } from '../../test/fakes/listen.ts';
import { createApp } from '../app.ts';
import { createRemovalHoldStore } from '../features/knowledge/store/removal-hold.ts';
import { readEnv, sampleSite } from '../env.ts';
import { migrations } from '../migrations.ts';
import { openPorts } from '../open-ports.ts';
import { openSqlite } from '../adapters/database/sqlite.ts';
import { keptSettings } from './kept-site.ts';

let folder: string;
let dataDir: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-kept-'));
  dataDir = join(folder, 'data');
  await mkdir(dataDir);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** What a start with these settings reads. */
async function opened(variables: Readonly<Record<string, string>> = {}) {
  const log = createTestLog();
  const ports = await openPorts(readEnv({ DOCENT_DATA_DIR: dataDir, ...variables }), log);
  const { sampleSite: isSample, contentDir } = ports.setup ?? {};
  const { kind, siteOrigin } = ports.host.describe();
  await ports.host.close();
  await ports.db.close();
  return { isSample, contentDir, kind, siteOrigin, log };
}

/** A database whose last reading was of this site. */
async function followed(site: string, settings: string) {
  const db = openSqlite(join(dataDir, 'docent.sqlite'));
  await db.migrate(migrations);
  await createRemovalHoldStore(db).followSite({ site, settings });
  await db.close();
}

test('KN28: a start without the setting reads the folder that the index is of, and the sample takes no place', async () => {
  const blog = join(folder, 'blog');
  await mkdir(blog);
  await writeFile(join(blog, 'one.md'), '# One\n\nThe first article.\n');
  const variables = { DOCENT_DATA_DIR: dataDir, DOCENT_CONTENT_DIR: blog };
  await using app = await createApp(await openPorts(readEnv(variables), createTestLog()));
  await app.start();
  expect(app.knowledge.heads.size).toBe(1);
  const { isSample, contentDir, log } = await opened();
  expect({ isSample, contentDir }).toEqual({ isSample: false, contentDir: blog });
  expect(log.warnings.map(({ message }) => message)).toContainEqual(
    expect.stringContaining('DOCENT_CONTENT_DIR is not set'),
  );
  expect(await opened({ DOCENT_CONTENT_DIR: sampleSite })).toMatchObject({ isSample: true });
});

test('KN28: an address is read as it was set, and refused where secrets or all settings are missing', async () => {
  const site = `http://127.0.0.1:${await freePort()}`;
  const settings = { DOCENT_SITE: `${site}/blog/`, DOCENT_HOST: 'web', DOCENT_SITE_EXCLUDE: '/blog/old*' };
  await followed(site, keptSettings(readEnv(settings)));
  expect(await opened()).toMatchObject({ isSample: false, kind: 'web', siteOrigin: site });
  const secret = 'a-secret-of-sixteen';
  await followed(site, keptSettings(readEnv({ ...settings, DOCENT_HINT_SECRET: secret })));
  await expect(opened()).rejects.toThrow(/^DOCENT_SITE, DOCENT_HINT_SECRET: not set, .* is of http/);
  expect(keptSettings(readEnv({ ...settings, DOCENT_HINT_SECRET: secret }))).not.toContain(secret);
  await followed(site, '');
  await expect(opened()).rejects.toThrow(/^DOCENT_SITE: not set/);
});

test('KN28: an index of the sample stays one of the sample, also where the package lies elsewhere now', async () => {
  await followed('/opt/old/handbook', '');
  expect(await opened()).toMatchObject({ isSample: true });
  await followed('/opt/old/handbook', keptSettings(readEnv({})));
  expect(await opened()).toMatchObject({ isSample: true });
});
