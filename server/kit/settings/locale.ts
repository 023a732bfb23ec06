import type { InterfaceLanguage } from '../../../contract/site/interface-language.ts';

/** The language that the variables of a locale name, the most special of them first: Chinese for every Chinese, English for all others. */
export function languageOfLocale(variables: Readonly<Record<string, string | undefined>>): InterfaceLanguage {
  const named = [variables['LC_ALL'], variables['LC_MESSAGES'], variables['LANG']].find((one) => one?.trim());
  return /^zh(?:[_.@-]|$)/i.test(named ?? '') ? 'zh' : 'en';
}
