import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../search/engine.ts';
import { byMeaning, coverageSignals, evidenceOf, signalNames, type CoverageSignals } from './coverage.ts';
import { coverageModel } from './coverage-model.ts';
import { ranker } from '../../../search/query/ranker.ts';

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
  const engine = createEngine();
  for (const [id, [title, text]] of Object.entries(texts))
    engine.replaceArticle(id, [{ id, articleId: id, title, headingPath: [], tags: [], text }]);
  const { hits, subject } = engine.retrieve({ question });
  const known = new Map<string, readonly string[]>(Object.entries(texts));
  const passages = hits.map((hit) => {
    const [title = '', text = ''] = known.get(hit.articleId) ?? [];
    return { ...hit, title, headingPath: [], text };
  });
  return coverageSignals(subject, passages, question);
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

  it('what only a vector finds, in another language than the question, is near', () => {
    const question = 'Wie lange wird eine Sicherung aufbewahrt?';
    const [, text] = texts.backup;
    const words = { article: 0, ngrams: 0.02, title: 0 };
    const judged = evidenceOf(asked(question), 'balanced');
    expect(judged.level).toBe('not_covered');
    const levelWith = (signals: typeof words & { readonly cosine?: number }, asked = question) =>
      byMeaning(judged, asked, { signals, text }).level;
    expect(levelWith({ ...words, cosine: 0.8 })).toBe('close');
    expect(levelWith(words)).toBe('not_covered');
    expect(levelWith({ ...words, article: 0.2, cosine: 0.8 })).toBe('not_covered');
    expect(levelWith({ ...words, cosine: 0.8 }, 'Which vaccine protects against the flu?')).toBe(
      'not_covered',
    );
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
    expect(evidenceOf(signals, 'balanced', 0.5).score).toBeCloseTo(evidenceOf(signals, 'balanced').score / 2);
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
    expect(Object.keys(ranker.weights)).toEqual(ranker.signals);
    expect(ranker.signals).toEqual(['article', 'ngrams', 'title', 'cosine']);
  });

  it('have thresholds in the order of their names', () => {
    const { close, open, balanced, careful } = coverageModel.thresholds;
    expect([close, open, balanced, careful]).toEqual(
      [close, open, balanced, careful].toSorted((a, b) => a - b),
    );
  });
});
