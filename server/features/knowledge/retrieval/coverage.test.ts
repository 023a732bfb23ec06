import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../search/engine.ts';
import {
  coverageSignals,
  evidenceOf,
  leastAt,
  signalNames,
  signalNamesWithVectors,
  type CoverageSignals,
} from './coverage.ts';
import { coverageModel } from './coverage-model.ts';
import { ranker } from '../../../search/ranking/ranker.ts';

const texts = {
  backup: [
    'Backups',
    'A backup is made every night at three. It is kept for seven days, then it is deleted.',
  ],
  hours: ['Opening hours', 'The shop is open from nine to six. On Sundays it stays closed.'],
  tokens: ['访问令牌', '访问令牌让程序登录。在账户页面可以撤销令牌，访问随即结束。'],
  travel: ['Travel', 'A voucher is filed within ten days after the journey, with all receipts.'],
} as const;

function asked(question: string): CoverageSignals {
  const { subject, passages } = found(question);
  return coverageSignals(subject, passages, question);
}

function found(question: string) {
  const engine = createEngine();
  for (const [id, [title, text]] of Object.entries(texts))
    engine.replaceArticle(id, [{ id, articleId: id, title, headingPath: [], tags: [], text }]);
  const { hits, subject } = engine.retrieve({ question });
  const known = new Map<string, readonly string[]>(Object.entries(texts));
  const passages = hits.map((hit) => {
    const [title = '', text = ''] = known.get(hit.articleId) ?? [];
    return { ...hit, title, headingPath: [], text };
  });
  return { subject, passages };
}

const levelOf = (question: string, caution: 'careful' | 'balanced' | 'open' = 'balanced') =>
  evidenceOf(asked(question), caution).level;

describe('ANS2: whether the site covers a question', () => {
  it.each(['How long is a backup kept?', 'When is a voucher filed after the journey?', '怎么撤销访问令牌？'])(
    '%s is answered',
    (question) => expect(levelOf(question)).toBe('answers'),
  );

  it.each([
    'Which vaccine protects against malaria?',
    '佛跳墙要炖几个小时？',
    'Wie hoch ist der Eiffelturm?',
    '',
    '?!',
  ])('“%s” is not covered', (question) => expect(levelOf(question)).toBe('not_covered'));

  it('ANS41: a nearer vector makes an answer more probable', () => {
    const words = asked('Is the shop open?');
    const scores = [-1, 1, 3, 5].map((nearness) => evidenceOf({ ...words, nearness }, 'balanced').score);
    expect(scores).toEqual(scores.toSorted((a, b) => a - b));
    expect(new Set(scores).size).toBe(4);
  });

  it('ANS41: what counts of the vectors is how much nearer the first article is than the next ones', () => {
    const { subject, passages } = found('Is the shop open on a backup Sunday?');
    const nearnessOf = (own: number, other: number) =>
      coverageSignals(
        subject,
        passages.map((one, at) => ({
          ...one,
          signals: { ...one.signals, nearness: at === 0 ? own : other },
        })),
        'Is the shop open on a backup Sunday?',
      );
    expect(passages.length).toBeGreaterThan(1);
    expect(nearnessOf(2, 1.5).nearness).toBeCloseTo(0.5);
    expect(nearnessOf(2, -1).nearness).toBeCloseTo(3);
  });

  it('a more careful setting answers no question that a less careful one does not', () => {
    const order = ['not_covered', 'close', 'answers'];
    for (const question of [
      'backup',
      'Is the shop open?',
      'receipts of Sunday',
      'How do I open an account?',
    ]) {
      const levels = (['careful', 'balanced', 'open'] as const).map((one) =>
        order.indexOf(levelOf(question, one)),
      );
      expect(levels).toEqual(levels.toSorted((a, b) => a - b));
    }
  });

  it('a translation that left out words is worth less', () => {
    const signals = asked('How long is a backup kept?');
    expect(evidenceOf(signals, 'balanced', { certainty: 0.5 }).score).toBeCloseTo(
      evidenceOf(signals, 'balanced').score / 2,
    );
  });

  it.each([
    ['How are receipts filed when the travel is over?', 'How are receipts filed when the journey is over?'],
    ['Is there a back up every night?', 'Is there a backup every night?'],
  ])('ANS10: “%s”: another wording counts as the word of the site does in “%s”', (other, own) => {
    const [asOther, asOwn] = [asked(other), asked(own)];
    expect(asOther.margin).toBeCloseTo(asOwn.margin, 1);
    expect(asOther.headings).toBeGreaterThanOrEqual(asOwn.headings - 0.1);
    expect(evidenceOf(asOther, 'balanced').level).toBe('answers');
  });

  it('names its signals with their values', () => {
    const { reasons } = evidenceOf(asked('How long is a backup kept?'), 'balanced');
    expect(reasons.map((reason) => reason.split(' ', 1)[0])).toEqual(coverageModel.signals);
    expect(reasons.every((reason) => /^[a-z]+ -?\d+\.\d\d$/.test(reason))).toBe(true);
  });
});

describe('ANS10: the learned numbers', () => {
  it('have a weight for each signal that the service computes', () => {
    expect(Object.keys(coverageModel.weights)).toEqual(coverageModel.signals);
    expect(coverageModel.signals).toEqual(signalNames);
    expect(Object.keys(asked('backup')).toSorted()).toEqual(signalNames.toSorted());
    const { withVectors } = coverageModel;
    expect(Object.keys(withVectors.weights)).toEqual(withVectors.signals);
    expect(withVectors.signals).toEqual(signalNamesWithVectors);
    expect(Object.keys(ranker.weights)).toEqual(ranker.signals);
    expect(Object.keys(ranker.withVectors.weights)).toEqual(ranker.withVectors.signals);
    expect(ranker.withVectors.signals).toEqual(['article', 'ngrams', 'length', 'nearness']);
  });

  it('go from those of small sites to those of large ones with the logarithm of the articles', () => {
    const sizes = [1, coverageModel.small.articles, 60, coverageModel.large.articles, 1_000_000];
    for (const hasVectors of [false, true]) {
      const { small, thresholds } = hasVectors ? coverageModel.withVectors : coverageModel;
      for (const caution of ['careful', 'balanced', 'open'] as const) {
        const leasts = sizes.map((articles) => leastAt(caution, articles, hasVectors));
        const [own, others] = [small.thresholds[caution], thresholds[caution]];
        const between = leasts[2] ?? 0;
        expect(leasts).toEqual([own, own, between, others, others].map((one) => expect.closeTo(one)));
        expect((between - own) * (between - others)).toBeLessThan(0);
      }
      const { open, balanced, careful } = small.thresholds;
      expect([open, balanced, careful]).toEqual([open, balanced, careful].toSorted((a, b) => a - b));
      expect(small.thresholds.balanced).toBeLessThan(thresholds.balanced);
    }
  });

  it('have thresholds in the order of their names', () => {
    for (const { thresholds } of [coverageModel, coverageModel.withVectors]) {
      const { near, close, open, balanced, careful } = thresholds;
      const all = [near, close, open, balanced, careful];
      expect(all).toEqual(all.toSorted((a, b) => a - b));
    }
  });
});
