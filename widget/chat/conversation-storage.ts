import type { Answer, AskedPage, Conversation, Ending, Reasoning, Turn } from './conversation.ts';
import { writeText, readJson } from '../kit/storage.ts';
import { limits } from './limits.ts';
import { citationsFrom, structuredResultFrom, summaryFrom } from './payloads.ts';
import { fieldsOf, listOf, textOf, wordOf } from '../kit/coerce.ts';

/*
 * The conversation goes with the visitor from page to page, until the tab is closed or they begin a new one. It stays in
 * this browser; what is read back is checked as if it came over the wire, because any script of the page can write there.
 */

const key = 'docent-conversation';
/** So much goes along: turns, and UTF-16 code units in all and in one answer. */
const mostTurns = 20;
const mostLength = 400_000;
const longestAnswer = 60_000;

export const loadConversation = (): Conversation => readConversation(readJson(key));

export function saveConversation(conversation: Conversation): void {
  writeText(key, conversation.length === 0 ? undefined : writeConversation(conversation));
}

/** The newest turns as JSON. An answer that is still on its way is noted as cut: the next page cannot go on with it. */
export function writeConversation(conversation: Conversation): string {
  const turns = conversation
    .slice(-mostTurns)
    .map((turn): Turn =>
      turn.answer.ending === undefined ? { ...turn, answer: { ...turn.answer, ending: 'cut' } } : turn,
    );
  for (let from = 0; from < turns.length; from++) {
    const text = JSON.stringify(turns.slice(from));
    if (text.length <= mostLength) return text;
  }
  return '[]';
}

/** The turns that were written, whatever is there now. */
export const readConversation = (value: unknown): Conversation =>
  listOf(value)
    .slice(-mostTurns)
    .flatMap((each, index) => turnFrom(each, index + 1));

function turnFrom(value: unknown, id: number): Turn[] {
  const given = fieldsOf(value);
  const question = textOf(given.question, limits.messageLength).trim();
  if (question === '') return [];
  const intentRouteId = textOf(given.intentRouteId, 80) || undefined;
  const page = pageFrom(given.page);
  return [{ id, question, intentRouteId, ...(page && { page }), answer: answerFrom(given.answer) }];
}

function pageFrom(value: unknown): AskedPage | undefined {
  const given = fieldsOf(value);
  const url = textOf(given.url, limits.pageUrlLength);
  return url === '' ? undefined : { url, task: wordOf(given.task, ['ask', 'summarise'], 'ask') };
}

const endings: readonly Ending[] = ['done', 'stopped', 'cut', 'silent', 'refused', 'unreachable'];

function answerFrom(value: unknown): Answer {
  const given = fieldsOf(value);
  const summary = summaryFrom({ ...given, answerState: given.state });
  const rating = given.rating === 'like' || given.rating === 'dislike' ? given.rating : undefined;
  return {
    text: textOf(given.text, longestAnswer),
    reasoning: reasoningFrom(given.reasoning),
    citations: citationsFrom(given.citations),
    result: structuredResultFrom(given.result),
    state: summary?.answerState,
    nearest: summary?.nearest ?? [],
    quotes: summary?.quotes ?? [],
    places: summary?.places ?? [],
    suggestions: summary?.suggestions ?? [],
    notices: summary?.notices ?? [],
    isSmallTalk: given.isSmallTalk === true,
    retryAt: timeFrom(given.retryAt),
    complaint: typeof given.complaint === 'string' ? textOf(given.complaint, 500) : undefined,
    logId: textOf(given.logId, 80) || undefined,
    rating,
    ending: endings.find((ending) => ending === given.ending) ?? 'cut',
  };
}

function reasoningFrom(value: unknown): Reasoning | undefined {
  const given = fieldsOf(value);
  const startedAt = timeFrom(given.startedAt);
  if (startedAt === undefined) return undefined;
  return {
    text: textOf(given.text, longestAnswer),
    startedAt,
    endedAt: timeFrom(given.endedAt) ?? startedAt,
  };
}

const timeFrom = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;
