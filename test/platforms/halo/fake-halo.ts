import {
  fileIn,
  startPlatform,
  type FakePlatform,
  type PlatformReply,
  type PlatformRequest,
} from '../fake-platform.ts';
import { createFakeAttachments } from './fake-halo-attachments.ts';
import {
  envelope,
  hash,
  problem,
  publicEntry,
  resource,
  type HaloEntry,
  type Permalink,
} from './fake-halo-wire.ts';
import { patched, type PatchStep } from './json-patch.ts';
import { haloPaths, type HaloPost, type HaloUnderTest } from './halo-site.ts';

const sessions: Readonly<Record<string, readonly [user: string, role: string]>> = {
  owner: ['owner', 'super-role'],
  author: ['author', 'post-author'],
};

export interface FakeHalo extends FakePlatform, HaloUnderTest {
  readonly origin: string;
  /** Publishes a post that lists leave out. */
  hide(name: string): void;
  /** A visitor reads a post: its count rises, its checksum stays. */
  visit(name: string): void;
  readonly attachments: ReturnType<typeof createFakeAttachments>;
  readonly state: {
    permalink: Permalink;
    /** False until an owner has filled in the setup form. */
    isSetUp: boolean;
  };
}

/** Fields of a post by which Halo's index can sort. */
const sortable: Readonly<Record<string, (entry: HaloEntry) => string>> = {
  'metadata.name': ({ name }) => name,
  'metadata.creationTimestamp': ({ createdAt }) => createdAt,
  'status.lastModifyTime': ({ lastModifyTime }) => lastModifyTime,
  'spec.publishTime': ({ createdAt }) => createdAt,
};

