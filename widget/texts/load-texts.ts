import type { MapTexts, MapTranslation } from '../mind-map/texts/keys.ts';
import type { Translation } from './keys.ts';
import type { Language } from './language.ts';
import { createTexts, type OwnTexts, type Texts } from './texts.ts';

type File<T> = () => Promise<{ readonly texts: T }>;

/** The files of each language, loaded when they are shown: of the chat and the search, and of the mind map. */
const files: Readonly<Record<Language, readonly [File<Translation>, File<MapTranslation>]>> = {
  en: [() => import('./en.ts'), () => import('../mind-map/texts/en.ts')],
  'zh-CN': [() => import('./zh-cn.ts'), () => import('../mind-map/texts/zh-cn.ts')],
  'zh-TW': [() => import('./zh-tw.ts'), () => import('../mind-map/texts/zh-tw.ts')],
  ja: [() => import('./ja.ts'), () => import('../mind-map/texts/ja.ts')],
  ko: [() => import('./ko.ts'), () => import('../mind-map/texts/ko.ts')],
  fr: [() => import('./fr.ts'), () => import('../mind-map/texts/fr.ts')],
  de: [() => import('./de.ts'), () => import('../mind-map/texts/de.ts')],
  es: [() => import('./es.ts'), () => import('../mind-map/texts/es.ts')],
  pt: [() => import('./pt.ts'), () => import('../mind-map/texts/pt.ts')],
  ru: [() => import('./ru.ts'), () => import('../mind-map/texts/ru.ts')],
};

/** The texts of chat and search, with the site's own wording before them; rejects when the file cannot be loaded. */
export async function loadTexts(language: Language, own: OwnTexts): Promise<Texts> {
  const { texts } = await files[language][0]();
  return createTexts(texts, language, own);
}

/** `loadTexts` for the texts of the mind map. */
export async function loadMapTexts(language: Language, own: OwnTexts): Promise<MapTexts> {
  const { texts } = await files[language][1]();
  return createTexts(texts, language, own);
}
