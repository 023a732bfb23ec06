import { expect, test } from 'vitest';
import type { KnownPage } from './store.ts';
import { createRevisitPolicy, type Visited } from './revisit-policy.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const pageAt = (path: string, said = ''): KnownPage => ({
  path,
  state: 'article',
  said,
  etag: '',
  lastModified: '',
  failures: 0,
  reason: '',
  revision: 'r',
  reader: 0,
  asked: 0,
});

const visited = (path: string, more: Partial<Visited> = {}): Visited => ({
  page: pageAt(path),
  state: 'article',
  failures: 0,
  canSayUnchanged: false,
  isList: false,
  changedAt: undefined,
  ...more,
});

/** Turns after every page of a site was visited. */
const policyOf = () => {
  const policy = createRevisitPolicy({ pollMs: minuteMs });
  policy.completePass();
  return policy;
};

test('HOST7: of pages without dates, the dozen changed last are visited every minute, the others in turn', () => {
  const policy = policyOf();
  for (let day = 1; day <= 30; day++) policy.remember(`/day-${day}`, day);
  expect(policy.nextVisitMs(visited('/day-30'), 1_000)).toBe(minuteMs);
  expect(policy.nextVisitMs(visited('/day-19'), 1_000)).toBe(minuteMs);
  expect(policy.nextVisitMs(visited('/day-18'), 1_000)).toBe(5_000 * 1_000);
  // A changed page replaces the one unchanged for longest.
  expect(policy.nextVisitMs(visited('/day-2', { changedAt: 31 }), 1_000)).toBe(minuteMs);
  expect(policy.nextVisitMs(visited('/day-19'), 1_000)).toBe(5_000 * 1_000);
});

test('HOST7: turns come sooner where the site says that nothing has changed, and on small sites', () => {
  const policy = policyOf();
  for (let day = 1; day <= 12; day++) policy.remember(`/day-${day}`, day);
  expect(policy.nextVisitMs(visited('/still', { canSayUnchanged: true }), 1_000)).toBe(2_000 * 1_000);
  expect(policy.nextVisitMs(visited('/still', { canSayUnchanged: true }), 30)).toBe(minuteMs);
  expect(policy.nextVisitMs(visited('/still'), 100_000)).toBe(24 * hourMs);
});

test('HOST7: lists that alone name pages are visited every minute, up to a handful', () => {
  const policy = policyOf();
  const list = (path: string) => policy.nextVisitMs(visited(path, { state: 'left-out', isList: true }), 100);
  expect(['/', '/blog/', '/notes/', '/page/2', '/page/3', '/page/4'].map(list)).toEqual(
    Array.from({ length: 6 }, () => minuteMs),
  );
  expect(list('/page/5')).toBe(24 * hourMs);
  expect(list('/blog/')).toBe(minuteMs);
});

test('HOST7: dated, deleted and failed pages have intervals of their own', () => {
  const policy = policyOf();
  const dated = { ...visited('/a'), page: pageAt('/a', '2026-01-01') };
  expect(policy.nextVisitMs(dated, 10)).toBe(15 * minuteMs);
  expect(policy.nextVisitMs(dated, 900)).toBe(900 * 30_000);
  expect(policy.nextVisitMs({ ...dated, canSayUnchanged: true }, 900)).toBe(900 * 10_000);
  expect(policy.nextVisitMs({ ...dated, canSayUnchanged: true }, 90_000)).toBe(24 * hourMs);
  expect(policy.nextVisitMs(dated, 10_000)).toBe(24 * hourMs);
  expect(policy.nextVisitMs(dated, 40_000)).toBe(40_000 * 5_000);
  expect(policy.nextVisitMs(dated, 1_000_000)).toBe(7 * 24 * hourMs);
  expect(policy.nextVisitMs(visited('/a', { state: 'gone' }), 10)).toBe(24 * hourMs);
  expect(policy.nextVisitMs(visited('/a', { state: 'failed', failures: 3 }), 10)).toBe(8 * minuteMs);
});

test('HOST7: an article that was lost is looked for soon, and ever less often', () => {
  const policy = policyOf();
  const lost = (failures: number, state: 'gone' | 'left-out') =>
    policy.nextVisitMs(visited('/a', { state, failures }), 10);
  expect([1, 2, 3, 8].map((failures) => lost(failures, 'gone') / minuteMs)).toEqual([0.25, 0.5, 1, 32]);
  expect(lost(1, 'left-out')).toBe(minuteMs / 4);
  expect(lost(30, 'gone')).toBe(24 * hourMs);
});

test('HOST7: which pages changed last is known when all have been read', () => {
  const policy = createRevisitPolicy({ pollMs: minuteMs });
  const days = Array.from({ length: 20 }, (_, index) => index + 1);
  for (const day of days)
    expect(policy.nextVisitMs(visited(`/day-${day}`, { changedAt: day }), 20)).toBe(20 * 5_000);
  expect(policy.completePass()).toEqual(days.slice(8).map((day) => `/day-${day}`));
  expect(policy.completePass()).toEqual([]);
  expect(policy.nextVisitMs(visited('/day-20'), 20)).toBe(minuteMs);
});
