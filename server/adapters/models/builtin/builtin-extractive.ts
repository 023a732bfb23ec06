import { explained } from '../../../kit/explained.ts';
import { unavailable } from '../../../kit/fault.ts';
import { QUOTED_LENGTH, shortened } from '../../../markup/shortened.ts';
import type { ChatTask, ModelInfo, Models } from '../../../ports/models.ts';
import { answer } from './extractive/answer.ts';
import { excerpt } from './summaries/excerpt.ts';
import { judge } from './judge.ts';
import { mindmap } from './summaries/mindmap.ts';
import { streamText } from './stream-text.ts';
import { write } from './writing.ts';

/** `builtin-extractive`: answers with quotations from the articles; not a language model. */
export const builtinExtractive: { readonly info: ModelInfo; readonly call: Models['chat'] } = {
  info: {
    name: 'builtin-extractive',
    kind: 'chat',
    provider: 'builtin',
    modelId: 'builtin-extractive',
    builtin: true,
    features: [],
  },
  async *call({ task, signal }) {
    signal.throwIfAborted();
    if (task.kind !== 'answer') return yield* streamText(perform(task), signal);
    const quoted = await answer(task);
    signal.throwIfAborted();
    if (quoted) {
      const { markdown: _, score: __, ...place } = quoted;
      yield { type: 'quoted', place };
    }
    yield* streamText(shortened(quoted?.markdown ?? '', QUOTED_LENGTH), signal);
  },
};

function perform(task: Exclude<ChatTask, { kind: 'answer' }>): string {
  switch (task.kind) {
    case 'excerpt':
      return excerpt(task);
    case 'mindmap':
      return mindmap(task);
    case 'writing':
      return write(task);
    case 'judge':
      return judge(task);
    case 'ping':
      return 'The built-in extractive model is ready.';
    case 'text':
      throw unavailable(explained('model_needed', { what: task.what }));
  }
}
