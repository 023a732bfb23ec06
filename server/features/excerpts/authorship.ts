import { sha256 } from '../../kit/ids.ts';
import type { Article, ArticleHead } from '../../ports/host.ts';
import type { ExcerptRecord } from './store/records.ts';

/** Whose an excerpt is. What the host itself cuts from the text of an article is nobody's. */
export type Owner = 'nobody' | 'docent' | 'person';

/**
 * Whose the excerpt of an article is: Docent's when it reads as what Docent wrote; a person's when the host says so, or
 * when it is something else than what Docent wrote, also on hosts that cannot tell.
 */
export function ownerOf(
  head: Pick<ArticleHead, 'excerpt' | 'excerptIsManual'>,
  record: Pick<ExcerptRecord, 'textHash' | 'intendedHash'> | undefined,
): Owner {
  if (head.excerpt.trim() === '') return 'nobody';
  const own = textHashOf(head.excerpt);
  if (record?.textHash === own || record?.intendedHash === own) return 'docent';
  return head.excerptIsManual || (record !== undefined && record.textHash !== '') ? 'person' : 'nobody';
}

/** Fingerprint of an excerpt; hosts may change blanks and the form of characters. */
export const textHashOf = (excerpt: string): string =>
  sha256(excerpt.normalize('NFC').replace(/\s+/g, ' ').trim());

/** Fingerprint of what an excerpt is written from. */
export const contentHashOf = ({ title, body }: Pick<Article, 'title' | 'body'>): string =>
  sha256(JSON.stringify([title, body.text]));

/** Docent's excerpt of an article that reads differently by now. */
export const isStale = (owner: Owner, record: ExcerptRecord | undefined, contentHash: string): boolean =>
  owner === 'docent' && record !== undefined && contentHash !== '' && record.contentHash !== contentHash;
