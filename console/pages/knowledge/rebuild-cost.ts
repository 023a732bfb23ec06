import type { KnowledgeStats } from '../../../contract/knowledge.ts';
import type { PlannedCalls } from '../../text/call-estimate.ts';
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
export function rebuildText(stats: KnowledgeStats | undefined, t: RebuildTexts, price = ''): string {
  const { rebuild, embedding = '', plannedEmbedding = embedding } = stats ?? {};
  const cost = rebuild ? costText(rebuild, t.costs) : '';
  return sentences(cost, price, t.running, plannedEmbedding === '' ? '' : t.onlyChanged);
}

/** The calls of a rebuild by their purpose. */
export const plannedCalls = (stats: KnowledgeStats | undefined): readonly PlannedCalls[] => {
  const { embeddingCalls = 0, estimatedTokens = 0, keywordCalls = 0 } = stats?.rebuild ?? {};
  return [
    ...(embeddingCalls > 0
      ? [{ scenario: 'index_embedding', calls: embeddingCalls, tokens: estimatedTokens }]
      : []),
    ...(keywordCalls > 0 ? [{ scenario: 'keyword_extract', calls: keywordCalls }] : []),
  ];
};

/** The size and cost of a rebuild, in sentences. */
export function costText({ passages, embeddingCalls, estimatedTokens, keywordCalls }: Cost, t: CostTexts) {
  const calls = [
    embeddingCalls > 0 ? t.embeds(embeddingCalls, formatNumber(estimatedTokens)) : '',
    keywordCalls > 0 ? t.names(keywordCalls) : '',
  ].filter((text) => text !== '');
  return [t.makes(passages), ...(calls.length > 0 ? calls : [t.free])].join(' ');
}
