import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';
import { ko } from './ko.ts';
import { pt } from './pt.ts';
import { ru } from './ru.ts';
import { zhCN } from './zh-cn.ts';
import { zhTW } from './zh-tw.ts';
import type { AnswerTexts } from './answer-texts.ts';

const byTag: ReadonlyMap<string, AnswerTexts> = new Map(
  Object.entries({ 'zh-CN': zhCN, 'zh-TW': zhTW, en, ja, ko, fr, de, es, pt, ru }),
);

/** The texts in every language. */
export const allTexts: readonly AnswerTexts[] = [...byTag.values()];

/** The language of the texts for a language tag: itself, or English. */
export const textLanguage = (language: string): string => (byTag.has(language) ? language : 'en');

/** Texts of a language tag; English for unknown ones. */
export const textsOf = (language: string): AnswerTexts => byTag.get(language) ?? en;
