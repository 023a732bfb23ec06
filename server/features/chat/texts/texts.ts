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

/** Docent's own words in an answer. `{site}`, `{place}` and `{heading}` are filled in. */
export interface AnswerTexts {
  /** Introduces a quotation; `{place}` is a link to it. */
  readonly quotedFrom: string;
  /** Nothing answers, but places come close. */
  readonly close: string;
  readonly notCovered: string;
  readonly greeting: string;
  readonly thanks: string;
  readonly goodbye: string;
  /** Who answers here. */
  readonly about: string;
  /** What can be asked here. */
  readonly help: string;
  /** Stands for `{site}` where the site has no title. */
  readonly thisSite: string;
  /** Makes a question of a heading. */
  readonly askAbout: string;
}

const byTag: ReadonlyMap<string, AnswerTexts> = new Map(
  Object.entries({ 'zh-CN': zhCN, 'zh-TW': zhTW, en, ja, ko, fr, de, es, pt, ru }),
);

/** The texts of a language tag; English where there are none. */
export const textsOf = (language: string): AnswerTexts => byTag.get(language) ?? en;

/** A text with its places filled in. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
