import { without } from './parameter-fallbacks.ts';
import type { ParameterFallback } from './retry-policy.ts';

/** Fields that other servers than those in the shape of Cohere do not know. */
const cohereFields = ['model', 'top_n', 'return_documents'];

const isList = (documents: unknown): documents is readonly unknown[] => Array.isArray(documents);

const isText = (value: unknown): value is string => typeof value === 'string';

/** Servers without the path of a call answer so; a message that names the model is about the model. */
const NO_SUCH_PATH =
  /^(?![^]*(?:\bmodels?\b(?!\s+server)|模型))[^]*(?:not[ _]?found|unknown (?:path|url|route|endpoint)|method not allowed|cannot post|no route)/i;

/** The fields of NVIDIA's rerankers, which are at another path. Texts that are too long are cut. */
const nvidia = (path: string, value: ParameterFallback['value']): ParameterFallback => ({
  name: `path ${path}`,
  path,
  value,
  refusedBy: (reason) => NO_SUCH_PATH.test(reason),
  apply: ({ fields: { query, documents, ...rest } }) =>
    documents === undefined
      ? { query, ...rest }
      : {
          truncate: 'END',
          ...Object.fromEntries(
            Object.entries(rest).filter(([field]) => !cohereFields.slice(1).includes(field)),
          ),
          query: { text: query },
          passages: isList(documents) ? documents.map((text) => (isText(text) ? { text } : text)) : [],
        },
});

/** Fallbacks for rerank requests: the shapes of text-embeddings-inference and NVIDIA, and fields that are left out. */
export const rerankFallbacks: readonly ParameterFallback[] = [
  {
    // text-embeddings-inference uses this field name, and accepts neither a model nor a number of results.
    name: 'documents',
    value: ({ documents }) => (documents === undefined ? undefined : true),
    refusedBy: (reason) => /\btexts\b/i.test(reason),
    apply: ({ fields: { documents, ...rest } }) => ({
      ...Object.fromEntries(Object.entries(rest).filter(([field]) => !cohereFields.includes(field))),
      texts: documents,
    }),
  },
  {
    name: 'documents as text',
    value: ({ documents }) => (isList(documents) && typeof documents[0] === 'string' ? true : undefined),
    refusedBy: (reason) =>
      /documents?\b.{0,80}(?:\bobject|\bdict|\bmap\b|\bfield\b.{0,20}\btext\b)|\b(?:object|dict(?:ionary)?)\b.{0,80}\bdocuments?\b/i.test(
        reason,
      ),
    apply: ({ fields }) => ({
      ...fields,
      documents: isList(fields['documents']) ? fields['documents'].map((text) => ({ text })) : [],
    }),
  },
  nvidia('/ranking', ({ documents }) => (documents === undefined ? undefined : true)),
  // The hosted ones.
  nvidia('/reranking', ({ passages }) => (passages === undefined ? undefined : true)),
  without('truncate', ['truncate'], /\btruncat/i),
  without('return_documents', ['return_documents'], /return_documents/i),
  without('top_n', ['top_n'], /top_n/i),
];
