import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { publicPrefix } from '../../../../contract/api.ts';
import { createFakeModels } from '../../../fakes/models.ts';
import { keepPicture } from '../../kept-picture.ts';
import { openLive, startLiveService } from '../../live-service.ts';
import { violations } from '../../visitor.ts';
import { signIn } from '../administrator.ts';

const folder = await mkdtemp(join(tmpdir(), 'docent-kept-'));
await writeFile(
  join(folder, 'bees.md'),
  '---\ntitle: Keeping bees\n---\n\nA hive of bees needs about twenty kilograms of honey for the winter.\n',
);
afterAll(() => rm(folder, { recursive: true, force: true }));

const models = createFakeModels({
  kinds: ['chat'],
  chat: () => 'A hive of bees needs about twenty kilograms of honey for the winter[1].',
});
const { browser, live } = await openLive(startLiveService({ models, env: { DOCENT_CONTENT_DIR: folder } }));

const ask = async (): Promise<void> => {
  const { ok } = await fetch(`${live.service}${publicPrefix}/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message: 'How much honey does a hive need for the winter?', history: [] }),
  });
  if (!ok) throw new Error('The question was refused');
};

const words = [
  {
    locale: 'en-GB',
    title: 'Kept answers',
    off: 'Off: every question is answered anew. Set the hours under Answer settings.',
    hours: 'Give an answer again (hours)',
    save: 'Save',
    none: 'No answer is kept yet.',
    kept: /^1 answer is kept\. Visitors were given a kept answer \d times?, without a call to the model\.$/,
    clear: 'Delete kept answers',
    sure: 'Delete all kept answers?',
    confirm: 'Delete',
    cleared: 'Kept answers deleted.',
  },
  {
    locale: 'zh-CN',
    title: '留用的回答',
    off: '未开启：每个问题都重新作答。可在“回答设置”中设置时长。',
    hours: '留用回答（小时）',
    save: '保存',
    none: '还没有留用的回答。',
    kept: /^目前留有 1 个回答；已向访客再次给出 \d 次，没有调用模型。$/,
    clear: '删除留用的回答',
    sure: '删除全部留用的回答？',
    confirm: '删除',
    cleared: '已删除留用的回答。',
  },
] as const;

test.each(words)('KA7: the owner switches kept answers on, sees and deletes them: $locale', async (said) => {
  await live.writeConsole('/config/save', { chat: { answerCacheHours: 0 } });
  await using admin = await signIn(browser, live, { locale: said.locale });
  const { page } = admin;
  await admin.open('/chat');
  await page.getByText(said.off).waitFor();
  await page.getByLabel(said.hours).fill('24');
  await page.getByRole('button', { name: said.save, exact: true }).click();
  await page.getByText(said.none).waitFor();
  await ask();
  await ask();
  await admin.open('/chat');
  const told = page.getByText(said.kept);
  await told.scrollIntoViewIfNeeded();
  await keepPicture(page, `kept-answers-${said.locale}`);
  await expect.poll(() => violations(page, 'html')).toEqual([]);
  await page.getByRole('button', { name: said.clear }).click();
  await page.getByText(said.sure).waitFor();
  await keepPicture(page, `kept-answers-${said.locale}-sure`);
  await page.getByRole('dialog').getByRole('button', { name: said.confirm, exact: true }).click();
  await page.getByText(said.cleared).waitFor();
  await page.getByText(said.none).waitFor();
  await expect.poll(() => live.readConsole('/answer-cache')).toMatchObject({ hours: 24, entries: 0 });
  expect(admin.troubles).toEqual([]);
});
