import type { IncomingMessage } from 'node:http';
import { prefixPattern } from '../../kit/settings/path-prefix.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

/** The path prefix of the service below its public origin, and the rewriting of its own addresses for it. */
export interface Prefix {
  /** `''` at the root, or a path such as `/docent`. */
  of(request: IncomingMessage): string;
  /** The target of a request without the prefix, which proxies either pass on or strip. */
  bare(request: IncomingMessage): string;
  /** Adds the prefix to the service's own addresses in a value of a reply. */
  placed(value: unknown, prefix: string): unknown;
  /**
   * Removes it in a value of a request. With the `origin` of the service, whole addresses of its pages become their paths, too: only for
   * what is looked up and not stored.
   */
  unplaced(value: unknown, prefix: string, origin?: string): unknown;
}

interface PrefixDeps {
  /** The path of the public address; the header of proxies counts only without one. */
  readonly basePath?: string | undefined;
  readonly isTrusted: TrustedProxies;
  /** True when the pages of the articles are the service's own. */
  readonly hasPages: () => boolean;
}

const longest = 200;

export function createPrefix({ basePath = '', isTrusted, hasPages }: PrefixDeps): Prefix {
  const of = (request: IncomingMessage): string => {
    if (basePath !== '') return basePath;
    const given = request.headers['x-forwarded-prefix'];
    if (typeof given !== 'string' || given.length > longest) return '';
    const path = given.replace(/\/$/, '');
    return prefixPattern.test(path) && isTrusted(request.socket.remoteAddress) ? path : '';
  };
  const isOwn = (path: string) => ownPaths.test(path) || (hasPages() && pagePaths.test(path));
  return {
    of,
    bare(request) {
      const target = request.url ?? '/';
      const rest = withoutPrefix(target, of(request));
      return rest === target || rest.startsWith('/') ? rest : `/${rest}`;
    },
    placed: (value, prefix) =>
      prefix === ''
        ? value
        : eachText(value, (text) => {
            if (isOwn(text)) return placedPath(text, prefix);
            return hasPages() ? text.replace(pageLinks, `$1${prefix}$2`) : text;
          }),
    unplaced: (value, prefix, origin) =>
      prefix === ''
        ? value
        : eachText(value, (text) => {
            const path =
              origin !== undefined && text.startsWith(`${origin}/`) ? text.slice(origin.length) : text;
            const rest = withoutPrefix(path, prefix);
            return isOwn(rest) ? rest : text.replaceAll(`${linkBegins}${prefix}/`, `${linkBegins}/`);
          }),
  };
}

/** The service's own addresses in replies, when they are whole values. */
const ownPaths = /^\/(?:pet-skins|widget)\/\S+$/;
/** Addresses of the site's pages, when the service publishes the site. */
const pagePaths = /^\/(?:archives|tags|categories|media|upload)\/\S+$/;
/** Separator between the text and the address of a Markdown link. */
const linkBegins = '](';
/** Addresses of pages inside texts, such as the link before a quotation. */
const pageLinks = /(\]\()(\/(?:archives|tags|categories|media|upload)\/)/g;
/** Possible beginnings of such a link. */
export const pageLinkStarts: readonly string[] = ['archives', 'tags', 'categories', 'media', 'upload'].map(
  (name) => `${linkBegins}/${name}/`,
);

/** A path of the service with the prefix; a path that already has it, such as the target after sign-in, is unchanged. */
export const placedPath = (path: string, prefix: string): string =>
  prefix === '' || !/^\/(?!\/)/.test(path) || withoutPrefix(path, prefix) !== path ? path : prefix + path;

/** Adds the prefix to the service's own addresses in a page's attributes; texts, such as code shown on the page, are unchanged. */
export const placedPage = (page: string, prefix: string): string =>
  prefix === ''
    ? page
    : page.replace(/<[a-z][^<>]*>/gi, (tag) =>
        tag.replace(
          /(\s(?:href|src|action|data-path|data-service)=")(\/(?!\/)[^"]*)/gi,
          (_, name: string, path: string) => name + placedPath(path, prefix),
        ),
      );

/** A path without the prefix; a path that does not start with it is unchanged. */
function withoutPrefix(path: string, prefix: string): string {
  if (prefix === '' || !path.startsWith(prefix)) return path;
  const rest = path.slice(prefix.length);
  return rest === '' || /^[/?#]/.test(rest) ? rest : path;
}

function eachText(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((part) => eachText(part, change));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, eachText(part, change)]));
}
