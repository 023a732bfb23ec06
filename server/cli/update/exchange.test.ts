import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exchange } from './exchange.ts';

let folder: string;
let one: string;
let other: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-exchange-'));
  [one, other] = [join(folder, 'docent'), join(folder, 'aside former')];
  for (const [path, version] of [
    [one, 'old'],
    [other, 'new'],
  ] as const) {
    await mkdir(join(path, 'bin'), { recursive: true });
    await writeFile(join(path, 'bin/docent.js'), version);
  }
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const at = (path: string) => readFileSync(join(path, 'bin/docent.js'), 'utf8');

test('UPD3: two versions are exchanged, there and back', async () => {
  await exchange(one, other);
  expect([at(one), at(other)]).toEqual(['new', 'old']);
  await exchange(one, other);
  expect([at(one), at(other)]).toEqual(['old', 'new']);
});

/** Commands of a machine that cannot exchange two folders at once, and whose `mv` waits for the file `go` after the first step. */
async function slowMachine(): Promise<NodeJS.ProcessEnv> {
  const bin = join(folder, 'commands');
  await mkdir(bin);
  const scripts = {
    perl: 'exit 1',
    mv: `[ "$1" = --exchange ] && exit 1
/bin/mv "$@" || exit 1
[ -e "${folder}/first" ] || { : > "${folder}/first"; while [ ! -e "${folder}/go" ]; do sleep 0.05; done; }`,
  };
  for (const [name, text] of Object.entries(scripts)) {
    await writeFile(join(bin, name), `#!/bin/sh\n${text}\n`);
    await chmod(join(bin, name), 0o755);
  }
  return { ...process.env, PATH: `${bin}:${process.env['PATH']}` };
}

test('UPD3: an update that is killed between two steps of the exchange leaves a program all the same', async () => {
  const program = `import { exchange } from ${JSON.stringify(join(import.meta.dirname, 'exchange.ts'))};
await exchange(...process.argv.slice(1));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, one, other], {
    env: await slowMachine(),
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  await vi.waitFor(() => expect(existsSync(join(folder, 'first'))).toBe(true), 20_000);
  expect(existsSync(one)).toBe(false);
  child.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
  await writeFile(join(folder, 'go'), '');
  await vi.waitFor(() => expect([at(one), at(other)]).toEqual(['new', 'old']), 20_000);
});

test('UPD3: where the new version cannot take its place, the former one is put back', async () => {
  const variables = await slowMachine();
  await writeFile(join(folder, 'go'), '');
  await rm(other, { recursive: true });
  await expect(exchange(one, other, variables)).rejects.toThrow('could not be exchanged');
  expect(at(one)).toBe('old');
});

test.runIf(process.platform === 'linux' && existsSync('/usr/bin/perl'))(
  'UPD3: on Linux there is a program at every moment of the exchange',
  async () => {
    const looks = `import { existsSync } from 'node:fs';
let missing = 0;
process.on('message', () => { process.send(missing); process.exit(); });
process.send('ready');
const look = () => { for (let i = 0; i < 2000; i += 1) if (!existsSync(process.argv[1])) missing += 1; setImmediate(look); };
look();`;
    const child = spawn(
      process.execPath,
      ['--input-type=module', '--eval', looks, join(one, 'bin/docent.js')],
      {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      },
    );
    await once(child, 'message');
    for (let count = 0; count < 30; count += 1) await exchange(one, other);
    const missing = once(child, 'message');
    child.send('end');
    expect((await missing)[0]).toBe(0);
  },
);
