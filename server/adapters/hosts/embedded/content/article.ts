import { explained } from '../../../../kit/explained.ts';
import { sha256, slug } from '../../../../kit/ids.ts';
import { cleanCharacters } from '../../../../markup/markdown-source.ts';
import { plainMdx } from '../../../../markup/mdx.ts';
import { readDialect, type ArticleMetadata } from './generator-dialects.ts';
import type { FoundFile, Problem } from './folder.ts';
import { splitFrontMatter, textAfterFrontMatter } from '../../../../markup/front-matter.ts';

/** A parsed Markdown file. */
export interface SourceArticle {
  /** Depends on the file's path only: the path in Latin letters, cut to 60, and 12 digits of its SHA-256. */
  readonly id: string;
  readonly file: FoundFile;
  /** SHA-256 of the file's content. */
  readonly hash: string;
  readonly metadata: ArticleMetadata;
}

/** Maximum size of a file, in bytes. */
export const maxArticleBytes = 5_000_000;

/** Parses a file into an article and its text after the front matter. Never throws. */
export const readArticle = (
  file: FoundFile,
  bytes: Uint8Array,
): { readonly article: SourceArticle; readonly body: string } | { readonly problem: Problem } => {
  const decoded = new TextDecoder().decode(bytes);
  if (!isText(decoded)) return { problem: { path: file.path, reason: explained('file_not_utf8') } };
  const source = cleanCharacters(decoded);
  const split = splitFrontMatter(source);
  if (!split.ok) return { problem: { path: file.path, line: split.line, reason: split.reason } };
  if (source.trim() === '') return { problem: { path: file.path, reason: explained('file_empty') } };
  const body = plainBody(file.path, split.body);
  const metadata = readDialect({ path: file.path, data: split.data, body });
  const article = { id: idOf(file.path), file, hash: sha256(bytes), metadata };
  return { article, body };
};

/** The text after the front matter of a file that {@link readArticle} has parsed before; the front matter is not parsed again. */
export const bodyOf = (path: string, bytes: Uint8Array): string =>
  plainBody(path, textAfterFrontMatter(cleanCharacters(new TextDecoder().decode(bytes))));

const plainBody = (path: string, body: string): string => (/\.mdx$/i.test(path) ? plainMdx(body) : body);

/** False for images, archives and texts in other encodings that have the extension of an article. */
const isText = (decoded: string): boolean => {
  if (decoded.includes('\0')) return false;
  let unreadable = 0;
  for (let at = decoded.indexOf(bad); at >= 0; at = decoded.indexOf(bad, at + 1)) unreadable += 1;
  return unreadable <= decoded.length * unreadableShare;
};
/** What invalid bytes are decoded as. */
const bad = '\uFFFD';
/** Share of invalid characters that is tolerated. */
const unreadableShare = 0.01;

export const idOf = (path: string): string =>
  [slug(path.replace(/\.(?:mdx?|markdown)$/i, ''), 60), sha256(path.normalize('NFC')).slice(0, 12)]
    .filter((part) => part !== '')
    .join('-');
