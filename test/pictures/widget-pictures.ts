import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { startFixture, type Fixture } from '../e2e/fixture-server.ts';
import { foundArticles, type Scenario } from '../e2e/scenarios.ts';
import { backupMap, startMapSite } from '../e2e/map-site.ts';
import { visit, type Visitor } from '../e2e/visitor.ts';
import { phone } from '../e2e/screens.ts';

const screens = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone,
} as const;

interface State {
  readonly name: string;
  readonly page: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  show(visitor: Visitor, fixture: Fixture): Promise<void>;
}

const shortcuts = [
  { label: 'Back up', query: 'How do I back up the site?' },
  { label: 'Upgrade', query: 'What comes with an upgrade?' },
  { label: 'Docker', query: 'How do I run it with Docker?' },
];

/** An answer of the scripted service, whole. */
const answer = (scenario: Scenario, page = '/en', question = 'How do I back up the site?'): State => ({
  name: `chat-${scenario}-${page.slice(1).replaceAll('/', '-')}`,
  page,
  settings: { contactUrl: 'mailto:help@example.org' },
  async show(visitor, fixture) {
    fixture.scenario = scenario;
    await visitor.open();
    await visitor.ask(question);
    await visitor.thread.locator('.turn').waitFor();
    for (let n = 0; n < 20; n++) {
      fixture.release();
      await visitor.page.waitForTimeout(50);
    }
  },
});

const states: readonly State[] = [
  {
    name: 'page-en',
    page: '/en',
    show: (visitor) => visitor.page.locator('docent-chat .launcher').waitFor(),
  },
  { name: 'chat-welcome-en', page: '/en', settings: { shortcuts }, show: (visitor) => visitor.open() },
  { name: 'chat-welcome-zh', page: '/zh', show: (visitor) => visitor.open() },
  {
    name: 'chat-waiting-en',
    page: '/en',
    async show(visitor, fixture) {
      fixture.scenario = 'slow';
      await visitor.open();
      await visitor.ask('How do I back up the site?');
    },
  },
  answer('en'),
  answer('zh', '/zh', '怎样备份站点？'),
  answer('rich', '/zh', '怎样备份站点？'),
  answer('drawn'),
  answer('partial'),
  answer('latest', '/zh', '最新文章'),
  answer('failed'),
  answer('smallTalk'),
  answer('en', '/ar'),
  answer('quoted', '/articles/backup'),
  answer('ranked', '/zh', '热门文章'),
  answer('tagged', '/zh', '关于备份的文章'),
  answer('recommended', '/zh', '推荐几篇'),
  answer('limited', '/zh', '再问一个'),
  answer('disabled', '/zh', '再问一个'),
  answer('notCovered', '/zh', '怎样训练猫？'),
  answer('reasoning', '/zh', '怎样备份？'),
  answer('cut'),
  {
    ...answer('slow'),
    name: 'chat-offline-en',
    async show(visitor, fixture) {
      await answer('slow').show(visitor, fixture);
      await visitor.page.context().setOffline(true);
    },
  },
  {
    ...answer('long'),
    name: 'chat-long-en',
    async show(visitor, fixture) {
      fixture.scenario = 'long';
      await visitor.open();
      await visitor.ask('How do I move the site?');
      while (!(await visitor.panel.locator('.references').count())) {
        fixture.release();
        await visitor.page.waitForTimeout(2);
      }
      await visitor.thread.locator('table').nth(1).scrollIntoViewIfNeeded();
    },
  },
  {
    ...answer('en'),
    name: 'chat-feedback-en',
    async show(visitor, fixture) {
      await answer('en').show(visitor, fixture);
      await visitor.panel.getByRole('button', { name: 'Bad answer' }).click();
    },
  },
  {
    ...answer('quoted'),
    name: 'chat-preview-en',
    async show(visitor, fixture) {
      await answer('quoted').show(visitor, fixture);
      await visitor.thread.locator('.mark a').nth(1).focus();
      await visitor.page.keyboard.press('Tab');
    },
  },
  {
    name: 'chat-choices-zh',
    page: '/articles/backup',
    settings: { allowVisitorReasoning: true, showPrivacyTip: true, shortcuts },
    show: (visitor) => visitor.open(),
  },
  {
    name: 'search-none-zh',
    page: '/zh',
    async show(visitor, fixture) {
      fixture.results = { total: 0, articles: [], source: 'lucene' };
      await visitor.page.locator('docent-chat .launcher').waitFor();
      await visitor.page.evaluate(`Docent.search('wordpress')`);
      await visitor.search.locator('.hint').waitFor();
    },
  },
  {
    name: 'search-empty-en',
    page: '/en/search',
    async show(visitor) {
      await visitor.page.locator('#own').blur();
      await visitor.page.locator('docent-chat .launcher').waitFor();
      await visitor.page.keyboard.press('Control+k');
      await visitor.field.waitFor();
    },
  },
  {
    name: 'search-results-en',
    page: '/en/search',
    async show(visitor) {
      await visitor.page.locator('docent-chat .launcher').waitFor();
      await visitor.page.keyboard.press('Control+k');
      await visitor.field.fill('backup');
      await visitor.search.locator('.row').nth(1).waitFor();
    },
  },
  {
    name: 'search-answer-en',
    page: '/en/search',
    async show(visitor, fixture) {
      fixture.scenario = 'en';
      await visitor.page.locator('docent-chat .launcher').waitFor();
      await visitor.page.keyboard.press('Control+k');
      await visitor.field.fill('backup');
      await visitor.search.locator('.row').nth(1).waitFor();
      await visitor.field.press('Enter');
      for (let n = 0; n < 10; n++) {
        fixture.release();
        await visitor.page.waitForTimeout(50);
      }
    },
  },
];