/** As much of Halo 2.26.0 as Docent uses, as it was seen to answer. */
export const startHalo = async (): Promise<FakeHalo> => {
  const entries = new Map<string, HaloEntry>();
  const attachments = createFakeAttachments();
  const rolesOfToken = new Map<string, readonly string[]>();
  const state = { isSetUp: true, permalink: defaultPermalink };
  let tick = Date.UTC(2026, 0, 1);
  let conflicts = 1;
  const now = () => new Date((tick += 1_000)).toISOString().replace('000Z', '912259683Z');

  const platform = await startPlatform((request) => route(request) ?? problem(404, 'Not Found'));

  const route = (request: PlatformRequest): PlatformReply | undefined => {
    const { path, headers, method } = request;
    if (path === '/' && !state.isSetUp)
      return headers.accept?.includes('text/html')
        ? { status: 302, location: '/system/setup' }
        : problem(404, 'Template index was not found.');
    if (path === '/' || path === '/login' || path === '/system/setup') return themePage;
    if (path.startsWith('/upload/')) return attachments.file(path);
    const token = /^Bearer (.*)$/.exec(headers.authorization ?? '')?.[1];
    const ofToken = token === undefined ? undefined : rolesOfToken.get(token);
    if (token !== undefined && !ofToken) return { status: 401, body: '' };
    const [user, role] = token === undefined ? whoseSession(headers.cookie) : ['owner', ''];
    const roles = ofToken ?? (role === '' ? [] : [role]);
    for (const kind of ['post', 'page'] as const) {
      const list = haloPaths[kind].public;
      if (path === list) return entryList(kind, request.query, token !== undefined);
      const entry = path.startsWith(`${list}/`) ? entries.get(path.slice(list.length + 1)) : undefined;
      if (entry?.kind === kind && isShown(entry, token !== undefined))
        return { status: 200, json: publicEntry(entry, state.permalink, true) };
      if (path.startsWith(`${list}/`)) return undefined;
    }
    const named = roles.map((name) => ({ metadata: { name, annotations: {} }, rules: [] }));
    if (path === haloPaths.user) {
      const metadata = { name: user, annotations: {}, version: 1 };
      return { status: 200, json: { user: { metadata, spec: { displayName: user } }, roles: named } };
    }
    if (path === `${haloPaths.user}/permissions`)
      return { status: 200, json: { roles: named, permissions: named, uiPermissions: [] } };
    if (user === 'anonymousUser')
      return headers['x-requested-with'] === 'XMLHttpRequest'
        ? { status: 401, body: '' }
        : { status: 302, location: '/login?authentication_required' };
    const mayWrite = (kind: string) =>
      roles.some((one) => [`role-template-manage-${kind}`, 'super-role'].includes(one));
    for (const [kind, role] of [
      ['post', 'posts'],
      ['page', 'singlepages'],
    ] as const) {
      const { raw } = haloPaths[kind];
      if (!path.startsWith(`${raw}/`)) continue;
      if (!mayWrite(role)) return { status: 403, body: '' };
      const entry = entries.get(path.slice(raw.length + 1));
      return entry?.kind === kind ? (method === 'PATCH' ? patch(entry, request) : reply(entry)) : undefined;
    }
    if (!mayWrite('attachments')) return { status: 403, body: '' };
    return attachments.route(request, (body) => fileIn(body));
  };

  const whoseSession = (cookie: string | undefined): readonly [user: string, role: string] =>
    sessions[/(?:^|; )SESSION=([^;]*)/.exec(cookie ?? '')?.[1] ?? ''] ?? ['anonymousUser', ''];

  const isShown = (entry: HaloEntry, isOwner: boolean): boolean =>
    entry.isPublished && (entry.visible === 'PUBLIC' || isOwner);

  const entryList = (kind: HaloEntry['kind'], query: URLSearchParams, isOwner: boolean): PlatformReply => {
    const [field = '', direction] = query.get('sort')?.split(',') ?? ['metadata.creationTimestamp', 'desc'];
    const keyOf = sortable[field];
    // Single pages have no index of the time of their texts.
    if (!keyOf || (kind === 'page' && field === 'status.lastModifyTime'))
      return problem(500, 'Internal Server Error');
    const sign = direction === 'desc' ? -1 : 1;
    const shown = [...entries.values()]
      .filter((entry) => entry.kind === kind && isShown(entry, isOwner))
      .toSorted((a, b) => sign * keyOf(a).localeCompare(keyOf(b)));
    const size = Math.min(Number(query.get('size') ?? 0) || 1000, 1000);
    const items = shown.map((entry) => publicEntry(entry, state.permalink, false));
    return { status: 200, json: envelope(Number(query.get('page') ?? 1) || 1, size, items) };
  };

  const change = (name: string, changed: Partial<HaloEntry>): void => {
    const entry = entries.get(name);
    if (entry) Object.assign(entry, changed, { version: entry.version + 1 });
  };

  const reply = (entry: HaloEntry): PlatformReply => ({
    status: 200,
    json: resource(entry, state.permalink),
  });

  const patch = (entry: HaloEntry, { body, headers }: PlatformRequest): PlatformReply => {
    if (headers['content-type'] !== 'application/json-patch+json')
      return problem(415, 'Unsupported Media Type');
    // Halo's own work on the post wins now and then.
    if (conflicts-- > 0) return problem(409, 'Conflict');
    const changed = patched(resource(entry, state.permalink), JSON.parse(body.toString()) as PatchStep[]);
    if (!changed) return problem(500, 'Internal Server Error');
    const { metadata, spec } = changed as unknown as ReturnType<typeof resource>;
    entry.excerpt = spec.excerpt;
    entry.version++;
    const isKept = (metadata.annotations as Record<string, unknown>)['checksum/content'] !== undefined;
    if (!spec.excerpt.autoGenerate) entry.shownExcerpt = spec.excerpt.raw;
    else if (!isKept) entry.shownExcerpt = automatic(entry);
    entry.contentChecksum = hash(entry.html);
    return reply(entry);
  };

  return Object.assign(platform, {
    attachments,
    state,
    owner: 'owner',
    session: 'owner',
    isOwn: () => true,
    async token(...roles: readonly string[]) {
      const token = `pat_${rolesOfToken.size}.b.c`;
      rolesOfToken.set(token, roles);
      return token;
    },
    async publish(post: HaloPost) {
      const { name, title, text, tags = [], visible = 'PUBLIC', kind = 'post' } = post;
      const known = entries.get(name);
      const html = `<p>${text}</p>`;
      const createdAt = known?.createdAt ?? now();
      entries.set(name, {
        name,
        kind,
        slug: post.slug ?? name,
        createdAt,
        title,
        html,
        tags,
        visible,
        hideFromList: false,
        excerpt: known?.excerpt ?? { autoGenerate: true, raw: '' },
        shownExcerpt: text.slice(0, 150),
        contentChecksum: hash(html),
        lastModifyTime: known?.html === html ? known.lastModifyTime : now(),
        version: (known?.version ?? 0) + 1,
        visits: known?.visits ?? 0,
        isPublished: true,
      });
      return kind === 'page' ? `page:${name}` : name;
    },
    async unpublish(name: string) {
      change(name, { isPublished: false });
    },
    visit: (name: string) => change(name, { visits: (entries.get(name)?.visits ?? 0) + 1 }),
    hide: (name: string) => change(name, { hideFromList: true }),
    async clear() {
      entries.clear();
    },
    async call(method: string, path: string, body?: unknown, type = 'application/json') {
      const reply = await fetch(platform.origin + path, {
        method,
        headers: { cookie: 'SESSION=owner', 'content-type': type },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      if (!reply.ok) throw new Error(`${reply.status}`);
      return (await reply.json()) as Record<string, unknown>;
    },
  });
};

/** Permalinks of Halo are percent-encoded. */
const defaultPermalink: Permalink = ({ kind, slug }) =>
  encodeURI(kind === 'page' ? `/${slug}` : `/archives/${slug}`);

const automatic = ({ html }: HaloEntry): string => html.replace(/<[^<>]*>/g, '').slice(0, 150);

const themePage = {
  status: 200,
  type: 'text/html',
  body: '<html><head><title>A Halo</title><meta name="generator" content="Halo 2.26.0"></head></html>',
};
