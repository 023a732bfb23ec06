import { describe, expect, test } from 'vitest';
import { token } from '../../../contract/events.ts';
import { Fault } from '../../kit/fault.ts';
import { createAnswerFilter } from './filter/answer-filter.ts';
import { createAnswerRecorder } from './answer-recorder.ts';
import { failureMessage } from './failure-messages.ts';
import { createAttribution } from './grounding/attribution.ts';
import type { AnswerContext } from './grounding/context.ts';

const citation = { postId: 'tea', title: 'Tea', url: '/archives/tea' };
const passages = [{ article: 1, title: 'Tea', headingPath: [], text: 'Tea likes water of 80 degrees.' }];
const context: AnswerContext = {
  level: 'answers',
  question: '',
  found: [],
  near: [],
  places: [],
  citations: [citation],
  passages,
  nearest: [citation],
};
const finish = { type: 'finish' as const, reason: 'stop' as const, usage: { promptTokens: 3 } };

function answered(text: string, more: Partial<typeof context> = {}) {
  const recorder = createAnswerRecorder();
  const attribution = createAttribution(passages);
  const filter = createAnswerFilter({
    support: attribution.articleFor,
    quote: attribution.quoteFor,
    allowsLink: () => false,
  });
  recorder.asks('model');
  recorder.grounded({ ...context, ...more });
  recorder.note({ event: 'citations', data: [citation] });
  recorder.note(token(filter.push(text) + filter.end()));
  recorder.checked(filter, attribution);
  recorder.finished(finish);
  return recorder;
}

describe('the answer recorder', () => {
  test('CHAT17, CIT3: ends with its state and how many statements stand on each article', () => {
    const recorder = answered('Tea likes water of 80 degrees.[1]');
    const quote = 'Tea likes water of 80 degrees.';
    expect(recorder.summary()).toEqual({
      answerState: 'answered',
      writtenBy: 'model',
      citations: [{ ...citation, quote, marks: 1 }],
      quotes: [{ mark: 1, article: 1, quote }],
    });
    expect(recorder.record()).toEqual({
      answer: 'Tea likes water of 80 degrees.[1]',
      model: 'model',
      citations: [citation],
      answerState: 'answered',
      intent: 'NORMAL_CHAT',
      error: '',
      notices: [],
      usage: { promptTokens: 3 },
    });
  });

  test('CIT3: the sentence for a statement takes its own place along, not that of the passage found first', () => {
    const recorder = answered('Tea likes water of 80 degrees.[1]');
    recorder.note({ event: 'citations', data: [{ ...citation, anchor: 'storage' }] });
    recorder.quoted({
      quotes: [{ mark: 1, article: 1, quote: 'Tea likes it hot.' }],
      places: [],
      suggestions: [],
    });
    const [cited] = recorder.summary().citations ?? [];
    expect(cited).toMatchObject({ quote: 'Tea likes it hot.' });
    expect(cited).not.toHaveProperty('anchor');
    recorder.quoted({
      quotes: [{ mark: 1, article: 1, quote: 'Tea likes it hot.', anchor: 'water' }],
      places: [],
      suggestions: [],
    });
    expect(recorder.summary().citations).toMatchObject([{ anchor: 'water' }]);
  });

  test('PROD4, SSE13: an uncovered question is answered with the nearest articles', () => {
    expect(answered('Whales sing in the deep sea.', { level: 'not_covered' }).summary()).toMatchObject({
      answerState: 'not_covered',
      nearest: [citation],
    });
  });

  test('CHAT17: a failure outweighs the partial answer, and a limit says when to try again', () => {
    const recorder = answered('Tea likes water of 80 degrees.[1]');
    const limited = new Fault('limited', 'x', { retryAfterSeconds: 60 });
    recorder.fail(limited, failureMessage(limited, 'en', 'chat'));
    expect(recorder.summary()).toMatchObject({ answerState: 'limited', retryAfterSeconds: 60 });
    expect(recorder.record().error).toBe('limited');
  });

  test('a route answers without a model', () => {
    const recorder = createAnswerRecorder();
    recorder.routed('latest');
    expect(recorder.record()).toMatchObject({ model: '', intent: 'latest', answerState: 'answered' });
  });

  test('CL6: the log is written once, at the end', async () => {
    const recorder = createAnswerRecorder();
    let written = 0;
    const write = async () => void (written += 1);
    await Promise.all([recorder.end(write), recorder.end(write)]);
    expect(written).toBe(1);
  });

  test('CHAT17: an answer that never finished has failed', () => {
    expect(createAnswerRecorder().summary()).toEqual({ answerState: 'failed' });
    expect(createAnswerRecorder().record().answerState).toBeUndefined();
  });
});
