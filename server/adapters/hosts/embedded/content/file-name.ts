import type { InterfaceLanguage } from '../../../../../contract/site/interface-language.ts';
/** Metadata from a file's path. */
export interface FileName {
  /** Last part of the address, before cleaning. */
  readonly slug: string;
  /** The slug as words, for articles without a title. */
  readonly words: string;
  /** Epoch milliseconds of Jekyll's date prefix. */
  readonly date: number | undefined;
  readonly language: InterfaceLanguage | '';
  /** The path without its language. */
  readonly translationKey: string;
}

/**
 * Parses the path of a Markdown file: `2026-05-01-slug.md` (Jekyll), `slug/index.md` (Hugo bundles), `slug.zh.md` and
 * `zh/slug.md` (translations).
 */
export const nameOf = (path: string): FileName => {
  const folders = path.split('/');
  const file = (folders.pop() ?? '').replace(/\.(?:mdx?|markdown)$/i, '');
  const suffix = /\.([a-z]{2}(?:[-_][a-z]{2,4})?)$/i.exec(file)?.[1] ?? '';
  const bare = languageOf(suffix) === '' ? file : file.slice(0, -suffix.length - 1);
  const named = folders.filter((folder) => languageOf(folder) === '');
  const own = /^(?:_?index|readme)$/i.test(bare) ? (named.at(-1) ?? bare) : bare;
  const [, day, rest] = /^(\d{4}-\d{2}-\d{2})-(.+)$/.exec(own) ?? [];
  const slug = rest ?? own;
  const time = day === undefined ? Number.NaN : Date.parse(`${day}T00:00:00Z`);
  return {
    slug,
    words: slug.replace(/[-_]+/g, ' ').trim() || 'Untitled',
    date: Number.isNaN(time) ? undefined : time,
    language: languageOf(suffix) || (folders.map(languageOf).find((language) => language !== '') ?? ''),
    translationKey: [...named, bare].join('/'),
  };
};

/** Maps language tags (`zh`, `zh-CN`, `zh_Hant`, `cn`; `en`, `en-US`) to the languages of the site's texts. */
export const languageOf = (tag: string): InterfaceLanguage | '' => {
  if (/^(?:zh(?:[-_][\da-z]+)*|cn)$/i.test(tag)) return 'zh';
  return /^en(?:[-_][\da-z]+)*$/i.test(tag) ? 'en' : '';
};
