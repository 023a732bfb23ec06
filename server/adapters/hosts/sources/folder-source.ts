import { realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { PageEnding } from '../../../../contract/operator/sources.ts';
import { explained } from '../../../kit/explained.ts';
import { conflict, invalid } from '../../../kit/fault.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';
import type { LookedAtSource, SourceHost, SourcePlace } from '../../../ports/source-places.ts';
import { listFolder, unlessGone } from '../embedded/content/folder.ts';
import { fromDisk } from '../embedded/content/patient-disk.ts';
import { createEmbeddedHost } from '../embedded/embedded.ts';

/** A folder as it is stored: without `.`, doubled and closing signs. Throws `invalid` for one that leads out. */
export function plainFolder(folder: string): string {
  const parts = folder.split(/[/\\]/).filter((part) => part !== '' && part !== '.');
  if (parts.some((part) => part.startsWith('.') || part.includes('\0')))
    throw invalid(explained('source_folder_out'));
  return parts.join('/');
}

/** The real path of a folder below the operator's. Throws `invalid` where there is none, or where links lead out. */
async function placeOf(root: string | undefined, folder: string): Promise<string> {
  if (root === undefined) throw conflict(explained('source_no_folders'));
  const place = join(root, plainFolder(folder));
  const found = async <T>(call: () => Promise<T>) => unlessGone(fromDisk(place, call));
  const base = await found(() => realpath(root));
  const real = base && (await found(() => realpath(join(base, plainFolder(folder)))));
  const isThere = real !== undefined && (await found(() => stat(real)))?.isDirectory() === true;
  if (!base || !real || !isThere)
    throw invalid(explained('source_folder_missing', { folder: folder || '.' }));
  const path = relative(base, real);
  if (path === '..' || path.startsWith(`..${sep}`)) throw invalid(explained('source_folder_out'));
  return real;
}

/** Counts the Markdown files of a folder. */
export async function lookIntoFolder(
  root: string | undefined,
  { folder, address }: SourcePlace,
): Promise<LookedAtSource> {
  const { articles } = await listFolder(await placeOf(root, folder));
  return { address, platform: '', articles: articles.length };
}

/** Opens a folder of Markdown as the site would be; files with a leading dot, `.git` among them, are left out, and nothing is run. */
export async function openFolderSource(
  root: string | undefined,
  { folder, address, ending }: SourcePlace,
  deps: { readonly dataDir: string; readonly log: Log; readonly clock: Clock },
): Promise<SourceHost> {
  const contentDir = await placeOf(root, folder);
  const host = await createEmbeddedHost({
    ...deps,
    contentDir,
    isReadOnce: true,
    urlOf: (path) => (address === '' ? '' : pageOf(path, address, ending)),
    documentUrlOf: (path) => (address === '' ? '' : fileAt(path, address)),
  });
  /** A checkout may put a link out where the folder was while it is read. */
  const assertInPlace = async (): Promise<void> => {
    if ((await placeOf(root, folder)) !== contentDir) throw invalid(explained('source_folder_out'));
  };
  return {
    ...host,
    async *heads(signal) {
      const heads = await Array.fromAsync(host.heads(signal));
      await assertInPlace();
      yield* heads;
    },
    async article(id, signal) {
      const article = await host.article(id, signal);
      await assertInPlace();
      return article;
    },
  };
}

const endings: Readonly<Record<PageEnding, string>> = { none: '', slash: '/', html: '.html' };

/** The address at which a generator publishes a file; `index` and `README` stand for their folder. */
export function pageOf(path: string, address: string, ending: PageEnding): string {
  const page = path.replace(/\.\w+$/, '');
  const folder = /^(?:[^]*\/)?(?=(?:index|_index|readme)$)/i.exec(page)?.[0];
  const plain = folder ?? page + endings[ending];
  return fileAt(plain, address);
}

const fileAt = (path: string, address: string): string =>
  `${address.replace(/(?<!\/)\/+$/, '')}/${path.split('/').map(encodeURIComponent).join('/')}`;
