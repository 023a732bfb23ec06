import { isFault } from '../../../kit/fault.ts';
import { percentDecoded } from '../../../text/percent-decoded.ts';
import type { Log } from '../../../ports/log.ts';
import { list, record, text } from '../remote/json-answer.ts';
import { growing } from '../remote/lists/pages-ahead.ts';
import { annotationPath, type HaloApi, type PatchOperation } from './api.ts';
import { attachments, ownerKey, permalinkOf, policies } from './images.ts';

/** Annotations in which Halo's own storage keeps address and file of an attachment. */
const addressKey = 'storage.halo.run/uri';
const fileKey = 'storage.halo.run/local-relative-path';
/** The storage of Halo itself; plugins keep what they need in annotations of their own. */
const localTemplate = 'local';
const pageSize = 200;
const picture = { what: 'The picture', role: 'attachments' } as const;

export interface MendingDeps {
  readonly api: HaloApi;
  readonly log: Log;
}

/**
 * Earlier versions replaced all annotations of an image by their own mark; without the annotations Halo cannot delete the
 * file. Restores those of Halo's own storage from the address of the image, and logs the names of images in other storages.
 */
const mendImages = async ({ api, log }: MendingDeps, signal: AbortSignal): Promise<void> => {
  const own = await Array.fromAsync(ownImages(api, signal));
  if (own.length === 0) return;
  const isLocal = await localPolicies(api, signal);
  const mended: string[] = [];
  const lost: string[] = [];
  for (const image of own) {
    const { name } = record(image['metadata']);
    const keys = Object.keys(annotationsOf(image));
    if (!isLocal(text(record(image['spec'])['policyName']))) {
      // Every storage of Halo has annotations besides the mark.
      if (keys.length === 1) lost.push(text(name));
      continue;
    }
    const path = URL.parse(permalinkOf(image), 'http://site')?.pathname ?? '';
    if ([addressKey, fileKey].every((key) => keys.includes(key)) || !path.startsWith('/upload/')) continue;
    const operations: PatchOperation[] = [
      { op: 'add', path: annotationPath(addressKey), value: path },
      { op: 'add', path: annotationPath(fileKey), value: percentDecoded(path).slice(1) },
    ];
    await api.patch(`${attachments}/${text(name)}`, async () => operations, {
      ...picture,
      request: { signal },
    });
    mended.push(text(name));
  }
  if (mended.length > 0)
    log.info({ count: mended.length }, 'images stored in Halo have their storage annotations again');
  if (lost.length > 0)
    log.warn(
      { images: lost.slice(0, 20), count: lost.length },
      'images in a storage of a plugin of Halo have lost their storage annotations; delete their files in that storage',
    );
};

/** Runs once in the life of a host, in the background; again when Halo could not be reached. */
export const createMending = (deps: MendingDeps) => {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  return {
    begin: () =>
      void (running ??= mendImages(deps, stopping.signal).catch((error: unknown) => {
        if (stopping.signal.aborted) return;
        if (isFault(error, 'unavailable')) running = undefined;
        else deps.log.warn({ err: error }, 'the images stored in Halo cannot be checked');
      })),
    async close() {
      stopping.abort();
      await running;
    },
  };
};

async function* imagePages(api: HaloApi, signal: AbortSignal) {
  for (let page = 1; ; page++) {
    const answer = await api.json(`${attachments}?page=${page}&size=${pageSize}`, {
      ...picture,
      request: { signal },
    });
    yield list(answer['items']).map(record);
    if (answer['hasNext'] !== true) return;
  }
}

async function* ownImages(api: HaloApi, signal: AbortSignal) {
  const pages = growing(imagePages(api, signal), (images) =>
    images.map((image) => record(image['metadata'])['name']),
  );
  for await (const images of pages)
    yield* images.filter((image) => annotationsOf(image)[ownerKey] !== undefined);
}

const annotationsOf = (image: Readonly<Record<string, unknown>>) =>
  record(record(image['metadata'])['annotations']);

const localPolicies = async (api: HaloApi, signal: AbortSignal) => {
  const answer = await api.json(policies, { ...picture, request: { signal } });
  const names = new Set(
    list(answer['items'])
      .map(record)
      .filter((policy) => text(record(policy['spec'])['templateName']) === localTemplate)
      .map((policy) => text(record(policy['metadata'])['name'])),
  );
  return (name: string) => names.has(name);
};
