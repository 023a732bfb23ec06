/**
 * True when a short text is in the article's language, as far as scripts tell; foreign names do not count. Languages of
 * one script are told apart by words that the article and the text share.
 */
export function isSameLanguage(article: string, text: string): boolean {
  const [wanted, found] = [scriptsOf(article.slice(0, sample)), scriptsOf(text)];
  const [main] = groups.toSorted((a, b) => wanted[b] - wanted[a]);
  if (main === undefined || wanted[main] === 0) return true;
  const total = groups.reduce((sum, group) => sum + found[group], 0);
  if (found[main] < minShare * total) return false;
  // Chinese and Japanese share characters and differ in kana.
  return main !== 'eastAsian' || Math.abs(wanted.kana - found.kana) < kanaApart;
}

const sample = 5_000;
/** Minimum share of the article's script in the text. */
const minShare = 0.2;
/** Kana are about half of Japanese text and seldom a tenth of Chinese. */
const kanaApart = 0.35;
const lettersAWord = 4;

const groups = ['eastAsian', 'korean', 'latin', 'others'] as const;

function scriptsOf(text: string) {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const kana = count(/[\p{sc=Hiragana}\p{sc=Katakana}]/gu);
  const eastAsian = kana + count(/\p{sc=Han}/gu);
  const korean = count(/\p{sc=Hangul}/gu);
  const latin = count(/\p{sc=Latin}/gu);
  return {
    eastAsian,
    korean,
    latin: latin / lettersAWord,
    others: (count(/\p{L}/gu) - eastAsian - korean - latin) / lettersAWord,
    /** Share of kana among East Asian characters. */
    kana: eastAsian === 0 ? 0 : kana / eastAsian,
  };
}
