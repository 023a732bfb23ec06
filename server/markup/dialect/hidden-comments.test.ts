import { describe, expect, it } from 'vitest';
import { withoutHiddenComments } from './hidden-comments.ts';
import { prepareMarkdown } from '../markdown-source.ts';
import { createFenceTracker } from './fence-tracker.ts';

describe('comments of Obsidian', () => {
  it.each([
    ['within a line', 'Open at nine. %%ask Ann%% Closed at six.', 'Open at nine.  Closed at six.'],
    ['two of them', 'a %%b%% c%%d%% e', 'a  c e'],
    ['over lines of a paragraph', 'one %%two\nthree%% four', 'one \n four'],
    ['as a block', 'one\n\n%%\n\nsecret\n\n```\ncode\n```\n%%\n\ntwo', 'one\n\n\ntwo'],
    ['a block that begins beside its mark', '%%secret\n\nsecret%%\ntwo', 'two'],
    ['a block that never ends', 'one\n%%\nsecret', 'one'],
    ['in a list', '- one\n- two %%secret%%\n', '- one\n- two \n'],
  ])('HOST20: are published nowhere: %s', (_, text, wanted) => {
    expect(withoutHiddenComments(text, createFenceTracker())).toBe(wanted);
    expect(prepareMarkdown(text)).not.toContain('secret');
  });

  it.each([
    ['in a code span', 'Write `%%comment%%` for one.'],
    ['in a fence', '```mermaid\n%% a comment\ngraph TD\n%% another\n```'],
    ['a single mark', 'A discount of 5%% is none.'],
    ['marks of two paragraphs', 'A discount of 5%% is none.\n\nNor is 6%%.'],
  ])('HOST20: is no comment: %s', (_, text) => {
    expect(withoutHiddenComments(text, createFenceTracker())).toBe(text);
  });
});
