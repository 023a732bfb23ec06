/** English labels of codes in call records; clients may show their own. */
export const typeLabel = (type: string): string => typeLabels.get(type) ?? type;

export const scenarioLabel = (scenario: string): string => scenarioLabels.get(scenario) ?? scenario;

const typeLabels: ReadonlyMap<string, string> = new Map([
  ['chat', 'Chat'],
  ['embed', 'Embedding'],
  ['rerank', 'Rerank'],
  ['image', 'Image'],
  ['unknown', 'Unknown'],
]);

const scenarioLabels: ReadonlyMap<string, string> = new Map([
  ['unknown', 'Not labelled'],
  ['model_test', 'Connection test'],
  ['visitor_qa', 'Visitor answer'],
  ['hot_articles', 'Popular articles'],
  ['search_answer', 'Search answer'],
  ['mark_judge', 'Second look at marks'],
  ['further_searches', 'Further searches'],
  ['search_query_rewrite', 'Question rewriting'],
  ['search_hyde', 'Hypothetical passage'],
  ['search_cross_language', 'Question translation'],
  ['search_embedding', 'Question embedding'],
  ['search_rerank', 'Reranking'],
  ['index_embedding', 'Index embedding'],
  ['curated_embedding', 'Curated answers: vectors'],
  ['keyword_extract', 'Chunk keywords'],
  ['summary_generate', 'Excerpt'],
  ['mindmap_generate', 'Mind map'],
  ['writing_assist', 'Writing help'],
  ['evaluation_answer', 'Evaluation answer'],
  ['evaluation_judge', 'Evaluation judge'],
  ['agent_content_gap', 'Content-gap agent'],
  ['intent_detect', 'Route detection'],
  ['intent_pipeline', 'Route step'],
  ['intent_route_generate', 'Route draft'],
  ['pet_master', 'Pet picture'],
  ['pet_expression', 'Pet expression'],
]);
