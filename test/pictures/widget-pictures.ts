import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { startFixture, type Fixture } from '../e2e/fixture-server.ts';
import type { Scenario } from '../e2e/scenarios.ts';
import { visit, type Visitor } from '../e2e/visitor.ts';

const screens = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
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
  {
    name: 'search-empty-en',
    page: '/en/search',
    async show(visitor) {
      await visitor.page.locator('#own').blur();
      await visitor.page.keyboard.press('Control+k');
      await visitor.field.waitFor();
    },
  },
  {
    name: 'search-results-en',
    page: '/en/search',
    async show(visitor) {
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
      Object.assign(fixture, { scenario: 'en', settings: { theme: 'auto', ...state.settings } });
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
  } finally {
    await fixture.close();
  }
  return files;
}
