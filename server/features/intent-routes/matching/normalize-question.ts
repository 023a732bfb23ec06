import { simplifyChinese } from '../../../text/simplify-chinese.ts';

/**
 * The forms of a question that triggers are tried on: as asked, and with widths, letter case, accents of Latin letters
 * and Traditional characters folded away. Blanks are single in both.
 */
export function questionVariants(question: string): readonly string[] {
  const plain = question.replace(/\s+/g, ' ').trim().toLowerCase();
  if (!/[^ -~]/.test(plain)) return [plain];
  const folded = foldCharacters(plain.normalize('NFKC')).replace(/\s+/g, ' ').trim().toLowerCase();
  return folded === plain ? [plain] : [folded, plain];
}

/** Accents of Latin letters taken off, Traditional characters made Simplified; nothing that a pattern gives a meaning to. */
export const foldCharacters = (text: string): string =>
  simplifyChinese(
    text
      .normalize('NFD')
      .replace(/(\p{sc=Latin})\p{Mn}+/gu, '$1')
      .normalize('NFC'),
  );

/** Names and titles as steps compare them. */
export const foldName = (text: string): string =>
  foldCharacters(text.normalize('NFKC')).toLowerCase().replace(/\s+/g, ' ').trim();
