import { evaluations } from '../../../contract/evaluations/evaluations.ts';
import { implement } from '../../http/implement.ts';
import { compareRuns } from './scoring/compare.ts';
import type { RecordedDatasets } from './dataset-history.ts';
import { exportRun } from './export.ts';
import type { TrialsOfModels } from './model-trials.ts';
import type { Runs } from './runs.ts';

export const evaluationRoutes = ({
  datasets,
  runs,
  trials,
}: {
  readonly trials: Pick<TrialsOfModels, 'all' | 'start'>;
  readonly datasets: RecordedDatasets;
  readonly runs: Pick<Runs, 'start' | 'list' | 'report' | 'status' | 'cancel' | 'remove'>;
}) =>
  implement(evaluations, {
    template: async () => datasets.template(),
    datasets: () => datasets.all(),
    dataset: ({ params }) => datasets.one(params.id),
    createDataset: ({ body }, { by }) => datasets.create(body, by),
    updateDataset: ({ params, body }, { by }) => datasets.save(params.id, body, by),
    deleteDataset: ({ params, query }, { by }) => datasets.remove(params.id, by, query.basedOn),
    runs: () => runs.list(),
    report: ({ params }) => runs.report(params.runId),
    status: ({ params }) => runs.status(params.runId),
    deleteRun: async ({ params }, { nothingChanged }) => {
      if (!(await runs.remove(params.runId))) nothingChanged();
    },
    run: ({ body }) => runs.start(body),
    cancelRun: async ({ params: { runId } }, { nothingChanged }) => {
      if (!(await runs.cancel(runId))) nothingChanged();
      return runs.status(runId);
    },
    exportRun: async ({ params, query }) => exportRun(await runs.report(params.runId), query.format),
    compare: async ({ query }) => compareRuns(await runs.report(query.base), await runs.report(query.other)),
    trials: () => trials.all(),
    startTrial: async ({ body }) => trials.start(body.model),
    caseFromLog: ({ params, body }, { by }) => datasets.addFromLog(params.id, body, by),
  });
