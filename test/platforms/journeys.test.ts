import { describe, expect, test, vi } from 'vitest';
import { publicPrefix } from '../../contract/api.ts';
import { openSqlite } from '../../server/adapters/database/sqlite.ts';
import { openHost } from '../../server/adapters/hosts/open-host.ts';
import { createModels } from '../../server/adapters/models/models.ts';
import { createTestApp, type TestApp } from '../app.ts';
import { createTestLog } from '../fakes/log.ts';
import { isMissing } from '../missing-tool.ts';
import { ghostMissing, startGhost } from './ghost.ts';
import type { LivePlatform, PushTarget } from './live-platform.ts';
import { siteSettings } from './open-site.ts';
import { generators, generatorsMissing, startStaticSite } from './static-sites.ts';
import { startWordpress, wordpressMissing } from './wordpress.ts';
import { freePort } from '../fakes/listen.ts';

interface Site {
  readonly name: string;
  readonly missing: string;
  readonly start: (docent: PushTarget) => Promise<LivePlatform>;
}

const sites: readonly Site[] = [
  {
    name: 'WordPress on MariaDB',
    missing: await wordpressMissing('mariadb'),
    start: (docent) => startWordpress({ docent }),
  },
  {
    name: 'WordPress on SQLite',
    missing: await wordpressMissing('sqlite'),
    start: (docent) => startWordpress({ docent, database: 'sqlite' }),
  },
  { name: 'Ghost', missing: await ghostMissing(), start: startGhost },
  ...(Object.keys(generators) as (keyof typeof generators)[]).map((name) => ({
    name,
    missing: generatorsMissing,
    start: (docent: PushTarget) => startStaticSite(name, docent),
  })),
];

const left = new Set(
  sites.filter(({ name, missing }) => isMissing(`${name} as a real site`, missing)).map(({ name }) => name),
);

const articles = {
  green: {
    name: 'brewing-green-tea',
    title: 'Brewing green tea',
    html: '<h2 id="water">Water</h2>\n\n<p>Green tea is brewed with water of 80 degrees for two minutes. Hotter water makes it bitter, cooler water leaves it thin.</p>',
  },
  storing: {
    name: 'storing-tea',
    title: 'Storing tea',
    html: '<p>Tea leaves are stored in a tin chest of camphor wood, away from light and spices, for no longer than one year.</p>',
  },
  kettle: {
    name: 'descaling-a-kettle',
    title: 'Descaling a kettle',
    html: '<p>A kettle is descaled with citric acid every month: one spoon to a litre of water, boiled once and left for an hour.</p>',
  },
};

interface Answer {
  readonly reply: string;
  readonly answerState?: string;
  readonly citations: readonly { readonly title: string; readonly url: string }[];
}

describe('real sites', () => {
  // Most of the time they wait for their platforms.
  test.concurrent.for(sites)(
    'HOST1 HOST9 HOST11: $name answers, and is followed through a change, an unpublished and a deleted article',
    { timeout: 600_000 },
    async ({ name, missing, start }, { skip }) => {
      skip(left.has(name), missing);
      const port = await freePort();
      const docent = { origin: `http://127.0.0.1:${port}`, secret: 'a secret of both sides' };
      await using site = await start(docent);
      // Nobody listens yet; a push that is lost is made good by reading.
      await site.publish(...Object.values(articles)).catch(ignoreLostPush);
      await using service = await openService(site, docent.secret);
      const { app, host } = service;
      await app.server.listen({ host: '127.0.0.1', port });
      expect(host.describe()).toMatchObject({ kind: site.kind, siteOrigin: site.origin });

      const hot = await answerThat(app, 'How hot is the water for green tea?', /80 degrees/);
      const [cited] = hot.citations;
      expect(cited?.title).toBe('Brewing green tea');
      // The citation leads to the page, at the site itself.
      const page = await fetch(new URL(cited?.url ?? '', site.origin));
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('80 degrees')]);
      await answerThat(app, 'Where are tea leaves stored?', /camphor/);
      await answerThat(app, 'How is a kettle descaled?', /citric/);

      await site.publish({
        ...articles.green,
        html: articles.green.html.replace('80 degrees', '75 degrees'),
      });
      await answerThat(app, 'How hot is the water for green tea?', /75 degrees/);
      await site.unpublish(articles.storing.name);
      await answerThat(app, 'Where are tea leaves stored?', /^(?!.*camphor)/s);
      await site.remove(articles.kettle.name);
      await answerThat(app, 'How is a kettle descaled?', /^(?!.*citric)/s);
      await answerThat(app, 'How hot is the water for green tea?', /75 degrees/);
    },
  );
});

const ignoreLostPush = (error: unknown): void => {
  if (!(error instanceof TypeError)) throw error;
};

const openService = async (site: LivePlatform, hintSecret: string) => {
  const db = openSqlite(':memory:');
  const log = createTestLog();
  const clock = { now: Date.now };
  const host = await openHost(siteSettings(site.origin, { hintSecret, ...site.settings }), {
    db,
    clock,
    log,
    instanceId: 'test',
  });
  const app = await createTestApp({ db, host, models: createModels() });
  return { app, host, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
};

/** Asks as ever new visitors until the answer is what it should be. */
const answerThat = async (app: TestApp, message: string, pattern: RegExp): Promise<Answer> => {
  let last: Answer = { reply: '', citations: [] };
  const asked = async () => {
    const reply = await app.inject({
      method: 'POST',
      url: `${publicPrefix}/chat`,
      payload: { message },
      remoteAddress: `10.${randomByte()}.${randomByte()}.${randomByte()}`,
    });
    last = reply.json<Answer>();
    return pattern.test(last.reply) && (pattern.source.startsWith('^') || last.citations.length > 0);
  };
  await vi.waitUntil(asked, { timeout: 90_000, interval: 250 }).catch(() => {
    throw new Error(`"${message}" is not answered with ${String(pattern)}: ${JSON.stringify(last)}`);
  });
  return last;
};

const randomByte = (): number => Math.floor(Math.random() * 250) + 1;
