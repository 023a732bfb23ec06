import { percentDecoded } from '../../../text/percent-decoded.ts';
import { sentences } from '../../../text/sentences.ts';
import { shortenTitle } from '../../../text/shorten-title.ts';

/** The title of a text that its author gave none: its first sentence, or the words of its name in the address. */
export const titleFromText = (text: string, name: string): string =>
  shortenTitle(sentences(text)[0]?.text ?? '') || wordsOf(name);

const wordsOf = (name: string): string =>
  percentDecoded(name)
    .replace(/\.\w+$/, '')
    .replace(/[-_+]+/g, ' ')
    .trim();
