import { simplifyChinese } from '../../../text/simplify-chinese.ts';

/**
 * Variants of a question to match patterns with: as asked, and normalized (width, case, accents, Traditional Chinese).
 * Both with single blanks.
 */
export function questionVariants(question: string): readonly string[] {
  const plain = question.replace(/\s+/g, ' ').trim().toLowerCase();
  if (!/[^ -~]/.test(plain)) return [plain];
  const folded = foldCharacters(plain.normalize('NFKC')).replace(/\s+/g, ' ').trim().toLowerCase();
  return folded === plain ? [plain] : [folded, plain];
}

/** Removes accents of Latin letters and simplifies Chinese; does not touch regex syntax. */
export const foldCharacters = (text: string): string =>
  simplifyChinese(
    text
      .normalize('NFD')
      .replace(/(\p{sc=Latin})\p{Mn}+/gu, '$1')
      .normalize('NFC'),
  );

/** Normalizes names and titles for comparison. */
export const foldName = (text: string): string =>
  foldCharacters(text.normalize('NFKC')).toLowerCase().replace(/\s+/g, ' ').trim();
