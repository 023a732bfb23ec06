import type { ChatLogClear, ChatLogFilter } from '../../../contract/chat-logs.ts';
import { gramMatch } from './pii/grams.ts';
import { keyAt } from './sort-key.ts';
import type { LogFilter } from './store/queries.ts';
import { everything, type Span } from './day-partition.ts';

/** Model name in statistics for answers without a model. */
export const unknownModel = 'unknown';

/** Converts the filter of the wire to the store's. */
export function filterOf({
  from,
  to,
  model,
  feedbackType,
  question,
  answerState,
  kind,
}: ChatLogFilter): LogFilter {
  return {
    span: spanOf(from, to),
    facets: {
      ...(kind !== 'all' && { kind }),
      ...(model !== '' && { model: model === unknownModel ? '' : model }),
      ...(feedbackType !== 'all' && { feedback: feedbackType }),
      ...(answerState !== 'all' && { state: answerState }),
    },
    ...(question !== '' && { question: gramMatch(question) ?? 'none' }),
  };
}

/** Span between two instants, both exclusive and `''` when open. */
export const spanOf = (from: string, to: string): Span => ({
  from: from === '' ? everything.from : keyAt(Date.parse(from) + 1),
  below: to === '' ? everything.below : keyAt(Date.parse(to)),
});

/** Filter of a deletion from body and query; the body wins. */
export function clearedFilter(query: ChatLogClear, body: ChatLogClear): ChatLogFilter {
  return {
    from: body.from || query.from,
    to: body.to || query.to,
    model: (body.model ?? query.model ?? '').trim(),
    feedbackType: body.feedbackType ?? query.feedbackType ?? 'all',
    question: (body.question ?? query.question ?? '').trim(),
    answerState: body.answerState ?? query.answerState ?? 'all',
    kind: body.kind ?? query.kind ?? 'all',
  };
}
