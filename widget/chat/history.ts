import type { HistoryItem } from '../../contract/chat/chat.ts';
import { isUsable, shownAnswer, type Conversation } from './conversation.ts';
import { limits } from './limits.ts';
import { withoutMarks } from '../answer/marks.ts';

/**
 * Selects the part of the conversation sent to the service: the newest questions with a usable answer, oldest first.
 * Citation marks are removed, since their numbers refer to the sources of one answer only.
 */
export function historyOf(conversation: Conversation): HistoryItem[] {
  return conversation
    .map((turn) => ({ question: turn.question, answer: shownAnswer(turn) }))
    .filter(({ answer }) => answer.ending !== undefined && isUsable(answer))
    .slice(-limits.historyItems / 2)
    .flatMap(({ question, answer }): HistoryItem[] => [
      { role: 'user', content: shortened(question) },
      { role: 'assistant', content: shortened(withoutMarks(answer.text, answer.citations.length)) },
    ]);
}

const headLength = 1400;
const tailLength = 500;

/** A long text keeps its beginning and its end; code points are never split. */
export function shortened(text: string): string {
  if (text.length <= limits.historyItemLength) return text;
  const head = text.slice(0, headLength).replace(/[\uD800-\uDBFF]$/, '');
  const tail = text.slice(-tailLength).replace(/^[\uDC00-\uDFFF]/, '');
  return `${head}\n…\n${tail}`;
}
