import { draftIntent } from '../../../contract/intent-routes/intent-routes.ts';
import type { RouteBody, RouteStage } from '../../../contract/intent-routes/route-fields.ts';
import { notFound } from '../../kit/fault.ts';
import { createTrace } from '../../kit/trace.ts';
import type { RunPipeline } from './pipeline/pipeline.ts';
import { reviewRoute } from './drafting/review-route.ts';
import { checkPatterns, type RouteCache } from './route-cache.ts';
import { createTriggerIndex } from './matching/trigger-index.ts';

/** Trial runs of pipelines: nothing is saved, enabled or counted; model calls of steps have a cost. */
export function createTrials(deps: {
  readonly routes: Pick<RouteCache, 'find'>;
  readonly runPipeline: RunPipeline;
  readonly now: () => number;
}) {
  const run = async (pipeline: RouteBody['pipeline'], question: string, signal: AbortSignal) => {
    const trace = createTrace(deps.now);
    const { articles } = await deps.runPipeline(pipeline, { question, trace, signal });
    const stages = trace.stages.map(
      ({ name, label, status, statusLabel, detail, durationMs, data }): RouteStage => ({
        name,
        label,
        status,
        statusLabel,
        detail,
        durationMs,
        ...(data !== null && { data }),
      }),
    );
    return { stages, resultCount: articles.length };
  };

  return {
    /** Runs a saved route, also a disabled one. Throws `not-found`. */
    async preview(id: string, query: string, signal: AbortSignal) {
      const route = await deps.routes.find(id);
      if (!route) throw notFound('Intent route');
      return { query, intent: id, ...(await run(route.pipeline, query, signal)) };
    },

    /**
     * Runs an unsaved draft, even if its patterns do not match the question. Throws `invalid` for an invalid pattern.
     */
    async simulate(draft: RouteBody, query: string, signal: AbortSignal) {
      checkPatterns(draft);
      return {
        query,
        intent: draftIntent,
        matched: createTriggerIndex([draft])(query) !== undefined,
        issues: reviewRoute(draft),
        ...(await run(draft.pipeline, query, signal)),
      };
    },
  };
}
