import { cleanCharacters } from '../../../markup/markdown-source.ts';
import { foldText, truncate } from '../../../text/text.ts';
import { mapLimits } from './node.ts';

/** Text of a node: one line, bounded, without direction marks and footnote numbers. */
export const cleanText = (text: string): string =>
  truncate(
    cleanCharacters(text)
      .replace(/[\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\uFFFE\uFFFF]/g, '')
      .replace(/\[\^[^\]\s]{1,40}\]:?/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
    mapLimits.text,
    '…',
  );

/** Equal for headings with the same letters and digits, regardless of case and width. */
export const sameKey = (text: string): string => foldText(text).replace(/[^\p{L}\p{N}]+/gu, '');
