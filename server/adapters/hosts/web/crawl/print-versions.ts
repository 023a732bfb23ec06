import type { PageState, PageStore } from '../store.ts';

/** Finds the page that an article is the print version of, by its address and its text. */
export interface PrintVersions {
  /** Path of the original, `undefined` when this is no print version for certain. */
  originalOf(path: string, html: string): Promise<string | undefined>;
}

/** Share of words that both texts have; a print version adds its address or a date. */
const minSharedWords = 0.9;

export const createPrintVersions = (deps: {
  readonly store: Pick<PageStore, 'article'>;
  readonly pages: { stateOf(path: string): PageState | undefined };
}): PrintVersions => ({
  async originalOf(path, html) {
    for (const candidate of withoutPrint(path)) {
      const state = deps.pages.stateOf(candidate);
      // Cannot be decided before the other page has been read.
      if (state === 'new') return candidate;
      const original = state === 'article' ? await deps.store.article(candidate) : undefined;
      if (original !== undefined && isSameText(original.html, html)) return candidate;
    }
    return undefined;
  },
});

const printPart = /\/(?:print|printable|print-version|printer-friendly)(?=\/|$)/i;

/** Addresses of which this one may be the print version: `/a` of `/print/a`, `/a/print` and `/a/print/`. */
export const withoutPrint = (path: string): readonly string[] => {
  const [bare = '', ...query] = path.split('?');
  if (!printPart.test(bare)) return [];
  const rest = bare.replace(printPart, '').replace(/\/$/, '');
  if (rest === '') return [];
  return [rest, `${rest}/`, `${rest}.html`].map((each) => [each, ...query].join('?'));
};

/** Words of a text in order, without its markup. */
export const wordsOf = (html: string): readonly string[] =>
  html
    .replace(/<[^<>]*>/g, ' ')
    .toLowerCase()
    .match(/\p{Script=Han}|[\p{L}\p{N}]+/gu) ?? [];

const isSameText = (one: string, other: string): boolean => {
  const [left, right] = [new Set(wordsOf(one)), new Set(wordsOf(other))];
  const shared = left.intersection(right).size;
  const isAsLong = Math.min(one.length, other.length) >= Math.max(one.length, other.length) / 2;
  return shared > 0 && isAsLong && shared >= minSharedWords * left.union(right).size;
};
