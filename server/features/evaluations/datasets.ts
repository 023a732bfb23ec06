import type { ChatLog } from '../../../contract/chat-logs.ts';
import {
  evaluationLimits,
  type CaseFromLog,
  type Dataset,
  type DatasetBody,
  type EvaluationCase,
} from '../../../contract/evaluations/evaluations.ts';
import { recordConflicts } from '../../../contract/config/conflicts.ts';
import { explained } from '../../kit/explained.ts';
import { invalid, notFound } from '../../kit/fault.ts';
import { assertAsRead, changedMeanwhile, revisionOf } from '../../kit/records/saved-record.ts';
import { newId, slug } from '../../kit/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DatasetStore, StoredDataset } from './store/datasets.ts';
import { builtinDataset } from './template.ts';

/** Datasets of cases. The built-in one is part of the service; a saved dataset with its id replaces it. */
export function createDatasets(deps: {
  readonly store: DatasetStore;
  readonly clock: Clock;
  /** Throws `not-found`. */
  readonly chatLog: (id: string) => Promise<ChatLog>;
  /** The dataset generated from the site's articles; replaces the built-in one about the sample site. */
  readonly siteDataset?: () => Promise<Dataset | undefined>;
}) {
  const { store, clock } = deps;
  const shipped = async (): Promise<Dataset> => {
    const dataset = (await deps.siteDataset?.().catch(() => undefined)) ?? builtinDataset;
    return { ...dataset, revision: revisionOf(fieldsOf(dataset)) };
  };

  const assertRoom = async (id: string): Promise<void> => {
    const ids = await store.ids();
    if (!ids.includes(id) && ids.length >= evaluationLimits.datasets)
      throw invalid(explained('datasets_full', { count: evaluationLimits.datasets }));
  };

  /** Writes a dataset; over an existing one only if it is the one that was read, where a revision is given. */
  const write = async (dataset: StoredDataset, original: Dataset, basedOn?: number): Promise<void> => {
    const { id } = dataset;
    if (basedOn !== undefined) {
      const replaced = await store.change(id, clock.now(), (saved) => {
        refuseChanged(basedOn, dataset, saved);
        return dataset;
      });
      if (replaced) return;
      refuseChanged(basedOn, dataset, id === builtinDataset.id ? original : undefined);
    }
    await store.put(dataset);
  };

  /** Saves a dataset under an id, replacing an existing one. Throws `stale` when it was changed since `basedOn`. */
  const save = async (id: string, body: DatasetBody): Promise<Dataset> => {
    const dataset = stored(id, body, clock.now());
    const original = await shipped();
    if (id === builtinDataset.id && isSame(dataset, original)) {
      await store.remove(id);
      return original;
    }
    await assertRoom(id);
    await write(dataset, original, body.basedOn ?? undefined);
    return wire(dataset);
  };

  /** Saves a dataset under a new id derived from its name. */
  const add = async (body: DatasetBody): Promise<Dataset> => {
    await assertRoom('');
    const base = slug(body.name, 60) || `eval-${newId().slice(0, 8)}`;
    for (let nth = 1; nth <= evaluationLimits.datasets + 1; nth += 1) {
      const id = nth === 1 ? base : `${base}-${nth}`;
      const dataset = stored(id, body, clock.now());
      if (id !== builtinDataset.id && (await store.add(dataset))) return wire(dataset);
    }
    throw invalid(explained('dataset_ids'));
  };

  const one = async (id: string): Promise<Dataset> => {
    const found = await store.one(id);
    if (found) return wire(found);
    if (id === builtinDataset.id) return shipped();
    throw notFound('Dataset');
  };

  return {
    /** The original, also when an edited copy is saved. */
    template: shipped,
    one,
    create: (body: DatasetBody): Promise<Dataset> => (body.id ? save(body.id, body) : add(body)),
    save,

    /** The built-in one first, the others by id. */
    async all(): Promise<Dataset[]> {
      const sets = (await store.all()).map(wire);
      const isBuiltin = ({ id }: Dataset) => id === builtinDataset.id;
      return [sets.find(isBuiltin) ?? (await shipped()), ...sets.filter((set) => !isBuiltin(set))];
    },

    /** Deletes a dataset; runs keep their cases and reports. Throws `invalid` for the built-in one, and `stale` when it was changed since `basedOn`. */
    async remove(id: string, basedOn?: number): Promise<void> {
      if (id === builtinDataset.id) throw invalid(explained('dataset_builtin'));
      await store.remove(id, (saved) => {
        const fields = fieldsOf(saved);
        assertAsRead({ name: 'dataset', revision: revisionOf(fields), fields }, basedOn);
      });
    },

    /** Adds the question of a chat log as a case. Throws `not-found`, and `invalid` when the dataset is full. */
    async addFromLog(id: string, given: CaseFromLog): Promise<Dataset> {
      const added = caseOf(await deps.chatLog(given.logId), given);
      if (id === builtinDataset.id && !(await store.one(id)))
        await store.add(stored(id, await shipped(), clock.now()));
      const now = clock.now();
      const changed = await store.change(id, now, (set) => ({
        ...set,
        updatedAt: now,
        cases: withCase(set.cases, added),
      }));
      if (!changed) throw notFound('Dataset');
      return wire(changed);
    },
  };
}

