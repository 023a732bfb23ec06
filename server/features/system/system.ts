import type { Feature } from '../../http/implement.ts';
import { healthRoutes } from './health.ts';
import { installationRoutes } from './installation.ts';
import type { Metrics } from './metrics.ts';
import { createReadiness, type Readiness } from './readiness.ts';
import { createWarnings } from './warnings.ts';

type Deps = Omit<Parameters<typeof installationRoutes>[0], 'ready' | 'warnings'> &
  Parameters<typeof createWarnings>[0] & {
    readonly metrics: Pick<Metrics, 'text'>;
    readonly knowledge: { readonly ready: boolean };
  };

/** State of the installation, for load balancers, monitoring and administrators. */
export function createSystem(deps: Deps): Feature & { readonly readiness: Readiness } {
  const { db, knowledge, metrics } = deps;
  const isIndexed = () => knowledge.ready;
  const readiness = createReadiness({ isIndexed, health: db.health });
  return {
    readiness,
    routes: [
      installationRoutes({ ...deps, ready: isIndexed, warnings: createWarnings(deps) }),
      healthRoutes({ metrics, readiness }),
    ],
  };
}
