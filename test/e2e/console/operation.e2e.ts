import { describe, expect, test } from 'vitest';
import { consolePrefix } from '../../../contract/api.ts';
import { contrastOf, seen } from '../seen.ts';
import { violations } from '../visitor.ts';
import { signIn } from './administrator.ts';
import { openLive, startLiveService } from '../live-service.ts';

/** The operator set neither token nor password, so Docent generated both. */
const { browser, live } = await openLive(startLiveService({ generatesCredentials: true }));

const looks = [
  { colorScheme: 'light', locale: 'en-GB', viewport: { width: 1280, height: 900 } },
  { colorScheme: 'dark', locale: 'zh-CN', viewport: { width: 390, height: 844 } },
] as const;

/** Status of a console operation requested with this token. */
const statusFor = async (token: string): Promise<number> =>
  (await fetch(`${live.service}${consolePrefix}/config`, { headers: { authorization: `Bearer ${token}` } }))
    .status;

test.each(looks)('axe finds no fault in the form for a new password with errors: $locale', async (look) => {
  await using admin = await signIn(browser, live, look);
  const { page } = admin;
  await admin.open('/account');
  await page.locator('input[autocomplete=current-password]').fill('not the password');
  await page.locator('input[autocomplete=new-password]').fill('a password that is long enough');
  await page.locator('input[autocomplete=new-password]').press('Enter');
  await page.locator('.n-form-item-feedback--error').waitFor();
  await page.locator('input[autocomplete=new-password]').fill('short');
  await expect.poll(() => page.locator('.n-form-item-feedback--error').count()).toBe(2);
  await expect.poll(() => violations(page, 'html')).toEqual([]);
});

test('the generated token is renewed, shown once, and revoked, each after a question', async () => {
  await using admin = await signIn(browser, live);
  const { page } = admin;
  await admin.open('/account');
  const card = page.locator('section, .n-card').filter({ hasText: 'Generated token' }).first();
  await card.getByText(/Generated at the first start/).waitFor();

  const renew = async (): Promise<string> => {
    await card.getByRole('button', { name: 'Renew' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Programs that use the current one lose access immediately.').waitFor();
    await expect.poll(() => violations(page, 'html')).toEqual([]);
    await dialog.getByRole('button', { name: 'Renew' }).click();
    await card.getByText('This token is shown only once.').waitFor();
    return (await card.locator('.n-alert code').innerText()).trim();
  };
  const first = await renew();
  await expect.poll(() => statusFor(first)).toBe(200);
  await expect.poll(() => violations(page, 'html')).toEqual([]);
  await admin.open('/account');
  await card.getByText(/Renewed here/).waitFor();
  await expect.poll(() => page.getByText('This token is shown only once.').count()).toBe(0);
  await expect.poll(() => page.locator('main').innerText()).not.toContain(first);

  const second = await renew();
  await expect.poll(() => statusFor(first)).toBe(401);
  await expect.poll(() => statusFor(second)).toBe(200);

  await card.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await card.getByText('Revoked: it no longer works.').waitFor();
  await expect.poll(() => card.getByRole('button', { name: 'Revoke' }).count()).toBe(0);
  await expect.poll(() => statusFor(second)).toBe(401);
  expect(admin.troubles).toEqual([]);
});

describe.each(looks)('in $colorScheme and $locale', (look) => {
  const isChinese = look.locale === 'zh-CN';

  test('the check lists its findings, the most urgent first, and calls no model unless asked to', async () => {
    await using admin = await signIn(browser, live, look);
    const { page } = admin;
    await admin.open('/doctor');
    const findings = page.locator('.findings li');
    await expect.poll(() => findings.count()).toBeGreaterThan(7);
    const levels = await findings.locator('.level').allInnerTexts();
    const order = isChinese
      ? ['问题', '警告', '未检查', '正常']
      : ['Problem', 'Warning', 'Not checked', 'OK'];
    expect(levels.map((level) => order.indexOf(level.trim()))).toEqual(
      levels.map((level) => order.indexOf(level.trim())).toSorted((a, b) => a - b),
    );
    const models = findings.filter({ hasText: isChinese ? '没有连接语言模型' : 'No language model' });
    // The service runs in a checkout here, which has no command `docent`.
    await expect.poll(() => models.locator('code').innerText()).toBe('npx node server/cli.ts setup');
    for (const place of [models.locator('strong'), models.locator('.remedy')]) {
      await place.scrollIntoViewIfNeeded();
      await expect.poll(() => seen(place)).toMatchObject({ isInView: true, isOnTop: true });
      await expect.poll(() => contrastOf(place)).toBeGreaterThanOrEqual(4.5);
    }
    // Each language says it in its own words, whatever the service says: no sentence is in the other one.
    const said = await findings.locator('.words > span:not(.command)').allInnerTexts();
    const foreign = isChinese ? /^[A-Z][a-z]+ [a-z]+ [a-z]+/ : /\p{Script=Han}/u;
    expect(said.filter((text) => foreign.test(text.trim()))).toEqual([]);
    await expect.poll(() => violations(page, 'html')).toEqual([]);
    await page.getByRole('button', { name: isChinese ? '重新检查' : 'Check again' }).click();
    await expect.poll(() => findings.count()).toBeGreaterThan(7);
    expect(admin.troubles).toEqual([]);
  });

  test('the interfaces for programs are turned off and on, and the address follows', async () => {
    await using admin = await signIn(browser, live, look);
    const { page } = admin;
    await admin.open('/integrations');
    const toggle = page.locator('[data-field=llmsTextEnabled]').getByRole('switch');
    const save = page.getByRole('button', { name: isChinese ? '保存' : 'Save', exact: true });
    const status = async () => (await fetch(`${live.site}/llms.txt`)).status;
    await expect.poll(() => violations(page, 'html')).toEqual([]);
    await expect.poll(status).toBe(200);
    await toggle.click();
    await save.click();
    await expect.poll(status).toBe(404);
    await toggle.click();
    await save.click();
    await expect.poll(status).toBe(200);
    const box = await seen(page.locator('[data-field=openAiEnabled]'));
    expect(box).toMatchObject({ isInView: true, isOnTop: true });
    expect(admin.troubles).toEqual([]);
  });
});
