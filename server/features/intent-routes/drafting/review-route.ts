import {
  modelProcessors,
  processors,
  type ProcessorType,
} from '../../../../contract/intent-routes/processors.ts';
import type { RouteBody, RouteIssue } from '../../../../contract/intent-routes/route-fields.ts';
import { foldName } from '../matching/normalize-question.ts';
import type { Terms } from '../pipeline/article-facets.ts';
import { explained } from '../../../kit/explained.ts';
import { triggerProblem } from '../matching/trigger.ts';

type Reviewed = Pick<RouteBody, 'triggerPatterns' | 'llmFallback' | 'pipeline'>;

/** The site's terms and other routes' patterns, for collisions. */
export interface Surroundings {
  readonly tags: Terms;
  readonly categories: Terms;
  readonly otherPatterns: readonly string[];
}

const sorts: ReadonlySet<ProcessorType> = new Set(['TIME_SORT', 'VISIT_SORT']);
/** Words of nearly every question. */
const tooCommon = new Set(['文章', '推荐', 'article', 'articles', 'post', 'posts', 'recommend']);

/** Issues to check before a route is enabled; with surroundings also collisions. */
export function reviewRoute(route: Reviewed, around?: Surroundings): RouteIssue[] {
  return [
    ...patternIssues(route),
    ...(around ? repeatedPatterns(route, around.otherPatterns) : []),
    ...orderIssues(route),
    ...paramIssues(route),
    ...(around ? unknownNames(route, around) : []),
  ];
}

const patternIssue = (level: RouteIssue['level'], message: string): RouteIssue => ({
  level,
  field: 'triggerPatterns',
  message,
});
const stepIssue = (level: RouteIssue['level'], message: string): RouteIssue => ({
  level,
  field: 'pipeline',
  message,
});

function patternIssues({ triggerPatterns, llmFallback }: Reviewed): RouteIssue[] {
  if (triggerPatterns.length === 0 && !llmFallback) {
    return [patternIssue('error', explained('route_unreachable').text)];
  }
  return triggerPatterns.flatMap((pattern) => {
    const problem = triggerProblem(pattern);
    if (problem !== undefined)
      return [patternIssue('error', explained('route_pattern', { pattern, reason: problem }).text)];
    const common = pattern.length <= 2 || tooCommon.has(pattern.toLowerCase());
    return common ? [patternIssue('warning', explained('route_pattern_common', { pattern }).text)] : [];
  });
}

function repeatedPatterns({ triggerPatterns }: Reviewed, others: readonly string[]): RouteIssue[] {
  const known = new Set(others.map((pattern) => pattern.toLowerCase()));
  return triggerPatterns
    .filter((pattern) => known.has(pattern.toLowerCase()))
    .map((pattern) => patternIssue('warning', explained('route_pattern_repeated', { pattern }).text));
}

function orderIssues({ pipeline }: Reviewed): RouteIssue[] {
  const sorted = pipeline.findIndex(({ type }) => sorts.has(type));
  const late = sorted >= 0 && pipeline.slice(sorted).some(({ type }) => !sorts.has(type));
  const byModel = pipeline.filter(({ type }) => modelProcessors.has(type)).length;
  return [
    ...(late ? [stepIssue('warning', explained('route_order').text)] : []),
    ...(byModel > 1 ? [stepIssue('warning', explained('route_models').text)] : []),
  ];
}

function paramIssues({ pipeline }: Reviewed): RouteIssue[] {
  return pipeline.flatMap(({ type, params }, index) =>
    Object.keys(params)
      .filter((name) => !Object.hasOwn(processors[type], name))
      .map((name) => stepIssue('error', explained('route_param', { step: index + 1, type, name }).text)),
  );
}

function unknownNames({ pipeline }: Reviewed, { tags, categories }: Surroundings): RouteIssue[] {
  return pipeline.flatMap(({ type, params }) => {
    if (params['mode'] !== 'fixed') return [];
    if (type === 'TAG_MATCH') return missing('tag', params['tags'], tags);
    return type === 'CATEGORY_MATCH' ? missing('category', params['categories'], categories) : [];
  });
}

const missing = (what: string, list: string | undefined, terms: Terms): RouteIssue[] =>
  (list ?? '')
    .split(/[,，、;；\n]+/)
    .map((name) => name.trim())
    .filter((name) => name !== '' && !terms.has(foldName(name)))
    .map((name) => stepIssue('warning', explained('route_no_term', { what, name }).text));
