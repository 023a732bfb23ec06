import type { ParameterFallback } from './retry-policy.ts';

/** Adds the kind of text for models that distinguish questions and passages, with the field and value that their error message names. */
export const kindOfTexts: ParameterFallback = {
  name: 'input_type',
  value: (fields) => FIELDS.map((name) => fields[name]).find((word) => word !== undefined) ?? 'missing',
  refusedBy: (reason, fields) =>
    ASKED.test(reason) &&
    (FIELDS.every((name) => fields[name] === undefined)
      ? NEEDED.test(reason)
      : wordsIn(reason) !== undefined),
  apply: ({ fields, texts = 'passage' }, reason) => {
    const field =
      FIELDS.find((name) => new RegExp(`\\b${RegExp.escape(name)}\\b`, 'i').test(reason)) ?? 'input_type';
    const [query, passage] = wordsIn(reason) ?? ['query', 'passage'];
    return { ...fields, [field]: texts === 'query' ? query : passage };
  },
};

const wordsIn = (reason: string) => WORDS.find(([, word]) => reason.includes(word));

const FIELDS = ['input_type', 'task_type', 'text_type', 'prompt_name', 'task'];
const ASKED = /\binput_type\b|\btask_type\b|\btext_type\b|\bprompt_name\b|\btask\b|asymmetric/i;
const NEEDED = /requir|missing|must|need|expected|asymmetric|必/i;

/** Values that providers use for questions and for passages; longer ones first. */
const WORDS: readonly (readonly [string, string])[] = [
  ['search_query', 'search_document'],
  ['RETRIEVAL_QUERY', 'RETRIEVAL_DOCUMENT'],
  ['retrieval.query', 'retrieval.passage'],
  ['query', 'passage'],
  ['query', 'document'],
];
