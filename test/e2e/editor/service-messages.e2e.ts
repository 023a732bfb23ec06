import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { explained } from '../../../contract/explanations/explained.ts';
import { Fault } from '../../../server/kit/fault.ts';
import { createFakeModels, type FakeAnswer } from '../../fakes/models.ts';
import { openLive, startLiveService, type LiveService } from '../live-service.ts';
import { seen } from '../seen.ts';
import { startEditorSite, type EditorSite } from './editor-site.ts';

let answer: FakeAnswer = '';
const models = createFakeModels({ kinds: ['chat'], chat: () => answer });
const { browser, live } = await openLive(startLiveService({ models }));
const content = '<p>我们备份,然后重启（服务。</p>';
const shared = { tiptap: 3, content, language: 'zh-CN' } as const;

let site: EditorSite;
let bare: LiveService;
let bareSite: EditorSite;
beforeAll(async () => {
  bare = await startLiveService();
  [site, bareSite] = await Promise.all([
    startEditorSite({ ...live, ...shared }),
    startEditorSite({ ...bare, ...shared }),
  ]);
});
afterEach(() => {
  site.refusal = undefined;
});
afterAll(async () => {
  for (const each of [site, bareSite, bare]) await each[Symbol.asyncDispose]();
});

async function openEditor({ origin }: EditorSite) {
  const context = await browser.newContext({ viewport: { width: 390, height: 700 } });
  const page = await context.newPage();
  await page.goto(origin);
  const document = page.locator('.tiptap');
  await document.press('Control+j');
  const panel = page.locator('.docent-writing');
  const press = (name: string) => panel.getByRole('button', { name, exact: true }).click();
  return {
    page,
    panel,
    document,
    press,
    /** The words that the author sees when an action fails. */
    async failure(action: string): Promise<string> {
      await press(action);
      const alert = panel.getByRole('alert');
      await alert.waitFor();
      await expect.poll(() => seen(alert)).toMatchObject({ isInView: true, isOnTop: true });
      return alert.innerText();
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
}

const failures: Readonly<Record<string, readonly [FakeAnswer, string]>> = {
  'the ceiling is reached': [
    new Fault('limited', explained('model_limit'), { limit: 'model-tokens' }),
    '本站今天的 AI 额度已用完，明天恢复。',
  ],
  'the provider fails': [
    new Fault('upstream', explained('model_status', { model: 'm', status: 503, reason: 'overloaded' })),
    '语言模型出错（HTTP 503）：overloaded',
  ],
  'the provider withholds its answer': [
    [{ type: 'finish', reason: 'filtered', usage: { promptTokens: 1, completionTokens: 0 } }],
    '模型服务商没有给出结果，请换一段文字。',
  ],
  'the model says nothing': ['', '模型没有返回内容，请重试。'],
};

for (const [name, [given, words]] of Object.entries(failures))
  test(`ED6: a Chinese author reads in Chinese that ${name}`, async () => {
    answer = given;
    await using editor = await openEditor(site);
    const told = await editor.failure('润色');
    expect(told).toBe(words);
  });

test('ED6: a Chinese author reads in Chinese that the text is too long', async () => {
  await using editor = await openEditor(site);
  await editor.page.evaluate(`editor.commands.setContent('<p>' + '字'.repeat(7000) + '</p>')`);
  await editor.document.press('Control+j');
  const told = await editor.failure('润色');
  expect(told).toBe('文字太长：共 7000 个字符，一次最多处理 6000 个。请只选中其中一部分。');
});

test('ED6: a Chinese author reads in Chinese that the session has ended, and that there is no connection', async () => {
  await using editor = await openEditor(site);
  site.refusal = { status: 401, body: '' };
  const told = await editor.failure('润色');
  expect(told).toBe('尚未登录 Docent，或登录已过期。请登录后重试。');
  await editor.page.context().setOffline(true);
  await editor.press('重试');
  await editor.panel.getByRole('alert').getByText('无法连接 Docent。').waitFor();
});

test('ED6: without a model a Chinese author reads in Chinese what is missing and what was not checked', async () => {
  await using editor = await openEditor(bareSite);
  const told = await editor.failure('扩写');
  expect(told).toBe('这项功能需要语言模型，但还没有连接。请联系管理员连接。');
  await editor.press('关闭');
  await editor.document.press('Control+j');
  await editor.press('校对');
  for (const words of ['只检查了排版：', '第 1 行的 （ 没有配对。']) {
    const note = editor.panel.getByText(words);
    await note.waitFor();
    await expect.poll(() => seen(note)).toMatchObject({ isInView: true });
  }
});
