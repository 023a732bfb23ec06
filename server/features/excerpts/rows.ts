import type { ExcerptRow } from '../../../contract/excerpts.ts';
import { instantOf } from '../../kit/calendar.ts';
import type { ArticleHead } from '../../ports/host.ts';
import { isStale, ownerOf } from './authorship.ts';
import type { ContentHashes } from './content-hashes.ts';
import type { ExcerptRecords } from './store/records.ts';

/** Rows of a page of articles: their excerpts, their authors, and whether they are outdated. */
export const createRows =
  (deps: { readonly records: Pick<ExcerptRecords, 'several'>; readonly contentHashes: ContentHashes }) =>
  async (heads: readonly ArticleHead[], signal: AbortSignal): Promise<ExcerptRow[]> => {
    const known = await deps.records.several(heads.map(({ id }) => id));
    const hashes = await deps.contentHashes(heads, known, signal);
    return heads.map((head) => {
      const record = known.get(head.id);
      const owner = ownerOf(head, record);
      const own = owner === 'docent' ? record : undefined;
      return {
        postName: head.id,
        title: head.title,
        excerpt: head.excerpt,
        hasExcerpt: head.excerpt.trim() !== '',
        autoGenerate: record?.auto ?? false,
        publishTime: head.publishedAt,
        manual: owner === 'person',
        stale: isStale(owner, record, hashes.get(head.id) ?? ''),
        generatedAt: instantOf(own?.writtenAt),
        model: own?.model ?? '',
      };
    });
  };
