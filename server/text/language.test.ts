import { describe, expect, it } from 'vitest';
import { guessLanguage } from './language.ts';

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
