import type { RouteBody } from '../../../../contract/intent-routes/route-fields.ts';

type Step = RouteBody['pipeline'][number];

/** Describes a draft in short sentences: its triggers, each step, and that it is disabled. */
export function explainRoute({ triggerPatterns, llmFallback, pipeline }: RouteBody): string[] {
  const patterns = triggerPatterns.length;
  const when =
    patterns === 0
      ? 'No pattern leads to the route.'
      : `${patterns === 1 ? '1 pattern leads' : `${patterns} patterns lead`} to the route.`;
  const byModel = llmFallback ? ' When no pattern of any route fits, a model may choose it.' : '';
  return [
    when + byModel,
    ...pipeline.map((step, index) => `Step ${index + 1}: ${sentences[step.type](step.params)}.`),
    'The draft is not saved and is off until somebody saves it and switches it on.',
  ];
}

const maxShown = (limit: string | undefined) => (limit && limit !== '0' ? `, at most ${limit}` : '');
const named = (what: string, mode: string | undefined, names: string | undefined) =>
  mode === 'fixed' ? `${what} ${names || '(none)'}` : `a ${what} that the question names`;

const sentences: Readonly<Record<Step['type'], (params: Step['params']) => string>> = {
  TOPIC_MATCH: ({ limit }) =>
    `keeps what is about the topic of the question, with the help of a model${maxShown(limit)}`,
  LLM_TITLE_FILTER: ({ limit }) => `lets a model choose by title${maxShown(limit)}`,
  TAG_MATCH: ({ mode, tags }) => `keeps what is filed under ${named('tag', mode, tags)}`,
  CATEGORY_MATCH: ({ mode, categories }) =>
    `keeps what is filed under ${named('category', mode, categories)}`,
  KEYWORD_MATCH: ({ mode, keyword, fields }) =>
    `keeps what has ${mode === 'fixed' ? `the keyword ${keyword || '(none)'}` : 'a word of the question'} in ${
      /content/i.test(fields ?? '') ? 'title or excerpt' : 'the title'
    }`,
  TIME_SORT: ({ order, limit }) =>
    `sorts by publication, ${order === 'asc' ? 'oldest' : 'newest'} first${maxShown(limit)}`,
  VISIT_SORT: ({ limit }) => `sorts by visits, the most visited first${maxShown(limit || '10')}`,
};
