import { percentDecoded } from '../../../text/percent-decoded.ts';
import { sentences } from '../../../text/sentences.ts';
import { shortenTitle } from '../../../text/shorten-title.ts';

/** A title for a text without one: its first sentence, or the words of its name in the address. */
export const titleFromText = (text: string, name: string): string =>
  shortenTitle(sentences(text)[0]?.text ?? '') || wordsOf(name);

const wordsOf = (name: string): string =>
  percentDecoded(name)
    .replace(/\.\w+$/, '')
    .replace(/[-_+]+/g, ' ')
    .trim();
