import type { OutlineSection } from '../../../contract/writing/writing.ts';
import { roman } from '../../markup/roman-numerals.ts';

/** Numbering style of top headings. */
export type Numbering = 'chinese' | 'chinese-paren' | 'arabic' | 'roman' | 'none';

/**
 * Adds numbers before headings: top ones in the chosen style, lower ones as 1.1 and 1.1.1. Chinese numerals need a
 * title with Chinese characters; others get Arabic ones.
 */
export function numbered(
  sections: readonly OutlineSection[],
  numbering: Numbering,
  title: string,
): OutlineSection[] {
  const isForeign = numbering.startsWith('chinese') && !/\p{Script=Han}/u.test(title);
  const style = styles[isForeign ? 'arabic' : numbering];
  return withNumbers(
    sections,
    [],
    (path) => (path.length > 1 ? `${path.join('.')} ` : style(path[0] ?? 1)),
    numbering,
  );
}

function withNumbers(
  sections: readonly OutlineSection[],
  above: readonly number[],
  numberOf: (path: readonly number[]) => string,
  numbering: Numbering,
): OutlineSection[] {
  return sections.map((section, index) => {
    const path = [...above, index + 1];
    const heading = bare(section.heading, path);
    return {
      ...section,
      heading: numbering === 'none' ? heading : numberOf(path) + heading,
      ...(section.children && { children: withNumbers(section.children, path, numberOf, numbering) }),
    };
  });
}

/** A heading without a number added by the model. */
function bare(heading: string, path: readonly number[]): string {
  const dotted = `${path.join('.')} `;
  const plain = heading.startsWith(dotted) ? heading.slice(dotted.length) : heading.replace(OWN_NUMBER, '');
  return plain.trim() || heading;
}

const OWN_NUMBER =
  /^(?:第?[一二三四五六七八九十]{1,3}[章节]?[、.．:：]\s*|[（(](?:[一二三四五六七八九十]{1,3}|\d{1,2})[）)]\s*|\d{1,2}[.、)）．](?!\d)\s*|[IVX]{1,5}[.、]\s+)/;

const styles: Readonly<Record<Numbering, (place: number) => string>> = {
  chinese: (place) => `${chinese(place)}、`,
  'chinese-paren': (place) => `（${chinese(place)}）`,
  arabic: (place) => `${place}. `,
  roman: (place) => `${roman(place)}. `,
  none: () => '',
};

const DIGITS = '〇一二三四五六七八九';

/** 1 to 99 as 一 to 九十九. */
function chinese(place: number): string {
  const [tens, ones] = [Math.floor(place / 10), place % 10];
  const ten = tens === 0 ? '' : `${tens === 1 ? '' : DIGITS.charAt(tens)}十`;
  return ten + (ones === 0 ? '' : DIGITS.charAt(ones));
}
