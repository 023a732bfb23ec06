import { describe, expect, test } from 'vitest';
import { token } from '../../../contract/events.ts';
import { Fault } from '../../kit/fault.ts';
import { createAnswerFilter } from './answer-filter.ts';
import { createCourse } from './course.ts';
import { friendlyFailure } from './friendly.ts';
import { createSupport } from './support.ts';

const citation = { postId: 'tea', title: 'Tea', url: '/archives/tea' };
const passages = [{ article: 1, title: 'Tea', headingPath: [], text: 'Tea likes water of 80 degrees.' }];
const ground = { covered: true, citations: [citation], passages, nearest: [citation] };
const finish = { type: 'finish' as const, reason: 'stop' as const, usage: { promptTokens: 3 } };

function answered(text: string, more: Partial<typeof ground> = {}) {
  const course = createCourse();
  const support = createSupport(passages);
  const filter = createAnswerFilter({ support: support.articleFor, allowsLink: () => false });
  course.asks('model');
  course.grounded({ ...ground, ...more });
  course.note({ event: 'citations', data: [citation] });
  course.note(token(filter.push(text) + filter.end()));
  course.checked(filter, support);
  course.finished(finish);
  return course;
}

describe('the course of an answer', () => {
  test('CHAT17, CIT3: ends with its state and how many statements stand on each article', () => {
    const course = answered('Tea likes water of 80 degrees.[1]');
    expect(course.summary()).toEqual({ answerState: 'answered', citations: [{ ...citation, marks: 1 }] });
    expect(course.record()).toEqual({
      answer: 'Tea likes water of 80 degrees.[1]',
      model: 'model',
      citations: [citation],
      answerState: 'answered',
      intent: 'NORMAL_CHAT',
      error: '',
      usage: { promptTokens: 3 },
    });
  });

  test('PROD4, SSE13: what is not covered comes with the nearest articles', () => {
    expect(answered('Whales sing in the deep sea.', { covered: false }).summary()).toMatchObject({
      answerState: 'not_covered',
      nearest: [citation],
    });
  });

  test('CHAT17: a failure outweighs what was said, and a limit says when to come back', () => {
    const course = answered('Tea likes water of 80 degrees.[1]');
    const limited = new Fault('limited', 'x', { retryAfterSeconds: 60 });
    course.fail(limited, friendlyFailure(limited, 'en', 'chat'));
    expect(course.summary()).toMatchObject({ answerState: 'limited', retryAfterSeconds: 60 });
    expect(course.record().error).toBe('limited');
  });

  test('a route answers without a model', () => {
    const course = createCourse();
    course.routed('latest');
    expect(course.record()).toMatchObject({ model: '', intent: 'latest', answerState: 'answered' });
  });

  test('CL6: what is written at the end is written once', async () => {
    const course = createCourse();
    let written = 0;
    const write = async () => void (written += 1);
    await Promise.all([course.end(write), course.end(write)]);
    expect(written).toBe(1);
  });

  test('CHAT17: an answer that never finished has failed', () => {
    expect(createCourse().summary()).toEqual({ answerState: 'failed' });
    expect(createCourse().record().answerState).toBeUndefined();
  });
});
