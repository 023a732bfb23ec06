import { describe, expect, test } from 'vitest';
import { isCommonWord, isStopWord } from '../text.ts';
import { lookUpOf } from './lookup-kinds.ts';

const lookedUp = (question: string) =>
  lookUpOf(question, { isIdle: (word) => isStopWord(word) || isCommonWord(word), ofSite: () => false });

describe('ANS13: to be put through to a person is a look-up, what is done with persons is not', () => {
  test.each([
    ['can I talk to a real person'],
    ['I want a human'],
    ['human please'],
    ['speak to an agent'],
    ['转人工'],
    ['我要找客服'],
    ['Mitarbeiter sprechen'],
  ])('%s', (question) => expect(lookedUp(question)?.words).toContain('contact'));

  test.each([
    ['how to cut out a person'],
    ['how do I draw a person'],
    ['move a person to the back'],
    ['change the agent'],
  ])('not %s', (question) => expect(lookedUp(question)).toBeUndefined());
});
