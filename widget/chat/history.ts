import type { HistoryItem } from '../../contract/chat.ts';
import { isUsable, type Conversation } from './conversation.ts';
import { limits } from './limits.ts';
import { withoutMarks } from '../answer/marks.ts';

/**
 * Picks what the service learns of the talk so far: the newest questions that got a usable answer, oldest first.
 * Citation marks are left out because their numbers mean the sources of one answer only.
 */
export function historyOf(conversation: Conversation): HistoryItem[] {
  return conversation
    .filter(({ answer }) => answer.ending !== undefined && isUsable(answer))
    .slice(-limits.historyItems / 2)
    .flatMap(({ question, answer }): HistoryItem[] => [
      { role: 'user', content: shortened(question) },
      { role: 'assistant', content: shortened(withoutMarks(answer.text, answer.citations.length)) },
    ]);
}

const headLength = 1400;
const tailLength = 500;

/** A long text keeps its head and its tail; characters outside the basic plane are never halved. */
export function shortened(text: string): string {
  if (text.length <= limits.historyItemLength) return text;
  const head = text.slice(0, headLength).replace(/[\uD800-\uDBFF]$/, '');
  const tail = text.slice(-tailLength).replace(/^[\uDC00-\uDFFF]/, '');
  return `${head}\n…\n${tail}`;
}
