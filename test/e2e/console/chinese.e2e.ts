import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publicPrefix } from '../../../contract/api.ts';
import { areas } from '../../../console/page-groups.ts';
import { Fault } from '../../../server/kit/fault.ts';
import { createFakeModels } from '../../fakes/models.ts';
import { startLiveService, type LiveService } from '../live-service.ts';
import { startBrowser } from '../visitor.ts';
import { signIn } from './administrator.ts';

/** A Chinese site on a bad day: broken files, a model that is away, a disk that is full. */
let browser: Browser;
let live: LiveService;
let folder: string;
let diskIsFull = false;
const away = () =>
  new Fault('upstream', 'Model "fake-chat": the address refuses the connection (ECONNREFUSED: connect)', {
    upstreamKind: 'network',
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docent-chinese-'));
  const article = (title: string, text: string) =>
    `---\ntitle: ${title}\ndate: 2026-01-01\n---\n\n## 一\n\n${text}\n\n## 二\n\n${text}\n`;
  const text = '一箱蜜蜂过冬大约需要二十公斤蜂蜜，冷发酵的面团要放十二个小时。'.repeat(8);
  for (const [name, title] of Object.entries({ bees: '养蜂', bread: '烤面包', tea: '泡茶' }))
    await writeFile(join(folder, `${name}.md`), article(title, text));
  await writeFile(join(folder, 'open.md'), '---\ntitle: 没有结束');
  await writeFile(join(folder, 'latin.md'), Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x41]));
  await writeFile(join(folder, 'empty.md'), '');
  const models = createFakeModels({ chat: away });
  for (const kind of ['rerank', 'image'] as const) models.fail(kind, away(), 100);
  [browser, live] = await Promise.all([
    startBrowser(),
    startLiveService({
      models,
      env: { DOCENT_CONTENT_DIR: folder },
      ports: ({ db }) => ({
        db: {
          ...db,
          health: async () =>
            diskIsFull
              ? { ok: false, code: 'disk_full', reason: 'The disk of the data folder is full' }
              : db.health(),
        },
      }),
    }),
  ]);
  await misfortunes();
});
afterAll(async () => {
  await browser.close();
  await live[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** Whatever goes wrong in a day: unanswered questions, refused sites, jobs that fail. */
async function misfortunes(): Promise<void> {
  const ask = (origin: string) =>
    fetch(`${live.service}${publicPrefix}/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ message: '过冬需要多少蜂蜜？' }),
    });
  for (const origin of [live.service, live.service, 'https://elsewhere.example']) await ask(origin);
  await live.writeConsole('/config/save', { mindmap: { enabled: true } });
  for (const [path, body] of [
    ['/knowledge/excerpts/batch-generate', { postNames: [], force: true }],
    ['/knowledge/summarize-all', { force: true }],
    ['/evaluations/run', { cases: [{ question: '过冬需要多少蜂蜜？' }] }],
  ] as const)
    await live.writeConsole(path, body).catch(() => undefined);
}

/** Sentences in English, or with English punctuation, among what a person sees; commands, code and the text of fields are none. */
const englishOn = (page: Page): Promise<string[]> =>
  page.locator('main').evaluate((main) => {
    const found: string[] = [];
    const walk = (node: any): void => {
      if (node.nodeType === 3) {
        const text = String(node.textContent).trim();
        if (/\b[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}\b|[。，；] \S|\p{Script=Han}: /u.test(text)) found.push(text);
        return;
      }
      if (['CODE', 'PRE', 'TEXTAREA', 'STYLE', 'SCRIPT'].includes(node.tagName)) return;
      if (node.classList?.contains('n-input')) return;
      for (const child of node.childNodes) walk(child);
    };
    walk(main);
    return found;
  });

test('WIRE11: with every failure at once no page of the Chinese console shows an English sentence', async () => {
  await using admin = await signIn(browser, live, { locale: 'zh-CN' });
  const { page } = admin;
  const told: Record<string, string[]> = {};
  for (const name of areas.flatMap(({ pages }) => [...pages])) {
    await admin.walk(`/${name}`);
    const english = await englishOn(page);
    if (english.length > 0) told[name] = english;
  }
  expect(told).toEqual({});
  expect(admin.troubles).toEqual([]);
}, 300_000);

test('WIRE11: files that are left out, failed jobs and failed tests say why in Chinese', async () => {
  await using admin = await signIn(browser, live, { locale: 'zh-CN' });
  const { page } = admin;
  await admin.open('/system');
  await page.getByText('front matter 没有结束标记').waitFor();
  await page.getByText('不是 UTF-8 文本').waitFor();
  await admin.open('/models');
  await page.getByRole('button', { name: /^测试/ }).first().click();
  await page.getByText('连接被拒绝（ECONNREFUSED：connect）').first().waitFor();
  await admin.open('/mindmap');
  await page.getByRole('button', { name: '生成', exact: true }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: '生成', exact: true }).click();
  await page.getByText('失败 3', { exact: false }).first().waitFor();
  await page.getByText('失败原因').click();
  await page.getByText('连接被拒绝', { exact: false }).first().waitFor();
  await expect.poll(() => englishOn(page)).toEqual([]);
  await admin.open('/usage');
  await page.getByText('连接被拒绝', { exact: false }).first().waitFor();
  await admin.open('/debug');
  await page.getByRole('textbox').last().fill('过冬需要多少蜂蜜？');
  await page.getByRole('button', { name: '提问', exact: true }).click();
  await page.getByText('各个阶段').first().waitFor();
  for (const stage of await page.locator('details.stage > summary').all()) await stage.click();
  await expect.poll(() => englishOn(page)).toEqual([]);
  diskIsFull = true;
  try {
    await admin.open('/doctor');
    await page.getByText('数据目录所在磁盘已满').waitFor();
    await expect.poll(() => englishOn(page)).toEqual([]);
    await admin.open('/');
    await page.getByText('磁盘已满', { exact: false }).first().waitFor();
  } finally {
    diskIsFull = false;
  }
  expect(admin.troubles).toEqual([]);
});

test('WIRE6 WIRE11: a bad value is refused in Chinese at its field, by the page and by the service', async () => {
  await using admin = await signIn(browser, live, { locale: 'zh-CN' });
  const { page } = admin;
  await admin.open('/chunking');
  const size = page.locator('[data-field=chunkSize]');
  await size.locator('input').fill('50');
  await size.locator('input').blur();
  await size.getByText('必须是 100 到 2000 之间的整数。').waitFor();
  await size.locator('input').fill('700');
  // The page lets the value pass, the service does not.
  await page.route('**/config/save', (route) =>
    route.continue({ postData: JSON.stringify({ chunking: { chunkSize: 7 } }) }),
  );
  await page.getByRole('button', { name: '保存' }).click();
  await size.getByText('必须是 100 到 2000 之间的整数。').waitFor();
  await page.getByText('chunking.chunkSize 不符合要求：必须是 100 到 2000 之间的整数').waitFor();
  await size.locator('input').fill('701');
  await size.getByText('必须是 100 到 2000 之间的整数。').waitFor({ state: 'detached' });
  await expect.poll(() => englishOn(page)).toEqual([]);
});

test('WIRE11: what the service refuses in a form outside the settings stands at its field, in Chinese', async () => {
  await using admin = await signIn(browser, live, { locale: 'zh-CN' });
  const { page } = admin;
  await admin.open('/usage');
  await page.route('**/usage/limits', (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.continue({ postData: JSON.stringify({ visitor: { dailyLimit: -3 } }) }),
  );
  const limit = page.locator('.n-form-item', { hasText: '每个 IP 地址每天的回答数' });
  await limit.locator('input').fill('41');
  await limit.locator('input').blur();
  const save = page.getByRole('button', { name: '保存', exact: true });
  await save.click();
  await limit.getByText('必须是', { exact: false }).waitFor();
  await limit.locator('input').fill('42');
  await limit.locator('input').blur();
  await limit.getByText('必须是', { exact: false }).waitFor({ state: 'detached' });
  await page.unrouteAll();
  await save.click();
  await admin.open('/intent-routes');
  await page.getByRole('button', { name: '新建路由' }).click();
  const drawer = page.getByRole('dialog', { name: '新建路由' });
  await drawer.getByRole('textbox', { name: '名称' }).fill('最热');
  await drawer.getByRole('textbox', { name: 'ID' }).fill('builtin-hot-articles');
  await drawer.getByRole('textbox', { name: '短语 1' }).fill('什么最热');
  await drawer.getByRole('button', { name: '保存' }).click();
  await drawer.locator('.n-form-item', { hasText: 'ID' }).getByText('内置路由', { exact: false }).waitFor();
  expect(admin.troubles).toEqual([]);
});

test('a built-in route is edited under its Chinese name and description', async () => {
  await using admin = await signIn(browser, live, { locale: 'zh-CN' });
  const { page } = admin;
  await admin.open('/intent-routes');
  await page
    .getByRole('row', { name: /热门文章/ })
    .getByRole('button', { name: '编辑' })
    .click();
  const drawer = page.getByRole('dialog', { name: '热门文章' });
  await expect.poll(() => drawer.getByRole('textbox', { name: '名称' }).inputValue()).toBe('热门文章');
  await expect
    .poll(() => drawer.getByRole('textbox', { name: '说明' }).inputValue())
    .toBe('访问量最高的文章');
});

test('WIRE11: a writing action that fails while it streams says why in Chinese', async () => {
  await using admin = await signIn(browser, live, { locale: 'zh-CN' });
  const { page } = admin;
  await admin.open('/writing');
  await page.getByRole('textbox', { name: '文字', exact: true }).fill('一箱蜜蜂过冬大约需要二十公斤蜂蜜。');
  await page.getByRole('button', { name: '运行', exact: true }).click();
  await page.getByText('连接被拒绝', { exact: false }).first().waitFor();
  await expect.poll(() => englishOn(page)).toEqual([]);
});
