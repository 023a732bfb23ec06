import { percentDecoded } from '../../../../text/percent-decoded.ts';
import type { Catalogue, Listed } from '../catalogue.ts';

/** Resolves a link of an article to an address of the site; `undefined` when it has no target. */
export type Resolve = (address: string) => string | undefined;

export interface Surroundings {
  readonly catalogue: Catalogue;
  readonly hasMedia: (path: string) => boolean;
}

/**
 * Resolves the links of one article: files beside it to `/media/…`, other articles to their page with the fragment,
 * addresses with a harmless scheme unchanged. Paths from the root are tried as files of the folder.
 */
export const createResolver = (article: Listed, { catalogue, hasMedia }: Surroundings): Resolve => {
  const folder = article.file.path.split('/').slice(0, -1);
  return (address) => {
    const trimmed = address.trim();
    if (trimmed === '' || /[\p{Cc}\\]/u.test(trimmed)) return undefined;
    if (trimmed.startsWith('#')) return trimmed;
    if (trimmed.startsWith('//')) return `https:${trimmed}`;
    if (/^[a-z][a-z0-9+.-]*:/i.test(trimmed))
      return /^(?:https?|mailto|tel):/i.test(trimmed) ? trimmed : undefined;
    const [, path = '', rest = ''] = /^([^?#]*)(.*)$/.exec(trimmed) ?? [];
    const target = joined(trimmed.startsWith('/') ? [] : folder, percentDecoded(path));
    if (target === undefined) return undefined;
    if (hasMedia(target)) return mediaUrl(target);
    const found =
      articleAt(catalogue, target) ??
      // Wikis link to a page by its name alone, wherever it is.
      (/^[^/]+$/.test(path)
        ? catalogue.byName.get(percentDecoded(path).replace(/\.md$/i, '').toLowerCase())
        : undefined);
    if (found) return found.url + (/#[^]*$/.exec(rest)?.[0] ?? '');
    return trimmed.startsWith('/') ? trimmed : undefined;
  };
};

/** Address of a file beside articles. */
export const mediaUrl = (path: string): string =>
  `/media/${path.split('/').map(encodeURIComponent).join('/')}`;

const articleAt = (catalogue: Catalogue, path: string): Listed | undefined => {
  const bare = path.replace(/\/$|\.html?$/, '');
  const names = [
    path,
    `${bare}.md`,
    `${bare}.mdx`,
    `${bare}.markdown`,
    `${bare}/index.md`,
    `${bare}/index.mdx`,
    `${bare}/README.md`,
  ];
  const found = names.map((name) => catalogue.byPath.get(name)).find((one) => one !== undefined);
  return found?.metadata.visibility === 'public' ? found : catalogue.byFormerPath.get(`/${path}`);
};

/** Normalizes `.` and `..` in a path from the content folder; `undefined` when it leaves the folder. */
const joined = (folder: readonly string[], path: string): string | undefined => {
  const parts = [...folder];
  for (const part of path.split('/')) {
    if (part === '..' && parts.pop() === undefined) return undefined;
    if (part !== '' && part !== '.' && part !== '..') parts.push(part);
  }
  return parts.join('/');
};
