import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

/** The bytes of a text in a charset of one or two bytes a character. */
const encoded = (text: string, charset: string): Uint8Array => {
  const bytesOf = new Map<string, readonly number[]>();
  const decoder = new TextDecoder(charset);
  for (let first = 255; first >= 0; first--) {
    const single = decoder.decode(Uint8Array.of(first));
    if (single.length === 1 && single !== '\uFFFD') bytesOf.set(single, [first]);
    else
      for (let second = 0x40; second < 255; second++) {
        const pair = decoder.decode(Uint8Array.of(first, second));
        if (pair.length === 1 && !bytesOf.has(pair)) bytesOf.set(pair, [first, second]);
      }
  }
  return Uint8Array.from(Array.from(text).flatMap((one) => bytesOf.get(one) ?? [0x3f]));
};

test.each([
  [
    'gb18030',
    '码头每天上午八点开放，下午六点关闭，冬季提前一小时关闭。周一检修，不对外开放，请游客提前安排行程。',
  ],
  [
    'big5',
    '碼頭每天上午八點開放，下午六點關閉，冬季提前一小時關閉。週一檢修，不對外開放，請遊客提前安排行程。',
  ],
  ['shift_jis', 'ボートハウスは毎日九時から十八時まで営業しています。月曜日は定休日です。'],
  ['euc-jp', 'カヤックの料金は一日三千円です。会員は受付でカードを見せてください。'],
  ['euc-kr', '카약 대여료는 하루에 삼만 원입니다. 회원은 접수처에서 카드를 보여 주세요.'],
  ['windows-1251', 'Лодочная станция открыта ежедневно с девяти до восемнадцати часов.'],
  ['koi8-r', 'Лодочная станция открыта ежедневно с девяти до восемнадцати часов.'],
  [
    'windows-1252',
    'Das Bootshaus schließt früher; für Gäste gilt das Gleiche, Mitglieder müssen ihre Karte zeigen.',
  ],
  ['windows-1252', 'Le château est fermé à Noël et en été, où l’entrée coûte très peu à côté.'],
])('HOST5: a page in %s is read although it names no charset', (charset, text) => {
  const page = `<html><head><title>${text.slice(0, 9)}</title></head><body><h1>x</h1><p>${text}</p></body></html>`;
  expect(decodeText(encoded(page, charset), 'text/html')).toBe(page);
});

test('HOST5: without a charset the language that a page declares decides', () => {
  const page = '<html lang="pl-PL"><p>Przystań jest otwarta codziennie. Łódź można wypożyczyć.</p></html>';
  expect(decodeText(encoded(page, 'windows-1250'), 'text/html')).toBe(page);
});
