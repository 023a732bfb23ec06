import { percentDecoded } from './percent-decoded.ts';

/** The path that the address of a page is known by: without origin, query, fragment, `index.html` and trailing slash, decoded, in lower case. */
export function pagePath(url: string): string {
  const path = URL.parse(url, 'https://page.invalid')?.pathname ?? '';
  return percentDecoded(path)
    .replace(/\/index\.html?$/i, '/')
    .replace(/(?<=^\/|[^/])\/+$/, '')
    .toLowerCase();
}
