import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ArticleHead, Host } from '../../server/ports/host.ts';

/** An article as the suite asks a platform to publish it. */
export interface NewArticle {
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly tags?: readonly string[];
  readonly limited?: boolean;
}

/** A host under test and a way to work on its platform as an author would. Both resolve when the host knows. */
export interface HostUnderTest {
  readonly host: Host;
  /** Publishes an article or, by the same name, a new version. Resolves with its id. */
  publish(article: NewArticle): Promise<string>;
  unpublish(name: string): Promise<void>;
  close?(): Promise<void>;
}

/** A one-pixel PNG. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const instant = /^(?:|\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z)$/;

/** A host without a place for images says so and takes none. */
const storesNoImages = async (host: Host): Promise<void> => {
  expect(host.describe().canDeleteImages).toBe(false);
  const image = { bytes: png, mediaType: 'image/png', fileName: 'cat.png' };
  await expect(host.putImage(image, '', 'pet:1')).rejects.toMatchObject({ code: 'unavailable' });
  expect(await host.getImage('/cat.png')).toBeUndefined();
};

/** A host that Docent may only read says so. */
const writesNoExcerpts = async (host: Host, id: string): Promise<void> => {
  await expect(host.writeExcerpt(id, 'In short', {})).rejects.toMatchObject({ code: 'forbidden' });
};

/** Contract of every host adapter; run on adapters and on the fake. */
export const hostContract = (name: string, make: () => Promise<HostUnderTest>): void => {
  describe(`host contract: ${name}`, () => {
    let platform: HostUnderTest;
    let host: Host;
    beforeEach(async () => {
      platform = await make();
      host = platform.host;
    });
    afterEach(async () => {
      await host.close();
      await platform.close?.();
    });

    const headOf = async (id: string): Promise<ArticleHead | undefined> =>
      (await Array.fromAsync(host.heads())).find((head) => head.id === id);

    test('a published article is listed and can be read', async () => {
      const id = await platform.publish({
        name: 'one',
        title: 'One & two',
        text: 'Some **text**.',
        tags: ['News'],
      });
      const head = await headOf(id);
      expect(head).toMatchObject({ title: 'One & two', visibility: 'public' });
      expect(head?.tags.map((tag) => tag.name)).toEqual(['News']);
      expect(head?.tags[0]?.slug).not.toBe('');
      expect(head?.url.startsWith('/')).toBe(true);
      for (const time of [head?.publishedAt, head?.createdAt, head?.modifiedAt])
        expect(time).toMatch(instant);
      const article = await host.article(id);
      expect(article).toMatchObject({ ...head });
      expect(article?.body.text).toContain('text');
    });

    test('what is unpublished is gone from both', async () => {
      const id = await platform.publish({ name: 'one', title: 'One', text: 'Text' });
      const other = await platform.publish({ name: 'other', title: 'Other', text: 'Text' });
      await platform.unpublish('one');
      expect(await host.article(id)).toBeUndefined();
      expect((await Array.fromAsync(host.heads())).map((head) => head.id)).toEqual([other]);
    });

    test('an unknown article is undefined', async () => {
      expect(await host.article('no-such-article')).toBeUndefined();
    });

    test('the revision stays while nothing changes and differs after every change', async () => {
      const id = await platform.publish({ name: 'one', title: 'One', text: 'First' });
      const first = (await headOf(id))?.revision;
      expect((await headOf(id))?.revision).toBe(first);
      // Some platforms date edits to the second: a text is only handed out when its second is over.
      expect((await host.article(id))?.body.text).toContain('First');
      expect(await platform.publish({ name: 'one', title: 'One', text: 'Second' })).toBe(id);
      const second = (await headOf(id))?.revision;
      expect((await host.article(id))?.body.text).toContain('Second');
      await platform.publish({ name: 'one', title: 'New title', text: 'Second' });
      const third = (await headOf(id))?.revision;
      expect(new Set([first, second, third]).size).toBe(3);
      expect((await host.article(id))?.body.text).toContain('Second');
    });

    test('an article that is not for everybody says so', async () => {
      const id = await platform.publish({ name: 'staff', title: 'Staff', text: 'Text', limited: true });
      expect((await headOf(id))?.visibility ?? 'limited').toBe('limited');
      expect((await host.article(id))?.visibility ?? 'limited').toBe('limited');
    });

    test('an excerpt is kept, changes the revision and can be cleared', async () => {
      const id = await platform.publish({ name: 'one', title: 'One', text: 'Text' });
      if (!host.describe().canWriteExcerpts) return writesNoExcerpts(host, id);
      const before = (await headOf(id))?.revision;
      const revision = await host.writeExcerpt(id, 'In short: 摘要', {});
      expect(revision).not.toBe(before);
      expect(await headOf(id)).toMatchObject({ excerpt: 'In short: 摘要', revision });
      expect(await host.article(id)).toMatchObject({ excerpt: 'In short: 摘要', revision });
      await host.writeExcerpt(id, '', {});
      expect((await headOf(id))?.excerpt).toBe('');
    });

    test('an excerpt of an unknown article is refused as not found', async () => {
      await expect(host.writeExcerpt('no-such-article', 'x', {})).rejects.toMatchObject({
        code: 'not-found',
      });
    });

    test('an aborted call does no work', async () => {
      const id = await platform.publish({ name: 'one', title: 'One', text: 'Text' });
      const signal = AbortSignal.abort();
      await expect(Array.fromAsync(host.heads(signal))).rejects.toMatchObject({ name: 'AbortError' });
      await expect(host.article(id, signal)).rejects.toMatchObject({ name: 'AbortError' });
    });

    test('credentials that prove nothing are anonymous', async () => {
      const caller = await host.identify({
        authorization: 'Bearer nonsense',
        cookies: { session: 'nonsense' },
      });
      expect(caller).toEqual({ kind: 'anonymous' });
    });

    test('an image is stored, read back and deleted; equal names do not overwrite each other', async () => {
      const policies = await host.imagePolicies();
      if (policies.length === 0) return storesNoImages(host);
      const policy = policies.find((one) => one.isDefault)?.id ?? '';
      expect(policies.filter((one) => one.isDefault)).toHaveLength(1);
      const image = { bytes: png, mediaType: 'image/png', fileName: 'cat.png' };
      const first = await host.putImage(image, policy, 'pet:1');
      const second = await host.putImage(image, policy, 'pet:2');
      expect(second.url).not.toBe(first.url);
      expect(Buffer.from((await host.getImage(first.url)) ?? [])).toEqual(png);
      if (!host.describe().canDeleteImages) return;
      await host.deleteImage(first.id);
      // Some platforms delete the file a moment later.
      await vi.waitFor(async () => expect(await host.getImage(first.url)).toBeUndefined(), {
        timeout: 10_000,
      });
      expect(await host.getImage(second.url)).toBeDefined();
      await host.deleteImage(first.id);
      await host.deleteImage(second.id);
    });

    test('a change calls back whoever listens, and nobody else', async () => {
      const listening = vi.fn<() => void>();
      const gone = vi.fn<() => void>();
      host.onChange(listening);
      host.onChange(gone).close();
      await platform.publish({ name: 'one', title: 'One', text: 'Text' });
      await vi.waitFor(() => expect(listening).toHaveBeenCalled(), { timeout: 5000 });
      expect(gone).not.toHaveBeenCalled();
    });

    test('a host that works says so', async () => {
      expect(await host.health()).toMatchObject({ ok: true });
    });
  });
};
