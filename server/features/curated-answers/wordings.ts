import type { CuratedWording } from '../../../contract/curated-answers/curated-answers.ts';
import { instantOf } from '../../kit/calendar.ts';
import { questionKey } from '../../text/question/question-key.ts';
import type { OpenWords } from '../../text/word-vectors/shipped-words.ts';
import type { YieldWhenIdle } from '../../work/idle.ts';
import type { ChatLogs } from '../chat-logs/chat-logs.ts';
import {
  createAlignment,
  likenessOf,
  questionWords,
  type QuestionWord,
  type Vocabulary,
} from './matching/question-words.ts';

const dayMs = 86_400_000;
const days = 30;
/** Of the last questions so many are looked at. */
const mostLogs = 20_000;
/** Longer ones say more than one thing. */
const longestQuestion = 200;
const mostWordings = 8;
/** Likeness of a question that is worth a look of the owner. */
const leastLikeness = 0.35;
/** Candidates for which it is looked up whether they get an answer already. */
const mostLookedUp = 40;
/** Questions that are compared before other work has its turn. */
const batch = 50;

interface Logged {
  readonly question: string;
  readonly times: number;
  /** Epoch milliseconds. */
  readonly lastAt: number;
}

/**
 * Finds what visitors asked in other words, for the owner to add: a wording that is added matches exactly. The limit is low, since a person
 * decides.
 */
export function createWordings({
  asked,
  isAnswered,
  openWords,
  pause,
  now,
}: {
  readonly asked: ChatLogs['questions'];
  /** Whether a question gets a curated answer already. */
  readonly isAnswered: (question: string) => Promise<boolean>;
  readonly openWords: OpenWords;
  readonly pause: YieldWhenIdle;
  readonly now: () => number;
}): (questions: readonly string[]) => Promise<{ readonly items: CuratedWording[] }> {
  return async (questions) => {
    const table = await openWords();
    if (!table) return { items: [] };
    const known: Vocabulary = new Map<string, QuestionWord>();
    const wordsOf = (question: string) => questionWords(question, table, { known, learns: true });
    const likenesses = questions.map((question) => createAlignment(wordsOf(question)));
    const near: (Logged & { readonly likeness: number })[] = [];
    for (const [place, one] of (await logged(questions)).entries()) {
      const own = wordsOf(one.question);
      const likeness = Math.max(...likenesses.map((like) => likenessOf(like(own))));
      if (likeness >= leastLikeness) near.push({ ...one, likeness });
      if (place % batch === 0) await pause();
    }
    near.sort((a, b) => b.likeness - a.likeness);
    const items: CuratedWording[] = [];
    for (const { question, times, lastAt } of near.slice(0, mostLookedUp)) {
      if (items.length === mostWordings) break;
      if (!(await isAnswered(question))) items.push({ question, times, lastAskedAt: instantOf(lastAt) });
    }
    return { items };
  };

  /** The different questions of the last days, the latest first, without those that are written down. */
  async function logged(written: readonly string[]): Promise<Logged[]> {
    const own = new Set(written.map(questionKey));
    const byKey = new Map<string, Logged>();
    let read = 0;
    for await (const logs of asked({ from: now() - days * dayMs, below: now() })) {
      for (const { question, at } of logs) {
        const key = questionKey(question);
        if (question.length > longestQuestion || own.has(key)) continue;
        const later = byKey.get(key);
        byKey.set(key, later ? { ...later, times: later.times + 1 } : { question, times: 1, lastAt: at });
      }
      read += logs.length;
      if (read >= mostLogs) break;
      await pause();
    }
    return [...byKey.values()];
  }
}
