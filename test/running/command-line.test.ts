import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { isMissing } from '../missing-tool.ts';
import { projectRoot } from '../source-files.ts';

interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command to its end, or until it has written `until`. */
const run = (command: string, words: readonly string[], cwd: string, until?: RegExp) =>
  new Promise<Run>((resolve) => {
    const child = spawn(command, words, {
      cwd,
      env: { PATH: process.env['PATH'], PORT: '0', TERM: 'dumb' },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (piece: Buffer) => {
      stdout += piece.toString();
      if (until?.test(stdout) === true && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    });
    child.stderr.on('data', (piece: Buffer) => (stderr += piece.toString()));
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });

const cli = ['--no-warnings', join(projectRoot, 'server/cli.ts')];
/** The command as it is typed outside the checkout. */
const typed = `node ${join(projectRoot, 'bin/docent.js')}`;
const docent = (...words: string[]) => run(process.execPath, [...cli, ...words], tmpdir());

test.concurrent('CLI3: version, the help of all commands and of one', async () => {
  const [version, all, ...ofOne] = await Promise.all([
    docent('--version'),
    docent('help'),
    docent('setup', '--help'),
    docent('help', 'setup'),
  ]);
  expect(version).toEqual({ code: 0, stdout: `${packageJson.version}\n`, stderr: '' });
  expect(all).toMatchObject({ code: 0, stderr: '' });
  expect(all.stdout).toContain('  backup [');
  expect(all.stdout).toMatch(new RegExp(`^Usage: ${RegExp.escape(typed)} <command>\n`));
  for (const one of ofOne) {
    expect(one).toMatchObject({ code: 0, stderr: '' });
    expect(one.stdout).toContain('--key-stdin');
    expect(one.stdout).not.toContain('backup');
  }
});

test.concurrent(
  'CLI3: an unknown command, and a word that a command does not take, is told, and is exit code 2',
  async () => {
    const refused = (...words: string[]) =>
      docent(...words).then(({ stdout, ...rest }) => ({ words, stdout, ...rest }));
    const told = (stderr: string) => ({ code: 2, stdout: '', stderr: `docent: ${stderr}\n` });
    const further = (name: string) =>
      told(`${name}: does not take “extra”; ${typed} help ${name.split(' ')[0]} shows the usage`);
    const expected: readonly (readonly [string[], object])[] = [
      [['strat'], told(`unknown command strat; ${typed} help lists all commands`)],
      [['serve', 'extra'], further('serve')],
      [['try', ''], told('try: needs the address of a site, or a folder of Markdown')],
      [['token', 'renew', 'extra'], further('token renew')],
    ];
    const outcomes = await Promise.all(expected.map(([words]) => refused(...words)));
    expect(outcomes).toEqual(expected.map(([words, outcome]) => ({ words, ...outcome })));
  },
);

test.concurrent('CLI3: a checkout whose path has a space is named in quotation marks', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docent two words '));
  const checkout = join(folder, 'checkout');
  await symlink(projectRoot, checkout);
  const asNamed = ['--no-warnings', '--preserve-symlinks', '--preserve-symlinks-main'];
  const { stderr } = await run(
    process.execPath,
    [...asNamed, join(checkout, 'server/cli.ts'), 'strat'],
    folder,
  );
  expect(stderr).toBe(
    `docent: unknown command strat; node '${join(checkout, 'bin/docent.js')}' help lists all commands\n`,
  );
  await rm(folder, { recursive: true });
});

test.concurrent('CLI4: docent try reads a folder of Markdown, and leaves nothing behind in it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docent-try-folder-'));
  await writeFile(join(folder, 'boats.md'), '# Boats\n\nThe rowing boat is green.\n');
  const words = [...cli, 'try', folder];
  const { code, stdout } = await run(process.execPath, words, tmpdir(), /\n1 article\n/);
  expect(code).toBe(0);
  expect(stdout).toContain(`Found: 1 Markdown file in ${folder}`);
  expect(stdout).toMatch(/Ask it here: http:\/\/127\.0\.0\.1:\d+/);
  expect(await readdir(folder)).toEqual(['boats.md']);
  await rm(folder, { recursive: true });
});

const script = '/usr/bin/script';

test.skipIf(isMissing('a start on a terminal', existsSync(script) ? '' : `there is no ${script}`))(
  'RUN10: on a terminal a start says where to ask, and logs lines to read',
  { concurrent: true, timeout: 240_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'docent-terminal-'));
    const words = [process.execPath, '--no-warnings', join(projectRoot, 'server/main.ts')];
    const { stdout } = await run(
      script,
      ['-qec', words.join(' '), '/dev/null'],
      folder,
      /following the site/,
    );
    expect(stdout).toMatch(/ {2}Ask {7}http:\/\/127\.0\.0\.1:\d+\//);
    expect(stdout).toMatch(/ {2}Console {3}http:\/\/127\.0\.0\.1:\d+\/console\//);
    expect(stdout).toContain(`the handbook, as a sample. Connect yours: ${typed} setup`);
    expect(stdout).not.toContain('{"level"');
    await rm(folder, { recursive: true, force: true });
  },
);
