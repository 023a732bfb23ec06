import { describe, expect, it } from 'vitest';
import { guessLanguage } from './language.ts';
import { labelGroup, languageGroup } from './script-language.ts';

describe('the language of a text', () => {
  it.each([
    ['用 Docker 部署', 'zh'],
    ['臺灣的天氣', 'zh'],
    ['今天はいい天気ですね', 'ja'],
    ['안녕하세요 여러분', 'ko'],
    ['How do I reset my password?', 'en'],
    ['Wie kann ich das Passwort ändern?', 'de'],
    ['Comment changer le mot de passe ?', 'fr'],
    ['What does 微信 mean?', 'en'],
    ['12345 !!!', 'other'],
    ['', 'other'],
  ])('"%s" is %s', (text, language) => {
    expect(guessLanguage(text)).toBe(language);
  });
});

it.each([
  ['Opening hours', 'en'],
  ['Öffnungszeiten', 'en'],
  ['Docker Compose 安装', 'zh'],
  ['恢復備份', 'zh'],
  ['バックアップ', 'ja'],
  ['백업과 복원', 'ko'],
  ['Восстановление', 'ru'],
  ['Резервні копії', 'ru'],
  ['النسخ الاحتياطي', 'ar'],
  ['การติดตั้ง', 'th'],
])('SSE13: the label %j is of the group %s', (label, group) => expect(labelGroup(label)).toBe(group));

it.each([
  ['de', 'en'],
  ['zh-TW', 'zh'],
  ['uk', 'ru'],
  ['fa', 'ar'],
  ['th', 'th'],
])('SSE13: the language %s is of the group %s', (language, group) =>
  expect(languageGroup(language)).toBe(group),
);
