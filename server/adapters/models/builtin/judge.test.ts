import { describe, expect, it } from 'vitest';
import type { TaskPassage } from '../../../ports/models.ts';
import { judge } from './judge.ts';

const passages: TaskPassage[] = [
  {
    article: 1,
    title: 'Backup',
    headingPath: [],
    text: 'The service is copied every night at 3 am. It keeps thirty copies of the data folder.',
  },
  { article: 2, title: 'Themes', headingPath: [], text: 'Themes are chosen in the console.' },
];

const scores = (
  answer: string,
  reference = 'Every night at 3 am.',
  question = 'When is the service copied?',
) => JSON.parse(judge({ kind: 'judge', question, reference, answer, passages }));

describe('the built-in judge', () => {
  it('gives a high score to an answer found in its passages', () => {
    expect(scores('The service is copied every night at 3 am. [1]')).toEqual({
      relevance: 5,
      correctness: 5,
      faithfulness: 5,
      completeness: 5,
      citationAccuracy: 5,
      hallucinationRisk: 'low',
      reason: expect.stringContaining('Built-in overlap judge (no language model)'),
    });
  });

  it('sees an invented answer', () => {
    const found = scores('Dragons guard the castle by day and sleep under mountains of gold. [1]');
    expect(found).toMatchObject({
      correctness: 1,
      faithfulness: 1,
      completeness: 1,
      citationAccuracy: 1,
      hallucinationRisk: 'high',
    });
  });

  it('detects a number found in no passage', () => {
    expect(scores('The service is copied every night at 4 am. [1]')).toMatchObject({
      faithfulness: 1,
      hallucinationRisk: 'high',
    });
  });

  it('sees a mark on the wrong article', () => {
    expect(scores('The service is copied every night at 3 am. [2]')).toMatchObject({
      faithfulness: 5,
      citationAccuracy: 1,
    });
  });

  it('judges by question and passages when there is no reference', () => {
    expect(scores('The service is copied every night at 3 am. [1]', '')).toMatchObject({
      correctness: 5,
      completeness: 5,
    });
  });

  it('gives whole scores from 1 to 5 to anything', () => {
    for (const answer of ['', '。', '[1][2]', '```\n```', 'x'.repeat(10_000), '中文回答。[1]']) {
      const found = scores(answer, answer, answer);
      for (const name of ['relevance', 'correctness', 'faithfulness', 'completeness', 'citationAccuracy'])
        expect([1, 2, 3, 4, 5]).toContain(found[name]);
      expect(['low', 'medium', 'high']).toContain(found.hallucinationRisk);
    }
  });

  it('explains itself in Chinese to a Chinese question', () => {
    expect(scores('每天。', '每天凌晨', '多久备份一次？').reason).toContain('内置重叠评分（未使用语言模型）');
  });
});
