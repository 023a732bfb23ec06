import type { ParameterFallback } from './retry-policy.ts';

/** Adds the kind of text for models that distinguish questions and passages, with the field and value that their error message names. */
export const kindOfTexts: ParameterFallback = {
  name: 'input_type',
  value: (fields) => (FIELDS.some((name) => fields[name] !== undefined) ? undefined : 'missing'),
  refusedBy: (reason) => ASKED.test(reason) && NEEDED.test(reason),
  apply: ({ fields, texts = 'passage' }, reason) => {
    const field =
      FIELDS.find((name) => new RegExp(`\\b${RegExp.escape(name)}\\b`, 'i').test(reason)) ?? 'input_type';
    const [query, passage] = WORDS.find(([, word]) => reason.includes(word)) ?? ['query', 'passage'];
    return { ...fields, [field]: texts === 'query' ? query : passage };
  },
};

const FIELDS = ['input_type', 'task_type', 'task'];
const ASKED = /\binput_type\b|\btask_type\b|\btask\b|asymmetric/i;
const NEEDED = /requir|missing|must|need|expected|asymmetric|必/i;

/** Values that providers use for questions and for passages; longer ones first. */
const WORDS: readonly (readonly [string, string])[] = [
  ['search_query', 'search_document'],
  ['RETRIEVAL_QUERY', 'RETRIEVAL_DOCUMENT'],
  ['retrieval.query', 'retrieval.passage'],
  ['query', 'passage'],
  ['query', 'document'],
];
