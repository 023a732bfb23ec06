import { modelProcessors, type ProcessorType } from '../../../../contract/intent-routes/processors.ts';

/** A step as a draft names it, before its parameters are put in order. */
export interface DraftStep {
  readonly type: ProcessorType;
  readonly params: Readonly<Record<string, string>>;
}

/** The names that drafts use for parameters, and the ones that steps know. */
const properNames: Readonly<Record<string, string>> = {
  tag: 'tags',
  category: 'categories',
  keywords: 'keyword',
};

/** A drafted pipeline with proper parameter names and the defaults that a list for visitors wants. */
export const normalizePipeline = (steps: readonly DraftStep[]): DraftStep[] =>
  steps
    .map(({ type, params }) => {
      const named = Object.fromEntries(
        Object.entries(params).map(([name, value]) => [properNames[name] ?? name, value]),
      );
      return { type, params: { ...named, ...missingParams(type, named) } };
    })
    .map(withoutOrder);

function missingParams(
  type: ProcessorType,
  params: Readonly<Record<string, string>>,
): Record<string, string> {
  const has = (name: string) => (params[name] ?? '').trim() !== '';
  const missing: Record<string, string> = {};
  const given = has('tags') || has('categories') || has('keyword');
  if (type.endsWith('_MATCH') && type !== 'TOPIC_MATCH' && !has('mode')) {
    missing['mode'] = given ? 'fixed' : 'from_query';
  }
  if (type === 'KEYWORD_MATCH' && !has('fields')) missing['fields'] = 'title,content';
  if (type.endsWith('_SORT') && !has('limit')) missing['limit'] = '10';
  if (type === 'TIME_SORT' && !has('order')) missing['order'] = 'desc';
  if (modelProcessors.has(type)) {
    if (!has('candidateLimit')) missing['candidateLimit'] = '200';
    if (!has('onFailure')) missing['onFailure'] = 'empty';
  }
  return missing;
}

/** Visits have one order only. */
function withoutOrder({ type, params }: DraftStep): DraftStep {
  if (type !== 'VISIT_SORT') return { type, params };
  const { order: _, ...rest } = params;
  return { type, params: rest };
}
