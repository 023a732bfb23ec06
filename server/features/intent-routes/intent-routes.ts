import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Database } from '../../kit/database.ts';
import { createHitCounter } from '../../work/schedule/hit-counter.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Models } from '../../ports/models.ts';
import type { Question, Routed, RoutingContext } from '../chat/chat.ts';
import type { Changes } from '../changes/changes.ts';
import type { Config } from '../config/config.ts';
import { createAskModel } from './ask-model.ts';
import { createAdminApi } from './admin-api.ts';
import { createDetect } from './matching/detect.ts';
import { createGenerate } from './drafting/generate.ts';
import { createPipeline } from './pipeline/pipeline.ts';
import { createRouteIntent } from './matching/route-intent.ts';
import { intentRouteRoutes } from './routes.ts';
import { recordedRoutes } from './route-history.ts';
import { createRouteCache } from './route-cache.ts';
import { createFacets } from './pipeline/article-facets.ts';
import { createIntentRouteStore } from './store.ts';
import { createTrials } from './trial.ts';

export { intentRouteMigrations } from './store.ts';

export interface IntentRouteDeps {
  readonly db: Database;
  readonly config: Pick<Config, 'read'>;
  readonly models: Models;
  readonly catalogue: Pick<Catalogue, 'heads'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly historyOf: Changes['historyOf'];
}

/** Intent routes: questions answered by a list of the site's articles. */
export function createIntentRoutes(deps: IntentRouteDeps) {
  const { db, config, models, catalogue, clock, log } = deps;
  const { now } = clock;
  const store = createIntentRouteStore(db);
  const routes = createRouteCache({ db, store, now, log });
  const history = deps.historyOf(recordedRoutes(routes));
  const hits = createHitCounter({ store, now, log, of: 'intent routes' });
  const askModel = createAskModel({ models, config });
  const facets = createFacets(catalogue);
  const runPipeline = createPipeline({ facets, askModel });
  const route = createRouteIntent({ detect: createDetect({ routes, askModel }), runPipeline, hits, log });

  return {
    /** Runs the matching or named route. Throws `not-found` for a named route that is unknown or disabled. */
    routeIntent: (
      { question, intentRouteId, signal, visitor }: Question,
      context: RoutingContext,
    ): Promise<Routed> =>
      route({ ...context, question, intentRouteId, signal, byVisitor: visitor !== undefined }),
    /** Changes with every route. */
    revision: routes.revision,
    routes: [
      intentRouteRoutes(
        createAdminApi({
          routes,
          hits,
          history,
          trials: createTrials({ routes, runPipeline, now }),
          generate: createGenerate({ routes, facets, askModel }),
          now,
        }),
      ),
    ],
    /** Undoes a change of a route. */
    restore: history.restore,
    /** Writes pending counts. */
    async [Symbol.asyncDispose](): Promise<void> {
      routes.close();
      await hits.close();
    },
  };
}

export type IntentRoutes = ReturnType<typeof createIntentRoutes>;
