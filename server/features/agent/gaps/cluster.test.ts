import { describe, expect, test } from 'vitest';
import { clusterVectors } from './cluster.ts';
import { foldKey, questionTerms, termsOfKey } from './terms.ts';
import { createTermStatistics } from './vectors.ts';

/** Questions of visitors of a shop's help pages, by topic. */
const labelled: Readonly<Record<string, readonly string[]>> = {
  refund: [
    'How do I get a refund for my ticket?',
    'ticket refund',
    'Can I have my ticket refunded please',
    'refund of tickets??',
    'hello, how to refund a ticket',
  ],
  password: [
    'How can I reset my password?',
    'reset password',
    'password reset does not work',
    'Resetting the password',
  ],
  dark: ['Is there a dark mode?', 'dark mode', 'How to switch to dark mode', 'enable dark mode please'],
  export: ['Can I export my data as CSV?', 'csv export of data', 'export data csv'],
  手机: [
    '怎么修改绑定的手机号？',
    '修改手机号',
    '请问如何修改手机号呢',
    '手机号怎么修改',
    '我想修改绑定手机号',
  ],
  发票: ['如何开具电子发票？', '电子发票怎么开具', '开具电子发票', '请问可以开具电子发票吗'],
  退款: ['订单退款多久到账？', '退款多久到账', '退款到账要多久呢', '申请退款后多久能到账'],
  会员: ['会员自动续费怎么取消', '取消自动续费', '如何取消会员的自动续费？'],
};

const asked = Object.entries(labelled).flatMap(([label, questions]) =>
  questions.map((question) => ({ label, question })),
);

async function clustersOf(questions: readonly string[]): Promise<string[][]> {
  const terms = questions.map((question) => termsOfKey(foldKey(questionTerms(question))));
  const vocabulary = createTermStatistics();
  for (const of of terms) vocabulary.count(of);
  const clusters = await clusterVectors(
    terms.length,
    (place) => vocabulary.vector(terms[place] ?? []),
    () => undefined,
  );
  return clusters.map((cluster) => cluster.map((place) => questions[place] ?? ''));
}

const labelOf = (question: string) => asked.find((one) => one.question === question)?.label ?? '';

describe('clustering', () => {
  test('groups Chinese and English questions by topic, and never mixes two topics', async () => {
    const clusters = await clustersOf(asked.map(({ question }) => question));
    expect(clusters.map((cluster) => [...new Set(cluster.map(labelOf))])).toEqual(
      clusters.map((cluster) => [labelOf(cluster[0] ?? '')]),
    );
    expect(clusters.length).toBeLessThanOrEqual(Object.keys(labelled).length + 1);
  });

  test('is the same every time, and hardly depends on the order', async () => {
    const questions = asked.map(({ question }) => question);
    expect(await clustersOf(questions)).toEqual(await clustersOf(questions));
    const backwards = await clustersOf(questions.toReversed());
    for (const cluster of backwards) expect(new Set(cluster.map(labelOf)).size).toBe(1);
  });

  test('nothing, and questions without terms, make no trouble', async () => {
    expect(await clustersOf([])).toEqual([]);
    expect(await clustersOf(['???', 'How?', '怎么办呢'])).toEqual(
      expect.arrayContaining([expect.arrayContaining(['???'])]),
    );
  });
});

describe('wordings', () => {
  test.each([
    ['How do I reset my password?', 'reset password'],
    ['Password resetting?!', 'please reset the password'],
    ['请问怎么修改手机号？', '修改手机号'],
    ['開具電子發票', '如何开具电子发票呢？'],
    ['ＣＳＶ export', 'export csv'],
  ])('%j folds to the same as %j', (one, other) => {
    expect(foldKey(questionTerms(one))).toBe(foldKey(questionTerms(other)));
  });

  test('words of asking and politeness alone are no subject', () => {
    for (const question of ['你好', '你是谁？', 'How can I?', '🙂', '', '请问一下'])
      expect(foldKey(questionTerms(question))).toBe('');
  });
});
