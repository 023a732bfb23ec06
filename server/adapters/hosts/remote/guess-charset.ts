/**
 * Guesses the charset of a page that names none, as browsers do: by the language that it declares, else by decoding its
 * bytes in East Asian and Cyrillic charsets. `undefined` when it looks Western.
 */
export const guessCharset = (bytes: Uint8Array): string | undefined => {
  const sample = bytes.subarray(0, sampleBytes);
  const language = /<html\b[^>]{0,300}?\slang\s*=\s*["']?([\w-]{2,20})/i
    .exec(new TextDecoder('latin1').decode(sample.subarray(0, 2048)))?.[1]
    ?.toLowerCase();
  const usual = language === undefined ? undefined : charsetOfLanguage(language);
  if (usual !== undefined) return usual;
  return (
    eastAsian.find((one) => one.isLikely(charactersOf(sample, one.charset)))?.charset ?? cyrillicOf(sample)
  );
};

const sampleBytes = 100_000;

/** Default charsets by language in the HTML standard. */
const usualCharsets: Readonly<Record<string, string>> = {
  ar: 'windows-1256',
  be: 'windows-1251',
  bg: 'windows-1251',
  cs: 'windows-1250',
  el: 'iso-8859-7',
  et: 'windows-1257',
  fa: 'windows-1256',
  he: 'windows-1255',
  hr: 'windows-1250',
  hu: 'windows-1250',
  lt: 'windows-1257',
  lv: 'windows-1257',
  mk: 'windows-1251',
  pl: 'windows-1250',
  ro: 'windows-1250',
  ru: 'windows-1251',
  sk: 'windows-1250',
  sl: 'windows-1250',
  sr: 'windows-1251',
  th: 'windows-874',
  tr: 'windows-1254',
  uk: 'windows-1251',
  vi: 'windows-1258',
};

const charsetOfLanguage = (language: string): string | undefined =>
  usualCharsets[language.split('-')[0] ?? ''];

/** The characters beyond ASCII; `''` when the bytes are invalid in the charset. The last one may be cut. */
const charactersOf = (sample: Uint8Array, charset: string): string => {
  try {
    const text = new TextDecoder(charset, { fatal: true }).decode(sample, { stream: true });
    return text.replace(/[\0-\x7F]+/g, '');
  } catch {
    return '';
  }
};

const shareOf = (text: string, characters: RegExp): number =>
  (text.match(characters)?.length ?? 0) / Math.max(1, text.length);

const kana = /[\u3040-\u30ff]/g;
const hangul = /[\uac00-\ud7a3]/g;
/** Characters that occur in every longer Chinese text. */
const simplified =
  /[的一是不了在有和我人这中大为上个国来们到时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日期时间点请，。、]/g;
const traditional =
  /[的一是不了在有和我人這中大為上個國來們到時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日期時間點請，。、]/g;

/** The order matters: Japanese is also valid in Chinese charsets, and Chinese in the Korean one, but as other characters. */
const eastAsian: readonly { readonly charset: string; readonly isLikely: (text: string) => boolean }[] = [
  { charset: 'shift_jis', isLikely: (text) => shareOf(text, kana) > 0.2 },
  { charset: 'euc-jp', isLikely: (text) => shareOf(text, kana) > 0.2 },
  { charset: 'euc-kr', isLikely: (text) => shareOf(text, hangul) > 0.85 },
  { charset: 'gb18030', isLikely: (text) => shareOf(text, simplified) > 0.15 },
  { charset: 'big5', isLikely: (text) => shareOf(text, traditional) > 0.15 },
];

/** Detects Cyrillic by neighbouring letters beyond ASCII, which are rare in Western languages. */
const cyrillicOf = (sample: Uint8Array): string | undefined => {
  const text = new TextDecoder('latin1').decode(sample);
  const letters = text.match(/[\xC0-\xFF]/g)?.length ?? 0;
  const together = text.match(/[\xC0-\xFF]{3,}/g)?.join('').length ?? 0;
  if (letters < 20 || together < letters * 0.7) return undefined;
  // Most letters are lower case: they are in the upper half of the one charset and in the lower half of the other.
  return (text.match(/[\xE0-\xFF]/g)?.length ?? 0) > letters / 2 ? 'windows-1251' : 'koi8-r';
};
