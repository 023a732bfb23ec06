import type { ChatTask } from '../../../../ports/models.ts';
import { isCrossReference } from '../../../../text/cross-reference.ts';
import { truncate } from '../../../../text/text.ts';
import { rankSentences } from './rank-sentences.ts';
import { textBlocks, type TextBlock } from './text-blocks.ts';
import { joined } from './select-sentences.ts';

/**
 * Excerpt of an article: its highest-scored sentence and those right after it that fit into `maxLength` UTF-16 units,
 * in the article's own words and order. Without sentences the first words; without words the title.
 */
export function excerpt({ title, text, maxLength }: Extract<ChatTask, { kind: 'excerpt' }>): string {
  const blocks = textBlocks(text);
  const runs = [runsOfProse(blocks, isWhole), runsOfProse(blocks, () => true), runsOfItems(blocks)].find(
    ({ length }) => length > 0,
  );
  const sentences = runs?.flat() ?? [];
  const weights = rankSentences(sentences, title).map(
    (weight, place) => weight * standing(sentences[place] ?? '', place),
  );
  const best =
    sentences[weights.indexOf(weights.reduce((most, weight) => Math.max(most, weight), 0))] ?? title;
  const run = runs?.find((one) => one.includes(best)) ?? [];
  if (best.length > maxLength) return clip(best, maxLength);
  let said = best;
  for (const sentence of run.slice(run.indexOf(best) + 1)) {
    if (isAside(sentence)) break;
    const longer = joined([said, sentence]);
    if (longer.length > maxLength) return said.length < SHORT * maxLength ? clip(longer, maxLength) : said;
    said = longer;
  }
  return said;
}

/** Sentences that follow one another; a heading, a list or a sentence that is not wanted ends a run. */
function runsOfProse(blocks: readonly TextBlock[], isWanted: (sentence: string) => boolean): string[][] {
  const runs: string[][] = [[]];
  for (const block of blocks) {
    if (block.kind !== 'paragraph') runs.push([]);
    else
      for (const sentence of block.sentences)
        if (isWanted(sentence)) runs.at(-1)?.push(sentence);
        else runs.push([]);
  }
  return runs.filter(({ length }) => length > 0);
}

const runsOfItems = (blocks: readonly TextBlock[]): string[][] => {
  const items = blocks.flatMap((block) => (block.kind === 'item' ? [block.text] : []));
  return items.length > 0 ? [items] : [];
};

/** Ends with an end mark, unlike captions and labels. */
const isWhole = (sentence: string) => /[。！？.!?…]["'”’」』）)\]]*$/.test(sentence);

/**
 * Score factor of a sentence by position and form: authors begin with what matters, and a sentence that refers to the
 * one before, or to another page, says little by itself. Constants tuned with `bench/excerpt-quality.ts`.
 */
const standing = (sentence: string, place: number): number =>
  (LATE + (1 - LATE) * Math.exp(-place / OPENING)) *
  (place === 0 ? FIRST : 1) *
  (LEANS.test(sentence) ? LEANING : 1) *
  (isAside(sentence) ? 0 : 1);

/** Factor far behind the opening, and length scale of the opening in sentences. */
const LATE = 0.2;
const OPENING = 2;
const FIRST = 2;
/** Also for the first sentence: a lead-in to code or a list may stand before it. */
const LEANING = 0.4;
/** An excerpt below this share of the room is filled up with the beginning of the next sentence. */
const SHORT = 0.4;

/** Refers to another page, or has an address: excerpts have no links. */
const isAside = (sentence: string) => isCrossReference(sentence) || /:\/\/|\bwww\./.test(sentence);

const LEANS =
  /^(?:[它他她]|这(?!篇|是一)|[该此其那]|因此|所以|但|不过|然而|同时|另外|而且|并且|否则|还|也|(?:it|they|he|she|this(?! (?:article|page|post|guide|tutorial|chapter|section|handbook|document)\b)|that|these|those|however|but|therefore|thus|also|otherwise|then|so|and|instead|once)\b)/i;

/** Truncates a sentence at a clause or blank in its second half, where there is one. */
function clip(sentence: string, maxLength: number): string {
  if (sentence.length <= maxLength) return sentence;
  const room = truncate(sentence, maxLength - 1);
  const cuts = [/^(.*[^\s，,；;、：:])\s*[，,；;、：:]/su, /^(.*\S)\s/su].map(
    (cut) => cut.exec(room)?.[1] ?? '',
  );
  return `${cuts.find((cut) => cut.length > maxLength / 2) ?? room.trimEnd()}…`;
}
