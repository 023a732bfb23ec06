import type { Locator, Page } from 'playwright-core';
import type { LivedIn } from './lived-in.ts';

/** Scenes over a page or in its place: drawers, dialogs, results, and pages that are empty or could not be loaded. */
export interface Scene {
  readonly name: string;
  /** Page of the console with its query. */
  readonly path: string;
  /** Before the page is opened. */
  readonly before?: (page: Page) => Promise<unknown>;
  /** The whole page, not what the window shows of it. */
  readonly isWhole?: boolean;
  readonly show?: (page: Page) => Promise<unknown>;
}

const button = (within: Page | Locator, name: RegExp) => within.getByRole('button', { name }).first();
const press = (name: RegExp) => (page: Page) => button(page.locator('main'), name).click();
const asked = (question: string) => async (page: Page) => {
  await page.locator('main input[type=text], main textarea').last().fill(question);
  await button(page.locator('main'), /^(Ask|提问)$/).click();
  await page.locator('details.stage').first().waitFor();
};
/** The service cannot read what this address gives. */
const failing = (path: string) => (page: Page) =>
  page.route(`**${path}`, (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/json',
      body: JSON.stringify({ success: false, message: 'The database was away for too long' }),
    }),
  );

/** Data of a service in use. */
export const livedInScenes = ({ petId, runId }: Pick<LivedIn, 'petId' | 'runId'>): readonly Scene[] => [
  ...scenes,
  { name: 'pet', path: `/pets/${petId}`, isWhole: true },
  { name: 'report', path: `/evaluations/${runId}`, isWhole: true },
];

/** Pages that say something else while nothing has happened yet. */
export const freshScenes: readonly Scene[] = [
  '/',
  '/models',
  '/knowledge',
  '/chat-logs',
  '/agent',
  '/usage',
  '/evaluations?part=experiments',
  '/intent-routes',
  '/pets',
].map((path) => ({ name: `fresh-${/\w+/.exec(path)?.[0] ?? 'overview'}`, path, isWhole: true }));

const scenes: readonly Scene[] = [
  { name: 'route-drawer', path: '/intent-routes', show: press(/^(New route|新建路由)$/) },
  { name: 'route-edit', path: '/intent-routes', show: press(/^(Edit|编辑)$/) },
  { name: 'route-described', path: '/intent-routes', show: press(/^(Describe a route|用文字描述)$/) },
  { name: 'chunk-drawer', path: '/knowledge', show: press(/^(Passages|片段)$/) },
  { name: 'rebuild-dialog', path: '/knowledge', show: press(/^(Rebuild all|全部重建)$/) },
  {
    name: 'excerpt-proposal',
    path: '/excerpts',
    show: (page) => button(page.locator('main'), /^(Suggest|Generate|生成)$/).click(),
  },
  { name: 'calls-drawer', path: '/usage?calls=open' },
  { name: 'log-drawer', path: '/chat-logs', show: press(/^(Details|详情)$/) },
  { name: 'log-table', path: '/chat-logs?view=table' },
  { name: 'logs-none', path: '/chat-logs?view=table&question=nothing-like-this' },
  { name: 'articles-none', path: '/knowledge?keyword=nothing-like-this' },
  { name: 'datasets', path: '/evaluations?part=datasets' },
  { name: 'dataset-drawer', path: '/evaluations?part=datasets', show: press(/^(New dataset|新建数据集)$/) },
  { name: 'experiments', path: '/evaluations?part=experiments' },
  { name: 'gaps', path: '/agent?part=gaps' },
  { name: 'gaps-history', path: '/agent?part=history' },
  { name: 'writing-editors', path: '/writing?part=editors' },
  { name: 'writing-settings', path: '/writing?part=settings' },
  { name: 'mindmap-settings', path: '/mindmap?part=settings' },
  { name: 'excerpts-settings', path: '/excerpts?part=settings' },
  { name: 'system-access', path: '/system?part=access' },
  { name: 'system-privacy', path: '/system?part=privacy' },
  { name: 'pet-new', path: '/pets/new' },
  { name: 'trace', path: '/debug', show: asked('How do I back up Docent?') },
  { name: 'not-found', path: '/nowhere' },
  { name: 'failed', path: '/knowledge', before: failing('/knowledge/articles?*') },
  { name: 'failed-overview', path: '/', before: failing('/knowledge/stats') },
  { name: 'palette', path: '/', show: (page) => page.keyboard.press('Control+k') },
  { name: 'unsaved', path: '/chunking', show: leaveEdited },
];

async function leaveEdited(page: Page): Promise<void> {
  await page.locator('[data-field=chunkSize] input').fill('800');
  await page.locator('[data-field=chunkSize] input').blur();
  await page
    .getByRole('link', { name: /^(Retrieval|检索)$/ })
    .last()
    .click();
}
