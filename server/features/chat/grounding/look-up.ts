import { lookUpOf, type LookUp } from '../../../text/question/lookup-kinds.ts';
import { isGrammarWord } from '../../../text/word-lists/grammar-words.ts';
import { foldText, isCommonWord, isStopWord, stem, words } from '../../../text/text.ts';
import type { Passage, Retrieve } from '../../knowledge/knowledge.ts';

type Found = Awaited<ReturnType<Retrieve>>;
type Retrieval = Found & { readonly question: string };

/** The places that show what a question looks up. */
export interface LookedUp extends Retrieval {
  readonly level: 'answers' | 'close';
  /** Patterns of what is looked up. */
  readonly shown: readonly RegExp[];
}

/**
 * For a question that looks something up ("phone number"), the places that show it, found by the words that such places use; `undefined`
 * for other questions, and where what was found shows it already or nothing does. Costs a search of the index.
 */
export async function lookUp(
  search: (words: string) => Promise<Found>,
  found: Retrieval,
  { language, siteTitle }: { readonly language: string; readonly siteTitle: string },
): Promise<LookedUp | undefined> {
  const own = new Set(words(siteTitle));
  const asked = lookUpOf(found.question, {
    isIdle: (word) => isStopWord(word) || isCommonWord(word) || isGrammarWord(word, language),
    ofSite: (word) => own.has(word),
  });
  if (asked === undefined || shows(found, asked)) return undefined;
  const searched = await search([...asked.rest, ...asked.words].join(' '));
  const [place, ...others] = placesShowing(asked, [...searched.passages, ...(searched.further ?? [])]);
  return place && asWanted(found.question, asked, { ...searched, places: [place, ...others] });
}

/** True when the first passage of an answer shows it already; what several things have only under a heading that names it. */
const shows = ({ evidence, passages: [first] }: Found, asked: LookUp): boolean =>
  evidence.level === 'answers' &&
  first !== undefined &&
  asked.shown.some((one) => one.test(first.text)) &&
  (asked.rest.length > 0 || asked.isMany !== true || isCalled(first, asked));

/** True when title or headings of a passage name what is looked up. */
function isCalled({ title, headingPath }: Passage, { words: called }: LookUp): boolean {
  const names = new Set(called.map((word) => stem(word)));
  return words([title, ...headingPath].join('\n')).some((word) => names.has(stem(word)));
}

/** The passages that show it and name all that the question names besides, those under a heading that names it first. */
function placesShowing(asked: LookUp, passages: readonly Passage[]): readonly Passage[] {
  const { shown, isMany } = asked;
  const fits = passages.filter((passage) => {
    const isSaid = sayer([passage.title, ...passage.headingPath, passage.text].join('\n'));
    return asked.rest.every(isSaid);
  });
  const pattern = shown.find((one) => fits.some(({ text }) => one.test(text)));
  const showing = pattern === undefined ? [] : fits.filter(({ text }) => pattern.test(text));
  const named = showing.filter((passage) => isCalled(passage, asked));
  return isMany && named.length > 0 ? named : [...new Set([...named, ...showing])];
}

/** Tells whether a text says a word; a word of Chinese by its characters. */
function sayer(text: string): (word: string) => boolean {
  const folded = foldText(text);
  const said = new Set(words(folded).map((word) => stem(word)));
  return (word) => {
    if (DENSE.test(word)) return Array.from(word).every((character) => folded.includes(character));
    return said.has(stem(word));
  };
}

const DENSE = /\p{sc=Han}/u;

/** The first place is quoted; where several things have such a fact, all are shown. */
function asWanted(
  question: string,
  { words: called, rest, shown, isMany = false }: LookUp,
  { places, ...searched }: Found & { readonly places: readonly [Passage, ...Passage[]] },
): LookedUp {
  const [best] = places;
  const isOwn = ({ articleId }: Passage) => articleId === best.articleId;
  // With its heading and words the place that was found is quoted.
  const said = new Set(words(best.text));
  const held = called.filter((word) => said.has(word)).slice(0, MOST_HELD);
  const isOne = !isMany || rest.length > 0 || places.every(isOwn);
  return {
    ...searched,
    question: [question, best.headingPath.at(-1) ?? '', ...held].join(' '),
    passages: isOne ? places.filter(isOwn) : places,
    further: isOne ? places.filter((place) => !isOwn(place)) : [],
    level: isOne ? 'answers' : 'close',
    shown,
  };
}

const MOST_HELD = 4;
