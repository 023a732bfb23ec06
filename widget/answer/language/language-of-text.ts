/**
 * The language of a text as a tag, for voices and fonts: by its script, and in Latin script by its little words. A text that says
 * nothing about itself counts as in `own`, the language of the words around it.
 */
export function languageOfText(text: string, own: string): string {
  const sample = text.slice(0, sampleLength);
  const [script, count] = scripts
    .map(([name, letters]) => [name, sample.match(letters)?.length ?? 0] as const)
    .reduce((most, each) => (each[1] > most[1] ? each : most));
  if (count === 0) return own;
  return script === 'Latin' ? latinLanguage(sample, own) : (byScript[script]?.(sample, own) ?? own);
}

/** Maximum of characters read. */
const sampleLength = 600;

/** A character of Chinese or Japanese says as much as a few letters. */
const scripts: readonly (readonly [string, RegExp])[] = [
  ['Latin', /\p{sc=Latin}{3}/gu],
  ['Han', /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu],
  ['Hangul', /\p{sc=Hangul}/gu],
  ['Cyrillic', /\p{sc=Cyrillic}{3}/gu],
  ['Arabic', /\p{sc=Arabic}{2}/gu],
  ['Hebrew', /\p{sc=Hebrew}{2}/gu],
  ['Greek', /\p{sc=Greek}{3}/gu],
  ['Thai', /\p{sc=Thai}{2}/gu],
  ['Devanagari', /\p{sc=Devanagari}{2}/gu],
];

const byScript: Readonly<Record<string, (text: string, own: string) => string>> = {
  Han: (text, own) => {
    if (/[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text)) return 'ja';
    if (own === 'ja' && !isSimplified.test(text)) return own;
    if (isTraditional.test(text) === isSimplified.test(text)) return own === 'zh-TW' ? own : 'zh-CN';
    return isTraditional.test(text) ? 'zh-TW' : 'zh-CN';
  },
  Hangul: () => 'ko',
  Cyrillic: (text) => (/[іїєґ]/i.test(text) ? 'uk' : 'ru'),
  Arabic: (text) => (/[پچژگ]/.test(text) ? 'fa' : 'ar'),
  Hebrew: () => 'he',
  Greek: () => 'el',
  Thai: () => 'th',
  Devanagari: () => 'hi',
};

/** Frequent characters that only one way of writing Chinese has. */
const isTraditional = /[們這個說還會對來時過為問題關後學國應與讓將從]/;
const isSimplified = /[们这个说还会对来时过为问题关后学国应与让将从]/;

function latinLanguage(text: string, own: string): string {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const [best, points] = Object.entries(littleWords)
    .map(([tag, little]) => {
      const known = words.filter((word) => little.includes(` ${word} `)).length;
      // Where two languages say the same the one around it is the likelier.
      const score = known + (text.match(ownLetters[tag] ?? never)?.length ?? 0) + (tag === own ? 0.5 : 0);
      return [tag, score] as const;
    })
    .reduce((most, each) => (each[1] > most[1] ? each : most));
  if (points >= 1) return best;
  return isLatin(own) ? own : 'en';
}

const never = /[^\s\S]/;

/** Letters that few other languages have. */
const ownLetters: Readonly<Record<string, RegExp>> = {
  vi: /[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/gi,
  pl: /[ąćęłńśźż]/gi,
  tr: /[ğış]/g,
  de: /[äöß]/gi,
  es: /[ñ¿¡]/gi,
  pt: /[ãõ]/gi,
  fr: /[èêœ]/gi,
};

/** Little words of each language, of which a sentence has some, each between spaces. */
const littleWords: Readonly<Record<string, string>> = {
  en: ' the and of to is it that for with are you how what can do does not this be have ',
  de: ' der die das und ist nicht ein eine wie ich kann man den mit auf für wird sind was wo von zu ',
  fr: ' le la les et est une des du que qui dans pour pas avec je vous comment où au ce sont quel ',
  es: ' el la los las del que una es por con para como cómo qué puedo dónde se su más hay ',
  pt: ' o os as do da dos um uma que para com não como onde posso em no na é ao mais ',
  it: ' il lo gli di che un una per con non sono come cosa dove posso della nel è si dei ',
  nl: ' de het een van en is niet dat op te voor met hoe wat waar ik je kan zijn ',
  pl: ' w na i z do nie jest jak co czy to się jako gdzie przez mogę są dla od że ',
  tr: ' ve bir bu için ile ne nasıl var mı mi nerede olarak daha gibi bunu kadar çok değil ',
  vi: ' là và của cho không có được các một những tôi làm thế nào trong với này để bạn ',
  id: ' yang dan di ke dari untuk dengan ini itu tidak bagaimana apa saya adalah atau bisa dapat pada cara ',
};

const isLatin = (tag: string): boolean => tag in littleWords;
