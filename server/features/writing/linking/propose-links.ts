import type { WritingEdit } from '../../../../contract/writing/patch.ts';
import { isCommonWord, isStopWord, foldText } from '../../../text/text.ts';
import { sentences, type Sentence } from '../../../text/sentences.ts';
import { linked, looksLikeHtml, openArticles } from './link.ts';
import { termsOf, type LinkTarget, type Term } from './link-phrases.ts';
import { closedPlaces } from './linkable.ts';

/** Sentences of a text that are looked up in the index, evenly from all of it. */
const mostSentences = 60;
/** Articles that are looked at for each. */
const articlesEach = 3;
/** Shortest sentence that says enough to be looked up, in terms. */
const leastTerms = 4;
/** Most terms of a phrase that becomes a link. */
const longestPhrase = 8;
/** A text is the article itself when that comes first for more than this share of its sentences. */
const ownShare = 0.5;

/** Ids of the articles that the index ranks highest for a text, the best first. */
export type ArticlesLike = (text: string, limit: number, signal: AbortSignal) => Promise<readonly string[]>;

/** At least the public articles with these ids; others are missing. */
export type Heads = (ids: readonly string[]) => Promise<ReadonlyMap<string, LinkTarget>>;

interface Wanted {
  readonly text: string;
  /** Links from phrases of the text that name an article. */
  readonly named: readonly WritingEdit[];
  readonly heads: Heads;
  readonly like: ArticlesLike;
  /** Address of the text itself; `''` when it is not known. */
  readonly url: string;
  readonly signal: AbortSignal;
}

/**
 * Links from phrases that name an article, and from sentences for which the index finds one that shares words of its title or tags with
 * them; each with its sentence. One link for an article and for a sentence, none at a closed place, to the text itself or to an article
 * that is linked already.
 */
export async function proposedLinks({
  text,
  named: byName,
  heads,
  like,
  url,
  signal,
}: Wanted): Promise<WritingEdit[]> {
  const closed = closedPlaces(text);
  const isOpen = openArticles(text, url);
  const all = sentences(text);
  const named = byName.map((edit) => ({
    ...edit,
    sentence: sentenceAt(all, edit.start),
  }));
  const found = await foundBySentence({ all, like, signal });
  const own = ownArticle(found);
  const articles = await heads([...new Set(found.flatMap(({ ids }) => ids))]);
  const taken = new Set(named.map(({ reason }) => reason));
  const asHtml = looksLikeHtml(text);
  const proposals: Proposal[] = [];
  for (const { sentence, ids } of found) {
    if (named.some(({ start }) => start >= sentence.start && start < sentence.end)) continue;
    for (const [rank, id] of ids.entries()) {
      const target = articles.get(id);
      if (!target || id === own || target.url === '' || !isOpen(target) || taken.has(target.title)) continue;
      const phrase = phraseFor(sentence, target, closed);
      if (phrase) proposals.push({ ...phrase, sentence, target, weight: phrase.shared - rank });
    }
  }
  const further = bestEach(proposals).map(({ start, end, target, sentence }) => ({
    start,
    end,
    replacement: linked(text.slice(start, end), target.url, asHtml),
    reason: target.title,
    sentence: sentence.text,
  }));
  return [...named, ...further]
    .toSorted((one, other) => one.start - other.start)
    .slice(0, 3 + Math.floor(text.length / 300));
}

interface Proposal {
  readonly start: number;
  readonly end: number;
  readonly sentence: Sentence;
  readonly target: LinkTarget;
  readonly weight: number;
}

interface Found {
  readonly sentence: Sentence;
  readonly ids: readonly string[];
}

async function foundBySentence({
  all,
  like,
  signal,
}: Pick<Wanted, 'like' | 'signal'> & { readonly all: readonly Sentence[] }): Promise<readonly Found[]> {
  const telling = all.filter(({ text }) => termsOf(text.slice(0, 2000)).length >= leastTerms);
  const step = Math.max(1, telling.length / mostSentences);
  const chosen = Array.from(
    { length: Math.min(mostSentences, telling.length) },
    (_, index) => telling[Math.floor(index * step)],
  );
  const found: Found[] = [];
  for (const sentence of chosen) {
    signal.throwIfAborted();
    if (sentence)
      found.push({ sentence, ids: await like(sentence.text.slice(0, 400), articlesEach, signal) });
  }
  return found;
}

/** The article that a published text is, told by most of its sentences. */
function ownArticle(found: readonly Found[]): string | undefined {
  const firsts = new Map<string, number>();
  for (const { ids } of found) {
    const [first] = ids;
    if (first !== undefined) firsts.set(first, (firsts.get(first) ?? 0) + 1);
  }
  const [most] = [...firsts].toSorted(([, one], [, other]) => other - one);
  return most && found.length > 3 && most[1] > found.length * ownShare ? most[0] : undefined;
}

/** The words of a sentence that an article's title or tags share with it, as far as a link may stand there. */
function phraseFor(sentence: Sentence, target: LinkTarget, closed: Uint8Array) {
  const told = new Set(
    termsOf([target.title, ...target.tags.slice(0, 30).map(({ name }) => name)].join('\n')).map(
      ({ key }) => key,
    ),
  );
  const terms = termsOf(sentence.text);
  const shares = terms.map((term) => told.has(term.key) && isTelling(term, sentence.text));
  // A Chinese character is a term of its own: two of them say as much as one word.
  const shared = terms.reduce(
    (sum, { isDense }, index) => sum + (shares[index] ? (isDense ? 0.5 : 1) : 0),
    0,
  );
  if (shared < 2) return undefined;
  const [from, to] = longestRun(shares, terms);
  const first = terms[from];
  const last = terms[to];
  if (!first || !last || (first.isDense && from === to)) return undefined;
  const [start, end] = [sentence.start + first.start, sentence.start + last.end];
  return closed.subarray(start, end).includes(1) ? undefined : { start, end, shared };
}

const isTelling = ({ key, start, end, isDense }: Term, text: string): boolean => {
  const word = foldText(text.slice(start, end));
  return isDense || (!isStopWord(word) && !isCommonWord(word) && key.length > 2);
};

/**
 * First and last index of the longest run of shared terms; a gap of one term is bridged, other signs are not: the border of a cell,
 * the end of an emphasis or a line would be within the link.
 */
function longestRun(shares: readonly boolean[], terms: readonly Term[]): readonly [number, number] {
  let best: readonly [number, number] = [-1, -2];
  let from = -1;
  let last = -3;
  for (const [index, isShared] of shares.entries()) {
    if (terms[index]?.follows !== true) [from, last] = [index, -3];
    if (!isShared) continue;
    if (index - last > 2 || index - from >= longestPhrase) from = index;
    last = index;
    if (last - from > best[1] - best[0]) best = [from, last];
  }
  return best;
}

/** The best proposal of each article, one for a sentence. */
function bestEach(proposals: readonly Proposal[]): readonly Proposal[] {
  const kept: Proposal[] = [];
  for (const one of proposals.toSorted((a, b) => b.weight - a.weight || a.start - b.start)) {
    const clashes = kept.some(
      ({ target, sentence }) => target.id === one.target.id || sentence.start === one.sentence.start,
    );
    if (!clashes) kept.push(one);
  }
  return kept;
}

const sentenceAt = (all: readonly Sentence[], at: number): string =>
  all.find(({ start, end }) => start <= at && at < end)?.text ?? '';
