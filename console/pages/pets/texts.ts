import { texts } from '../../text/language.ts';
import { textsEn } from './texts-en.ts';
import { textsZh } from './texts-zh.ts';

export const pageTexts = texts({ en: textsEn, zh: textsZh });
