import { sha256 } from '../../kit/ids.ts';
import type { ArticleHead } from '../../ports/host.ts';
import type { ExcerptRecord } from './store/records.ts';

/** Author of an excerpt; `nobody` for one that the host cut from the article. */
export type Owner = 'nobody' | 'docent' | 'person';

/**
 * Author of an article's excerpt: Docent when it equals the text Docent wrote; a person when the host says so, or when
 * it differs from Docent's text, also on hosts without that information.
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

/** Fingerprint of an excerpt, insensitive to blanks and Unicode forms, which hosts may change. */
export const textHashOf = (excerpt: string): string =>
  sha256(excerpt.normalize('NFC').replace(/\s+/g, ' ').trim());

/** True for Docent's excerpt of an article that has changed since. */
export const isStale = (owner: Owner, record: ExcerptRecord | undefined, contentHash: string): boolean =>
  owner === 'docent' && record !== undefined && contentHash !== '' && record.contentHash !== contentHash;
