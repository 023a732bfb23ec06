import { expect, test } from 'vitest';
import { texts as mapAr } from '../mind-map/texts/ar.ts';
import { texts as mapDe } from '../mind-map/texts/de.ts';
import { texts as mapEn } from '../mind-map/texts/en.ts';
import { texts as mapEs } from '../mind-map/texts/es.ts';
import { texts as mapFr } from '../mind-map/texts/fr.ts';
import { texts as mapJa } from '../mind-map/texts/ja.ts';
import { texts as mapKo } from '../mind-map/texts/ko.ts';
import { texts as mapPt } from '../mind-map/texts/pt.ts';
import { texts as mapRu } from '../mind-map/texts/ru.ts';
import { texts as mapIt } from '../mind-map/texts/it.ts';
import { texts as mapNl } from '../mind-map/texts/nl.ts';
import { texts as mapPl } from '../mind-map/texts/pl.ts';
import { texts as mapTr } from '../mind-map/texts/tr.ts';
import { texts as mapVi } from '../mind-map/texts/vi.ts';
import { texts as mapId } from '../mind-map/texts/id.ts';
import { texts as mapHe } from '../mind-map/texts/he.ts';
import { texts as mapZhCN } from '../mind-map/texts/zh-cn.ts';
import { texts as mapZhTW } from '../mind-map/texts/zh-tw.ts';
import { searchWindowTexts } from '../search/window-texts.ts';
import { partTable } from '../search/parts/part-texts.ts';
import { shareTable } from '../share/share-texts.ts';
import { texts as de } from './de.ts';
import { texts as en } from './en.ts';
import { texts as es } from './es.ts';
import { texts as fr } from './fr.ts';
import { texts as ja } from './ja.ts';
import { texts as ko } from './ko.ts';
import { directionOf, languageOf, languages, type Language } from './language.ts';
import { texts as pt } from './pt.ts';
import { texts as ru } from './ru.ts';
import { moreShellTexts } from './more-shell-texts.ts';
import { shellTexts, shellWords } from './shell-texts.ts';
import { createTexts } from './texts.ts';
import { texts as it } from './it.ts';
import { texts as nl } from './nl.ts';
import { texts as pl } from './pl.ts';
import { texts as tr } from './tr.ts';
import { texts as vi } from './vi.ts';
import { texts as id } from './id.ts';
import { texts as ar } from './ar.ts';
import { texts as he } from './he.ts';
import { texts as zhCN } from './zh-cn.ts';
import { texts as zhTW } from './zh-tw.ts';

const translations: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: { ...en, ...mapEn },
  'zh-CN': { ...zhCN, ...mapZhCN },
  'zh-TW': { ...zhTW, ...mapZhTW },
  ja: { ...ja, ...mapJa },
  ko: { ...ko, ...mapKo },
  fr: { ...fr, ...mapFr },
  de: { ...de, ...mapDe },
  es: { ...es, ...mapEs },
  pt: { ...pt, ...mapPt },
  ru: { ...ru, ...mapRu },
  he: { ...he, ...mapHe },
  ar: { ...ar, ...mapAr },
  id: { ...id, ...mapId },
  vi: { ...vi, ...mapVi },
  tr: { ...tr, ...mapTr },
  pl: { ...pl, ...mapPl },
  nl: { ...nl, ...mapNl },
  it: { ...it, ...mapIt },
};
const english = translations.en;
const wordsOf = (language: Language) => shellWords(language, async () => ({ moreShellTexts }));
const counted = Object.keys(english).flatMap((key) => (key.endsWith('.other') ? [key.slice(0, -6)] : []));
const plain = Object.keys(english).filter((key) => !key.includes('.'));

test('WG1: the page decides the language, then the visitor, then English', () => {
  expect(languageOf('zh-CN', 'en')).toBe('zh-CN');
  expect(languageOf('ZH_hant', 'en')).toBe('zh-TW');
  expect(languageOf('zh-HK', 'en')).toBe('zh-TW');
  expect(languageOf('fr-CA', 'zh-CN')).toBe('fr');
  expect(languageOf('pt-BR', 'en')).toBe('pt');
  expect(languageOf('', 'zh-TW')).toBe('zh-TW');
  expect(languageOf(null, 'en-GB')).toBe('en');
  expect(languageOf('fa', 'de')).toBe('en');
  expect(languageOf('he-IL', 'en')).toBe('he');
  expect(['ar', 'he', 'en', 'zh-CN'].map((tag) => directionOf(languageOf(tag, 'en')))).toEqual([
    'rtl',
    'rtl',
    'ltr',
    'ltr',
  ]);
});

