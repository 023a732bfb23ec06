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

/** The names of the field with the documents. */
const listFields = ['documents', 'texts', 'passages'];

const listFieldOf = (fields: Readonly<Record<string, unknown>>): string | undefined =>
  listFields.find((field) => isList(fields[field]));

/** Documents under another name, without the fields that such a server does not know. */
const documentsAs = (
  name: string,
  field: string,
  refusal: RegExp,
  unknown: readonly string[],
): ParameterFallback => ({
  name,
  value: ({ documents }) => (documents === undefined ? undefined : true),
  refusedBy: (reason) => refusal.test(reason),
  apply: ({ fields: { documents, ...rest } }) => ({
    ...Object.fromEntries(Object.entries(rest).filter(([name]) => !unknown.includes(name))),
    [field]: documents,
  }),
});

/** Fallbacks for rerank requests: the shapes of text-embeddings-inference and NVIDIA, other names of the documents, and fields that are left out. */
export const rerankFallbacks: readonly ParameterFallback[] = [
  // text-embeddings-inference accepts neither a model nor a number of results.
  documentsAs('documents', 'texts', /\btexts\b/i, cohereFields),
  documentsAs('documents as passages', 'passages', /\bpassages\b/i, cohereFields.slice(1)),
  {
    name: 'documents as text',
    value: (fields) => {
      const list = fields[listFieldOf(fields) ?? ''];
      return isList(list) && typeof list[0] === 'string' ? true : undefined;
    },
    refusedBy: (reason) =>
      /(?:documents?|texts|passages?)\b.{0,80}(?:\bobject|\bdict|\bmap\b|\bfield\b.{0,20}\btext\b)|\b(?:object|dict(?:ionary)?)\b.{0,80}\b(?:documents?|texts|passages?)\b/i.test(
        reason,
      ),
    apply: ({ fields }) => {
      const field = listFieldOf(fields) ?? '';
      const list = fields[field];
      return isList(list) ? { ...fields, [field]: list.map((text) => ({ text })) } : fields;
    },
  },
  nvidia('/ranking', ({ documents }) => (documents === undefined ? undefined : true)),
  // The hosted ones.
  nvidia('/reranking', ({ passages }) => (passages === undefined ? undefined : true)),
  without('truncate', ['truncate'], /\btruncat/i),
  without('return_documents', ['return_documents'], /return_documents/i),
  without('top_n', ['top_n'], /top_n/i),
];