export type Datasets = ReturnType<typeof createDatasets>;

const stored = (
  id: string,
  { name, description, cases }: Pick<DatasetBody, 'name' | 'description' | 'cases'>,
  updatedAt: number,
): StoredDataset => ({ id, name: name.trim() || 'Unnamed dataset', description, cases, updatedAt });

/** What is saved of a dataset, without id and time. */
const fieldsOf = ({ name, description, cases }: Pick<DatasetBody, 'name' | 'description' | 'cases'>) => ({
  name,
  description,
  cases,
});

/** Throws `stale` unless the saved dataset is the one that was read, with the fields in which they differ. */
function refuseChanged(
  basedOn: number,
  yours: StoredDataset,
  saved: Pick<Dataset, 'name' | 'description' | 'cases'> | undefined,
): void {
  const theirs = saved && fieldsOf(saved);
  const revision = revisionOf(theirs);
  const conflicts = revision === basedOn ? [] : recordConflicts('dataset', revision, fieldsOf(yours), theirs);
  if (conflicts.length > 0) throw changedMeanwhile(conflicts);
}

const wire = ({ id, name, description, cases, updatedAt }: StoredDataset): Dataset => ({
  id,
  name,
  description,
  defaultDataset: false,
  revision: revisionOf({ name, description, cases }),
  updatedAt: new Date(updatedAt).toISOString(),
  cases,
});

const isSame = (one: StoredDataset, other: Dataset): boolean =>
  JSON.stringify([one.name, one.description, one.cases]) ===
  JSON.stringify([other.name, other.description, other.cases]);

/** For a liked answer, its text and sources become the expectation; otherwise only the question is used. */
function caseOf(log: ChatLog, given: CaseFromLog): EvaluationCase {
  const liked = log.feedback?.type === 'like';
  const { questionLength, referenceLength } = evaluationLimits;
  return {
    id: `log-${log.id}`.slice(0, evaluationLimits.idLength),
    question: log.question.slice(0, questionLength),
    referenceAnswer: given.referenceAnswer ?? (liked ? log.answer.slice(0, referenceLength) : ''),
    expectedSources: given.expectedSources ?? (liked ? sourcesOf(log) : []),
    tags: given.tags ?? ['from-log', ...(log.feedback ? [log.feedback.type] : [])],
  };
}

/** Titles of the cited articles. */
function sourcesOf({ answer, citations }: ChatLog): string[] {
  const marked = new Set([...answer.matchAll(/\[(\d{1,2})\]/g)].map(([, number]) => Number(number)));
  return citations
    .filter((_, place) => marked.has(place + 1))
    .slice(0, evaluationLimits.labels)
    .map(({ title }) => title.slice(0, evaluationLimits.labelLength));
}

function withCase(cases: readonly EvaluationCase[], added: EvaluationCase): EvaluationCase[] {
  const place = cases.findIndex(({ id }) => id === added.id);
  if (place >= 0) return cases.with(place, added);
  if (cases.length >= evaluationLimits.cases)
    throw invalid(explained('dataset_full', { count: evaluationLimits.cases }));
  return [...cases, added];
}
