import { truncate } from './text.ts';
import { withoutEnd } from '../kit/scan/edges.ts';

/** Shortens a sentence to a heading: without its end mark, cut at a word, or in Chinese at a clause. */
export function shortenTitle(sentence: string): string {
  const text = withoutEnd(sentence, /[\s。．.;；:：,，、]/);
  const isDense = /\p{Script=Han}/u.test(text);
  const longest = isDense ? LONGEST.dense : LONGEST.spaced;
  if (text.length <= longest) return text;
  const room = truncate(text, longest);
  const cut = (isDense ? /^(.*[^\s，,；;、])[，,；;、]/su : /^(.*\S)\s/su).exec(room)?.[1] ?? '';
  return `${cut.length >= longest / 2 ? cut : room}…`;
}

const LONGEST = { dense: 44, spaced: 80 };
