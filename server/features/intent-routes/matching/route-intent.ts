import { interfaceLanguageOf } from '../../../../contract/site/interface-language.ts';
import { guessLanguage } from '../../../text/language.ts';
import type { Log } from '../../../ports/log.ts';
import { nameFor } from '../builtin-routes.ts';
import type { Routed } from '../../chat/chat.ts';
import type { DetectRequest, Detected } from './detect.ts';
import type { HitCounts } from '../../../work/schedule/hit-counter.ts';
import type { RunPipeline } from '../pipeline/pipeline.ts';
import { explained, inEnglish } from '../../../kit/explained.ts';
import { reasonOf } from '../../../kit/reason.ts';
import { resultOf, variantOf } from '../pipeline/result.ts';

/**
 * Finds and runs the route of a question. A route without results, or one whose articles cannot be read, leaves the
 * question to retrieval; the trace shows it. Throws `not-found` for a named route that is unknown or disabled.
 */
export function createRouteIntent(deps: {
  readonly detect: (ask: DetectRequest) => Promise<Detected>;
  readonly runPipeline: RunPipeline;
  readonly hits: Pick<HitCounts, 'note'>;
  readonly log: Log;
}): (ask: DetectRequest & { readonly byVisitor: boolean }) => Promise<Routed> {
  return async (ask) => {
    const { trace } = ask;
    const startedAt = trace.now();
    const detected = await deps.detect(ask).catch((error: unknown) => {
      if (ask.signal.aborted || ask.intentRouteId !== undefined) throw error;
      deps.log.warn({ err: String(error) }, 'intent routes could not be tried');
      return { route: undefined, askedModel: false };
    });
    const { route } = detected;
    if (!route) return { answer: undefined, askedModel: detected.askedModel };
    const { id, displayName, pipeline } = route;
    if (ask.byVisitor) deps.hits.note(id);
    trace.add('chat_intent', 'Intent', { detail: id, data: { route: id, displayName } }, startedAt);
    trace.add('intent_route', 'Intent route', { detail: displayName });

    const run = await deps.runPipeline(pipeline, ask).catch((error: unknown) => {
      ask.signal.throwIfAborted();
      deps.log.warn({ route: id, err: inEnglish(reasonOf(error)) }, 'an intent route could not be run');
      return { articles: [], askedModel: false };
    });
    const askedModel = detected.askedModel || run.askedModel;
    if (run.articles.length === 0) {
      trace.add('pipeline', 'Pipeline', {
        status: 'fallback',
        statusLabel: 'nothing found',
        detail: explained('trace_from_passages'),
      });
      return { answer: undefined, askedModel, isEmptyRoute: true };
    }
    const language = interfaceLanguageOf(guessLanguage(ask.question));
    const result = resultOf(run.articles, variantOf(pipeline), nameFor(route, language), language);
    return { answer: { route: id, ...result }, askedModel };
  };
}
