import { sha256 } from '../../kit/ids.ts';
import type { Scenario } from '../../ports/models.ts';
import type { ModelSpec } from './models-file.ts';

/** What an embedding model reads before a question and before a passage. */
export interface EmbeddingPrefixes {
  readonly query: string;
  readonly passage: string;
}

/**
 * The prefixes of the models file, else those that the model was trained with, told by its name. Where the file has fields for questions or
 * passages (`queryBody`, `passageBody`), the server tells them apart, and nothing is put before the texts.
 */
export function prefixesOf({
  model,
  queryPrefix,
  passagePrefix,
  queryBody,
  passageBody,
}: Pick<
  ModelSpec,
  'model' | 'queryPrefix' | 'passagePrefix' | 'queryBody' | 'passageBody'
>): EmbeddingPrefixes {
  const isTold = queryBody !== undefined || passageBody !== undefined;
  const known = isTold ? undefined : PRESETS.find(({ names }) => names.test(model));
  return { query: queryPrefix ?? known?.query ?? '', passage: passagePrefix ?? known?.passage ?? '' };
}

/** Changes whenever the vectors of an embedding model may: with its server, its id, its prefixes and the fields of its requests. */
export function vectorSpace(spec: ModelSpec): string {
  const { query, passage } = prefixesOf(spec);
  const { baseUrl, model, body, queryBody, passageBody } = spec;
  const parts = [baseUrl, model, query, passage, body ?? null, queryBody ?? null, passageBody ?? null];
  return spaceOf(parts);
}

/** The name of the space of all vectors that are made in the same way. */
export const spaceOf = (parts: readonly unknown[]): string =>
  sha256(JSON.stringify(parts)).slice(0, SPACE_LENGTH);

/** Calls whose texts are passages; all others ask for what is near to a question. */
export const kindOfCall = (scenario: Scenario): 'passage' | 'query' =>
  scenario === 'index_embedding' ? 'passage' : 'query';

/** 64 bits. */
const SPACE_LENGTH = 16;

const RETRIEVAL_TASK =
  'Instruct: Given a web search query, retrieve relevant passages that answer the query\n';
const ENGLISH_QUESTION = 'Represent this sentence for searching relevant passages: ';

/** From the model cards; the first that fits counts. Models that are not named, such as OpenAI's, BGE-M3 and Granite, read texts as they are. */
const PRESETS: readonly (EmbeddingPrefixes & { readonly names: RegExp })[] = [
  { names: /\be5-[\w-]*instruct/i, query: `${RETRIEVAL_TASK}Query: `, passage: '' },
  { names: /\be5\b/i, query: 'query: ', passage: 'passage: ' },
  { names: /\bbge-(?:small|base|large)-zh/i, query: '为这个句子生成表示以用于检索相关文章：', passage: '' },
  { names: /\bbge-(?:small|base|large)-en/i, query: ENGLISH_QUESTION, passage: '' },
  { names: /nomic-embed-(?:text|v2)/i, query: 'search_query: ', passage: 'search_document: ' },
  { names: /\bgte-qwen[\w.-]*instruct/i, query: `${RETRIEVAL_TASK}Query: `, passage: '' },
  { names: /qwen3-embedding/i, query: `${RETRIEVAL_TASK}Query:`, passage: '' },
  { names: /embeddinggemma/i, query: 'task: search result | query: ', passage: 'title: none | text: ' },
  { names: /arctic-embed[\w-]*(?:-v2|2\b)/i, query: 'query: ', passage: '' },
  { names: /arctic-embed|mxbai-embed/i, query: ENGLISH_QUESTION, passage: '' },
];
