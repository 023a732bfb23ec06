import { expect, test } from 'vitest';
import { consolePrefix } from '../contract/api.ts';
import {
  isAboutText,
  makesLinks,
  writing,
  writingActions,
  WritingRequest,
} from '../contract/writing/writing.ts';
import { formatOf, isAboutText as isCopied, makesLinks as setsLinks } from './ask.ts';
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
    expect([action, isCopied(action)]).toEqual([action, isAboutText(action)]);
    expect([action, setsLinks(action)]).toEqual([action, makesLinks(action)]);
  }
});
