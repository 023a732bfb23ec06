/**
 * Languages of Docent's own interface: console, handbook, embedded site, reports. The widget and the answers know more
 * languages, since they follow the visitor.
 */
export const interfaceLanguages = ['zh', 'en'] as const;

export type InterfaceLanguage = (typeof interfaceLanguages)[number];

/** Tags of the languages as pages declare them. */
export const interfaceLanguageTags = { zh: 'zh-CN', en: 'en' } as const;

export const isInterfaceLanguage = (text: string | null | undefined): text is InterfaceLanguage =>
  text === 'zh' || text === 'en';

/** The language for a tag such as `zh-Hant` or `fr`: Chinese for every Chinese, English for all others. */
export const interfaceLanguageOf = (tag: string): InterfaceLanguage =>
  tag.toLowerCase().startsWith('zh') ? 'zh' : 'en';

export const otherInterfaceLanguage = (language: InterfaceLanguage): InterfaceLanguage =>
  language === 'zh' ? 'en' : 'zh';
