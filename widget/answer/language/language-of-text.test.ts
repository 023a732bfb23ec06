import { expect, test } from 'vitest';
import { languageOfText } from './language-of-text.ts';

test.each([
  ['How do I connect a domain?', 'zh-CN', 'en'],
  ['Wie verbinde ich eine Domain mit der Website?', 'en', 'de'],
  ['Comment relier un domaine à mon site ?', 'en', 'fr'],
  ['¿Cómo puedo conectar un dominio?', 'en', 'es'],
  ['Como posso ligar um domínio ao site?', 'en', 'pt'],
  ['Come posso collegare un dominio al sito?', 'de', 'it'],
  ['Hoe kan ik een domein aan de site koppelen?', 'en', 'nl'],
  ['Jak podłączyć domenę do strony?', 'en', 'pl'],
  ['Siteye bir alan adı nasıl bağlanır?', 'en', 'tr'],
  ['Làm thế nào để kết nối tên miền với trang?', 'en', 'vi'],
  ['Bagaimana cara menghubungkan domain dengan situs ini?', 'en', 'id'],
  ['كيف أربط نطاقًا بالموقع؟', 'en', 'ar'],
  ['چگونه دامنه را وصل کنم؟', 'en', 'fa'],
  ['איך מחברים דומיין לאתר?', 'en', 'he'],
  ['Как подключить домен к сайту?', 'en', 'ru'],
  ['ドメインを接続するには？', 'zh-CN', 'ja'],
  ['도메인을 어떻게 연결하나요?', 'en', 'ko'],
  ['怎么把域名接到 Docent 网站上？', 'en', 'zh-CN'],
  ['如何讓網域連到這個網站？', 'en', 'zh-TW'],
  ['備份', 'ja', 'ja'],
  ['备份', 'en', 'zh-CN'],
])('WG56: “%s” on a page in %s is %s', (text, own, language) => {
  expect(languageOfText(text, own)).toBe(language);
});

test('WG56: a text that says nothing about its language has that of the words around it', () => {
  expect(languageOfText('webhook', 'de')).toBe('de');
  expect(languageOfText('webhook', 'ar')).toBe('en');
  expect(languageOfText('1 + 1 = 2', 'ko')).toBe('ko');
  expect(languageOfText('', 'fr')).toBe('fr');
});
