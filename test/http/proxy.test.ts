import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttp, get, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { consolePrefix, publicPrefix } from '../../contract/api.ts';
import { asAdmin, createTestApp, type TestApp } from '../app.ts';
import { createFakeHost } from '../fakes/host.ts';
import { createFakeModels } from '../fakes/models.ts';
import { isMissing } from '../missing-tool.ts';
import { freePort, listen, type Listening } from '../fakes/listen.ts';

const deploy = join(import.meta.dirname, '..', '..', 'deploy');

const has = (command: string): boolean => {
  try {
    execFileSync(command, [command === 'nginx' ? '-v' : 'version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

interface Ports {
  readonly proxy: number;
  /** Docent below a path. */
  readonly below: number;
  readonly docent: number;
  readonly site: number;
}

/** The shipped configurations with the ports of a test, and how each server is started with them. */
const proxies: Readonly<Record<string, (ports: Ports, folder: string) => Promise<ChildProcess>>> = {
  async nginx({ proxy, docent, below, site }, folder) {
    const snippet = await readFile(join(deploy, 'nginx/docent.conf'), 'utf8');
    await writeFile(join(folder, 'docent.conf'), snippet.replace('127.0.0.1:8090', `127.0.0.1:${docent}`));
    await writeFile(join(folder, 'below.conf'), snippet.replace('127.0.0.1:8090', `127.0.0.1:${below}`));
    const prefix = (await readFile(join(deploy, 'nginx/prefix.conf'), 'utf8')).replace(
      '/etc/nginx/docent.conf',
      join(folder, 'below.conf'),
    );
    // A proxy that cuts the path off and names it.
    const cut = `location /cut/ { include ${join(folder, 'docent.conf')}; rewrite ^/cut(/.*)$ $1 break; proxy_set_header X-Forwarded-Prefix /cut; }`;
    const server = (await readFile(join(deploy, 'nginx/site.conf'), 'utf8'))
      .replace('listen 80;', `listen 127.0.0.1:${proxy};`)
      .replace('/etc/nginx/docent.conf', join(folder, 'docent.conf'))
      .replace('127.0.0.1:8080', `127.0.0.1:${site}`)
      .replace('location / {', `${prefix}\n${cut}\nlocation / {`);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    await writeFile(
      join(folder, 'nginx.conf'),
      `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1;\nevents {}\nhttp { access_log off; ${temporary.join(' ')}\n${server}}\n`,
    );
    return spawn('nginx', ['-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')], {
      stdio: 'ignore',
    });
  },
  async caddy({ proxy, docent, below, site }, folder) {
    const file = (await readFile(join(deploy, 'caddy/Caddyfile'), 'utf8'))
      .replace('blog.example.org {', `http://127.0.0.1:${proxy} {`)
      .replace('127.0.0.1:8090', `127.0.0.1:${docent}`)
      .replace('127.0.0.1:8080', `127.0.0.1:${site}`);
    const [, prefix = ''] =
      /\{\n([^]*?)\n\thandle \{/.exec(await readFile(join(deploy, 'caddy/prefix.Caddyfile'), 'utf8')) ?? [];
    const cut = `handle_path /cut/* {\nreverse_proxy 127.0.0.1:${docent} {\nheader_up X-Forwarded-Prefix /cut\n}\n}\n`;
    const all = file.replace(
      '\thandle {',
      `${prefix.replace('127.0.0.1:8090', `127.0.0.1:${below}`)}\n${cut}\thandle {`,
    );
    await writeFile(join(folder, 'Caddyfile'), `{\n\tadmin off\n\tauto_https off\n}\n${all}`);
    const home = join(folder, 'home');
    await mkdir(home);
    return spawn('caddy', ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], {
      stdio: 'ignore',
      env: { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
    });
  },
};

const missing = Object.keys(proxies).filter((name) =>
  isMissing(`behind ${name}`, has(name) ? '' : `${name} is not installed`),
);

for (const name of Object.keys(proxies))
  describe.skipIf(missing.includes(name))(`DEP1: behind ${name}`, () => {
    const words = Promise.withResolvers<void>();
    let app: TestApp;
    let below: TestApp;
    let folder = '';
    let proxy: ChildProcess | undefined;
    let origin = '';
    let listening: Listening;
    const siteSaw: string[] = [];
    const site = createHttp((request, response) => {
      siteSaw.push(request.url ?? '');
      response.end('the site itself');
    });

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'docent-proxy-'));
      app = await createTestApp({
        host: createFakeHost([
          { id: 'tea', title: 'Tea', text: 'Tea is brewed with hot water for three minutes.' },
        ]),
        models: createFakeModels({
          chat: () =>
            (async function* () {
              yield { type: 'text', text: 'Tea is brewed with hot water for three minutes. ' } as const;
              await words.promise;
              yield { type: 'text', text: 'Last words.' } as const;
              yield { type: 'finish', reason: 'stop', usage: {} } as const;
            })(),
        }),
      });
      await app.server.listen({ host: '127.0.0.1', port: 0 });
      listening = await listen(site);
      const port = await freePort();
      below = await createTestApp({ publicOrigin: `http://127.0.0.1:${port}`, basePath: '/docent' });
      await below.server.listen({ host: '127.0.0.1', port: 0 });
      const ports = {
        proxy: port,
        docent: (app.server.server.address() as AddressInfo).port,
        below: (below.server.server.address() as AddressInfo).port,
        site: listening.port,
      };
      proxy = await proxies[name]?.(ports, folder);
      origin = `http://127.0.0.1:${ports.proxy}`;
      await vi.waitUntil(
        async () =>
          (await fetch(origin).then(
            (reply) => reply.text(),
            () => '',
          )) === 'the site itself',
        { timeout: 30_000, interval: 100 },
      );
    });
    afterAll(async () => {
      words.resolve();
      proxy?.kill();
      await app[Symbol.asyncDispose]();
      await below[Symbol.asyncDispose]();
      await listening[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    });

    test('tokens arrive one by one, and the address of the visitor is right', async () => {
      const pieces: string[] = [];
      const ended = new Promise<void>((resolve, reject) => {
        const call = ask(
          `${origin}${publicPrefix}/chat/stream`,
          { method: 'POST', localAddress: '127.0.0.9', headers: { 'content-type': 'application/json' } },
          (reply) => {
            reply.on('data', (piece: Buffer) => void pieces.push(piece.toString()));
            reply.on('end', resolve);
          },
        );
        call.on('error', reject);
        call.end(JSON.stringify({ message: 'How is tea brewed?' }));
      });
      // The model has not finished: what has been said so far is here all the same.
      await expect.poll(() => pieces.join('')).toContain('hot water for three minutes');
      expect(pieces.join('')).not.toContain('Last words');
      words.resolve();
      await ended;
      expect(pieces.join('')).toContain('Last words');
      expect(pieces.join('')).toMatch(/data: ?\[DONE\]\s*$/);
      const logs = await fetch(`${origin}${consolePrefix}/chat-logs`, { headers: asAdmin });
      const { items } = (await logs.json()) as { items: { ip: string }[] };
      expect(items[0]?.ip).toBe('127.0.0.9');
    });

    test('cookies reach Docent, pages of the same origin may write with them, others may not', async () => {
      const login = await fetch(`${origin}${consolePrefix}/system/info`);
      expect(login.status).toBe(401);
      const opened = await fetch(
        `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}/login`,
        {
          method: 'POST',
          redirect: 'manual',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ password: 'test-password' }),
        },
      );
      const cookie = opened.headers
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; ');
      expect(cookie).not.toBe('');
      expect((await fetch(`${origin}${consolePrefix}/system/info`, { headers: { cookie } })).status).toBe(
        200,
      );
      const save = (from: string) =>
        fetch(`${origin}${consolePrefix}/config/save`, {
          method: 'POST',
          headers: { cookie, origin: from, 'content-type': 'application/json' },
          body: '{}',
        });
      expect((await save(origin)).status).toBe(200);
      expect((await save('https://elsewhere.example')).status).toBe(403);
    });

    test('only paths of Docent go to Docent; the site keeps its own, below /apis/ too', async () => {
      const bodyOf = (path: string) =>
        new Promise<string>((resolve, reject) => {
          get(origin + path, (reply) => {
            let text = '';
            reply.on('data', (piece: Buffer) => (text += piece.toString()));
            reply.on('end', () => resolve(text));
          }).on('error', reject);
        });
      expect(await bodyOf(`${publicPrefix}/widget-config`)).toContain('"color"');
      for (const path of [
        '/',
        '/apis/api.content.halo.run/v1alpha1/posts',
        '/apis/api.ai-suiteXsvc.run/',
        '/widgets',
      ])
        expect(await bodyOf(path)).toBe('the site itself');
      expect(siteSaw).toContain('/apis/api.content.halo.run/v1alpha1/posts');
    });

    test.each(['/docent', '/cut'])('PATH3: below a path Docent is all there: %s', async (path) => {
      const follow = (to: string, how: RequestInit = {}) =>
        fetch(origin + to, { redirect: 'manual', ...how });
      expect(await (await follow(`${path}${publicPrefix}/widget-config`)).json()).toHaveProperty('color');
      expect(await (await follow(`${path}/openapi.json`)).json()).toMatchObject({ servers: [{ url: path }] });
      expect(await (await follow(`${path}/docs`)).text()).toContain(`href="${path}/openapi.json"`);
      const signIn = await follow(`${path}/console/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', origin },
        body: 'password=test-password',
      });
      expect([signIn.status, signIn.headers.get('location')]).toEqual([303, `${path}/console/`]);
      const cookie = signIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
      const info = await follow(`${path}${consolePrefix}/system/info`, { headers: { cookie } });
      expect(info.status).toBe(200);
    });

    test('PATH3: the path without its slash leads to it', async () => {
      const { headers } = await fetch(`${origin}/docent`, { redirect: 'manual' });
      expect(headers.get('location')).toMatch(/\/docent\/$/);
    });

    test('PATH3: a path that a visitor names counts for nothing', async () => {
      const reply = await fetch(`${origin}/console/login`, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-forwarded-prefix': '/forged',
          accept: 'text/html',
          origin,
        },
        body: 'password=test-password',
      });
      expect(reply.headers.get('location')).toBe('/console/');
    });
  });
