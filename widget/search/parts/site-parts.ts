import type { ScopeKind, ScopeList } from '../../../contract/articles/scope.ts';
import { apiPaths } from '../../kit/api-paths.ts';
import { fieldsOf, listOf, textOf, wholeOf, wordOf } from '../../kit/coerce.ts';

/** A part of the site, with the number of its articles. */
export type SitePart = ScopeList['scopes'][number];

/** The kinds in the order in which they are shown. */
export const partKinds = [
  'source',
  'category',
  'tag',
  'language',
  'version',
  'path',
] as const satisfies readonly ScopeKind[];

/** The service lists no more of a kind. */
const mostOfKind = 100;
/** A part of fewer articles is as good as the article. */
const fewest = 2;

/** The parts worth choosing, the largest first; `undefined` when they cannot be had. */
export async function siteParts(base: URL, language: string): Promise<readonly SitePart[] | undefined> {
  try {
    const response = await fetch(new URL(apiPaths.scopes, base).href, {
      credentials: 'omit',
      headers: { 'accept-language': language },
    });
    return response.ok ? partsFrom(await response.json()) : undefined;
  } catch {
    return undefined;
  }
}

/** The reply as a page can use it, whatever arrived. */
export function partsFrom(value: unknown): readonly SitePart[] {
  const parts = listOf(fieldsOf(value).scopes)
    .slice(0, mostOfKind * partKinds.length)
    .map(partFrom)
    .filter(({ scope, name, articles }) => scope !== '' && name !== '' && articles >= fewest);
  // A single source is the site but for an article or two.
  const sources = parts.filter(({ kind }) => kind === 'source');
  return sources.length === 1 ? parts.filter(({ kind }) => kind !== 'source') : parts;
}

function partFrom(value: unknown): SitePart {
  const given = fieldsOf(value);
  return {
    scope: textOf(given.scope, 300),
    kind: wordOf(given.kind, partKinds, 'path'),
    name: textOf(given.name, 200).trim(),
    articles: wholeOf(given.articles, 0, Number.MAX_SAFE_INTEGER, 0),
  };
}
