import { sentences } from '../sentences.ts';
import { foldText } from '../text.ts';
import { plainText } from './content.ts';

/** Finds out whether an article has a statement word for word. */
export type Quotes = (statement: string) => boolean;

/** Fewer words are in every text. */
const minWords = 3;

/**
 * The sentences of an article, to be compared as readers see them: without markup, blanks, quotation marks and dashes, in any
 * width and case. A quotation is one whole sentence, line or cell of a table, or several that follow each other, also across the
 * line breaks inside them.
 */
export function quotesOf(passages: readonly { readonly text: string }[]): Quotes {
  const words: string[] = [];
  const starts: number[] = [];
  const ends = new Set<number>();
  let length = 0;
  for (const { text } of passages) {
    for (const unit of unitsOf(text)) {
      const own = wordsOf(unit.text);
      if (own.length === 0) continue;
      if (unit.continues) ends.delete(length);
      else starts.push(length);
      words.push(...own);
      length += own.reduce((sum, word) => sum + word.length + 1, 0);
      ends.add(length);
    }
    // Nothing is quoted from the end of one passage and the beginning of the next.
    words.push('');
    length += 1;
  }
  const all = words.map((word) => `${word} `).join('');
  return (statement) => {
    const own = statement.split('\n').flatMap(wordsOf);
    if (own.length < minWords) return false;
    const wanted = `${own.join(' ')} `;
    return starts.some((start) => all.startsWith(wanted, start) && ends.has(start + wanted.length));
  };
}

interface Unit {
  readonly text: string;
  /** True for a line that goes on with the sentence of the line before. */
  readonly continues: boolean;
}

function unitsOf(text: string): Unit[] {
  // A passage may begin within a sentence.
  let open = true;
  return sentences(text).flatMap(({ text: sentence }) => {
    const continues = open && SMALL_LETTER.test(sentence);
    open = !END.test(sentence);
    const parts = sentence.startsWith('|') ? sentence.split('|') : sentence.split(AFTER_INITIAL);
    return parts.map((part, index) => ({ text: part, continues: continues && index === 0 }));
  });
}

/** A capital before a full stop may be an initial, or the end of a sentence: “of length N. The”. */
const AFTER_INITIAL = /(?<=\p{Lu}\.)\s+(?=\p{Lu})/u;

const SMALL_LETTER = /^\p{Ll}/u;
const END = /[.!?。！？…:：;；]["'”’」』）)\]】》〉*_]*$/;

const wordsOf = (text: string): string[] =>
  foldText(plainText(text).replace(TAG, ' ')).replaceAll('’', "'").match(WORDS) ?? [];

const TAG = /<\/?[a-z][^<>]{0,200}>/gi;

/** Characters of scripts without blanks, words, numbers with their signs, and signs that compare and count. */
const WORDS =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]|(?<![\p{L}\p{N}])[-−]?\p{N}+(?:[.,:/]\p{N}+)*|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}])[\p{L}\p{M}\p{N}'])+|[<>=≤≥≠×÷±%\p{Sc}]/gu;
