import type { HistoryItem } from '../../../../contract/chat/chat.ts';
import { textWeight } from '../../../model-calls/estimate.ts';
import type { TaskPassage } from '../../../ports/models.ts';

/** Part of the room that the conversation may have; the rest is for the passages. */
const conversationShare = 0.4;
/** Tokens around each piece: its title, its speaker, the tags. */
const around = 24;
/** Fewer tokens are no passage. */
const fewest = 40;

/**
 * The newest turns and the best passages that fit into estimated tokens beside the `fixed` ones of rules and question. The
 * best passage is cut where it does not fit as a whole.
 */
export function fitted(
  { history, passages }: { history: readonly HistoryItem[]; passages: readonly TaskPassage[] },
  room: number,
): { history: readonly HistoryItem[]; passages: readonly TaskPassage[] } {
  const turns = fromNewest(history, passages.length === 0 ? room : conversationShare * room);
  let left = room - turns.reduce((sum, { content }) => sum + costOf(content), 0);
  const kept: TaskPassage[] = [];
  for (const passage of passages) {
    const cost = costOf(passage.text);
    if (cost <= left) kept.push(passage);
    else {
      const text = kept.length === 0 ? beginningOf(passage.text, left - around) : '';
      if (text !== '') kept.push({ ...passage, text });
      break;
    }
    left -= cost;
  }
  return { history: turns, passages: kept };
}

const costOf = (text: string): number => textWeight(text) + around;

function fromNewest(history: readonly HistoryItem[], room: number): readonly HistoryItem[] {
  let left = room;
  const first = history.findLastIndex(({ content }) => (left -= costOf(content)) < 0);
  return history.slice(first + 1);
}

/** The beginning of a text that has so many tokens, to the end of a word. */
function beginningOf(text: string, tokens: number): string {
  if (tokens < fewest) return '';
  let end = 0;
  for (let left = tokens; end < text.length && left > 0; end += 32)
    left -= textWeight(text.slice(end, end + 32));
  const begun = text.slice(0, Math.max(0, end - 32)).toWellFormed();
  const blank = begun.search(/\s\S*$/);
  return `${blank > begun.length / 2 ? begun.slice(0, blank) : begun} …`;
}
