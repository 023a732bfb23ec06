import { notFound } from '../../../kit/fault.ts';
import type { SiteClient } from '../remote/client.ts';
import { record } from '../remote/json-answer.ts';
import type { SiteWriting } from '../remote/listed-host.ts';
import { annotationPath, type HaloApi, type PatchOperation } from './api.ts';
import { createHaloImages } from './images.ts';
import { kindOf, nameOf, resources } from './posts.ts';

/** While this annotation fits the text, Halo keeps the excerpt that it shows. */
const shownExcerptKey = 'checksum/content';

/** Operations with a personal access token: excerpts and attachments. */
export const createHaloWriting = (client: SiteClient, api: HaloApi): SiteWriting => ({
  /** Throws `not-found`, `forbidden`, `conflict` (changed meanwhile, several times) or `unavailable`. */
  async excerpt(id, excerpt, signal) {
    const name = nameOf(id);
    if (name === undefined) throw notFound('Article');
    const kind = kindOf(id);
    const path = `${resources[kind]}/${name}`;
    const ask = { what: 'Article', role: `${kind}s` as const, request: { signal } };
    const value = { autoGenerate: excerpt === '', raw: excerpt };
    const operations = async (): Promise<readonly PatchOperation[]> => [
      { op: 'add', path: '/spec/excerpt', value },
      ...(excerpt === '' && (await isExcerptKept(path))
        ? [{ op: 'remove' as const, path: annotationPath(shownExcerptKey) }]
        : []),
    ];
    await api.patch(path, operations, ask);

    async function isExcerptKept(post: string): Promise<boolean> {
      const { metadata } = await api.json(post, ask);
      return record(record(metadata)['annotations'])[shownExcerptKey] !== undefined;
    }
  },
  images: createHaloImages(client, api),
});
