import type { StreamEvent } from '../../../../contract/events.ts';
import { stagePercent, type ArticleProgress } from '../../../../contract/knowledge.ts';
import type { IndexOutcome, IndexStage } from './index-article.ts';
import { reasonOf } from '../../../kit/reason.ts';
import { inField } from '../../../kit/explained.ts';

/** Runs the rebuild of an article to its end, even if nobody watches, and reports its stages. */
export async function* watchArticle(
  run: (onStage: (stage: IndexStage) => void) => Promise<Pick<IndexOutcome, 'chunks'>>,
): AsyncGenerator<StreamEvent> {
  const stages: IndexStage[] = [];
  let wake = () => {};
  let ended = false;
  const done = run((stage) => (stages.push(stage), wake()))
    .then(
      ({ chunks }) => frame('done', { chunks }),
      (error: unknown) => frame('error', inField('error', reasonOf(error))),
    )
    .finally(() => ((ended = true), wake()));
  for (;;) {
    const woken = new Promise<void>((resolve) => (wake = resolve));
    for (const stage of stages.splice(0)) yield frame(stage);
    if (ended) break;
    await woken;
  }
  yield await done;
}

const frame = (stage: ArticleProgress['stage'], more: Partial<ArticleProgress> = {}): StreamEvent => ({
  event: 'progress',
  data: { stage, error: '', chunks: 0, percent: stagePercent[stage], ...more },
});
