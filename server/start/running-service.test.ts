import { createServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestLog } from '../../test/fakes/log.ts';
import { listen } from '../../test/fakes/listen.ts';
import { readEnv } from '../env.ts';
import { holdFolder } from './hold-folder.ts';
import { runningService } from './running-service.ts';

test('DOC5: the service on a data folder is found by its note, with its site, also when it does not answer', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'docent-serving-'));
  const env = readEnv({ DOCENT_DATA_DIR: dataDir });
  const hold = await holdFolder({ ...env, log: createTestLog() });
  try {
    expect(await runningService(env)).toBeUndefined();
    const server = await listen(createServer((_request, reply) => void reply.end('{}')));
    const serving = { address: server.origin, site: 'https://blog.example.org' };
    await hold.serving(serving);
    expect(await runningService(env)).toEqual({ ...serving, answers: true });
    await server[Symbol.asyncDispose]();
    expect(await runningService(env)).toEqual({ ...serving, answers: false });
  } finally {
    await hold.release();
    expect(await runningService(env)).toBeUndefined();
    await rm(dataDir, { recursive: true, force: true });
  }
});
