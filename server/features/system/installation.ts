import {
  installation,
  type InstallationSetup,
  type SystemInfo,
  type SystemWarning,
} from '../../../contract/system.ts';
import { implement } from '../../http/implement.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../../kit/database.ts';
import { serviceTimeZone } from '../../kit/calendar.ts';
import { explained, inField } from '../../kit/explained.ts';
import { isFault } from '../../kit/fault.ts';
import { siteTitleIn } from '../../kit/records/site-title.ts';
import { modelNamed } from '../../kit/model-named.ts';
import type { Host, HostHealth, HostProblem } from '../../ports/host.ts';
import type { Models } from '../../ports/models.ts';
import type { createFirstSteps } from './first-steps.ts';
import { databaseCopy } from './database-copy.ts';
import { createTableSizes } from './table-sizes.ts';

export type { InstallationSetup };

interface Deps {
  readonly host: Pick<Host, 'describe' | 'health' | 'problems' | 'leftOut'>;
  readonly setup?: InstallationSetup | undefined;
  readonly catalogue: Pick<Catalogue, 'heads'>;
  readonly db: Pick<Database, 'engine' | 'backup' | 'sizes'>;
  /** Folder for temporary copies of the database. */
  readonly copyFolder?: string | undefined;
  readonly ready: () => boolean;
  readonly warnings: () => Promise<SystemWarning[]>;
  /** Refused origins of pages, as seen by this process. */
  readonly refusedOrigins: () => Promise<SystemInfo['refusedOrigins']>;
  readonly version: string;
  readonly now: () => number;
  readonly models: Pick<Models, 'list' | 'defaultOf'>;
  readonly config: Pick<Config, 'read'>;
  readonly firstSteps: Pick<ReturnType<typeof createFirstSteps>, 'read' | 'show'>;
  /** The page that first loaded the widget, with the times in epoch milliseconds. */
  readonly widgetSeen: () => Promise<
    { readonly origin: string; readonly firstAt: number; readonly lastAt: number } | undefined
  >;
}

/** Facts about the installation for administrators. */
export const installationRoutes = (deps: Deps) => {
  const startedAt = new Date(deps.now()).toISOString();
  const tableSizes = createTableSizes(deps.db);
  return implement(installation, {
    showFirstSteps: async ({ body }) => {
      await deps.firstSteps.show(body.shown);
      return deps.firstSteps.read();
    },
    tables: async () => tableSizes(),
    backup: async () =>
      databaseCopy({
        db: deps.db,
        folder: deps.copyFolder,
        day: new Date(deps.now()).toISOString().slice(0, 10),
      }),
    info: async (_input, { signal, language }) => {
      const about = deps.host.describe();
      const { kind, version, siteOrigin, canWriteExcerpts, countsVisits } = about;
      const health: HostHealth = await deps.host.health(signal).catch(awayBecause);
      const problems = deps.host.problems?.() ?? [];
      return {
        version: deps.version,
        node: process.versions.node,
        startedAt,
        timeZone: serviceTimeZone(),
        ready: deps.ready(),
        database: deps.db.engine,
        host: {
          kind,
          version,
          siteTitle: siteTitleIn(about, language),
          canWriteExcerpts,
          countsVisits,
          ok: health.ok,
          ...inField('reason', health.reason),
          ...(health.since !== undefined && { since: health.since }),
          ...(siteOrigin !== undefined && { siteOrigin }),
        },
        ...(await answering(deps)),
        ...(await seenOn(deps)),
        ...(await firstStepsOf(deps)),
        // Without the settings the allowed origins are unknown.
        refusedOrigins: await deps.refusedOrigins().catch(() => []),
        ...(deps.setup && { setup: deps.setup }),
        problems: wireProblems(problems),
        leftOutPages: wireProblems(deps.host.leftOut?.() ?? []),
        problemCount: problems.length,
        articles: (await deps.catalogue.heads().catch(() => [])).length,
        warnings: await deps.warnings(),
      };
    },
  });
};

/** The connected language model that answers; nothing during an outage of the database. */
async function answering({ models, config }: Pick<Deps, 'models' | 'config'>) {
  const chosen = await config.read('models').catch(() => undefined);
  const model = chosen && modelNamed(models, 'chat', chosen.aiFoundationChatModelName);
  return model && !model.builtin ? { languageModel: model.name } : {};
}

/** The page is of use without them. */
async function firstStepsOf({ firstSteps }: Pick<Deps, 'firstSteps'>) {
  const known = await firstSteps.read().catch(() => undefined);
  return known && { firstSteps: known };
}

async function seenOn({ widgetSeen }: Pick<Deps, 'widgetSeen'>) {
  const seen = await widgetSeen().catch(() => undefined);
  if (!seen) return {};
  const instant = (at: number) => new Date(at).toISOString();
  return {
    widgetSeen: { origin: seen.origin, firstAt: instant(seen.firstAt), lastAt: instant(seen.lastAt) },
  };
}

const maxProblems = 100;

const awayBecause = (error: unknown) => ({
  ok: false,
  reason: isFault(error) ? error.words : explained('host_unreachable'),
});

const wireProblems = (problems: readonly HostProblem[]) =>
  problems.slice(0, maxProblems).map(({ path, line, reason }) => ({
    path,
    ...inField('reason', reason),
    ...(line !== undefined && { line }),
  }));
