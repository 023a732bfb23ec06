import type { Translation } from './keys.ts';
import type { Language } from './language.ts';
import { createTexts, type OwnTexts, type Texts } from './texts.ts';

/** The file of each language, loaded when it is shown. */
const files: Readonly<Record<Language, () => Promise<{ readonly texts: Translation }>>> = {
  en: () => import('./en.ts'),
  'zh-CN': () => import('./zh-cn.ts'),
  'zh-TW': () => import('./zh-tw.ts'),
  ja: () => import('./ja.ts'),
  ko: () => import('./ko.ts'),
  fr: () => import('./fr.ts'),
  de: () => import('./de.ts'),
  es: () => import('./es.ts'),
  pt: () => import('./pt.ts'),
  ru: () => import('./ru.ts'),
  it: () => import('./it.ts'),
  nl: () => import('./nl.ts'),
  pl: () => import('./pl.ts'),
  tr: () => import('./tr.ts'),
  vi: () => import('./vi.ts'),
  id: () => import('./id.ts'),
  ar: () => import('./ar.ts'),
  he: () => import('./he.ts'),
};

/** The texts of chat and search, with the site's own wording before them; rejects when the file cannot be loaded. */
export async function loadTexts(language: Language, own: OwnTexts): Promise<Texts> {
  const { texts } = await files[language]();
  return createTexts(texts, language, own);
}
