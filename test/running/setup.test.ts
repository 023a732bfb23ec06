import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { childEnv } from '../child-env.ts';
import { startFakeProvider, type FakeProvider } from '../fakes/provider/provider.ts';
import { projectRoot } from '../source-files.ts';

let folder: string;
let provider: FakeProvider;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-setup-'));
  await mkdir(join(folder, 'blog'));
  await writeFile(
    join(folder, 'blog/limits.md'),
    '# Limits\n\nTokens and answers are limited on the usage page.\n',
  );
  provider = await startFakeProvider();
});
afterEach(async () => {
  await provider[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** Runs `docent` in the empty folder, without a terminal. */
const docent = (words: readonly string[], key?: string) =>
  new Promise<{ code: number; output: string }>((ended) => {
    const child = execFile(
      process.execPath,
      ['--no-warnings', join(projectRoot, 'server/cli.ts'), ...words],
      { cwd: folder, env: { ...childEnv, TALK_KEY: provider.key } },
      (error, stdout, stderr) => ended({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
    child.stdin?.end(key ?? '');
  });

const setup = (more: readonly string[]) =>
  docent(['setup', '--yes', '--site', 'blog', '--key-stdin', ...more], provider.key);

describe('SETUP1: docent setup connects a site and a model without a terminal', () => {
  test('SETUP2: the next command answers from the own articles with that model, and the key is in one file only', async () => {
    const { code, output } = await setup([
      '--base-url',
      provider.url,
      '--model',
      'talker',
      '--embedding',
      'embedder',
    ]);
    expect(output).toContain('ok      talker: answers');
    expect(output).toContain('ok      embedder: a vector of 4 dimensions');
    expect(output).toContain('<script src="http://127.0.0.1:8090/widget.js" async></script>');
    expect(code).toBe(0);
    const answer = await docent(['ask', 'Where are tokens limited?']);
    expect(answer.output).toContain('(answered)');
    expect(answer.output).toMatch(/\[1\] Limits/);
    expect(provider.asked).toContain('talker');
    const holders: string[] = [];
    for (const name of await readdir(folder, { recursive: true })) {
      const path = join(folder, name);
      if ((await stat(path)).isFile() && (await readFile(path)).includes(provider.key)) holders.push(name);
    }
    expect(holders).toEqual(['data/model-keys.json']);
    expect((await stat(join(folder, 'data/model-keys.json'))).mode & 0o777).toBe(0o600);
    expect(output + answer.output).not.toContain(provider.key);
  });

  test('SETUP2: the calls that try the models are booked with what they used, not as lost ones', async () => {
    await setup(['--base-url', provider.url, '--model', 'talker', '--embedding', 'embedder']);
    const db = new DatabaseSync(join(folder, 'data/docent.sqlite'), { readOnly: true });
    const calls = db
      .prepare(
        'select type, status, instance from usage_calls join usage_series on usage_series.id = series order by usage_calls.id',
      )
      .all();
    db.close();
    expect(calls.map((call) => ({ ...call }))).toEqual([
      { type: 'chat', status: 'success', instance: null },
      { type: 'embed', status: 'success', instance: null },
    ]);
  });

  test('SETUP2: a second time it keeps the site, and it names the commands as they are typed here', async () => {
    await setup(['--preset', 'none']);
    const { output } = await docent(['setup', '--yes', '--preset', 'none']);
    expect(output).toContain(`Site: ${join(folder, 'blog')} (kept in docent.env).`);
    const typed = `node ${join(projectRoot, 'bin/docent.js')}`;
    expect(output).toContain(`Start:    ${typed} (stop it first if it runs)`);
    expect(output).toContain(`Check:    ${typed} doctor`);
  });
});
