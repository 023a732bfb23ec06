import { system } from '../../../contract/system.ts';
import { implement } from '../../http/implement.ts';
import type { Metrics } from './metrics.ts';
import type { Readiness } from './readiness.ts';

/** Health checks and metrics for load balancers and monitoring. */
export const healthRoutes = (deps: {
  readonly metrics: Pick<Metrics, 'text'>;
  readonly readiness: Pick<Readiness, 'assert'>;
}) =>
  implement(system, {
    health: async () => ({ status: 'up' }),
    readiness: async () => {
      await deps.readiness.assert();
      return { status: 'ready' };
    },
    metrics: async () => ({ status: 200, ...(await deps.metrics.text()) }),
  });
