import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSite, quoted, type Site } from './open-site.ts';

/*
 * Two sites without a model, asked in their language: a Japanese pottery studio and a Russian magazine about houseplants.
 */

let studio: Site;
let magazine: Site;

beforeAll(async () => {
  studio = await openSite('pottery-studio');
  magazine = await openSite('houseplant-magazine');
});

afterAll(async () => {
  await studio.close();
  await magazine.close();
});

describe('ANS15: words are found in other forms than they are asked for', () => {
  test.each([
    ['Что поставить на южное окно?', 'svet#южное-окно'],
    ['Как избавиться от паутинного клеща?', 'vrediteli#паутинный-клещ'],
    ['Чем убрать щитовку?', 'vrediteli#щитовка'],
    ['Можно ли удобрять банановой кожурой?', 'udobreniya#домашние-средства'],
    ['Где встречаются читатели?', 'zhurnal#встречи-читателей'],
    ['Сколько стоит подписка?', 'zhurnal#подписка'],
  ])('%s', async (question, place) => {
    expect(quoted(await magazine.ask(question))).toBe(place);
  });

  test.each(['Сколько весит слон?', 'Как подключить интернет?', 'Какая столица Франции?'])(
    '%s is not covered',
    async (question) => expect((await magazine.ask(question)).answerState).toBe('not_covered'),
  );
});

describe('ANS16: function words of Japanese are not searched for', () => {
  test.each([
    ['電動ろくろの料金はいくらですか', 'taiken#電動ろくろ'],
    ['絵付けは何歳からできますか', 'taiken#絵付け'],
    ['会員をやめるにはどうすればいいですか', 'kaiin#退会'],
    ['駅からどのくらいかかりますか', 'access#電車で'],
    ['車いすで入れますか', 'access#バリアフリー'],
    ['返品したいのですが', 'shop#返品'],
    ['本焼きの温度を教えてください', 'kama#温度'],
  ])('%s', async (question, place) => {
    expect(quoted(await studio.ask(question))).toBe(place);
  });

  test.each(['富士山の高さは', '宿泊できますか', 'Wi-Fiはありますか'])(
    '%s is not answered',
    async (question) => expect((await studio.ask(question)).answerState).not.toBe('answered'),
  );
});
