import {
  shownAnswer,
  type Answer,
  type AskedPage,
  type Conversation,
  type Ending,
  type Reasoning,
  type Turn,
} from './conversation.ts';
import { writeText, readJson } from '../kit/storage.ts';
import { limits } from './limits.ts';
import { citationsFrom, structuredResultFrom, summaryFrom } from './payloads.ts';
import { fieldsOf, listOf, textOf, wordOf } from '../kit/coerce.ts';

// Stores the conversation for the pages of one tab, until it is closed or a new conversation starts. It stays in
// this browser; stored data is validated like a response, because any script of the page can write there.

const key = 'docent-conversation';
/** The conversation that a visitor left for a new one. */
const previousKey = 'docent-previous-conversation';
/** Maximum stored: turns, and UTF-16 code units in all and per answer. */
const mostTurns = 20;
const mostLength = 400_000;
const longestAnswer = 60_000;

export const loadConversation = (): Conversation => readConversation(readJson(key));

export const loadPrevious = (): Conversation => readConversation(readJson(previousKey));

/** Where an answer is running, the next page of the tab can go on with it. */
export const saveConversation = (conversation: Conversation): void =>
  writeText(key, conversation.length === 0 ? undefined : writeConversation(conversation, true));

/** Stores a conversation as the previous one, and gives it as it would be read; an empty one removes it. */
export function savePrevious(conversation: Conversation): Conversation {
  store(previousKey, conversation);
  return readConversation(JSON.parse(writeConversation(conversation)));
}

const store = (name: string, conversation: Conversation): void =>
  writeText(name, conversation.length === 0 ? undefined : writeConversation(conversation));

/** The newest turns as JSON. A running answer is stored as interrupted; `isForTab` adds the key to read on with it. */
export function writeConversation(conversation: Conversation, isForTab = false): string {
  const turns = conversation.slice(-mostTurns).map((turn) => stored(turn, isForTab));
  for (let from = 0; from < turns.length; from++) {
    const text = JSON.stringify(turns.slice(from));
    if (text.length <= mostLength) return text;
  }
  return '[]';
}

/** Of several answers to a question the shown one is kept. */
function stored(turn: Turn, isForTab: boolean): Turn {
  const { id, question, conversationId, intentRouteId, page, scope, resumeKey, ...answers } = turn;
  const answer = shownAnswer(answers);
  const ended: Answer = answer.ending === undefined ? { ...answer, ending: 'cut' } : answer;
  return {
    id,
    question,
    conversationId,
    intentRouteId,
    page,
    scope,
    resumeKey: isForTab ? resumeKey : undefined,
    answer: ended,
  };
}

/** The stored turns; unreadable data gives none. */
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
  const conversationId = textOf(given.conversationId, 64) || undefined;
  return [
    {
      id,
      question,
      conversationId,
      intentRouteId,
      page,
      scope: textOf(given.scope, 300) || undefined,
      resumeKey: textOf(given.resumeKey, 64) || undefined,
      answer: answerFrom(given.answer),
    },
  ];
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
    writtenBy: summary?.writtenBy,
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
