import { constants, createPublicKey, publicEncrypt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { haloPaths, type HaloUnderTest } from './halo-site.ts';

/** Names of everything that tests write begin like this. */
const testPrefix = 'docent-test-';

/** A running Halo: `http://owner:password@host:port`; `''` when none is named. Its other articles are left alone. */
export const liveHaloAddress = process.env['DOCENT_TEST_HALO'] ?? '';

const written = {
  post: '/apis/api.console.halo.run/v1alpha1/posts',
  page: '/apis/api.console.halo.run/v1alpha1/singlepages',
} as const;
const tags = '/apis/content.halo.run/v1alpha1/tags';
const tokens = '/apis/uc.api.security.halo.run/v1alpha1/personalaccesstokens';

export const openLiveHalo = async (): Promise<HaloUnderTest> => {
  const named = new URL(liveHaloAddress);
  const { origin } = named;
  const owner = decodeURIComponent(named.username);
  const session = await signIn(origin, owner, decodeURIComponent(named.password));
  const made = { articles: new Map<string, Kind>(), tags: new Set<string>(), tokens: new Set<string>() };

  const send = (method: string, path: string, body?: unknown, type = 'application/json') =>
    fetch(origin + path, {
      method,
      headers: { cookie: `SESSION=${session}`, 'content-type': type },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const call = async (method: string, path: string, body?: unknown, type?: string) => {
    for (let tries = 1; ; tries++) {
      const reply = await send(method, path, body, type);
      // Halo's own work on a resource wins now and then.
      if (reply.status === 409 && tries < 5) continue;
      if (!reply.ok)
        throw new Error(`Halo answers ${reply.status} to ${method} ${path}: ${await reply.text()}`);
      return (await reply.json().catch(() => ({}))) as Record<string, unknown>;
    }
  };
  const shown = async (kind: Kind, name: string) => {
    const reply = await fetch(`${origin}${haloPaths[kind].public}/${name}`);
    return reply.ok ? ((await reply.json()) as Shown) : undefined;
  };
  const tagOf = async (displayName: string): Promise<string> => {
    const name = `${testPrefix}${displayName.toLowerCase()}`;
    if (made.tags.has(name)) return name;
    await call('POST', tags, {
      apiVersion: 'content.halo.run/v1alpha1',
      kind: 'Tag',
      metadata: { name },
      spec: { displayName, slug: name, color: '#ffffff', cover: '' },
    });
    made.tags.add(name);
    return name;
  };
  const publish: HaloUnderTest['publish'] = async (post) => {
    const { kind = 'post', title, visible = 'PUBLIC' } = post;
    const name = testPrefix + post.name;
    const html = `<p>${post.text}</p>`;
    const content = { raw: html, content: html, rawType: 'HTML' };
    const named = kind === 'post' ? await Promise.all((post.tags ?? []).map(tagOf)) : [];
    if (made.articles.has(name)) {
      await call('PUT', `${written[kind]}/${name}/content`, content);
      const values = { title, visible, ...(kind === 'post' && { tags: named }) };
      const steps = Object.entries(values).map(([key, value]) => ({
        op: 'add',
        path: `/spec/${key}`,
        value,
      }));
      await call('PATCH', `${haloPaths[kind].raw}/${name}`, steps, 'application/json-patch+json');
    } else {
      const spec = {
        title,
        slug: post.slug ?? name,
        template: '',
        cover: '',
        deleted: false,
        publish: false,
        pinned: false,
        allowComment: true,
        visible,
        priority: 0,
        excerpt: { autoGenerate: true, raw: '' },
        htmlMetas: [],
        ...(kind === 'post' && { categories: [], tags: named }),
      };
      const resource = {
        apiVersion: 'content.halo.run/v1alpha1',
        kind: kind === 'post' ? 'Post' : 'SinglePage',
        metadata: { name },
        spec,
      };
      await call('POST', written[kind], { [kind]: resource, content });
      made.articles.set(name, kind);
    }
    await call('PUT', `${written[kind]}/${name}/publish`);
    const isAsWritten = (seen: Shown | undefined) =>
      visible === 'PUBLIC'
        ? seen?.spec.title === title &&
          seen.content.content.includes(post.text) &&
          (seen.tags?.length ?? 0) === named.length &&
          seen.status?.permalink !== undefined
        : seen === undefined;
    // Halo goes on working on what was written: it is settled when it stays as it is.
    let last: string | undefined;
    await until(async () => {
      const seen = await shown(kind, name);
      const before = last;
      last = isAsWritten(seen) ? JSON.stringify(seen?.metadata) : undefined;
      return isAsWritten(seen) && (seen === undefined || last === before);
    });
    return kind === 'page' ? `page:${name}` : name;
  };
  const clear = async () => {
    const raw = [...made.articles].map(([name, kind]) => `${haloPaths[kind].raw}/${name}`);
    await until(async () => {
      const seen = await Promise.all(raw.map((path) => send('DELETE', path)));
      return seen.every(({ status }) => status === 404);
    });
    made.articles.clear();
  };

  return {
    origin,
    owner,
    session,
    isOwn: (id) => id.includes(testPrefix),
    call,
    publish,
    clear,
    async token(...roles) {
      const answer = await call('POST', tokens, {
        apiVersion: 'security.halo.run/v1alpha1',
        kind: 'PersonalAccessToken',
        metadata: { name: '', generateName: testPrefix },
        spec: { name: 'Docent tests', description: '', roles },
      });
      const { name, annotations } = answer['metadata'] as {
        name: string;
        annotations: Record<string, string>;
      };
      made.tokens.add(name);
      return annotations['security.halo.run/access-token'] ?? '';
    },
    async unpublish(name) {
      await call('PUT', `${written.post}/${testPrefix}${name}/unpublish`);
      await until(async () => (await shown('post', testPrefix + name)) === undefined);
    },
    async [Symbol.asyncDispose]() {
      await clear();
      for (const name of made.tags) await send('DELETE', `${tags}/${name}`);
      for (const name of made.tokens) await send('DELETE', `${tokens}/${name}`);
    },
  };
};

type Kind = keyof typeof written;

interface Shown {
  readonly metadata: unknown;
  readonly spec: { readonly title: string };
  readonly status?: { readonly permalink?: string };
  readonly content: { readonly content: string };
  readonly tags?: readonly unknown[];
}

/** Signs in as the page does: the password is sent encrypted for the key that the form holds. */
const signIn = async (origin: string, user: string, password: string): Promise<string> => {
  const form = await fetch(`${origin}/login`, { headers: { accept: 'text/html' } });
  const page = await form.text();
  const key = /publicKey = "([^"]+)"/.exec(page)?.[1]?.replaceAll('\\/', '/') ?? '';
  const csrf = /name="_csrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
  const secret = publicEncrypt(
    { key: publicKey, padding: constants.RSA_PKCS1_PADDING },
    Buffer.from(password),
  );
  const body = new URLSearchParams({ _csrf: csrf, username: user, password: secret.toString('base64') });
  const headers = { cookie: cookiesIn(form), accept: 'text/html' };
  const reply = await fetch(`${origin}/login`, { method: 'POST', redirect: 'manual', headers, body });
  const session = /SESSION=([^;]*)/.exec(cookiesIn(reply))?.[1];
  if (session === undefined || reply.headers.get('location')?.includes('error'))
    throw new Error(`Halo does not sign ${user} in: ${reply.status}`);
  return session;
};

const cookiesIn = (reply: Response): string =>
  reply.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');

/** Waits for Halo's own work behind a write. */
const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  const end = Date.now() + 30_000;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error('Halo does not show what was written');
    await pause(200);
  }
};
