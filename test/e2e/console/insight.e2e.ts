import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { publicPrefix } from '../../../contract/api.ts';
import { AgentTask } from '../../../contract/agent.ts';
import { Dataset } from '../../../contract/evaluations/evaluations.ts';
import { RunRecord } from '../../../contract/evaluations/report.ts';
import { signIn } from './administrator.ts';
import { violations } from '../visitor.ts';
import { openLive } from '../live-service.ts';

const { browser, live } = await openLive();

const runs = async () => z.array(RunRecord).parse(await live.readConsole('/evaluations/runs'));
const datasets = async () => z.array(Dataset).parse(await live.readConsole('/evaluations/datasets'));
const tasks = async () => z.array(AgentTask).parse(await live.readConsole('/agent/tasks'));
const choose = async (page: Page, label: string, option: string | RegExp) => {
  await page.locator('.n-form-item', { hasText: label }).locator('.n-base-selection').click();
  await page.locator('.n-base-select-option', { hasText: option }).click();
};
const ask = (message: string) =>
  fetch(`${live.service}${publicPrefix}/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message }),
  });

/** Starts a run of the first five cases and waits for its report. */
async function run(page: Page, name: string): Promise<void> {
  await choose(page, 'Cases', 'First 5');
  await page.getByRole('textbox', { name: 'Run name' }).fill(name);
  await page.getByRole('button', { name: 'Start run' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start run' }).click();
  await page.getByRole('heading', { name }).waitFor();
}

test('an evaluation is run, run again with other settings, and the two runs are compared and exported', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/evaluations');
  await run(page, 'As saved');
  await page.getByText('The built-in judge only compares words').waitFor();
  await page.getByRole('switch', { name: /Try other retrieval settings/ }).click();
  const recall = page.locator('[data-field=topN] input');
  await recall.fill('0');
  await recall.blur();
  await expect.poll(() => page.getByRole('button', { name: 'Start run' }).isDisabled()).toBe(true);
  await recall.fill('1');
  await recall.blur();
  await page.getByText('1 setting differs').waitFor();
  await run(page, 'One passage');
  await page.getByText('Passages sent to the model: 1', { exact: true }).waitFor();
  await expect
    .poll(async () => (await runs()).map(({ name, summary }) => [name, summary?.totalCases]))
    .toEqual([
      ['One passage', 5],
      ['As saved', 5],
    ]);

  await page.getByRole('group', { name: 'Sections' }).getByRole('button', { name: 'Experiments' }).click();
  await page.getByRole('checkbox', { name: 'As saved' }).click();
  await page.getByRole('checkbox', { name: 'One passage' }).click();
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.getByText('5 cases are in both runs.').waitFor();
  await page.getByText('Passages sent to the model: 5 → 1', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'As saved' }).first().click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ]);
  const table = await readFile(await file.path(), 'utf8');
  expect(table).toContain('referenceAnswer');
  await page.getByText('All figures and what they mean').click();
  await page.getByText('Share of the expected sources that were found.').waitFor();
  await page.locator('.opener').first().click();
  await page.getByRole('dialog').getByText('Reference answer').waitFor();
  expect(admin.troubles).toEqual([]);
});

test('a run in progress survives a reload and is stopped', async () => {
  live.holdAnswers();
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/evaluations');
  await page.getByRole('textbox', { name: 'Run name' }).fill('Stopped');
  await page.getByRole('button', { name: 'Start run' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start run' }).click();
  await page.getByText('Run in progress').waitFor();
  await admin.open('/evaluations');
  await page.getByText('Run in progress').waitFor();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  live.release();
  await expect
    .poll(async () => (await runs()).find(({ name }) => name === 'Stopped')?.status)
    .toBe('cancelled');
  await page.getByRole('heading', { name: 'Stopped' }).waitFor();
  expect(admin.troubles).toEqual([]);
});

test('a dataset is created, filled, protected from being lost, copied, imported and deleted', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/evaluations?part=datasets');
  await page.getByRole('button', { name: 'New dataset' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Mine');
  await page.getByRole('button', { name: 'Add case' }).click();
  const modal = page.getByRole('dialog', { name: 'New case' });
  await expect.poll(() => modal.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true);
  await modal.getByRole('textbox', { name: 'Question' }).fill('How do I make a backup?');
  await modal.getByRole('textbox', { name: 'Expected sources' }).fill('Backup, restore, upgrade\n');
  await modal.getByRole('button', { name: 'Done' }).click();
  await modal.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () => (await datasets()).find(({ id }) => id === 'mine')?.cases)
    .toMatchObject([{ question: 'How do I make a backup?', expectedSources: ['Backup, restore, upgrade'] }]);
  await page.getByRole('button', { name: 'Copy: Mine' }).click();
  await page.getByRole('cell', { name: 'Mine (copy)', exact: true }).waitFor();

  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Import JSON' }).click(),
  ]);
  const cases = [{ question: 'One?' }, { question: 'Two?' }];
  await chooser.setFiles({
    name: 'mine.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ id: 'mine', name: 'Mine', cases })),
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
  await expect.poll(async () => (await datasets()).find(({ id }) => id === 'mine')?.cases.length).toBe(2);

  const row = page.getByRole('row', { name: /mine-copy/ });
  await row.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(async () => (await datasets()).map(({ id }) => id)).not.toContain('mine-copy');
  expect(admin.troubles).toEqual([]);
});

test('gaps are searched for, reported and stored; a report is opened again and deleted', async () => {
  await Promise.all(
    ['How do I bake sourdough bread?', 'How do I bake sourdough bread at home?'].map((question) =>
      ask(question),
    ),
  );
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/agent');
  await page.getByText('No analysis yet.').waitFor();
  const days = page.getByRole('textbox', { name: 'Period' });
  await days.fill('999');
  await days.blur();
  await expect.poll(() => days.inputValue()).toBe('180');
  await page.getByRole('button', { name: '7 days', exact: true }).click();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
  await page
    .getByRole('heading', { name: /sourdough/ })
    .first()
    .waitFor();
  await page.getByText('Figures of this analysis').waitFor();
  await expect
    .poll(async () => (await tasks()).map(({ status, metrics }) => [status, metrics['days']]))
    .toEqual([['success', 7]]);

  await page.getByRole('button', { name: 'Gap tracking' }).click();
  await page
    .getByRole('button', { name: /sourdough/ })
    .first()
    .click();
  await page.getByRole('dialog').getByText('Not re-tested yet.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'History' }).click();
  await page.getByRole('button', { name: /^Open: / }).click();
  await page.waitForURL('**/console/agent/agent-*');
  await page.getByRole('heading', { name: 'Report', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(tasks).toEqual([]);
  expect(admin.troubles).toEqual([]);
});

describe.each([
  { colorScheme: 'light', locale: 'en-GB' },
  { colorScheme: 'dark', locale: 'zh-CN' },
] as const)('in $colorScheme and $locale', (look) => {
  test('axe finds no fault on evaluation and agent, and they load nothing from other origins', async () => {
    await using admin = await signIn(browser, live, look);
    const { page } = admin;
    const clean = async (place: string) =>
      await expect.poll(async () => [place, await violations(page, 'html')]).toEqual([place, []]);
    const [newest, oldest] = [(await runs())[0]?.runId ?? '', (await runs()).at(-1)?.runId ?? ''];
    for (const path of [
      '/evaluations',
      '/evaluations?part=datasets',
      `/evaluations?part=experiments&base=${oldest}&other=${newest}`,
      `/evaluations/${oldest}`,
      '/agent',
      '/agent?part=gaps',
      '/agent?part=history',
    ]) {
      await admin.walk(path);
      await clean(path);
    }
    await admin.open(`/evaluations/${oldest}`);
    await page.locator('table button').first().click();
    await page.getByRole('dialog').waitFor();
    await clean('a case');
    await admin.open('/evaluations?part=datasets');
    await page.locator('table button').first().click();
    await page.locator('.n-drawer table button').first().click();
    await page.locator('.n-modal').waitFor();
    await clean('the editor of a dataset');
    await admin.open('/agent');
    await page.getByRole('button', { name: /^(Start|开始)$/ }).click();
    await page.getByRole('dialog').waitFor();
    await clean('what is asked before something costs');
    expect([admin.troubles, admin.strays]).toEqual([[], []]);
  }, 300_000);
});
