import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestLog } from '../test/fakes/log.ts';
import { freePort } from '../test/fakes/listen.ts';
import { readEnv } from './env.ts';
import { openPorts } from './open-ports.ts';

test('HOST10: a named site that is away opens all the same, and is not taken for the sample site', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docent-ports-'));
  const site = `http://127.0.0.1:${await freePort()}`;
  const ports = await openPorts(readEnv({ DOCENT_DATA_DIR: folder, DOCENT_SITE: site }), createTestLog());
  try {
    expect(ports.setup).toMatchObject({ sampleSite: false, contentDir: '' });
    expect(ports.host.describe()).toMatchObject({ kind: 'web', siteOrigin: site });
  } finally {
    await ports.host.close();
    await ports.db.close();
    await rm(folder, { recursive: true, force: true });
  }
});
