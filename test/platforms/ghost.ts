import { spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platformFolder, type LivePlatform, type PushTarget } from './live-platform.ts';
import { mariadbMissing, onMariadb, mariadb } from './mariadb.ts';
import { freePort } from '../fakes/listen.ts';

const folder = platformFolder('ghost');

/** Reason why no Ghost can be set up here; `''` when it can. */
export const ghostMissing = async (): Promise<string> =>
  folder === undefined
    ? 'Ghost is not installed: .ci/platforms <folder>, and DOCENT_TEST_PLATFORMS=<folder>'
    : mariadbMissing();

/** A real Ghost on a database of its own, with an owner, the keys of an integration, and webhooks to Docent. */
export interface RealGhost extends LivePlatform {
  readonly adminKey: string;
  /** The cookie of the owner's browser, decoded. */
  readonly session: string;
  /** Deletes every post and page. */
  clear(): Promise<void>;
  idOf(name: string): string;
  stop(): Promise<void>;
}

const owner = { email: 'owner@example.org', password: 'Green-Tea-4-Ever' };
const events = ['post.published', 'post.published.edited', 'post.unpublished', 'post.deleted'];

export const startGhost = async (docent?: PushTarget): Promise<RealGhost> => {
  if (folder === undefined) throw new Error('Ghost is not installed');
  const content = await mkdtemp(join(tmpdir(), 'docent-ghost-'));
  await cp(join(folder, 'content'), content, { recursive: true });
  const database = `docent_ghost_${process.pid}_${Date.now() % 1e9}`;
  await onMariadb(`create database ${database}`);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, ['index.js'], {
    cwd: folder,
    stdio: 'ignore',
    env: { ...process.env, ...settingsOf({ origin, port: String(port), content, database }) },
  });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const stop = async () => {
    server.kill();
    await ended;
  };
  await answering(`${origin}/ghost/api/admin/authentication/setup/`, () => server.exitCode === null);

  let session = '';
  const call = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const reply = await fetch(`${origin}/ghost/api/admin/${path}`, {
      method,
      headers: { 'content-type': 'application/json', origin, cookie: session },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    session ||= reply.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const text = await reply.text();
    if (!reply.ok) throw new Error(`Ghost answers ${reply.status} to ${method} ${path}: ${text}`);
    return text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {};
  };
  await call('POST', 'authentication/setup/', {
    setup: [{ name: 'Owner', blogTitle: 'Test site', ...owner }],
  });
  session = '';
  await call('POST', 'session/', { username: owner.email, password: owner.password });
  const posts = new Map<string, string>();
  const clear = async () => {
    posts.clear();
    for (const type of ['posts', 'pages'])
      for (const { id } of (await call('GET', `${type}/?limit=100`))[type] as { id: string }[])
        await call('DELETE', `${type}/${id}/`);
  };
  // Removes the articles of a new Ghost.
  await clear();
  const { integrations } = (await call('POST', 'integrations/?include=api_keys', {
    integrations: [{ name: 'Docent' }],
  })) as { integrations: { id: string; api_keys: { type: string; secret: string }[] }[] };
  const [integration] = integrations;
  const key = (type: string) => integration?.api_keys.find((one) => one.type === type)?.secret ?? '';
  if (docent)
    for (const event of events) {
      const hook = { event, name: event, secret: docent.secret, integration_id: integration?.id };
      const target = `${docent.origin}/apis/api.ai-suite.svc.run/v1alpha1/site-changes`;
      await call('POST', 'webhooks/', { webhooks: [{ ...hook, target_url: target }] });
    }

  const change = async (name: string, post: Readonly<Record<string, unknown>>) => {
    const id = posts.get(name);
    const read = (await call('GET', `posts/${id}/`)) as { posts: { updated_at: string }[] };
    const body = { posts: [{ ...post, updated_at: read.posts[0]?.updated_at }] };
    await call('PUT', `posts/${id}/?source=html`, body);
  };

  return {
    origin,
    kind: 'ghost',
    adminKey: key('admin'),
    session: decodeURIComponent(session.slice(session.indexOf('=') + 1)),
    clear,
    idOf: (name) => posts.get(name) ?? '',
    settings: { ghost: { contentKey: undefined, adminKey: key('admin') } },
    async publish(...articles) {
      for (const { name, title, html, tags = [], isLimited = false } of articles) {
        const visibility = isLimited ? 'members' : 'public';
        const post = {
          title,
          html,
          visibility,
          status: 'published',
          tags: tags.map((tag) => ({ name: tag })),
        };
        if (posts.has(name)) {
          await change(name, post);
          continue;
        }
        const made = (await call('POST', 'posts/?source=html', { posts: [{ ...post, slug: name }] })) as {
          posts: { id: string }[];
        };
        posts.set(name, made.posts[0]?.id ?? '');
      }
    },
    unpublish: (name) => change(name, { status: 'draft' }),
    remove: async (name) => void (await call('DELETE', `posts/${posts.get(name)}/`)),
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
      await onMariadb(`drop database ${database}`);
      await rm(content, { recursive: true, force: true });
    },
  };
};

/** The settings of Ghost as variables; nothing is asked of other hosts, and pushes may go to this machine. */
const settingsOf = (given: {
  readonly origin: string;
  readonly port: string;
  readonly content: string;
  readonly database: string;
}) => ({
  NODE_ENV: 'production',
  url: given.origin,
  server__host: '127.0.0.1',
  server__port: given.port,
  database__client: 'mysql',
  database__connection__host: mariadb.host,
  database__connection__port: mariadb.port,
  database__connection__user: 'root',
  database__connection__password: '',
  database__connection__database: given.database,
  paths__contentPath: given.content,
  security__staffDeviceVerification: 'false',
  security__allowWebhookInternalIPs: 'true',
  explore__update_url: '',
  explore__testimonials_url: '',
  privacy__useUpdateCheck: 'false',
  privacy__useGravatar: 'false',
  imageOptimization__resize: 'false',
  logging__level: 'error',
  logging__transports: '["stdout"]',
});

const answering = async (url: string, isRunning: () => boolean): Promise<void> => {
  // Its first start fills a database, which takes long on a busy machine.
  for (const until = Date.now() + 230_000; Date.now() < until && isRunning();) {
    if ((await fetch(url).catch(() => undefined))?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(isRunning() ? 'Ghost does not answer' : 'Ghost has ended');
};
