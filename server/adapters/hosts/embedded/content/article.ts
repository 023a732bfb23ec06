import { sha256, slug } from '../../../../kit/ids.ts';
import { cleanCharacters } from '../../../../markup/markdown-source.ts';
import { readDialect, type ArticleMetadata } from './generator-dialects.ts';
import type { FoundFile, Problem } from './folder.ts';
import { splitFrontMatter } from './front-matter.ts';

/** A Markdown file that was read. */
export interface SourceArticle {
  /**
   * Stable as long as the file keeps its path: the path in Latin letters, cut to 60, and 12 digits of its SHA-256.
   */
  readonly id: string;
  readonly file: FoundFile;
  /** SHA-256 of the file's content. */
  readonly hash: string;
  readonly metadata: ArticleMetadata;
}

/** Longest file that is read, in bytes. */
export const maxArticleBytes = 5_000_000;

/** Reads a file as an article and its text behind the front matter. Never throws. */
export const readArticle = (
  file: FoundFile,
  bytes: Uint8Array,
): { readonly article: SourceArticle; readonly body: string } | { readonly problem: Problem } => {
  const decoded = new TextDecoder().decode(bytes);
  if (!isText(decoded)) return { problem: { path: file.path, reason: 'not a text in UTF-8' } };
  const source = cleanCharacters(decoded);
  const split = splitFrontMatter(source);
  if (!split.ok) return { problem: { path: file.path, line: split.line, reason: split.reason } };
  if (source.trim() === '') return { problem: { path: file.path, reason: 'empty' } };
  const metadata = readDialect({ path: file.path, data: split.data, body: split.body });
  const article = { id: idOf(file.path), file, hash: sha256(bytes), metadata };
  return { article, body: split.body };
};

/** Pictures, archives and texts in other encodings turn up under the name of an article, too. */
const isText = (decoded: string): boolean => {
  if (decoded.includes('\0')) return false;
  let unreadable = 0;
  for (const character of decoded) if (character === '\uFFFD') unreadable += 1;
  return unreadable <= decoded.length * unreadableShare;
};
/** A few broken characters do not make an article unreadable. */
const unreadableShare = 0.01;

export const idOf = (path: string): string =>
  [slug(path.replace(/\.(?:md|markdown)$/i, ''), 60), sha256(path.normalize('NFC')).slice(0, 12)]
    .filter((part) => part !== '')
    .join('-');
