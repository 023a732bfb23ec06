import type { ExcerptRow } from '../../../contract/excerpts.ts';

/** The author of an excerpt, for the table; `host` is an excerpt that the platform cut from the text. */
export type Owner = 'person' | 'docent' | 'stale' | 'none' | 'host';

export function ownerOf(row: Pick<ExcerptRow, 'hasExcerpt' | 'manual' | 'stale' | 'generatedAt'>): Owner {
  if (!row.hasExcerpt) return 'none';
  if (row.manual) return 'person';
  if (row.stale) return 'stale';
  return row.generatedAt === '' ? 'host' : 'docent';
}
