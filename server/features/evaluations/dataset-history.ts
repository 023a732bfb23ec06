import {
  DatasetBody,
  type CaseFromLog,
  type Dataset,
  type EvaluationCase,
} from '../../../contract/evaluations/evaluations.ts';
import { isFault, notFound } from '../../kit/fault.ts';
import type { RecordHistory, RecordKind } from '../changes/changes.ts';
import type { Datasets } from './datasets.ts';

/** Datasets as the list of changes reads and restores them: each case is a field, so that a change names only what it changed. */
export const recordedDatasets = (datasets: Datasets): RecordKind => ({
  area: 'datasets',
  name: 'dataset',
  always: 'name',
  read: async (ids) => {
    const found = await (ids ? Promise.all(ids.map((id) => oneOf(datasets, id))) : datasets.all());
    return new Map(
      found.flatMap((dataset) =>
        dataset ? [[dataset.id, { fields: flat(dataset), revision: dataset.revision ?? 0 }] as const] : [],
      ),
    );
  },
  write: async (id, fields, basedOn) => {
    const former = DatasetBody.safeParse({ ...whole(fields), basedOn });
    if (!former.success) throw notFound('Dataset');
    await datasets.save(id, former.data);
  },
  remove: (id) => datasets.remove(id),
});

/** The administrator's changes of datasets, recorded. */
export const withHistory = (datasets: Datasets, { recorded }: RecordHistory) => ({
  ...datasets,
  create: (body: DatasetBody, by: string): Promise<Dataset> =>
    recorded(body.id ? { by, ids: [body.id] } : { by, idsOf: ({ id }) => [id] }, () => datasets.create(body)),
  save: (id: string, body: DatasetBody, by: string) =>
    recorded({ by, ids: [id] }, () => datasets.save(id, body)),
  remove: (id: string, by: string, basedOn?: number) =>
    recorded({ by, ids: [id] }, () => datasets.remove(id, basedOn)),
  addFromLog: (id: string, given: CaseFromLog, by: string) =>
    recorded({ by, ids: [id] }, () => datasets.addFromLog(id, given)),
});

export type RecordedDatasets = ReturnType<typeof withHistory>;

const oneOf = (datasets: Datasets, id: string): Promise<Dataset | undefined> =>
  datasets.one(id).catch((error: unknown) => {
    if (isFault(error, 'not-found')) return undefined;
    throw error;
  });

type Fields = Readonly<Record<string, unknown>>;

const casePrefix = 'case: ';

function flat({ name, description, cases }: Dataset): Fields {
  const fields: Record<string, unknown> = { name, description };
  for (const one of cases) fields[freeName(fields, one)] = one;
  return fields;
}

/** Ids of cases may be missing, or there twice. */
function freeName(taken: Fields, { id, question }: EvaluationCase): string {
  const name = casePrefix + (id || question.slice(0, 80));
  if (!(name in taken)) return name;
  for (let nth = 2; ; nth += 1) if (!(`${name} (${nth})` in taken)) return `${name} (${nth})`;
}

/** Cases keep their order; one that was taken away comes back at the end. */
const whole = ({ name, description, ...rest }: Fields) => ({
  name,
  description,
  cases: Object.entries(rest).flatMap(([field, value]) => (field.startsWith(casePrefix) ? [value] : [])),
});
