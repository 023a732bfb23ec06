import { describe, expect, test } from 'vitest';
import type { ArticleHead } from '../../../ports/host.ts';
import type { KnownGap } from './known-gap.ts';
import { dueGaps, recheck, recheckLimits, type RecheckDeps } from './recheck.ts';
import { noReasons } from '../reasons.ts';
import { matchGaps, type PlacedGap } from './match-gaps.ts';
import { siteState } from '../site-state.ts';

const now = Date.UTC(2026, 4, 20, 12);
const day = 86_400_000;
const { signal } = new AbortController();

const gap = (given: Partial<KnownGap> = {}): KnownGap => ({
  gapId: 'gap-1',
  status: 'open',
  title: 'Refunds',
  priority: 'high',
  type: 'new_article',
  questions: [{ question: 'How do I get a refund?', asks: 3 }],
  asks: 3,
  visitors: 3,
  answered: 0,
  points: 9,
  reasons: { ...noReasons(), not_covered: 3 },
  trend: 'steady',
  firstSeen: now - 5 * day,
  lastSeen: now - day,
  closedAt: 0,
  checkedSite: '',
  checks: [],
  ...given,
});

const head = (id: string, changed: number, visibility: 'public' | 'limited' = 'public'): ArticleHead => ({
  id,
  visibility,
  revision: String(changed),
  title: id,
  url: `/${id}`,
  tags: [],
  categories: [],
  publishedAt: '',
  createdAt: '',
  modifiedAt: new Date(changed).toISOString(),
  visits: null,
  excerpt: '',
  excerptIsManual: false,
});
const changedSince = siteState([head('refunds', now)]);
const unchanged = siteState([head('refunds', now - 9 * day)]);

const deps = (given: Partial<RecheckDeps> = {}): RecheckDeps => ({
  now: () => now,
  nearest: async () => ({ covered: true, heading: '' }),
  search: async () => [],
  answer: async () => ({
    answer: 'So [1].',
    answerState: 'answered',
    model: '',
    trace: [],
    citations: [{ postId: 'refunds', title: 'Refunds', url: '/refunds' }],
  }),
  ...given,
});

describe('which gaps are asked again', () => {
  test.each([
    ['the site has changed since a visitor asked', {}, changedSince, true],
    ['nothing has changed since', {}, unchanged, false],
    ['it was asked again on the same site', { checkedSite: changedSince.fingerprint }, changedSince, false],
    ['it was asked again on another site', { checkedSite: 'other' }, unchanged, true],
    ['it is closed', { status: 'closed' }, changedSince, false],
    [
      'it was disliked and its article has changed',
      { reasons: { ...noReasons(), disliked: 3 }, article: { postId: 'refunds', title: '', url: '' } },
      changedSince,
      true,
    ],
    [
      'it was disliked and another article has changed',
      { reasons: { ...noReasons(), disliked: 3 }, article: { postId: 'other', title: '', url: '' } },
      changedSince,
      false,
    ],
  ] as const)('%s', (_, given, site, isDue) => {
    expect(dueGaps([gap(given)], site)).toHaveLength(isDue ? 1 : 0);
  });

  test('AG9: at most ten of a task, the weightiest', () => {
    const gaps = Array.from({ length: 30 }, (_, n) => gap({ gapId: `gap-${n}`, points: n }));
    const due = dueGaps(gaps, changedSince).map(({ points }) => points);
    expect([due.length, due[0], due.at(-1)]).toEqual([recheckLimits.gaps, 29, 20]);
  });

  test('articles that are not for everybody do not count', () => {
    expect(siteState([head('secret', now, 'limited')])).toMatchObject({
      articles: [],
      fingerprint: siteState([]).fingerprint,
    });
  });
});

describe('asking again', () => {
  test('AG9: a gap is closed when all its questions are answered from an article', async () => {
    const two = gap({
      questions: [
        { question: 'a', asks: 2 },
        { question: 'b', asks: 1 },
        { question: 'c', asks: 1 },
      ],
    });
    const after = await recheck(deps(), two, changedSince, signal);
    expect(after).toMatchObject({ status: 'closed', closedAt: now, checkedSite: changedSince.fingerprint });
    expect(after?.checks.map(({ question, how }) => [question, how])).toEqual([
      ['b', 'answer'],
      ['a', 'answer'],
    ]);
  });

  test('no answer is paid for while the articles do not speak of it', async () => {
    const after = await recheck(
      deps({
        nearest: async () => ({ covered: false, heading: '' }),
        answer: () => Promise.reject(new Error('must not be asked')),
      }),
      gap(),
      changedSince,
      signal,
    );
    expect(after).toMatchObject({
      status: 'still_open',
      closedAt: 0,
      checks: [{ outcome: 'open', how: 'retrieval' }],
    });
  });

  test.each([
    ['partial', 1, 'still_open'],
    ['not_covered', 1, 'still_open'],
    ['answered', 0, 'still_open'],
  ] as const)('an answer that is %s with %i sources leaves it %s', async (answerState, sources, status) => {
    const citations = Array.from({ length: sources }, () => ({ postId: 'p', title: 'P', url: '/p' }));
    const answer = async () => ({ answer: 'x', answerState, model: '', trace: [], citations });
    expect(await recheck(deps({ answer }), gap(), changedSince, signal)).toMatchObject({ status });
  });

  test.each(['limited', 'failed'] as const)('AG9: an answer that %s teaches nothing', async (answerState) => {
    const answer = async () => ({ answer: '', answerState, model: '', trace: [], citations: [] });
    expect(await recheck(deps({ answer }), gap(), changedSince, signal)).toBeUndefined();
  });

  test('a search without results is searched again, not asked', async () => {
    const searches = gap({ asks: 2, reasons: { ...noReasons(), empty_search: 2 } });
    const answer = () => Promise.reject(new Error('must not be asked'));
    const search = async () => [{ postId: 'p', title: 'P', url: '/p', snippet: '', score: 1 }];
    expect(await recheck(deps({ answer, search }), searches, changedSince, signal)).toMatchObject({
      status: 'closed',
    });
    expect(await recheck(deps({ answer }), searches, changedSince, signal)).toMatchObject({
      status: 'still_open',
    });
  });
});

describe('recalling', () => {
  const placed: PlacedGap = {
    nearest: { covered: false, heading: '' },
    found: {
      questions: [{ question: 'refund?', asks: 2, reasons: noReasons() }],
      terms: [],
      logs: [],
      asks: 2,
      visitors: 1,
      answered: 0,
      points: 6,
      trend: 'steady',
      reasons: { ...noReasons(), not_covered: 2 },
      firstSeen: now - day,
      lastSeen: now,
    },
  };

  test('a closed gap that is asked for again is still open, one asked for before stays closed', () => {
    const closed = (closedAt: number) => gap({ status: 'closed', closedAt, checkedSite: 'x' });
    const [again] = matchGaps([closed(now - 1)], [placed], () => 0);
    expect(again?.known).toMatchObject({
      gapId: 'gap-1',
      status: 'still_open',
      closedAt: 0,
      checkedSite: '',
      asks: 2,
    });
    const [since] = matchGaps([closed(now + 1)], [placed], () => 0);
    expect(since?.known).toMatchObject({ status: 'closed', firstSeen: now - 5 * day, lastSeen: now });
  });

  test('an unmatched gap is new', () => {
    const [fresh] = matchGaps([gap()], [placed], () => undefined);
    expect(fresh?.known).toMatchObject({
      status: 'open',
      title: 'refund?',
      type: 'new_article',
      priority: 'medium',
    });
    expect(fresh?.known.gapId).not.toBe('gap-1');
  });
});
