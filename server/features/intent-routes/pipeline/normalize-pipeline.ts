import { modelProcessors, type ProcessorType } from '../../../../contract/intent-routes/processors.ts';

/** A step of a draft before its parameters are normalized. */
export interface DraftStep {
  readonly type: ProcessorType;
  readonly params: Readonly<Record<string, string>>;
}

/** Parameter names used in drafts, and their canonical names. */
const properNames: Readonly<Record<string, string>> = {
  tag: 'tags',
  category: 'categories',
  keywords: 'keyword',
};

/** A drafted pipeline with canonical parameter names and defaults for visitors. */
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

/** Sorting by visits has no direction. */
function withoutOrder({ type, params }: DraftStep): DraftStep {
  if (type !== 'VISIT_SORT') return { type, params };
  const { order: _, ...rest } = params;
  return { type, params: rest };
}
