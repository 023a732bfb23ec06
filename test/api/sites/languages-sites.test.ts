import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChatReply } from '../../../contract/chat/chat.ts';
import { openSite, type Site } from './open-site.ts';

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
  test.each(['Сколько весит слон?', 'Как подключить интернет?', 'Какая столица Франции?'])(
    '%s is not covered',
    async (question) => expect((await magazine.ask(question)).answerState).toBe('not_covered'),
  );
});

describe('ANS16: function words of Japanese are not searched for', () => {
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
    ['it', 'Avete corsi di ballo?'],
    ['pt', 'Vendem pianos?'],
    ['nl', 'Geven jullie dansles?'],
    ['nl', 'Hoe oud moet je zijn voor piano?'],
  ])('%s: %s is not answered', async (language, question) => {
    expect((await ask(language, question)).answerState).not.toBe('answered');
  });
});
