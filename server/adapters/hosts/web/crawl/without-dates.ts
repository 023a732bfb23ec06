import { sha256 } from '../../../../kit/ids.ts';
import { wordsOf } from './print-versions.ts';

/** Mark of a text without its numbers, words with digits (as in tokens) and the names of months and days: equal for the pages of a calendar. */
export const markWithoutDates = (html: string): string =>
  sha256(
    wordsOf(html)
      .filter((word) => !calendarWords.has(word))
      .map((word) => (/\p{N}/u.test(word) ? '0' : word))
      .join(' '),
  );

/** A path whose numbers and names of months and days are all `0`. */
export const pathWithoutDates = (path: string): string =>
  path
    .split(/(\p{L}+)/u)
    .map((part) => (calendarWords.has(part.toLowerCase()) ? '0' : part.replace(/\d+/g, '0')))
    .join('');

/** Characters of Chinese dates, which are separate words here, and the names of months and days in common languages. */
const calendarWords: ReadonlySet<string> = new Set([
  ...'年月日号星期周一二三四五六七八九十百零〇'.split(''),
  ...[
    'en',
    'de',
    'fr',
    'es',
    'it',
    'pt',
    'nl',
    'pl',
    'cs',
    'ru',
    'uk',
    'sv',
    'da',
    'nb',
    'fi',
    'tr',
    'vi',
    'id',
  ]
    .flatMap((language) => (['long', 'short'] as const).flatMap((style) => namesIn(language, style)))
    .flatMap(wordsOf),
]);

/** The twelve months and seven days of a language; 2024-01-01 was a Monday. */
function namesIn(language: string, style: 'long' | 'short'): string[] {
  const name = (options: Intl.DateTimeFormatOptions, at: number) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(at);
  return [
    ...Array.from({ length: 12 }, (_, month) => name({ month: style }, Date.UTC(2024, month, 1))),
    ...Array.from({ length: 7 }, (_, day) => name({ weekday: style }, Date.UTC(2024, 0, 1 + day))),
  ];
}
