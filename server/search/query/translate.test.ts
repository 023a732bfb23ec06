import { describe, expect, it } from 'vitest';
import { createEngine } from '../engine.ts';

const dictionary = {
  english: (word: string): readonly string[] =>
    ({
      通行证: ['access token'],
      令牌: ['decree', 'token'],
      撤销: ['revoke', 'cancel'],
      访问: ['access'],
      船长: ['captain'],
    })[word] ?? [],
  chinese: (stems: string): readonly string[] =>
    ({ token: ['代币', '令牌'], revok: ['撤销'], access: ['访问'], captain: ['船长'] })[stems] ?? [],
};

function engineOf(articles: Readonly<Record<string, readonly [title: string, text: string]>>) {
  const engine = createEngine({ dictionary });
  for (const [articleId, [title, text]] of Object.entries(articles))
    engine.replaceArticle(articleId, [
      { id: `${articleId}-1`, articleId, title, headingPath: [], tags: [], text },
    ]);
  return engine;
}

const english = {
  tokens: [
    'Access tokens',
    'An access token lets a program in. You revoke a token on the account page, and the access ends at once.',
  ],
  law: ['Decrees of the king', 'Each decree was read aloud in the square of the town by a herald.'],
  boats: ['Boats', 'The captain decides when a boat leaves the harbour in the morning.'],
} as const;
const chinese = {
  tokens: ['访问令牌', '访问令牌让程序登录。在账户页面可以撤销令牌，访问随即结束。'],
  boats: ['船', '船什么时候离开港口，由船长决定，乘客不能要求提前。'],
} as const;

describe('LANG3: a question in the other language', () => {
  it('finds English articles by the wordings that an article has together', () => {
    const { hits, translation } = engineOf(english).retrieve({
      question: '怎么撤销访问令牌？',
      inOtherLanguage: true,
    });
    expect(hits[0]?.articleId).toBe('tokens');
    expect(translation).toMatchObject({ text: 'how to revoke access token', language: 'en' });
  });

  it('finds Chinese articles', () => {
    const { hits, translation } = engineOf(chinese).retrieve({
      question: 'How do I revoke an access token?',
      inOtherLanguage: true,
    });
    expect(hits[0]?.articleId).toBe('tokens');
    expect(translation).toMatchObject({ text: '怎么 撤销 访问 令牌', language: 'zh' });
  });

  it('takes of the wordings that an article has the one that it has most often', () => {
    const engine = engineOf({
      keys: ['Tokens', 'A token is a key. By decree a token ends after a day. Get a new token then.'],
    });
    expect(engine.retrieve({ question: '令牌多久过期', inOtherLanguage: true }).translation?.text).toBe(
      'how long token',
    );
  });

  it('finds the article that has all words of a wording, also among articles that are not compacted yet', () => {
    const many = Object.fromEntries(
      Array.from(
        { length: 40 },
        (_, nth) =>
          [
            `page-${nth}`,
            [
              'Notes',
              nth === 30
                ? 'An access token for each.'
                : `${nth % 2 === 0 ? 'Access' : 'A token'} number ${nth}.`,
            ],
          ] as const,
      ),
    );
    const { hits, translation } = engineOf(many).retrieve({
      question: '船长的通行证',
      inOtherLanguage: true,
    });
    expect(translation?.text).toContain('access token');
    expect(hits[0]?.articleId).toBe('page-30');
  });

  it('is found by the search box', () => {
    const { hits, words } = engineOf(english).search({ keyword: '访问令牌', limit: 5 });
    expect(hits[0]?.articleId).toBe('tokens');
    expect(words).toContain('token');
  });

  it('tells how much of the question was translated', () => {
    const engine = engineOf(english);
    const certaintyOf = (question: string) =>
      engine.retrieve({ question, inOtherLanguage: true }).translation?.certainty ?? 0;
    expect(certaintyOf('撤销邹韬奋纪念馆访问令牌')).toBeLessThan(certaintyOf('撤销访问令牌') / 1.5);
    expect(certaintyOf('撤销邹韬奋纪念馆访问令牌')).toBeGreaterThan(0);
  });

  it('tells when the site is written in its language as well', () => {
    const { translation } = engineOf({
      ...english,
      zh: ['令牌', '令牌是程序的通行证，可以随时撤销。'],
    }).retrieve({
      question: '怎么撤销令牌？',
      inOtherLanguage: true,
    });
    expect(translation?.isWritten).toBe(true);
  });

  it('stays as it is in a third language, and where nothing of it is in the dictionary', () => {
    const engine = engineOf(english);
    expect(
      engine.retrieve({ question: 'Wie widerrufe ich das?', inOtherLanguage: true }).translation,
    ).toBeUndefined();
    expect(engine.retrieve({ question: '鹬鸟在哪里', inOtherLanguage: true }).translation).toBeUndefined();
  });

  it('stays bounded for a long question', () => {
    const { hits } = engineOf(english).retrieve({
      question: '撤销访问令牌'.repeat(2_000),
      inOtherLanguage: true,
    });
    expect(hits[0]?.articleId).toBe('tokens');
  });
});
