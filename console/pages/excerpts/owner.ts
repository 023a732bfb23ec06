import type { ExcerptRow } from '../../../contract/excerpts.ts';

/** Whose an excerpt is, as the table shows it; `host` is what the platform cut from the text by itself. */
export type Owner = 'person' | 'docent' | 'stale' | 'none' | 'host';

export function ownerOf(row: Pick<ExcerptRow, 'hasExcerpt' | 'manual' | 'stale' | 'generatedAt'>): Owner {
  if (!row.hasExcerpt) return 'none';
  if (row.manual) return 'person';
  if (row.stale) return 'stale';
  return row.generatedAt === '' ? 'host' : 'docent';
}
