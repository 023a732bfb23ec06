import { system } from '../../../contract/system.ts';
import { implement } from '../../http/implement.ts';
import { unauthenticated } from '../../kit/fault.ts';
import { sameSecret } from '../../kit/ids.ts';
import type { Metrics } from './metrics.ts';
import type { Readiness } from './readiness.ts';

/** Health checks and metrics for load balancers and monitoring. */
export const healthRoutes = (deps: {
  readonly metrics: Pick<Metrics, 'text'>;
  readonly readiness: Pick<Readiness, 'assert'>;
  readonly version: string;
  /** Facts about the installation in the same format. */
  readonly facts?: () => Promise<string>;
  /** Token for reading metrics; without one they are public. */
  readonly metricsToken?: string | undefined;
}) =>
  implement(system, {
    health: async () => ({ status: 'up', version: deps.version }),
    readiness: async () => {
      await deps.readiness.assert();
      return { status: 'ready' };
    },
    metrics: async (_input, { credentials }) => {
      const { metricsToken: token } = deps;
      if (token !== undefined && !sameSecret(credentials.authorization ?? '', `Bearer ${token}`))
        throw unauthenticated();
      const { contentType, body } = await deps.metrics.text();
      return { status: 200, contentType, body: body + ((await deps.facts?.()) ?? '') };
    },
  });
