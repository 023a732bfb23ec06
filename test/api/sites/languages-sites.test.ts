import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChatReply } from '../../../contract/chat/chat.ts';
import { openSite, quoted, type Site } from './open-site.ts';

/*
 * Sites without a model, asked in their language: a Japanese pottery studio, a Russian magazine about houseplants, and a school of music
 * in Italian, Portuguese and Dutch.
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

describe('ANS10, ANS15: a small site answers in Italian, Portuguese and Dutch, in other words too', () => {
  const schools = new Map<string, Site>();
  const ask = async (language: string, question: string): Promise<ChatReply> => {
    const school = schools.get(language);
    return school ? school.ask(question) : {};
  };

  beforeAll(async () => {
    for (const language of ['it', 'pt', 'nl'])
      schools.set(language, await openSite(`music-school/${language}`));
  });

  afterAll(async () => {
    for (const school of schools.values()) await school.close();
  });

  test.each([
    ['it', 'Quanto costano le lezioni individuali?', 'tariffe#prezzi'],
    ['it', 'Indirizzo', 'contatti'],
    ['it', 'Orari di apertura', 'contatti#segreteria'],
    ['nl', 'Openingstijden', 'contact#secretariaat'],
    ['it', 'Come mi iscrivo?', 'iscrizione#come-iscriversi'],
    ['it', 'Ci sono riduzioni per studenti?', 'tariffe#sconti'],
    ['it', 'Quando devo restituire lo strumento?', 'strumenti#restituzione'],
    ['pt', 'Quanto custa uma aula individual?', 'tarifas#preços'],
    ['pt', 'Como posso cancelar o contrato?', 'inscricao#rescisão'],
    ['pt', 'Há redução para estudantes?', 'tarifas#descontos'],
    ['nl', 'Kan ik contant betalen?', 'tarieven#betaling'],
    ['nl', 'Wanneer moet ik het instrument teruggeven?', 'instrumenten#terugbrengen'],
    ['nl', 'Is er studentenkorting?', 'tarieven#korting'],
  ])('%s: %s', async (language, question, place) => {
    expect(quoted(await ask(language, question))).toBe(place);
  });

  test.each([
    ['it', 'Avete corsi di ballo?'],
    ['pt', 'Vendem pianos?'],
    ['nl', 'Geven jullie dansles?'],
    ['nl', 'Hoe oud moet je zijn voor piano?'],
  ])('%s: %s is not answered', async (language, question) => {
    expect((await ask(language, question)).answerState).not.toBe('answered');
  });
});
