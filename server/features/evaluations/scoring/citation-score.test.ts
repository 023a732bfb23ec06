import { expect, test } from 'vitest';
import { createTrace } from '../../../kit/trace.ts';
import { citationScore } from './citation-score.ts';

const cited = (title: string, marks: number) => ({ postId: title.toLowerCase(), title, url: '', marks });

const stagesWith = (data: unknown) => {
  const trace = createTrace(() => 0);
  trace.add('generate', 'Answer', { data });
  return trace.stages;
};

test('precision counts the cited articles, support the markers kept as written', () => {
  const stages = stagesWith({ promptTokens: 5, marks: { kept: 3, moved: 1, dropped: 2 } });
  expect(
    citationScore([cited('A', 2), cited('B', 1), cited('C', 1), cited('D', 0)], stages, ['A', 'c']),
  ).toEqual({
    cited: 3,
    precision: 2 / 3,
    marks: 6,
    support: 3 / 6,
  });
});

test('a share of nothing is left out: no expected source, no cited article, no mark', () => {
  const none = stagesWith({ marks: { kept: 0, moved: 0, dropped: 0 } });
  expect(citationScore([cited('A', 1)], none, [' '])).toEqual({ cited: 1, marks: 0 });
  expect(citationScore([cited('A', 0)], none, ['A'])).toEqual({ cited: 0, marks: 0 });
});

test('an answer that was never written has no marks', () => {
  expect(citationScore([], [], ['A'])).toEqual({ cited: 0, marks: 0 });
  expect(citationScore([], stagesWith(null), ['A'])).toEqual({ cited: 0, marks: 0 });
});

test('ANS42: with a second look the marks count as it leaves them, and without verdicts as words did', () => {
  const look = (data: unknown) => {
    const trace = createTrace(() => 0);
    trace.add('generate', 'Answer', { data: { marks: { kept: 3, moved: 0, dropped: 1 } } });
    trace.add('mark_judge', 'Second look at marks', { data });
    return citationScore([cited('A', 2)], trace.stages, ['A']);
  };
  expect(look({ marks: { kept: 2, moved: 0, dropped: 2 } })).toMatchObject({ marks: 4, support: 2 / 4 });
  expect(look({ statements: [] })).toMatchObject({ marks: 4, support: 3 / 4 });
});
