import { excerpts } from '../../../contract/excerpts.ts';
import { inField } from '../../kit/explained.ts';
import { Fault } from '../../kit/fault.ts';
import { implement } from '../../http/implement.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { countsOf, failedItem, jobView, unfinishedReason } from './batches/batch-reply.ts';
import type { Batches } from './batches/batch.ts';
import type { Edit, ExcerptEditor } from './apply.ts';
import { pageOfArticles } from './list.ts';
import { createRows } from './rows.ts';
import type { ExcerptRecords } from './store/records.ts';
import type { ContentHashes } from './content-hashes.ts';

export function excerptRoutes(deps: {
  readonly catalogue: Pick<Catalogue, 'heads'>;
  readonly editor: ExcerptEditor;
  readonly batches: Batches;
  readonly records: ExcerptRecords;
  readonly contentHashes: ContentHashes;
  /** Called when an article's switch was turned on, since it may be due. */
  readonly scheduleUpdate: () => void;
}) {
  const { catalogue, editor, batches, records } = deps;

  const rowsOf = createRows(deps);

  return implement(excerpts, {
    summarize: async ({ body }, { signal }) => {
      const { text, model } = await editor.summarize(body.postName, signal);
      return { success: true as const, summary: text, model };
    },

    summarizeAll: async ({ body }, { signal }) => {
      const end = await batches.run({ kind: 'summarize-all', force: body.force }, signal);
      const results = end.items.map((item) => ({
        postName: item.articleId,
        title: item.title,
        summary: item.text,
        saved: item.outcome === 'success',
        ...(item.outcome !== 'success' && inField('error', unfinishedReason(item))),
        ...(item.outcome === 'skipped' && { skipped: true as const }),
      }));
      return { ...countsOf(end), results };
    },

    list: async ({ query }, { signal }) => {
      const heads = (await catalogue.heads()).filter(({ excerpt }) => excerpt.trim() !== '');
      const { heads: shown, ...page } = pageOfArticles(heads, query);
      return { ...page, items: await rowsOf(shown, signal) };
    },

    listAll: async ({ query }, { signal }) => {
      const { heads: shown, ...page } = pageOfArticles(await catalogue.heads(), query);
      return { ...page, items: await rowsOf(shown, signal) };
    },

    generate: async ({ body: { postName, force, summary } }, { signal }) => {
      const { text } = doneOf(await editor.generate(postName, { force, signal, agreed: summary }));
      return { success: true as const, summary: text, postName };
    },

    toggleAuto: async ({ body: { postName, enabled } }, { signal }) => {
      if (enabled) editor.assertWritable();
      await editor.article(postName, signal);
      await records.put(postName, { auto: enabled });
      if (enabled) deps.scheduleUpdate();
      return { success: true as const, enabled, postName };
    },

    clear: async ({ body: { postName } }, { signal }) => {
      await editor.clear(postName, { force: true, signal });
      return { success: true as const, postName };
    },

    batchGenerate: async ({ body }, { signal }) => {
      const { postNames: names, force } = body;
      const end = await batches.run({ kind: 'batch-generate', names, force }, signal);
      const results = end.items.map((item) =>
        item.outcome === 'success'
          ? { postName: item.articleId, success: true as const, summary: item.text }
          : failedItem(item),
      );
      return { ...countsOf(end), results };
    },

    batchClear: async ({ body }, { signal }) => {
      const { postNames: names, force } = body;
      const end = await batches.run({ kind: 'batch-clear', names, force }, signal);
      const results = end.items.map((item) =>
        item.outcome === 'success' ? { postName: item.articleId, success: true as const } : failedItem(item),
      );
      return { ...countsOf(end), results };
    },

    clearAll: async ({ body }, { signal }) =>
      countsOf(await batches.run({ kind: 'clear-all', force: body.force }, signal)),

    job: async ({ query }) => {
      const batch = await batches.latest();
      const results = batch ? await batches.ended(batch, query.page, query.size) : [];
      return jobView(batch, results, query);
    },

    cancelJob: async () => {
      await batches.cancel();
      return { success: true as const, message: 'The batch stops after the articles that it has begun' };
    },
  });
}

/** A request for one article fails when the article is skipped. */
function doneOf(edit: Edit): Extract<Edit, { kind: 'done' }> {
  if (edit.kind === 'skipped') throw new Fault('conflict', edit.reason, { code: 'EXCERPT_MANUAL' });
  return edit;
}
