import type { ExcerptBatch } from '../../../../contract/excerpts.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { explained } from '../../../kit/explained.ts';
import { isFault } from '../../../kit/fault.ts';
import type { Work } from '../../../work/job-kind.ts';
import { forEachConcurrent } from '../../../work/concurrency.ts';
import type { ArticleHead } from '../../../ports/host.ts';
import type { Log } from '../../../ports/log.ts';
import type { ExcerptEditor } from '../apply.ts';
import { ownerOf } from '../authorship.ts';
import type { BatchInput, BatchState } from './batch-state.ts';
import type { BatchItem, BatchItems, ItemEnd } from '../store/items.ts';
import type { ExcerptRecords } from '../store/records.ts';

export interface RunBatchDeps {
  readonly editor: ExcerptEditor;
  readonly records: ExcerptRecords;
  readonly items: BatchItems;
  readonly catalogue: Pick<Catalogue, 'heads'>;
  readonly log: Log;
}

/** Articles processed at once: models are slow, and hosts should not be flooded. */
const concurrency = 3;

/** Runs a batch; `remembered` are the ids of the batches whose articles are kept. */
export function createRunBatch(deps: RunBatchDeps, remembered: () => Promise<readonly string[]>) {
  const { editor, items, records, log } = deps;

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

  return async (work: Work<BatchInput, BatchState>): Promise<BatchState> => {
    if (!work.state.planned) {
      await items.deleteAllBut(await remembered());
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
}

const clears = (kind: ExcerptBatch) => kind === 'batch-clear' || kind === 'clear-all';
const internal = explained('internal_between');
