import { z } from 'zod';
import { articleNameLimits } from '../../../contract/articles/names.ts';
import { excerptBatches, type ExcerptBatch } from '../../../contract/excerpts.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { explained } from '../../kit/explained.ts';
import { conflict, Fault, isFault, unavailable } from '../../kit/fault.ts';
import type { Jobs } from '../../work/jobs.ts';
import type { Job, Work } from '../../work/job-kind.ts';
import { forEachConcurrent } from '../../work/concurrency.ts';
import { unlessAborted } from '../../work/unless-aborted.ts';
import type { ArticleHead } from '../../ports/host.ts';
import type { Log } from '../../ports/log.ts';
import type { ExcerptEditor } from './apply.ts';
import { ownerOf } from './authorship.ts';
import type { BatchItem, BatchItems, ItemEnd } from './store/items.ts';
import type { ExcerptRecords } from './store/records.ts';

const Input = z.object({
  kind: z.enum(excerptBatches),
  /** Ids of the articles; missing for all that the kind concerns. */
  names: z.array(z.string()).max(articleNameLimits.perBatch).optional(),
  force: z.boolean(),
  /** Time of the request, in epoch milliseconds. */
  askedAt: z.number(),
});
export type BatchInput = z.infer<typeof Input>;

const State = z.object({
  /** True once the articles are stored. */
  planned: z.boolean(),
  total: z.int(),
  success: z.int(),
  skipped: z.int(),
  failed: z.int(),
  /** Model calls, retries included. */
  calls: z.int().default(0),
  currentTitle: z.string(),
});
export type BatchState = z.infer<typeof State>;
export type Batch = Job<BatchInput, BatchState>;

/** An ended batch with its articles. */
export interface BatchEnd {
  readonly batch: Batch;
  readonly items: readonly BatchItem[];
}

/** Batches of excerpts, run as one durable job at a time. */
export interface Batches {
  /**
   * Starts a batch and waits for its end; it also ends when the client leaves. Throws `busy` while another one is
   * running, `conflict` when the host cannot store excerpts, `unavailable` when the service stops: the next process
   * then resumes the batch.
   */
  run(input: Omit<BatchInput, 'askedAt'>, signal: AbortSignal): Promise<BatchEnd>;
  /** The running batch, otherwise the last one. */
  latest(): Promise<Batch | undefined>;
  ended(batch: Batch, page: number, size: number): Promise<readonly BatchItem[]>;
  /** Throws `conflict` when none is running. */
  cancel(): Promise<void>;
}

/** Articles processed at once: models are slow, and hosts should not be flooded. */
const concurrency = 3;
/** Number of batches whose articles are kept. */
const remembered = 5;

export function createBatches(deps: {
  readonly jobs: Pick<Jobs, 'kind'>;
  readonly editor: ExcerptEditor;
  readonly records: ExcerptRecords;
  readonly items: BatchItems;
  readonly catalogue: Pick<Catalogue, 'heads'>;
  readonly now: () => number;
  readonly log: Log;
}): Batches {
  const { editor, items, records, log } = deps;

  const jobs = deps.jobs.kind<BatchInput, BatchState>({
    name: 'excerpts',
    input: Input,
    state: State,
    initial: () => ({
      planned: false,
      total: 0,
      success: 0,
      skipped: 0,
      failed: 0,
      calls: 0,
      currentTitle: '',
    }),
    run: (work) => runBatch(work),
    interrupted: 'resume',
    atOnce: 1,
    keep: { entries: remembered },
    busy: { full: explained('excerpt_busy') },
  });

  const runBatch = async (work: Work<BatchInput, BatchState>): Promise<BatchState> => {
    if (!work.state.planned) {
      await items.deleteAllBut((await jobs.list(remembered)).map(({ id }) => id));
      await items.plan(work.id, await articlesOf(work.input));
    }
    // The items are reliable after a crash; the job's state may lag behind.
    const known = await items.counts(work.id);
    const total = known.waiting + known.success + known.skipped + known.failed;
    let state: BatchState = { ...known, planned: true, total, calls: work.state.calls, currentTitle: '' };
    const tell = (change: Partial<BatchState>) => work.report((state = { ...state, ...change }));
    await work.checkpoint(state);
    await forEachConcurrent(concurrency, await items.waiting(work.id), async (item) => {
      work.signal.throwIfAborted();
      tell({ currentTitle: item.title });
      const end = await workOn(item, work, () => tell({ calls: state.calls + 1 }));
      await items.settle(work.id, item.place, end);
      tell({ [end.outcome]: state[end.outcome] + 1 });
    });
    return { ...state, currentTitle: '' };
  };

  /** Articles of a batch, in the order of the request or of the site. */
  const articlesOf = async ({ kind, names, force }: BatchInput) => {
    const heads = await deps.catalogue.heads();
    if (names) {
      const titles = new Map(heads.map((head) => [head.id, head.title]));
      return names.map((id) => ({ id, title: titles.get(id) ?? '' }));
    }
    return kind === 'clear-all' ? await clearable(heads, force) : heads;
  };

  /** Excerpts by Docent, and those of persons, which are skipped unless `force` is set. */
  const clearable = async (heads: readonly ArticleHead[], force: boolean) => {
    const known = await records.all();
    return heads.filter((head) => {
      const owner = ownerOf(head, known.get(head.id));
      return owner !== 'nobody' || (force && head.excerpt.trim() !== '');
    });
  };

  /** Processes one article. Its failure does not end the batch; only an abort does. */
  const workOn = async (
    item: BatchItem,
    { input, signal }: Work<BatchInput, BatchState>,
    onCall: () => void,
  ): Promise<ItemEnd> => {
    const { title } = item;
    const options = { force: input.force, signal, onCall, doneSince: input.askedAt };
    try {
      const edit = await (clears(input.kind)
        ? editor.clear(item.articleId, options)
        : editor.generate(item.articleId, options));
      return edit.kind === 'done'
        ? { outcome: 'success', title: edit.title, text: edit.text, message: '' }
        : { outcome: 'skipped', title: edit.title, text: '', message: edit.reason };
    } catch (error) {
      signal.throwIfAborted();
      if (!isFault(error))
        log.warn({ err: String(error), article: item.articleId }, 'an excerpt could not be generated');
      return { outcome: 'failed', title, text: '', message: isFault(error) ? error.words : internal };
    }
  };

  return {
    async run(input, signal) {
      editor.assertWritable();
      const { id } = await jobs.submit({ ...input, askedAt: deps.now() });
      await unlessAborted(signal, () => jobs.settled(id)).catch(() => undefined);
      const batch = await jobs.read(id);
      if (!batch || batch.status === 'running') throw unavailable(explained('excerpt_goes_on'));
      if (batch.status === 'failed') throw new Fault('unavailable', batch.error);
      return { batch, items: await items.all(id) };
    },
    latest: async () => (await jobs.running())[0] ?? (await jobs.list(1))[0],
    ended: (batch, page, size) => items.ended(batch.id, page, size),
    async cancel() {
      const [running] = await jobs.running();
      if (!running) throw conflict(explained('excerpt_idle'));
      await jobs.cancel(running.id);
    },
  };
}

const clears = (kind: ExcerptBatch) => kind === 'batch-clear' || kind === 'clear-all';
const internal = explained('internal_between');
