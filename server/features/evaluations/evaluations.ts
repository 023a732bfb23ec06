import type { ChatLog } from '../../../contract/chat-logs.ts';
import type { ModelTrial } from '../../../contract/evaluations/model-trial.ts';
import type { Feature } from '../../http/implement.ts';
import type { Database } from '../../kit/database.ts';
import type { Jobs } from '../../work/jobs.ts';
import type { Log } from '../../ports/log.ts';
import type { Models } from '../../ports/models.ts';
import type { Changes, RecordHistory } from '../changes/changes.ts';
import type { Config } from '../config/config.ts';
import { check, type CheckResult, type CheckRequest } from './scoring/check.ts';
import { createDatasets } from './datasets.ts';
import { recordedDatasets, withHistory } from './dataset-history.ts';
import { createRuns, type Runs } from './runs.ts';
import type { RunCaseDeps } from './run-case.ts';
import { evaluationRoutes } from './routes.ts';
import { createSiteDataset, type SiteDatasetDeps } from './site-dataset.ts';
import { createModelTrials } from './model-trials.ts';
import { createTrialStore } from './store/trials.ts';
import { createDatasetStore } from './store/datasets.ts';
import { createRunStore } from './store/runs.ts';

export { evaluationMigrations } from './store/tables.ts';

/** Evaluation of answers: datasets, runs and reports. */
export interface Evaluations extends Feature {
  readonly runs: Pick<Runs, 'start' | 'ended' | 'status' | 'report'>;
  /** Runs a dataset and compares the result with a baseline; for release gates. */
  readonly check: (wanted: CheckRequest) => Promise<CheckResult>;
  /** Undoes a change of a dataset. */
  readonly restore: RecordHistory['restore'];
}

export interface EvaluationDeps extends RunCaseDeps {
  readonly config: Pick<Config, 'all'>;
  readonly db: Database;
  readonly log: Log;
  readonly jobs: Jobs;
  readonly historyOf: Changes['historyOf'];
  /** Verdicts of a model on the known statements of a second look at marks; those of one start are made once. */
  readonly judgeTrial: (model: string, models: Models) => Promise<NonNullable<ModelTrial['judge']>>;
  /** Throws `not-found`. */
  readonly chatLog: (id: string) => Promise<ChatLog>;
  /** Reads the site's articles for its initial dataset; the sample site has a built-in one. */
  readonly ownSite?: SiteDatasetDeps & { readonly isSample: () => boolean };
}

export function createEvaluations(deps: EvaluationDeps): Evaluations {
  const { db, clock } = deps;
  const datasets = createDatasets({
    store: createDatasetStore(db),
    clock,
    chatLog: deps.chatLog,
    ...(deps.ownSite && { siteDataset: datasetOf(deps.ownSite) }),
  });
  const history = deps.historyOf(recordedDatasets(datasets));
  const runs = createRuns({ ...deps, store: createRunStore(db) });
  const trials = createModelTrials({
    ...deps,
    store: createTrialStore(db),
    questions: async () => (await datasets.template()).cases,
  });
  return {
    routes: [evaluationRoutes({ datasets: withHistory(datasets, history), runs, trials })],
    runs,
    restore: history.restore,
    check: (wanted) => check({ datasets, runs }, wanted),
    /** Must be called after the jobs were closed. */
    async [Symbol.asyncDispose]() {
      await trials.close();
      await runs.close();
    },
  };
}

/** The dataset of the site's own articles; none while the sample is read. */
function datasetOf(ownSite: NonNullable<EvaluationDeps['ownSite']>) {
  const ofSite = createSiteDataset(ownSite);
  return async () => (ownSite.isSample() ? undefined : ofSite());
}
