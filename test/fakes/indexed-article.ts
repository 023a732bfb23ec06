import { headWith } from './heads.ts';
import type { ArticleEntry, StoredChunk } from '../../server/features/knowledge/store.ts';

/** An article as the index holds it. */
export function indexedArticle(id: string): ArticleEntry {
  const { excerptIsManual: _, visibility: __, ...head } = headWith(id, 'r');
  return { ...head, title: `About ${id}`, state: 'indexed', contentHash: `h-${id}`, error: '' };
}

/** The first passage of an article. */
export const firstChunk = (text: string): StoredChunk => ({
  identity: text.slice(0, 12),
  index: 0,
  text,
  headingPath: [],
  anchor: '',
  tokens: 5,
  keywords: [],
  vectorKey: '',
});
