import { foldText, isCommonWord, isStopWord, stem } from '../../../text/text.ts';
import { tokenize } from '../editing/tokenize.ts';

/** An article that links may point to. */
export interface LinkTarget {
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly tags: readonly { readonly name: string }[];
}

/** A phrase that names an article; `key` is its normalized form. */
export interface Phrase {
  readonly key: string;
  readonly target: LinkTarget;
  /** Certainty, above 0. */
  readonly score: number;
}

/** A normalized word: folded, English words stemmed. Punctuation and blanks are no terms. */
export interface Term {
  readonly key: string;
  readonly start: number;
  readonly end: number;
  readonly isDense: boolean;
  /** True when only a blank, hyphen, comma or nothing separates it from the word before. */
  readonly follows: boolean;
}

export function termsOf(text: string): Term[] {
  const terms: Term[] = [];
  for (const { text: word, start } of tokenize(text)) {
    if (!/^[\p{L}\p{N}]/u.test(word)) continue;
    const end = start + word.length;
    const between = text.slice(terms.at(-1)?.end ?? 0, start);
    terms.push({
      key: stem(foldText(word)),
      start,
      end,
      isDense: DENSE.test(word),
      follows: terms.length > 0 && /^(?:[ -]?|[,:，、：] ?)$/.test(between),
    });
  }
  return terms;
}

const DENSE = /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}]/u;

/** Key of a sequence of terms, also for lookups of two neighbours. */
export const keyOf = (terms: readonly Term[]): string => terms.map(({ key }) => key).join(' ');

/** Phrases of a text that name exactly one article: its whole title, a unique part of its title, or a unique tag. */
export function phrasesIn(text: readonly Term[], articles: Iterable<LinkTarget>): Phrase[] {
  const said = new Set(text.flatMap((term, index) => pairsAt(text, term, index)));
  const byKey = new Map<string, { readonly phrase: Phrase; readonly isShared: boolean }>();
  for (const target of articles) {
    for (const [key, score] of phrasesOf(target, said)) {
      const known = byKey.get(key);
      const phrase = { key, target, score };
      // A whole title wins over the same words in a longer title.
      if (!known || (score >= WHOLE && known.phrase.score < WHOLE))
        byKey.set(key, { phrase, isShared: false });
      else if (score >= WHOLE || known.phrase.score < WHOLE) byKey.set(key, { ...known, isShared: true });
    }
  }
  return [...byKey.values()].flatMap(({ phrase, isShared }) => (isShared ? [] : [phrase]));
}

const pairsAt = (terms: readonly Term[], term: Term, index: number): string[] => {
  const before = terms[index - 1];
  return term.follows && before ? [term.key, `${before.key} ${term.key}`] : [term.key];
};

/** Scores: a whole title is most certain, a tag least. */
const WHOLE = 3;
const TAG = 0.5;

/** Phrases by which a text with these words may name the article, with their scores. */
function phrasesOf(target: LinkTarget, said: ReadonlySet<string>): Map<string, number> {
  const found = new Map<string, number>();
  const add = (key: string, score: number) => found.set(key, Math.max(score, found.get(key) ?? 0));
  const title = termsOf(target.title).slice(0, LONGEST_TITLE);
  const words = weighed(target.title, title);
  for (const [from, to] of titleRuns(title, said)) {
    const isWhole = from === 0 && to === title.length;
    const share = (to - from) / title.length;
    if (isWhole ? namesAll(words) : namesMuch(words.slice(from, to)))
      add(keyOf(title.slice(from, to)), isWhole ? WHOLE : 1 + share);
  }
  for (const { name } of target.tags.slice(0, MAX_TAGS)) {
    const tag = termsOf(name);
    const isSaid = tag.every((term, index) => pairsAt(tag, term, index).every((pair) => said.has(pair)));
    if (isSaid && tag.length > 0 && tag.length <= LONGEST && namesMuch(weighed(name, tag)))
      add(keyOf(tag), TAG);
  }
  return found;
}

const LONGEST_TITLE = 40;
/** Maximum terms of a phrase; a Chinese character is one term. */
const LONGEST = 16;
const MAX_TAGS = 30;

/** Runs of the title that the text contains word for word. */
function* titleRuns(title: readonly Term[], said: ReadonlySet<string>): Generator<[number, number]> {
  for (let from = 0; from < title.length; from++) {
    for (let to = from + 1; to <= title.length && to - from <= LONGEST; to++) {
      const last = title[to - 1];
      const before = title[to - 2];
      if (!last || !said.has(last.key)) break;
      if (to - from > 1 && (!last.follows || !said.has(`${before?.key} ${last.key}`))) break;
      yield [from, to];
    }
  }
}

/** A term with its role in a phrase. */
interface Weighed {
  readonly isDense: boolean;
  /** True for a content word. */
  readonly isContent: boolean;
  /** True when a phrase may begin or end here without splitting a Chinese word. */
  readonly begins: boolean;
  readonly ends: boolean;
  /** True when spelt like a name: DNS, PostgreSQL, S3. */
  readonly isName: boolean;
}

function weighed(text: string, terms: readonly Term[]): Weighed[] {
  const borders = new Set<number>();
  const contents: [number, number][] = [];
  for (const { segment, index } of segmenter.segment(text)) {
    borders.add(index).add(index + segment.length);
    const folded = foldText(segment);
    if (!isStopWord(folded) && !isCommonWord(folded) && !GENERIC.has(folded))
      contents.push([index, index + segment.length]);
  }
  return terms.map(({ start, end, isDense }) => {
    const word = text.slice(start, end);
    const isContent = contents.some(([from, to]) => from <= start && end <= to);
    return {
      isDense,
      isContent,
      begins: (borders.has(start) || !isDense) && isContent,
      ends: (borders.has(end) || !isDense) && isContent,
      isName: word.length > 1 && isName(word),
    };
  });
}

/** True for a word with a capital inside, or before a digit. */
const isName = (word: string): boolean => {
  const capital = word.search(/\p{Lu}/u);
  return /\p{L}\p{Lu}/u.test(word) || (capital >= 0 && /\p{N}/u.test(word.slice(capital)));
};

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

/** Words at the start or end of many titles that name nothing. */
const GENERIC = new Set(
  `guide tutorial introduction intro basics overview tips part notes review update first getting started
  behind without between under over inside using running making building writing
  教程 指南 入门 详解 介绍 简介 笔记 心得 总结 方法 技巧 问题 使用 如何 怎样 怎么 关于 浅谈 一文 第一 最佳 实践`.split(
    /\s+/,
  ),
);

/** True when a whole title contains a content word. */
const namesAll = (words: readonly Weighed[]): boolean =>
  words.some(({ isContent }) => isContent) && (words.length > 1 || words.some(({ isDense }) => !isDense));

/** True when a part of a title begins and ends with content words and is long enough not to occur by chance. */
function namesMuch(words: readonly Weighed[]): boolean {
  if (!words.at(0)?.begins || !words.at(-1)?.ends) return false;
  const dense = words.filter(({ isDense }) => isDense).length;
  const content = words.filter(({ isDense, isContent }) => !isDense && isContent).length;
  return content >= 2 || dense >= 3 || (content === 1 && (dense >= 2 || words.some(({ isName }) => isName)));
}
