import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { token } from './cli/token.ts';

afterEach(() => vi.restoreAllMocks());

test('AUTH8: docent token renews and revokes what was generated, and prints nothing else that is secret', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'docent-cli-'));
  let printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((printed = String(text)), true));
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  const docent = async (...words: string[]) => {
    printed = '';
    const code = await token.run({
      words,
      variables: { DOCENT_DATA_DIR: dataDir },
      text: () => undefined,
      flag: () => false,
    });
    return { code, printed };
  };
  try {
    expect((await docent()).printed).toContain('is in force');
    const { token: generated } = JSON.parse(await readFile(join(dataDir, 'admin-credentials.json'), 'utf8'));
    expect((await docent('renew')).printed).toMatch(/^docent_[\w-]{43}\n$/);
    const state = await docent();
    expect(state.printed).toContain('no longer works');
    expect(state.printed).not.toContain(generated);
    expect((await docent('revoke')).printed).toContain('has been revoked');
    expect((await docent('burn')).code).toBe(2);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}, 60_000);
