import { guessLanguage } from '../../../text/language.ts';
import { questionKey } from '../../../text/question/question-key.ts';
import { words } from '../../../text/text.ts';
import type { OpenWords } from '../../../text/word-vectors/shipped-words.ts';
import { yieldToEventLoop } from '../../../work/event-loop.ts';
import { stateAt, type Entry } from '../entry.ts';
import { normalPath } from '../source-articles.ts';
import { createAnswerIndex } from './answer-index.ts';
import { compareAnswers, type Candidate, type ReadAnswer, type Stored } from './compare.ts';
import type { Meaning } from './meaning.ts';
import { questionWords, type QuestionWord, type Vocabulary } from './question-words.ts';
import { isSameThing, limitsFor, sameness } from './signals.ts';

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
  /** 1 for the same question, otherwise the probability that it asks the same. */
  readonly likeness: number;
  /** It may ask the same, but that is not sure. */
  readonly isNear?: boolean;
}

/** What is looked up only where the words of the question do not suffice. */
export interface Helpers {
  readonly meaning?: () => Promise<Meaning | undefined>;
  /** Ids of the articles found for the question, the best first. */
  readonly found?: () => Promise<readonly string[]>;
}

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

interface Index {
  readonly stored: readonly Stored[];
  readonly byKey: ReadonlyMap<string, readonly Stored[]>;
  readonly byEntry: ReadonlyMap<string, readonly Stored[]>;
  /** Places in `stored` of the questions with a word. */
  readonly byWord: ReadonlyMap<string, readonly number[]>;
  readonly vocabulary: Vocabulary;
}

/** Finds the entry that answers a question; what it has read of a list of entries is kept until another list is given. */
export function createMatcher(openWords: OpenWords) {
  let known: { readonly entries: readonly Entry[]; readonly index: Promise<Index> } | undefined;
  let former: Promise<Index | undefined> = Promise.resolve(undefined);
  const letters = createAnswerIndex();
  const answers = new WeakMap<Entry, ReadAnswer>();

  const indexOf = (entries: readonly Entry[]): Promise<Index> => {
    if (known?.entries === entries) return known.index;
    const index = former.then(async (before) => {
      await letters.follow(entries);
      return readEntries(entries, openWords, before);
    });
    known = { entries, index };
    former = index.catch(() => (known = undefined));
    return index;
  };

  /** Compares a question with the answers of which one may be meant; `undefined` where words cannot tell. */
  const compared = async (entries: readonly Entry[], asked: AskedQuestion, meaning: Helpers['meaning']) => {
    const [index, table] = [await indexOf(entries), await openWords()];
    const form = asked.forms.at(-1) ?? '';
    if (!table || form.length > longestForm) return undefined;
    const own = questionWords(form, table, { known: index.vocabulary, learns: false });
    if (own.length === 0 || own.length > mostWords) return undefined;
    const meant = await meaning?.();
    const byLetters = letters.letters(form, mostCandidates);
    const near = candidatesOf(index, { asked, form, own, byLetters, meaning: meant });
    return compareAnswers(near, {
      question: form,
      own,
      table,
      byLetters,
      meaning: meant,
      answers,
    });
  };

  return {
    compared,
    async match(
      entries: readonly Entry[],
      asked: AskedQuestion,
      { meaning, found }: Helpers = {},
    ): Promise<Match | undefined> {
      if (entries.length === 0) return undefined;
      const same = exactMatch(await indexOf(entries), asked);
      if (same || asked.exactly) return same;
      const ofFound = await compared(entries, asked, meaning);
      // The site is searched only where what it finds could make an answer likely enough.
      const atBest = ofFound && bestOf(ofFound(undefined));
      if (!atBest || atBest.likeness < atBest.limits.near) return undefined;
      const candidates = ofFound((await found?.()) ?? []);
      const given = bestOf(candidates.filter(({ signals }) => isSameThing(signals)));
      const isSure = given && given.likeness >= given.limits.same;
      const best = isSure ? given : bestOf(candidates);
      if (!best || best.likeness < best.limits.near) return undefined;
      const { entry, question, likeness } = best;
      return { entry, question, likeness, ...(!isSure && { isNear: true }) };
    },
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
  const byEntry = new Map<string, Stored[]>();
  const byWord = new Map<string, number[]>();
  // Words of questions that are gone stay for a while.
  const vocabulary: Vocabulary =
    former && former.vocabulary.size < mostVocabulary ? former.vocabulary : new Map<string, QuestionWord>();
  for (const entry of entries)
    for (const question of entry.questions) {
      const own = table ? questionWords(question, table, { known: vocabulary, learns: true }) : [];
      const one = {
        entry,
        question,
        key: questionKey(question),
        words: own,
        language: guessLanguage(question),
      };
      const place = stored.push(one) - 1;
      put(byKey, one.key, one);
      put(byEntry, entry.id, one);
      for (const { stem, weight } of own) if (weight >= tellingWeight) put(byWord, stem, place);
      if (stored.length % batch === 0) await yieldToEventLoop();
    }
  return { stored, byKey, byEntry, byWord, vocabulary };
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

const bestOf = (candidates: readonly Candidate[]) =>
  candidates
    .map(({ entry, question, signals }) => ({
      entry,
      question,
      likeness: sameness(signals),
      limits: limitsFor(signals),
    }))
    .toSorted((a, b) => b.likeness - a.likeness || longestPage(b.entry) - longestPage(a.entry))[0];

interface Sought {
  readonly asked: AskedQuestion;
  /** The question as it is searched. */
  readonly form: string;
  readonly own: readonly QuestionWord[];
  readonly byLetters: ReadonlyMap<string, number>;
  readonly meaning: Meaning | undefined;
}

/** The questions of answers that may be given and are alike by words, letters or vectors. */
function candidatesOf(index: Index, { asked, form, own, byLetters, meaning }: Sought): Stored[] {
  const language = guessLanguage(form);
  return [
    ...sharingWords(index, own),
    ...[...byLetters.keys()].flatMap((id) => index.byEntry.get(id) ?? []),
    ...(meaning ? nearestByMeaning(index, meaning) : []),
  ].filter(
    (one) =>
      isGiven(one.entry, asked) &&
      isInLanguage(one.entry, asked) &&
      // Words of another language tell nothing; vectors do.
      (meaning !== undefined || one.language === language),
  );
}

/** The questions that share most words with one, by the weight of these words. */
function sharingWords({ byWord, stored }: Index, own: readonly QuestionWord[]): Stored[] {
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
    .flatMap(([place]) => stored[place] ?? []);
}

/** The questions whose vectors come nearest. */
function nearestByMeaning({ stored }: Index, { standing }: Meaning): Stored[] {
  return stored
    .map((one) => ({ one, standing: standing(one.question) ?? -Infinity }))
    .toSorted((a, b) => b.standing - a.standing)
    .slice(0, mostByMeaning)
    .map(({ one }) => one);
}
const mostByMeaning = 8;

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
