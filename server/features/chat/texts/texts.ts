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

/** Texts of a language tag; English for unknown ones. */
export const textsOf = (language: string): AnswerTexts => byTag.get(language) ?? en;

/** Replaces placeholders by their values, with a space between Chinese characters and Latin letters or digits. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(
    /(\p{sc=Han}?)\{(\w+)\}(?=(\p{sc=Han}?))/gu,
    (whole, before: string, name: string, after: string) => {
      const value = values[name];
      if (value === undefined) return whole;
      const first = before !== '' && /^[\p{sc=Latin}\d]/u.test(value) ? ' ' : '';
      const last = after !== '' && /[\p{sc=Latin}\d]$/u.test(value) ? ' ' : '';
      return `${before}${first}${value}${last}`;
    },
  );
