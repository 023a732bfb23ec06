import type { KeywordMatch } from '../../ports/search-index.ts';
import type { InvertedIndex } from '../postings/inverted-index.ts';

/** Maximum number of further chunks per article; several may belong to one section. */
const maxFurther = 8;

/** Results with the further chunks of their articles; `documents` are the chunks that were found, the best first. */
export function withFurther(
  { directory }: InvertedIndex,
  hits: readonly KeywordMatch[],
  documents: Iterable<number>,
): readonly KeywordMatch[] {
  const further = new Map<number, string[]>(
    hits.map(({ articleId }) => [directory.entry(articleId)?.article ?? -1, []]),
  );
  for (const document of documents) {
    const own = further.get(directory.articleOf[document] ?? -1);
    if (own && own.length <= maxFurther) own.push(directory.chunkId(document));
  }
  return hits.map((hit) => {
    const own = further.get(directory.entry(hit.articleId)?.article ?? -1) ?? [];
    const others = own.filter((id) => id !== hit.chunkId).slice(0, maxFurther);
    return others.length > 0 ? { ...hit, further: others } : hit;
  });
}
