import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { NamedSite } from '../../server/adapters/hosts/named-site.ts';
import type { HostDeps } from '../../server/adapters/hosts/platform.ts';
import type { Host } from '../../server/ports/host.ts';
import type { Log } from '../../server/ports/log.ts';
import { createTestLog } from '../fakes/log.ts';
import { hintSecret, signedHint } from '../fakes/signed-hint.ts';
import { haloPaths, type HaloUnderTest } from '../platforms/halo/halo-site.ts';
import { openSite } from '../platforms/open-site.ts';
import { hostContract } from './host.ts';

const manages = { posts: 'role-template-manage-posts', attachments: 'role-template-manage-attachments' };
const image = { bytes: Buffer.from('GIF89a'), mediaType: 'image/gif', fileName: 'a.gif' };

/** Signs without the prefix `sha256=`, which is optional. */
export const push = async (host: Host): Promise<void> => {
  const { headers, body } = signedHint(hintSecret);
  const signature = headers['x-docent-signature'].replace('sha256=', '');
  await host.receiveHint?.({ headers: { ...headers, 'x-docent-signature': signature }, body });
};

/** Behaviour of the adapter on any Halo: the imitation, and a running one. */
export const haloSuite = (name: string, start: () => Promise<HaloUnderTest>): void => {
  describe(`Halo adapter: ${name}`, () => {
    const started: HaloUnderTest[] = [];
    beforeAll(async () => {
      started.push(await start());
    }, 60_000);
    afterAll(async () => {
      for (const one of started) await one[Symbol.asyncDispose]();
    }, 60_000);
    const halo = (): HaloUnderTest => {
      const [one] = started;
      if (!one) throw new Error('Halo was not started');
      return one;
    };
    const open = async (token?: string, more: Partial<HostDeps> = {}): Promise<Host & AsyncDisposable> => {
      const settings: Partial<NamedSite> = { hintSecret, halo: { token } };
      const host = await openSite(halo().origin, settings, more);
      async function* heads(signal?: AbortSignal) {
        for await (const head of host.heads(signal)) if (halo().isOwn(head.id)) yield head;
      }
      return { ...host, heads };
    };
    const withRoles = () => halo().token(manages.posts, manages.attachments);

    hostContract(name, async () => {
      await halo().clear();
      const host = await open(await withRoles());
      return {
        host,
        async publish({ limited = false, ...post }) {
          const id = await halo().publish({ ...post, visible: limited ? 'INTERNAL' : 'PUBLIC' });
          await push(host);
          return id;
        },
        async unpublish(post) {
          await halo().unpublish(post);
          await push(host);
        },
      };
    });

    describe('the adapter', () => {
      test('HOST1: is found by its pages and read without a token', async () => {
        await halo().clear();
        const id = await halo().publish({
          name: 'one',
          title: 'One',
          text: 'Text',
          slug: '一 篇',
          tags: ['News'],
        });
        await using host = await open();
        expect(host.describe()).toMatchObject({ kind: 'halo', countsVisits: true, canWriteExcerpts: false });
        const [head, ...others] = await Array.fromAsync(host.heads());
        expect(others).toEqual([]);
        expect(head).toMatchObject({ id, visits: 0, tags: [{ name: 'News' }], excerpt: '' });
        expect(decodeURIComponent(head?.url ?? '')).toContain('一');
        expect((await host.article(id))?.body).toMatchObject({ format: 'html', text: '<p>Text</p>' });
      });

      test('HOST2: what is not for everybody stays hidden, with and without a token', async () => {
        await halo().clear();
        const shown = await halo().publish({ name: 'one', title: 'One', text: 'Text' });
        const hidden = [
          await halo().publish({ name: 'secret', title: 'Secret', text: 'Secret', visible: 'PRIVATE' }),
          await halo().publish({ name: 'staff', title: 'Staff', text: 'Staff', visible: 'INTERNAL' }),
        ];
        for (const token of [undefined, await halo().token('super-role')]) {
          await using host = await open(token);
          expect((await Array.fromAsync(host.heads())).map(({ id }) => id)).toEqual([shown]);
          for (const id of hidden) expect(await host.article(id)).toBeUndefined();
        }
      });

      test('HOST8: the roles of the credentials decide, and 200 alone proves nothing', async () => {
        await using host = await open();
        const session = (value: string) =>
          host.identify({ authorization: undefined, cookies: { SESSION: value, 'remember-me': 'x' } });
        const bearer = (token: string) => host.identify({ authorization: `Bearer ${token}`, cookies: {} });
        const id = `halo:${halo().owner}`;
        expect(await session(halo().session)).toEqual({ kind: 'admin', id, via: 'cookie' });
        expect(await session('from-before-a-restart')).toEqual({ kind: 'anonymous' });
        expect(await bearer(await halo().token('super-role'))).toEqual({ kind: 'admin', id, via: 'token' });
        expect(await bearer(await withRoles())).toEqual({ kind: 'user', id });
        expect(await bearer('pat_revoked.b.c')).toEqual({ kind: 'anonymous' });
      });

      const annotationsOf = async (id: string) => {
        const { metadata } = await halo().call('GET', `${haloPaths.attachments}/${id}`);
        return (metadata as { annotations: Record<string, string> }).annotations;
      };
      const isGone = (url: string) =>
        vi.waitFor(async () => expect((await fetch(new URL(url, halo().origin))).status).toBe(404), {
          timeout: 20_000,
        });

      test('HOST21: an image keeps the annotations of its storage, and its file goes with it', async () => {
        await using host = await open(await withRoles());
        expect((await host.imagePolicies()).filter(({ isDefault }) => isDefault)).toMatchObject([
          { id: 'default-policy' },
        ]);
        const { id, url } = await host.putImage(image, 'default-policy', 'pet:1');
        expect(await annotationsOf(id)).toMatchObject({
          'docent/owner': 'pet:1',
          'storage.halo.run/uri': url,
          'storage.halo.run/local-relative-path': decodeURIComponent(url).slice(1),
        });
        expect((await fetch(new URL(url, halo().origin))).status).toBe(200);
        await host.deleteImage(id);
        await isGone(url);
        await expect(host.putImage(image, 'no-such-policy', 'pet:2')).rejects.toMatchObject({
          code: 'not-found',
        });
      });

      test('HOST21: an image that an earlier version marked gets its annotations again at the start', async () => {
        const token = await withRoles();
        const stored: { id: string; url: string }[] = [];
        {
          await using host = await open(token);
          for (const mark of ['pet:1', 'pet:2']) stored.push(await host.putImage(image, '', mark));
        }
        const [damaged, whole] = stored;
        if (!damaged || !whole) throw new Error('Two images were stored');
        const before = [await annotationsOf(damaged.id), await annotationsOf(whole.id)];
        const step = { op: 'add', path: '/metadata/annotations', value: { 'docent/owner': 'pet:1' } };
        await halo().call(
          'PATCH',
          `${haloPaths.attachments}/${damaged.id}`,
          [step],
          'application/json-patch+json',
        );
        const info = vi.fn<Log['info']>();
        await using host = await open(token, { log: { ...createTestLog(), info } });
        await host.health();
        await vi.waitFor(() =>
          expect(info).toHaveBeenCalledWith(
            { count: 1 },
            expect.stringContaining('storage annotations again'),
          ),
        );
        expect([await annotationsOf(damaged.id), await annotationsOf(whole.id)]).toEqual(before);
        for (const { id, url } of stored) {
          await host.deleteImage(id);
          await isGone(url);
        }
      });

      test.each([
        ['no longer valid', undefined, 'halo_token_refused', undefined],
        ['without any role', [], 'halo_token_lacks', Object.values(manages)],
        ['without the role for images', [manages.posts], 'halo_token_lacks', [manages.attachments]],
      ] as const)('HOST22: a token %s is told before and at a write', async (_, roles, code, missing) => {
        const token = roles ? await halo().token(...roles) : 'pat_revoked.b.c';
        const id = await halo().publish({ name: 'one', title: 'One', text: 'Text' });
        await using host = await open(token);
        const said = (lacking: readonly string[] | undefined) => ({
          code,
          params: lacking ? { roles: lacking.join(', ') } : {},
        });
        expect(await host.health()).toMatchObject({ ok: true, reason: { explanation: said(missing) } });
        const canWriteExcerpts = missing !== undefined && !missing.some((role) => role === manages.posts);
        expect(host.describe()).toMatchObject({ canWriteExcerpts, canDeleteImages: false });
        expect((await Array.fromAsync(host.heads())).map((head) => head.id)).toContain(id);
        const refused = (lacking: string) => ({
          code: 'forbidden',
          explanation: said(missing && [lacking]),
        });
        await expect(host.imagePolicies()).rejects.toMatchObject(refused(manages.attachments));
        await expect(
          canWriteExcerpts ? host.imagePolicies() : host.writeExcerpt(id, 'In short', {}),
        ).rejects.toMatchObject(refused(canWriteExcerpts ? manages.attachments : manages.posts));
      });

      test('HOST22: a token with the roles is fine', async () => {
        for (const token of [await withRoles(), await halo().token('super-role')]) {
          await using host = await open(token);
          expect(await host.health()).toEqual({ ok: true, reason: '' });
          expect(host.describe()).toMatchObject({ canWriteExcerpts: true, canDeleteImages: true });
        }
      });

      test('HOST23: after an excerpt is cleared, Halo shows its own again', async () => {
        await halo().clear();
        const id = await halo().publish({ name: 'one', title: 'One', text: 'Words of the post' });
        await using host = await open(await withRoles());
        const shows = (excerpt: string) =>
          vi.waitFor(
            async () => {
              const { status } = await halo().call('GET', `${haloPaths.post.public}/${id}`);
              expect((status as { excerpt: string }).excerpt).toBe(excerpt);
            },
            { timeout: 20_000 },
          );
        await host.writeExcerpt(id, 'Of Docent', {});
        await shows('Of Docent');
        await host.writeExcerpt(id, '', {});
        await shows('Words of the post');
      });
    });
  });
};
