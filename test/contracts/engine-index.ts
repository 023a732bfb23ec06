import { createArticleAnalysis } from '../../server/search/rescoring/analyse-article.ts';
import { createRescoredIndex } from '../../server/search/rescoring/rescored-index.ts';
import type { CandidateChange, SearchEngine } from '../../server/ports/candidates.ts';
import type { IndexChunk } from '../../server/ports/search-index.ts';
import type { FilledIndex } from './search-index.ts';

export type EngineIndex = FilledIndex;

/** An index of vectors of this length over a search engine, filled by one writer. */
export function indexOver(
  engine: SearchEngine,
  { site = 'site', dimensions = 3, deadlineMs = 60_000 } = {},
): EngineIndex {
  const of = { site, generation: 1, dimensions };
  const writer = engine.writer(of);
  const analyse = createArticleAnalysis();
  let seq = 0;
  const changeOf = (articleId: string, chunks: readonly IndexChunk[]): CandidateChange => {
    const article = analyse(chunks);
    return { articleId, seq: ++seq, ...(article && { article }) };
  };
  return {
    ...createRescoredIndex({ source: engine.source(of), version: () => seq, deadlineMs }),
    async load(articles) {
      const changes: CandidateChange[] = [];
      for await (const { articleId, chunks } of articles) changes.push(changeOf(articleId, chunks));
      await writer.write(changes, true);
    },
    replaceArticle: (articleId, chunks) => writer.write([changeOf(articleId, chunks)], true),
    async close() {
      await writer.drop();
      await engine.close();
    },
  };
}
