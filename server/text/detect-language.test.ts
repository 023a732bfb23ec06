import { expect, test } from 'vitest';
import { detectLanguage } from './detect-language.ts';

const questions: Readonly<Record<string, readonly string[]>> = {
  en: [
    'How do I install it?',
    'delete chat logs',
    'docker compose',
    'PostgreSQL?',
    'Where are the backups kept?',
    'cookies',
  ],
  de: ['Wie installiere ich das?', 'Wo liegen die Backups?', 'Chatprotokolle löschen'],
  fr: ['Comment connecter WordPress ?', 'Où sont les sauvegardes ?', 'Combien coûte un modèle ?'],
  es: ['¿Cómo lo instalo?', '¿Dónde están las copias de seguridad?', 'borrar los registros'],
  pt: ['Como eu instalo isso?', 'Onde ficam os backups?', 'Quanto custa um modelo?'],
  it: ['Come si installa?', 'Posso usare PostgreSQL?', 'Quanto costa un modello?'],
  nl: ['Hoe installeer ik het?', 'Waar staan de back-ups?', 'Wat kost een model?'],
  pl: ['Jak to zainstalować?', 'Gdzie są kopie zapasowe?', 'Ile kosztuje model?'],
  tr: ['Nasıl kurarım?', 'PostgreSQL kullanabilir miyim?', 'Bir model ne kadar?'],
  ru: ['Как это установить?', 'Где хранятся резервные копии?'],
  uk: ['Як це встановити?', 'Скільки коштує модель?'],
  vi: ['Làm thế nào để cài đặt?', 'Một mô hình giá bao nhiêu?'],
  id: ['Bagaimana cara memasangnya?', 'Di mana cadangan disimpan?'],
  sv: ['Hur installerar jag det?', 'Var finns säkerhetskopiorna?'],
  cs: ['Kde jsou zálohy?', 'Kolik stojí model?'],
  ro: ['Cum îl instalez?', 'Unde sunt copiile de rezervă?'],
  hu: ['Hogyan telepítem?', 'Hol vannak a biztonsági mentések?'],
  ar: ['كيف أقوم بتثبيته؟'],
  fa: ['چگونه آن را نصب کنم؟'],
  hi: ['मैं इसे कैसे स्थापित करूँ?'],
  he: ['איך מתקינים את זה?'],
  el: ['Πώς το εγκαθιστώ;'],
  th: ['ติดตั้งอย่างไร'],
  ja: ['インストール方法は？', '設定を変更するには？'],
  ko: ['어떻게 설치하나요?'],
  'zh-CN': ['怎么安装？', '用 Docker 部署', '备份在哪里', '接口限流是多少', '权限', '份数'],
  'zh-TW': ['這個怎麼安裝？', '備份在哪裡', '後面有什麼'],
};

test.each(Object.entries(questions))('LANG1: %s is recognised', async (tag, texts) => {
  for (const text of texts) expect([text, await detectLanguage(text)]).toEqual([text, tag]);
});

test.each([
  ['Telefonnummer', 'de', 'de'],
  ['Telefonnummer', 'zh-CN', 'en'],
  ['phone number', 'de', 'en'],
  ['contact', 'fr', 'fr'],
  ['contacto', 'es', 'es'],
  ['备份', 'de', 'zh-CN'],
  ['？', 'zh-CN', 'zh-CN'],
  ['😂', 'de', 'de'],
  ['404', 'zh-CN', 'zh-CN'],
  ['ok', 'de', 'de'],
  ['ok', 'zh-CN', 'en'],
  ['gift card', 'de', 'en'],
  ['Tastenkürzel', 'de', 'de'],
  ['mot de passe root oublié', 'fr', 'fr'],
  ['et sans mot de passe ?', 'fr', 'fr'],
  ['olvidé la contraseña de root', 'es', 'es'],
  ['hotel in vienna', 'en', 'en'],
  ['jalapeño recipe', 'en', 'en'],
  ['vegan waffles recipe', 'en', 'en'],
  ['menu del dia', 'en', 'es'],
  ['combien coûte le train', 'en', 'fr'],
  ['quanto custa', 'es', 'pt'],
])('LANG1: %j on a site in %s is %s', async (text, site, tag) => {
  expect(await detectLanguage(text, async () => [site])).toBe(tag);
});
