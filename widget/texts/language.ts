/** The languages of the widget, as BCP 47 tags. */
export const languages = [
  'en',
  'zh-CN',
  'zh-TW',
  'ja',
  'ko',
  'fr',
  'de',
  'es',
  'pt',
  'ru',
  'it',
  'nl',
  'pl',
  'tr',
  'vi',
  'id',
  'ar',
  'he',
] as const;

export type Language = (typeof languages)[number];

/** The language for a page or element whose `lang` is given; without one, the visitor's own; English for all others. */
export function languageOf(lang: string | null | undefined, visitor: string): Language {
  const tag = (lang?.trim() || visitor).replaceAll('_', '-').toLowerCase();
  if (/^zh\b/.test(tag)) return /\b(?:hant|tw|hk|mo)\b/.test(tag) ? 'zh-TW' : 'zh-CN';
  return languages.find((language) => language === tag.split('-')[0]) ?? 'en';
}

/** The direction in which a language is written. */
export const directionOf = (language: Language): 'rtl' | 'ltr' => (/ar|he/.test(language) ? 'rtl' : 'ltr');

/** The language of the page at the place of `element`. */
export function pageLanguage(element: Element): Language {
  const { lang } = element.closest<HTMLElement>('[lang]') ?? document.documentElement;
  return languageOf(lang, navigator.language);
}
