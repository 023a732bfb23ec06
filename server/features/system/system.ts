import { system } from '../../../contract/system.ts';
import { unavailable } from '../../kit/fault.ts';
import { implement } from '../../http/implement.ts';
import type { Metrics } from './metrics.ts';

export { createMetrics } from './metrics.ts';

/** What load balancers and monitoring ask. `ready` tells whether the first index build is done. */
export const systemRoutes = (deps: {
  readonly metrics: Pick<Metrics, 'text'>;
  readonly ready: () => boolean;
}) =>
  implement(system, {
    health: async () => ({ status: 'up' }),
    readiness: async () => {
      if (!deps.ready()) throw unavailable('The first index build is not done yet');
      return { status: 'ready' };
    },
    metrics: async () => ({ status: 200, ...(await deps.metrics.text()) }),
  });
