import { isRecent } from '../../kit/calendar.ts';
import type { Feature } from '../../http/implement.ts';
import { factLines, type InstallationFacts } from './fact-metrics.ts';
import { healthRoutes } from './health.ts';
import { installationRoutes } from './installation.ts';
import type { Metrics } from './metrics.ts';
import { createReadiness, type Readiness } from './readiness.ts';
import { createFirstSteps } from './first-steps.ts';
import type { Database } from '../../kit/database.ts';
import { createWarnings } from './warnings.ts';

type Deps = Omit<Parameters<typeof installationRoutes>[0], 'ready' | 'warnings' | 'firstSteps'> &
  Parameters<typeof createWarnings>[0] & {
    readonly db: Pick<Database, 'query'>;
    readonly metrics: Pick<Metrics, 'text'>;
    readonly knowledge: {
      readonly ready: boolean;
      readonly heads: { readonly size: number };
      readonly readAt: number | undefined;
    };
    /** Lengths of queues. */
    readonly queues: {
      readonly calls: () => number;
      readonly jobs: () => Promise<number>;
      readonly notices: () => Promise<number>;
    };
    readonly metricsToken?: string | undefined;
    /** Facts about the data folder. */
    readonly folder?: (() => Promise<{ readonly freeBytes: number }>) | undefined;
    /** When `docent backup` last made a backup of this installation, in epoch milliseconds. */
    readonly backedUpAt?: (() => Promise<number | undefined>) | undefined;
    readonly searchEngine?: (() => Promise<string>) | undefined;
  };

/** State of the installation, for load balancers, monitoring and administrators. */
export function createSystem(deps: Deps): Feature & { readonly readiness: Readiness } {
  const { db, knowledge, metrics } = deps;
  const isIndexed = () => knowledge.ready;
  const facts = createFacts(deps);
  const readiness = createReadiness({ isIndexed, health: db.health, searchEngine: deps.searchEngine });
  return {
    readiness,
    routes: [
      installationRoutes({
        ...deps,
        ready: isIndexed,
        warnings: createWarnings(deps),
        firstSteps: createFirstSteps(db),
      }),
      healthRoutes({
        metrics,
        readiness,
        version: deps.version,
        metricsToken: deps.metricsToken,
        facts: async () => factLines(await facts()),
      }),
    ],
  };
}

/** Minimum interval of health checks of the site, however often monitoring asks. */
const siteEveryMs = 60_000;
/** Longest wait for the site. */
const siteAnswersMs = 5_000;

function createFacts({ host, knowledge, folder, queues, backedUpAt, version, now }: Deps) {
  let site: { readonly at: number; readonly siteAnswers: Promise<boolean> } | undefined;
  const siteIsUp = () => {
    if (!site || !isRecent(site.at, siteEveryMs, now())) {
      const asked = host.health(AbortSignal.timeout(siteAnswersMs));
      site = {
        at: now(),
        siteAnswers: asked.then(
          ({ ok }) => ok,
          () => false,
        ),
      };
    }
    return site.siteAnswers;
  };
  return async (): Promise<InstallationFacts> => ({
    version,
    siteIsUp: await siteIsUp(),
    indexedArticles: knowledge.heads.size,
    leftOut: (host.problems?.() ?? []).length + (host.leftOut?.() ?? []).length,
    diskFreeBytes: (await folder?.().catch(() => undefined))?.freeBytes,
    readAt: knowledge.readAt,
    callsWaiting: queues.calls(),
    jobsRunning: await known(queues.jobs()),
    noticesWaiting: await known(queues.notices()),
    backedUpAt: await backedUpAt?.(),
  });
}

/** `undefined` where the database cannot tell. */
const known = (count: Promise<number>): Promise<number | undefined> => count.catch(() => undefined);
