import type { KnowledgeStats } from '../../../contract/knowledge.ts';
import { formatNumber, sentences } from '../../text/format.ts';

type Cost = NonNullable<KnowledgeStats['rebuild']>;

interface CostTexts {
  readonly makes: (passages: number) => string;
  readonly free: string;
  readonly embeds: (calls: number, tokens: string) => string;
  readonly names: (calls: number) => string;
}

interface RebuildTexts {
  readonly costs: CostTexts;
  readonly running: string;
  readonly onlyChanged: string;
}

/** What a rebuild costs and what serves meanwhile; embeddings are mentioned where a model makes them. */
export function rebuildText(stats: KnowledgeStats | undefined, t: RebuildTexts): string {
  const { rebuild, embedding = '', plannedEmbedding = embedding } = stats ?? {};
  const cost = rebuild ? costText(rebuild, t.costs) : '';
  return sentences(cost, t.running, plannedEmbedding === '' ? '' : t.onlyChanged);
}

/** The size and cost of a rebuild, in sentences. */
export function costText({ passages, embeddingCalls, estimatedTokens, keywordCalls }: Cost, t: CostTexts) {
  const calls = [
    embeddingCalls > 0 ? t.embeds(embeddingCalls, formatNumber(estimatedTokens)) : '',
    keywordCalls > 0 ? t.names(keywordCalls) : '',
  ].filter((text) => text !== '');
  return [t.makes(passages), ...(calls.length > 0 ? calls : [t.free])].join(' ');
}
