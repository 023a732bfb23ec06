import type { CallPurpose, Scenario } from '../ports/models.ts';

/** Who waits for a call: a visitor, someone at the console or in an editor, or nobody. */
export type Urgency = 'visitor' | 'person' | 'background';

const urgencies: Partial<Readonly<Record<Scenario, Urgency>>> = {
  visitor_qa: 'visitor',
  search_answer: 'visitor',
  mark_judge: 'visitor',
  further_searches: 'visitor',
  search_query_rewrite: 'visitor',
  search_hyde: 'visitor',
  search_cross_language: 'visitor',
  search_embedding: 'visitor',
  search_rerank: 'visitor',
  intent_detect: 'visitor',
  intent_pipeline: 'visitor',
  index_embedding: 'background',
  curated_embedding: 'background',
  keyword_extract: 'background',
  summary_generate: 'background',
  mindmap_generate: 'background',
  evaluation_answer: 'background',
  evaluation_judge: 'background',
  agent_content_gap: 'background',
};

export const urgencyOf = ({ scenario }: CallPurpose): Urgency => urgencies[scenario] ?? 'person';
