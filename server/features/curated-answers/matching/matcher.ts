import { words } from '../../../text/text.ts';
import type { OpenWords } from '../../../text/word-vectors/shipped-words.ts';
import type { WordTable } from '../../../text/word-vectors/word-table.ts';
import { yieldToEventLoop } from '../../../work/event-loop.ts';
import { stateAt, type Entry } from '../entry.ts';
import { normalPath } from '../source-articles.ts';
import { meaningLimits, sameness, type createMeaning } from './meaning.ts';
import { questionKey } from '../../../text/question/question-key.ts';
import { createLikeness, questionWords, type QuestionWord, type Vocabulary } from './question-words.ts';

/** A question, and where and when it is asked. */
export interface AskedQuestion {
  /** The question as asked, and as it is searched. */
  readonly forms: readonly string[];
  readonly pageUrl?: string | undefined;
  /** Tag of its language. */
  readonly language: string;
  /** True for a question that other wordings must not stand for, such as one that leans on the conversation. */
  readonly exactly: boolean;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface Match {
  readonly entry: Entry;
  /** The question of the entry. */
  readonly question: string;
  /** 1 for the same question. */
  readonly likeness: number;
  /** It may ask the same, but that is not sure. */
  readonly isNear?: boolean;
}

/** The vectors of questions by an embedding model, compared with the one of the asked question. */
export type Meaning = Pick<ReturnType<typeof createMeaning>, 'standing'>;

/**
 * Likeness from which another wording counts as the same question, the distance that the best answer keeps from the next one, and the
 * likeness from which an answer may be meant. Measured by `npm run bench -- curated-answers` over 100 answers with 198 questions of two
 * sites: of 200 other wordings by a person 35 find their answer and 7 another one, 28 more their own among those that may be meant, and of
 * the questions of other sites and texts 0.5 % get one. Learned weights of these words, of the vectors of whole questions and of letters
 * find no more: left one set out, 37 at most at 1 % of false answers, for the nearest answer by word vectors is the right one for 99 of 200
 * at best. An owner adds a wording, which then matches exactly.
 */
const leastLikeness = 0.52;
const leastDistance = 0.03;
const nearLikeness = 0.42;

/** Longer questions are compared exactly only, and of the questions that share words with one, so many are looked at. */
const mostWords = 24;
const longestForm = 500;
/** Questions that share a word with one and are counted. */
const mostShared = 2000;
/** Words that are kept from one list of answers to the next. */
const mostVocabulary = 50_000;
const mostCandidates = 32;
/** Questions that are read at a time before other work has its turn. */
const batch = 200;

interface Stored {
  readonly entry: Entry;
  readonly question: string;
  readonly key: string;
}

interface Index {
  readonly stored: readonly Stored[];
  readonly byKey: ReadonlyMap<string, readonly Stored[]>;
  /** Places in `stored` of the questions with a word. */
  readonly byWord: ReadonlyMap<string, readonly number[]>;
  /** Words of the questions by their places; none without a table of word vectors. */
  readonly words: readonly (readonly QuestionWord[])[];
  readonly vocabulary: Vocabulary;
}

/** Finds the entry that answers a question; what it has read of a list of entries is kept until another list is given. */
export function createMatcher(openWords: OpenWords) {
  let known: { readonly entries: readonly Entry[]; readonly index: Promise<Index> } | undefined;
  let former: Index | undefined;

  const indexOf = (entries: readonly Entry[]): Promise<Index> => {
    if (known?.entries === entries) return known.index;
    const index = readEntries(entries, openWords, former).then((read) => (former = read));
    known = { entries, index };
    index.catch(() => (known = undefined));
    return index;
  };

  /** `meaning` is asked for where the words of a question do not suffice; without one, word vectors compare. */
  return async (
    entries: readonly Entry[],
    asked: AskedQuestion,
    meaning: () => Promise<Meaning | undefined> = async () => undefined,
  ): Promise<Match | undefined> => {
    if (entries.length === 0) return undefined;
    const index = await indexOf(entries);
    const same = exactMatch(index, asked);
    if (same || asked.exactly) return same;
    const meant = await meaning();
    if (meant) return meantMatch(index, asked, meant);
    const table = await openWords();
    return table && nearestMatch(index, asked, wordsOfLast(asked, table, index.vocabulary));
  };
}

async function readEntries(
  entries: readonly Entry[],
  openWords: OpenWords,
  former: Index | undefined,
): Promise<Index> {
  const table = await openWords(yieldToEventLoop);
  const stored: Stored[] = [];
  const byKey = new Map<string, Stored[]>();
  const byWord = new Map<string, number[]>();
  const read: (readonly QuestionWord[])[] = [];
  // Words of questions that are gone stay for a while.
  const vocabulary: Vocabulary =
    former && former.vocabulary.size < mostVocabulary ? former.vocabulary : new Map<string, QuestionWord>();
  for (const entry of entries)
    for (const question of entry.questions) {
      const one = { entry, question, key: questionKey(question) };
      const place = stored.push(one) - 1;
      put(byKey, one.key, one);
      const own = table ? questionWords(question, table, { known: vocabulary, learns: true }) : [];
      read.push(own);
      for (const { stem, weight } of own) if (weight >= tellingWeight) put(byWord, stem, place);
      if (stored.length % batch === 0) await yieldToEventLoop();
    }
  return { stored, byKey, byWord, words: read, vocabulary };
}

/** The words of the question as it is searched; too long ones have none. */
function wordsOfLast({ forms }: AskedQuestion, table: WordTable, known: Vocabulary): QuestionWord[] {
  const form = forms.at(-1) ?? '';
  return form.length > longestForm ? [] : questionWords(form, table, { known, learns: false });
}

/** Stop words find no candidates. */
const tellingWeight = 0.5;

const put = <T>(map: Map<string, T[]>, key: string, value: T): void => {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
};

/** The entry with the same question: the one for the nearest page first, then the one for the language, then the latest. */
function exactMatch({ byKey }: Index, asked: AskedQuestion): Match | undefined {
  for (const form of asked.forms) {
    // A word or two may be of any language.
    const isSure = words(form).length >= 3;
    const found = (byKey.get(questionKey(form)) ?? []).filter(
      ({ entry }) => isGiven(entry, asked) && (!isSure || isInLanguage(entry, asked)),
    );
    const [first] = found.toSorted(
      (a, b) =>
        longestPage(b.entry) - longestPage(a.entry) ||
        Number(isMeantFor(b.entry, asked)) - Number(isMeantFor(a.entry, asked)),
    );
    if (first) return { entry: first.entry, question: first.question, likeness: 1 };
  }
  return undefined;
}

function nearestMatch(index: Index, asked: AskedQuestion, own: readonly QuestionWord[]): Match | undefined {
  if (own.length === 0 || own.length > mostWords) return undefined;
  const likeness = createLikeness(own);
  const scored = candidatesOf(index, own)
    .filter(({ entry }) => isGiven(entry, asked) && isInLanguage(entry, asked))
    .map((one) => ({ ...one, likeness: likeness(index.words[one.place] ?? []) }))
    .toSorted((a, b) => b.likeness - a.likeness || longestPage(b.entry) - longestPage(a.entry));
  const [best] = scored;
  if (!best || best.likeness < nearLikeness) return undefined;
  const next = scored.find(({ entry, key }) => entry !== best.entry && key !== best.key);
  const isSure = best.likeness >= leastLikeness && best.likeness - (next?.likeness ?? 0) >= leastDistance;
  return isSure ? best : { ...best, isNear: true };
}

/** The answer whose question means most nearly the same, by its vector and the distance to the next answer. */
function meantMatch(index: Index, asked: AskedQuestion, { standing }: Meaning): Match | undefined {
  let best: { readonly one: Stored; readonly standing: number } | undefined;
  let next = 0;
  for (const one of index.stored) {
    if (!isGiven(one.entry, asked) || !isInLanguage(one.entry, asked)) continue;
    const found = standing(one.question);
    if (found === undefined) continue;
    if (!best || found > best.standing) {
      if (best && best.one.entry !== one.entry && best.one.key !== one.key)
        next = Math.max(next, best.standing);
      best = { one, standing: found };
    } else if (best.one.entry !== one.entry && best.one.key !== one.key) next = Math.max(next, found);
  }
  if (!best) return undefined;
  const likeness = sameness({ standing: best.standing, distance: best.standing - next });
  if (likeness < meaningLimits.near) return undefined;
  const { entry, question } = best.one;
  return { entry, question, likeness, isNear: likeness < meaningLimits.same };
}

/** The questions that share most words with one, by the weight of these words. */
function candidatesOf({ byWord, stored }: Index, own: readonly QuestionWord[]) {
  const shared = new Map<number, number>();
  // Rare words first: a word that most questions have parts nothing, and a site's name stands in nearly all.
  const lists = own.flatMap(({ stem, weight }) => {
    const places = byWord.get(stem);
    return places ? [{ places, weight }] : [];
  });
  for (const { places, weight } of lists.toSorted((a, b) => a.places.length - b.places.length)) {
    if (shared.size + places.length > mostShared && shared.size >= mostCandidates) break;
    for (const place of places.slice(0, mostShared)) shared.set(place, (shared.get(place) ?? 0) + weight);
  }
  return [...shared]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, mostCandidates)
    .flatMap(([place]) => (stored[place] ? [{ ...stored[place], place }] : []));
}

const isGiven = (entry: Entry, { at, pageUrl }: AskedQuestion): boolean =>
  stateAt(entry, at) === 'active' && (entry.pages.length === 0 || isOnPages(entry.pages, pageUrl));

const isMeantFor = ({ language }: Entry, asked: AskedQuestion) =>
  language !== '' && primary(language) === primary(asked.language);

const isInLanguage = (entry: Entry, asked: AskedQuestion): boolean =>
  entry.language === '' || isMeantFor(entry, asked);

const primary = (tag: string) => tag.split('-', 1)[0]?.toLowerCase();

/** True on a page whose path is one of these, or below one. */
function isOnPages(pages: readonly string[], pageUrl: string | undefined): boolean {
  if (pageUrl === undefined) return false;
  const path = normalPath(pageUrl);
  return pages.map(normalPath).some((page) => page === '/' || path === page || path.startsWith(`${page}/`));
}

const longestPage = ({ pages }: Entry) => Math.max(0, ...pages.map((page) => page.length));
