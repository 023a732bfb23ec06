import type { ChatTask } from '../../../ports/models.ts';
import { truncate } from '../../../kit/text.ts';
import { rankSentences } from './rank-sentences.ts';
import { piecesOf } from './reading.ts';
import { joined, selectSentences } from './select-sentences.ts';

/**
 * An excerpt of an article: its most telling sentences in their order, at most `maxLength` UTF-16 units long.
 * A text without sentences gives its first words; one without words the title.
 */
export function excerpt({ title, text, maxLength }: Extract<ChatTask, { kind: 'excerpt' }>): string {
  const pieces = piecesOf(text);
  const prose = pieces.flatMap((piece) => (piece.kind === 'paragraph' ? piece.sentences : []));
  const whole = prose.filter((sentence) => COMPLETE.test(sentence));
  const items = pieces.flatMap((piece) => (piece.kind === 'item' ? [piece.text] : []));
  const sentences = [whole, prose, items].find((found) => found.length > 0) ?? [];
  const chosen = selectSentences(sentences, rankSentences(sentences, title), maxLength);
  if (chosen.length > 0) return joined(chosen);
  const best = sentences.at(0) ?? title;
  return clip(best, maxLength);
}

/** Ends as sentences end, unlike captions and labels. */
const COMPLETE = /[。！？.!?…]["'”’」』）)\]]*$/;

/** Cuts a sentence that is too long, at a clause or a blank of its second half where there is one. */
function clip(sentence: string, maxLength: number): string {
  if (sentence.length <= maxLength) return sentence;
  const room = truncate(sentence, maxLength - 1);
  const cuts = [/^(.*[^\s，,；;、：:])\s*[，,；;、：:]/su, /^(.*\S)\s/su].map(
    (cut) => cut.exec(room)?.[1] ?? '',
  );
  return `${cuts.find((cut) => cut.length > maxLength / 2) ?? room.trimEnd()}…`;
}
