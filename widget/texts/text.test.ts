import { expect, test } from 'vitest';
import { chatText, languageOf, shellText } from './text.ts';

test('the page decides the language, then the visitor', () => {
  expect(languageOf('zh-CN', 'en')).toBe('zh');
  expect(languageOf('ZH_hant'.replace('_', '-'), 'en')).toBe('zh');
  expect(languageOf('fr', 'zh-CN')).toBe('en');
  expect(languageOf('', 'zh-TW')).toBe('zh');
  expect(languageOf(null, 'en-GB')).toBe('en');
});

test('no text is empty or left in the other language', () => {
  for (const texts of [shellText, chatText]) {
    for (const [name, en] of Object.entries(texts.en)) {
      const zh: unknown = Object.entries(texts.zh).find(([other]) => other === name)?.[1];
      const [inEn, inZh] = [en, zh].map((text) =>
        typeof text === 'function' ? String(text(3, 'x')) : String(text),
      );
      expect({ name, text: inEn?.trim() }).toEqual({
        name,
        text: expect.stringMatching(/^[^\p{Script=Han}]+$/u),
      });
      expect({ name, text: inZh }).toEqual({ name, text: expect.stringMatching(/\p{Script=Han}/u) });
    }
  }
});