test.each(languages)('WG1: every text is there in %s, with its plural forms and blanks', async (language) => {
  const translation = translations[language];
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  // A form that only fractions or millions use may fall back to `other`, and in Russian the form of two to four, which reads as that.
  const used = new Set([0, 1, 2, 3, 5, 11, 21, 100].map((n) => new Intl.PluralRules(language).select(n)));
  if (language === 'ru') used.delete('few');
  for (const key of plain)
    expect({ key, text: translation[key]?.trim() ?? '' }).not.toEqual({ key, text: '' });
  for (const key of counted) {
    for (const form of forms.filter((each) => used.has(each))) {
      const text = translation[`${key}.${form}`];
      // A form for one number alone may name it by a word, as Arabic and Hebrew do.
      expect(text, `${key}.${form}`).toMatch(isForOne(language, form) ? /\S/ : /\{count\}/);
    }
  }
  const blanks = (text = '') => [...text.matchAll(/\{\w+\}/g)].map(String).toSorted();
  for (const key of plain)
    expect({ key, blanks: blanks(translation[key]) }).toEqual({ key, blanks: blanks(english[key]) });
  const words = await wordsOf(language);
  expect(words).toHaveLength(6);
  const shell = { ...shellTexts(words, language), ...searchWindowTexts(language) };
  expect(Object.values(shell).every((text) => text.trim() !== '')).toBe(true);
  expect(shellTexts(words, language, { siteTitle: 'Tea' }).title).toBe(
    translation.titleOf?.replace('{site}', 'Tea'),
  );
  expect(words[0]).toBe(translation.title);
  const sharing = shareTable[language];
  expect(sharing).toHaveLength(shareTable.en.length);
  expect(
    sharing.filter((text, n) => text.trim() === '' || (language !== 'en' && text === shareTable.en[n])),
  ).toEqual([]);
  const parts = partTable[language];
  expect(parts.map(blanks)).toEqual(partTable.en.map(blanks));
  expect(parts.filter((text) => text.trim() === '')).toEqual([]);
});

/** True for a plural form that a language has for a single number. */
const isForOne = (language: Language, form: Intl.LDMLPluralRule): boolean => {
  const rules = new Intl.PluralRules(language);
  return Array.from({ length: 200 }, (_, n) => rules.select(n)).filter((each) => each === form).length === 1;
};

test('WG1: the shell speaks English while the words of a language cannot be loaded', async () => {
  const words = await shellWords('ar', () => Promise.reject(new TypeError('offline')));
  expect(shellTexts(words, 'ar').retry).toBe('Try again');
});

test('WG1: no translation is left in English', () => {
  const same = {
    allowed: new Set([
      'code',
      'formula',
      'mapPng',
      'conversation',
      'fileName',
      'suggestions',
      'articles.one',
      'articles.other',
      'sources.one',
      'sources.other',
    ]),
  };
  for (const language of languages.filter((each) => each !== 'en')) {
    const left = Object.entries(translations[language]).filter(
      ([key, text]) => text === english[key] && !same.allowed.has(key),
    );
    expect({ language, left }).toEqual({ language, left: [] });
  }
});

test('WG1: no line begins with a sign that belongs to the word before it', async () => {
  const split = (texts: readonly string[], sign: RegExp) => texts.filter((text) => sign.test(text));
  const all = async (language: Language) => [
    ...Object.values(translations[language]),
    ...(await wordsOf(language)),
    ...partTable[language],
  ];
  expect(split(await all('fr'), /« | [:;?!»]/)).toEqual([]);
  expect(split(await all('de'), / …/)).toEqual([]);
});

test('WG1: counts choose the plural form of the language', () => {
  const russian = createTexts(ru, 'ru');
  expect([1, 3, 5, 21].map((count) => russian('sources', { count }))).toEqual([
    '1 источник',
    '3 источника',
    '5 источников',
    '21 источник',
  ]);
  const english = createTexts(en, 'en');
  expect([1, 2].map((count) => english('results', { count }))).toEqual(['1 result', '2 results']);
  expect(createTexts(zhCN, 'zh-CN')('sources', { count: 1 })).toBe('1 个来源');
});

test('WG2: a site has its own wording, for all languages or for one', async () => {
  const own = {
    welcome: 'Ahoy',
    'de:welcome': 'Moin',
    title: 'Ask the captain',
    'results.other': '{count} finds',
  };
  expect(createTexts(en, 'en', own)('welcome')).toBe('Ahoy');
  expect(createTexts(de, 'de', own)('welcome')).toBe('Moin');
  expect(createTexts(en, 'en', own)('results', { count: 4 })).toBe('4 finds');
  expect(shellTexts(await wordsOf('fr'), 'fr', { texts: own }).title).toBe('Ask the captain');
  expect(createTexts(en, 'en', {})('titleOf', {})).toBe('Ask {site}');
});

test('WG2: between Chinese characters and Latin letters or digits stands a space', () => {
  const text = createTexts(zhCN, 'zh-CN');
  expect(text('titleOf', { site: 'Docent 手册' })).toBe('问问 Docent 手册');
  expect(text('titleOf', { site: '茶馆' })).toBe('问问茶馆');
  expect(text('sources', { count: 2 })).toBe('2 个来源');
});
