import { expect, test } from 'vitest';
import { contrastOf, seen } from '../seen.ts';
import { violations } from '../visitor.ts';
import { signIn } from './administrator.ts';
import { openLive } from '../live-service.ts';
import { phone } from '../screens.ts';

const { browser, live } = await openLive();

test.each([
  { locale: 'en-GB', colorScheme: 'light', link: 'Read more in the handbook', title: 'The knowledge index' },
  { locale: 'zh-CN', colorScheme: 'dark', link: '在手册中了解更多', title: '知识索引' },
] as const)(
  'HB2: on a phone in $locale the handbook opens from a page, in the same language and from the service itself',
  async ({ locale, colorScheme, link, title }) => {
    await using admin = await signIn(browser, live, { ...phone, locale, colorScheme });
    const { page } = admin;
    await admin.open('/knowledge');
    const help = page.getByRole('link', { name: link });
    await expect.poll(() => seen(help)).toMatchObject({ isInView: true, isOnTop: true });
    await expect.poll(async () => (await seen(help)).height).toBeGreaterThanOrEqual(44);
    await expect.poll(() => contrastOf(help)).toBeGreaterThan(4.5);
    const opened = page.context().waitForEvent('page');
    await help.click();
    const handbook = await opened;
    await handbook.getByRole('heading', { level: 1, name: title }).waitFor();
    // Nothing is wider than the phone.
    await expect.poll(() => handbook.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await expect.poll(() => violations(handbook, 'html')).toEqual([]);
    expect([admin.troubles, admin.strays]).toEqual([[], []]);
  },
);
