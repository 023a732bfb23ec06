import { expect, test } from 'vitest';
import { consolePrefix } from '../contract/api.ts';
import { writingActions } from '../contract/writing/actions.ts';
import { writing, WritingRequest } from '../contract/writing/writing.ts';
import { formatOf } from './ask.ts';
import { writingActionNames } from './panel/actions.ts';
import { DocentWriting } from './tiptap.ts';

/* What the help has of the contract without carrying it along. */

test('ED1: without an address the stream of the same origin is asked', () => {
  expect(DocentWriting.options.endpoint).toBe(`${consolePrefix}${writing.endpoints.assistStream.path}`);
});

test('ED1: every action of the service is offered, and asked for in the form it has', () => {
  expect(writingActionNames.toSorted()).toEqual([...writingActions].toSorted());
  for (const action of writingActions) {
    const isPatch = WritingRequest.safeParse({ text: 'x', action, format: 'patch' }).success;
    expect([action, formatOf(action)]).toEqual([action, isPatch ? 'patch' : 'text']);
  }
});