/** Pictures of the widget's states on a page of a site, for a screen and a theme; gives the names of the files. */
export async function takeWidget(options: {
  readonly browser: Browser;
  readonly folder: string;
  readonly screen: keyof typeof screens;
  readonly colorScheme: 'light' | 'dark';
  readonly only: string;
}): Promise<string[]> {
  const { browser, folder, screen, colorScheme, only } = options;
  const fixture = await startFixture();
  const files: string[] = [];
  try {
    for (const state of states) {
      if (!state.name.includes(only)) continue;
      Object.assign(fixture, {
        scenario: 'en',
        results: foundArticles,
        settings: { theme: 'auto', ...state.settings },
      });
      await using visitor = await visit(browser, fixture, state.page, {
        ...screens[screen],
        colorScheme,
        reducedMotion: 'reduce',
      });
      if (colorScheme === 'dark')
        await visitor.page.evaluate(`document.documentElement.classList.add('dark')`);
      await state.show(visitor, fixture);
      await visitor.page.waitForTimeout(400);
      const file = join(folder, `${screen}-${colorScheme}-${state.name}.png`);
      await visitor.page.screenshot({ path: file, animations: 'disabled' });
      files.push(file);
    }
    files.push(...(await takeMaps(options)));
  } finally {
    await fixture.close();
  }
  return files;
}

/** Pictures of the mind map of an article, folded and open. */
async function takeMaps(options: Parameters<typeof takeWidget>[0]): Promise<string[]> {
  const { browser, folder, screen, colorScheme, only } = options;
  if (!'map-open-en'.includes(only)) return [];
  await using maps = await startMapSite();
  maps.maps = { backup: backupMap };
  await using visitor = await visit(browser, maps, '/heading', {
    ...screens[screen],
    colorScheme,
    reducedMotion: 'reduce',
  });
  const { page } = visitor;
  if (colorScheme === 'dark') await page.evaluate(`document.documentElement.classList.add('dark')`);
  await page.locator('docent-mind-map .fold').click();
  await page.locator('docent-mind-map [role=treeitem]').first().waitFor();
  await page.waitForTimeout(600);
  const file = join(folder, `${screen}-${colorScheme}-map-open-en.png`);
  await page.screenshot({ path: file, animations: 'disabled' });
  return [file];
}
