import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client, ClientOptions } from '../../client/client.ts';
import { projectRoot } from '../source-files.ts';

/** The tarball as a stranger meets it: packed, installed into an empty prefix without development packages, started. */
const run = promisify(execFile);
/** A copy, since packing builds again and changes the package file: other tests serve from the build meanwhile. */
let checkout: string;
const stale = 'page-of-an-earlier-build.js';
let folder: string;
let tarball: string;
let installed: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-package-'));
  installed = join(folder, 'prefix/node_modules/docent');
  checkout = join(folder, 'checkout');
  await copyCheckout(checkout);
  await mkdir(join(checkout, 'dist/console/assets'), { recursive: true });
  await writeFile(join(checkout, 'dist/console/assets', stale), '// Left by an earlier build.');
  await run('npm', ['pack', '--pack-destination', folder], {
    cwd: checkout,
    env: { ...process.env, NODE_ENV: 'development' },
  });
  const [file = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  tarball = join(folder, file);
  await run('npm', [
    'install',
    '--omit=dev',
    '--prefer-offline',
    '--prefix',
    join(folder, 'prefix'),
    tarball,
  ]);
}, 300_000);

/** What a packing reads: the sources, with the packages of npm where they are. */
async function copyCheckout(target: string): Promise<void> {
  const made = ['.git', 'node_modules', 'dist', 'lib', 'data', 'coverage'].map((name) =>
    join(projectRoot, name),
  );
  await cp(projectRoot, target, { recursive: true, filter: (path) => !made.includes(path) });
  await symlink(join(projectRoot, 'node_modules'), join(target, 'node_modules'));
}

afterAll(() => rm(folder, { recursive: true, force: true }));

test('the tarball is small and holds what the service serves', async () => {
  // 12 MB are the table of words and 4 MB the runtime of models in the house: neither is loaded before it is needed.
  expect((await stat(tarball)).size).toBeLessThan(24_000_000);
  for (const part of [
    'dist/server/cli.js',
    'dist/server/licenses.md',
    'dist/widget/widget.js',
    'dist/widget/editor/tiptap.js',
    'lib/editor/tiptap.d.ts',
    'dist/console',
    'handbook/zh',
    'README.md',
    'LICENSE',
  ])
    await expect(stat(join(installed, part))).resolves.toBeDefined();
  await expect(stat(join(installed, 'dist/console/assets', stale))).rejects.toThrow('ENOENT');
});

test('npm has no script to ask for, or to warn of, when it is installed; the checkout keeps its own', async () => {
  const scriptsOf = async (place: string) =>
    Object.keys(JSON.parse(await readFile(join(place, 'package.json'), 'utf8')).scripts ?? {});
  expect(await scriptsOf(installed)).toEqual([]);
  expect(await scriptsOf(checkout)).toContain('prepare');
});

test('no published file names a path of the machine that packed it or a registry', async () => {
  const names = await readdir(installed, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile() && /\.(?:js|ts|json|md|html|css)$/.test(entry.name));
  expect(files.length).toBeGreaterThan(400);
  const found: string[] = [];
  for (const { parentPath, name } of files) {
    const text = await readFile(join(parentPath, name), 'utf8');
    if (text.includes(checkout) || text.includes(projectRoot) || /:\/\/registry\./.test(text))
      found.push(name);
  }
  expect(found).toEqual([]);
});

test('every thread of the service finds its module and all that it imports', async () => {
  const sources = await readdir(join(checkout, 'server'), { recursive: true });
  const workers = sources.filter((file) => file.endsWith('-worker.ts')).map((file) => basename(file, '.ts'));
  expect(workers).toContain('index-worker');
  for (const name of workers) {
    const worker = new Worker(join(installed, 'dist/server', `${name}.js`));
    // A module that cannot be loaded is an error, which rejects.
    await once(worker, 'online');
    const [ended] = await Promise.race([once(worker, 'exit'), pause(1_000).then((): unknown[] => [])]);
    // What is a process of its own has nobody to listen to in a thread, and ends.
    const exit = name === 'in-house-worker' ? 0 : 1;
    expect({ name, exit: ended ?? (await worker.terminate()) }).toEqual({ name, exit });
  }
});

test('ED13, CLIENT3: what others import can be imported in bare Node; the client is a package of its own', async () => {
  const names = ['client', 'client/public', 'editor', 'embed', 'react', 'vue'].map(
    (name) => `docent/${name}`,
  );
  const script = `Promise.all(${JSON.stringify(names)}.map((name) => import(name))).then((all) => console.log(all.length))`;
  // Beside the tarball, with the editor that its users bring along.
  await mkdir(join(folder, 'prefix/node_modules/@tiptap'), { recursive: true });
  for (const part of ['core', 'pm'])
    await symlink(
      join(projectRoot, `node_modules/@tiptap/${part}`),
      join(folder, `prefix/node_modules/@tiptap/${part}`),
    );
  for (const framework of ['react', 'vue'])
    await symlink(
      join(projectRoot, 'node_modules', framework),
      join(folder, 'prefix/node_modules', framework),
    );
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], {
    cwd: join(folder, 'prefix'),
  });
  expect(stdout.trim()).toBe('6');
  const client = JSON.parse(await readFile(join(checkout, 'lib/docent-client/package.json'), 'utf8'));
  expect(Object.keys(client.dependencies)).toEqual(['zod']);
});

test('an older Node is told what is missing', async () => {
  const bin = await readFile(join(installed, 'bin/docent.js'), 'utf8');
  const asOld = bin.replace('process.versions.node', "'20.19.0'");
  const { code, stderr } = (await run(process.execPath, ['--input-type=module', '-e', asOld]).catch(
    (error: { readonly code: number; readonly stderr: string }) => error,
  )) as { readonly code?: number; readonly stderr: string };
  expect(code).toBe(2);
  expect(stderr).toMatch(/^docent: Node\.js 24 or newer is needed/);
});

test('it starts in an empty folder, and the typed client gets a cited answer, streamed and whole', async () => {
  const dataDir = join(folder, 'empty/data');
  const child = spawn(process.execPath, [join(installed, 'bin/docent.js')], {
    cwd: folder,
    env: { ...process.env, PORT: '0', DOCENT_DATA_DIR: dataDir, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const baseUrl = await addressOf(child);
    const { createClient } = (await import(join(installed, 'lib/client/client.js'))) as {
      createClient(options: ClientOptions): Client;
    };
    const client = createClient({ baseUrl });
    await expect.poll(async () => (await fetch(`${baseUrl}/readyz`)).status, { timeout: 60_000 }).toBe(200);
    const message = 'How do I limit what visitors can spend?';
    const whole = await client.chat.answer({ body: { message } });
    expect(whole.citations?.[0]?.title).toBe('Limiting what visitors can spend');
    const streamed: string[] = [];
    for await (const event of client.chat.stream({ body: { message } }))
      if (event.event === 'token') streamed.push(event.data.content);
    expect(streamed.join('')).not.toBe('');
    await expect(client.usage.today()).rejects.toMatchObject({ name: 'ApiError', status: 401 });
    const pages = ['/', '/console/', '/widget/widget.js', '/widget/editor/tiptap.js', '/docs'];
    const statuses = pages.map(async (path) => [path, (await fetch(baseUrl + path)).status]);
    expect(await Promise.all(statuses)).toEqual(pages.map((path) => [path, 200]));
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
});

/** The address in the line that says that the service listens. */
async function addressOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The service has no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /"address":"(http:[^"]+)"/.exec(line)?.[1];
    if (address) {
      child.stdout.resume();
      return address;
    }
  }
  throw new Error('The service ended before it listened');
}
