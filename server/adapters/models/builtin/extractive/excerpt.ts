import type { ChatTask } from '../../../../ports/models.ts';
import { isCrossReference } from '../../../../text/cross-reference.ts';
import { truncate } from '../../../../text/text.ts';
import { rankSentences } from './rank-sentences.ts';
import { textBlocks } from './text-blocks.ts';
import { joined, selectSentences } from './select-sentences.ts';

/**
 * Excerpt of an article: its highest-scored sentences in their order, at most `maxLength` UTF-16 units long. Without
 * sentences the first words; without words the title.
 */
export function excerpt({ title, text, maxLength }: Extract<ChatTask, { kind: 'excerpt' }>): string {
  const pieces = textBlocks(text);
  const prose = pieces.flatMap((piece) => (piece.kind === 'paragraph' ? piece.sentences : []));
  const whole = prose.filter((sentence) => COMPLETE.test(sentence));
  const items = pieces.flatMap((piece) => (piece.kind === 'item' ? [piece.text] : []));
  const sentences = [whole, prose, items].find((found) => found.length > 0) ?? [];
  const weights = rankSentences(sentences, title).map(
    (weight, place) => weight * standing(sentences[place] ?? '', place),
  );
  const chosen = selectSentences(sentences, weights, maxLength);
  const fitting = Math.max(0, ...chosen.map((sentence) => weights[sentences.indexOf(sentence)] ?? 0));
  const most = weights.reduce((top, weight) => Math.max(top, weight), 0);
  if (chosen.length > 0 && most <= TORN * fitting) return joined(chosen);
  return clip(sentences[weights.indexOf(most)] ?? title, maxLength);
}

/** Ends with an end mark, unlike captions and labels. */
const COMPLETE = /[。！？.!?…]["'”’」』）)\]]*$/;

/**
 * Score factor of a sentence by position and form: authors begin with what matters, and a sentence that refers to the
 * one before, or to another page, says little by itself. Constants tuned with `bench/excerpt-quality.ts`.
 */
const standing = (sentence: string, place: number): number =>
  (LATE + (1 - LATE) * Math.exp(-place / OPENING)) *
  (place === 0 ? FIRST : 1) *
  (place > 0 && LEANS.test(sentence) ? LEANING : 1) *
  (isCrossReference(sentence) || ADDRESS.test(sentence) ? 0 : 1);

/** Factor far behind the opening, and length scale of the opening in sentences. */
const LATE = 0.2;
const OPENING = 5;
const FIRST = 1.2;
const LEANING = 0.8;
/** A sentence that outweighs all fitting ones by this factor is taken although it must be cut. */
const TORN = 1.3;

/** Sentences with addresses are left out, since excerpts have no links. */
const ADDRESS = /:\/\/|\bwww\./;

const LEANS =
  /^(?:[它他她]|这(?!篇|是一)|[该此其那]|因此|所以|但|不过|然而|同时|另外|而且|并且|否则|还|也|(?:it|they|he|she|this|that|these|those|however|but|therefore|thus|also|otherwise|then|so|and|instead|once)\b)/i;

/** Truncates a sentence at a clause or blank in its second half, where there is one. */
function clip(sentence: string, maxLength: number): string {
  if (sentence.length <= maxLength) return sentence;
  const room = truncate(sentence, maxLength - 1);
  const cuts = [/^(.*[^\s，,；;、：:])\s*[，,；;、：:]/su, /^(.*\S)\s/su].map(
    (cut) => cut.exec(room)?.[1] ?? '',
  );
  return `${cuts.find((cut) => cut.length > maxLength / 2) ?? room.trimEnd()}…`;
}
