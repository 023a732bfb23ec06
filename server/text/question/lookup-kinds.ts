import tables from './lookup-words.json' with { type: 'json' };
import { factWords, hours, mailbox, price, telephone } from './fact-kinds.ts';
import { asksHowTo } from './predicates.ts';
import { foldText, isStopWord, words } from '../text.ts';

/**
 * A detail that a visitor looks up: how to reach the site, where it is, when it is open, what it costs. Such a question
 * ("phone number", “多少钱”) shares hardly a word with the passage that answers it ("Call us on …"), so the passage is
 * found by patterns of the detail itself.
 */
export interface LookUp {
  /** Patterns of the detail; the first one that matches any passage is used. */
  readonly shown: readonly RegExp[];
  /** Words that occur near such details, in the ten languages of answers. */
  readonly words: readonly string[];
  /** Further words of the question, folded: "treasurer" of "treasurer email". */
  readonly rest: readonly string[];
  /** True when several passages may be meant, such as prices of different things. */
  readonly isMany?: boolean;
}

interface LookUpKind extends Omit<LookUp, 'rest' | 'words'> {
  /** Words that ask for the detail, folded. */
  readonly asked: ReadonlySet<string>;
  readonly fillerWords: ReadonlySet<string>;
  readonly words: readonly string[];
  /** True when the question may name whose detail it is. */
  readonly mayNamePerson?: boolean;
  /** True when the visitor wants to talk to a human; "cut out a person" does not match. */
  readonly asksForHuman?: boolean;
  /** True for prices: “How do I see the costs?” is not a look-up, and "How much …?" may name the thing. */
  readonly isPrice?: boolean;
}

/** The words of a kind as sets; in `lookup-words.json` they are joined by blanks. */
function wordsOf({ asked, fillerWords, words: called }: Record<'asked' | 'fillerWords' | 'words', string>) {
  return {
    asked: new Set(asked.split(' ')),
    fillerWords: new Set(fillerWords.split(' ')),
    words: called.split(' '),
  };
}

/** A street with a number, or a postal code with a town. */
const street =
  /\p{Lu}[\p{L}'’.-]{1,40} \d{1,4}[a-z]?(?=[\s,.;|)]|$)|\b\d{1,4}[a-z]? (?:\p{Lu}[\p{L}'’.-]{1,40} ){1,6}(?:street|st|road|rd|lane|avenue|ave|square|way|drive)\b|\b\d{1,4},? (?:rue|avenue|place|boulevard|quai) |\b\d{4,6} \p{Lu}\p{L}|\p{sc=Han}(?:路|街|巷|大道)\s?\d+\s?号|〒\d|\d丁目|[로길] ?\d+/iu;

const kinds: readonly LookUpKind[] = [
  { ...wordsOf(tables.telephone), shown: [telephone], mayNamePerson: true },
  { ...wordsOf(tables.mailbox), shown: [mailbox], mayNamePerson: true },
  { ...wordsOf(tables.street), shown: [street] },
  { ...wordsOf(tables.hours), shown: [hours] },
  { ...wordsOf(tables.contact), shown: [telephone, mailbox, street], mayNamePerson: true },
  { ...wordsOf(tables.human), shown: [telephone, mailbox, street], asksForHuman: true },
  { ...wordsOf(tables.price), shown: [price], isMany: true, isPrice: true },
];

/** Words for the site itself, as in "phone number of the club". */
const siteWords = new Set(tables.siteWords.split(' '));

/** Words of a kind in scripts without spaces, matched anywhere in a question. */
interface DenseWords {
  readonly denseAsked: readonly string[];
  /** All words that ask for the detail, name the site or add nothing; longest first. */
  readonly dense: readonly string[];
}

const DENSE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

const kindsWithDense: readonly (LookUpKind & DenseWords)[] = kinds.map((kind) => ({
  ...kind,
  denseAsked: [...kind.asked].filter((word) => DENSE.test(word)),
  dense: [...kind.asked, ...kind.fillerWords, ...siteWords]
    .filter((word) => DENSE.test(word))
    .toSorted((a, b) => b.length - a.length),
}));

/** Tests for words that name no subject: stop words, and words of the site's own name. */
interface WordTests {
  readonly isIdle: (word: string) => boolean;
  readonly ofSite: (word: string) => boolean;
}

/** The kind of detail that a question looks up; `undefined` for most questions. */
export function lookUpOf(question: string, { isIdle, ofSite }: WordTests): LookUp | undefined {
  const folded = foldText(question.replace(/\be-(?=mail)/gi, ''));
  if (words(folded).length > MAX_WORDS) return undefined;
  const asksPrice = AMOUNT.test(folded) ? factWords(folded) !== '' : true;
  return kindsWithDense
    .flatMap((kind) => {
      if (kind.isPrice && asksHowTo(question)) return [];
      const adds =
        kind.asksForHuman && !words(folded).some((word) => kind.fillerWords.has(word)) ? isStopWord : isIdle;
      const rest = remainingWords(
        folded,
        kind,
        (word) => adds(word) || (kind.isMany !== true && ofSite(word)),
      );
      const isOther =
        rest !== undefined && rest.length > 0 && !(kind.isPrice ? asksPrice : kind.mayNamePerson);
      return rest === undefined || isOther ? [] : [{ ...kind, rest }];
    })
    .toSorted((a, b) => a.rest.length - b.rest.length)[0];
}

/** A longer question has enough words for the usual retrieval. */
const MAX_WORDS = 8;

/** The words of a question besides those of the kind; `undefined` when it does not ask for the kind. */
function remainingWords(
  folded: string,
  { asked, fillerWords: beside, denseAsked, dense }: LookUpKind & DenseWords,
  isIdle: (word: string) => boolean,
): string[] | undefined {
  const isAsked = denseAsked.some((word) => folded.includes(word));
  if (!isAsked && !words(folded).some((word) => asked.has(word))) return undefined;
  const named = dense.reduce((text, word) => text.replaceAll(word, ' '), folded);
  return words(named).filter(
    (word) =>
      !asked.has(word) && !beside.has(word) && !siteWords.has(word) && !isIdle(word) && !MEASURED.test(word),
  );
}

/** "How much" alone does not ask for a price: "How much memory". */
const AMOUNT = /\bmuch\b/;

/** A number with a measure word: 一颗, 每次. */
const MEASURED = /^[一两几每]\p{sc=Han}?$/u;
