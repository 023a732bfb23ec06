import { describe, expect, it } from 'vitest';
import { createTagSplitter } from './reasoning-tags.ts';
import { cpuMs } from '../../../../test/fakes/cpu-time.ts';

/** All text and all reasoning that a splitter finds in pieces. */
function split(pieces: readonly string[], startsInside = false, cutShort = false) {
  const splitter = createTagSplitter(startsInside);
  const found = [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end(cutShort)];
  const join = (type: string) =>
    found
      .filter((piece) => piece.type === type)
      .map(({ text }) => text)
      .join('');
  return { text: join('text'), reasoning: join('reasoning') };
}

describe('SSE8: reasoning tags', () => {
  it.each([
    ['<think>why</think>answer', 'answer', 'why'],
    ['<Think>why</THINK>\n\nanswer', 'answer', 'why'],
    ['<reasoning>\nwhy</reasoning> answer', 'answer', 'why'],
    ['<think>why</reasoning>answer', 'answer', 'why'],
    ['one <think>a</think>two <think>b</think>three', 'one two three', 'ab'],
    ['<think></think>answer', 'answer', ''],
    ['\n <think>why</think>answer', 'answer', 'why'],
    ['if a < b and c<d: <table> </thin> <thinker> <', 'if a < b and c<d: <table> </thin> <thinker> <', ''],
    ['<thinking>\nwhy</thinking>\n\nanswer [1].', 'answer [1].', 'why'],
    ['<thought>why</thought>answer', 'answer', 'why'],
    ['[THINK]why[/THINK]answer [1][2] [T', 'answer [1][2] [T', 'why'],
    ['◁think▷why◁/think▷answer', 'answer', 'why'],
    [
      '<|channel|>analysis<|message|>why<|end|><|start|>assistant<|channel|>final<|message|>answer',
      'answer',
      'why',
    ],
    ['&lt;think&gt;why&lt;/think&gt;\n\nanswer &lt;b&gt; [1]', 'answer &lt;b&gt; [1]', 'why'],
    ['\n&lt;Thinking&gt;why a &amp; b&lt;/Thinking&gt;answer', 'answer', 'why a &amp; b'],
    ['\\u003cthink\\u003ewhy\\u003c/think\\u003eanswer', 'answer', 'why'],
    ['Use &lt;think&gt; and &lt;/think&gt; here', 'Use &lt;think&gt; and &lt;/think&gt; here', ''],
    ['<|START_THINKING|>why<|END_THINKING|><|START_RESPONSE|>answer<|END_RESPONSE|>', 'answer', 'why'],
    ['<<think>why</think>>', '<>', 'why'],
    ['<think>a <b> c < d</think>e', 'e', 'a <b> c < d'],
    ['<think>never closed</thi', '', 'never closed'],
    ['answer <thi', 'answer <thi', ''],
    ['', '', ''],
  ])('%j is the same however it is split', (whole, text, reasoning) => {
    expect(split([whole])).toEqual({ text, reasoning });
    expect(split(whole.split(''))).toEqual({ text, reasoning });
    for (let cut = 1; cut < whole.length; cut += 1) {
      expect(split([whole.slice(0, cut), whole.slice(cut)]), `cut at ${cut}`).toEqual({ text, reasoning });
      for (let second = cut + 1; second < whole.length; second += 3) {
        expect(split([whole.slice(0, cut), whole.slice(cut, second), whole.slice(second)])).toEqual({
          text,
          reasoning,
        });
      }
    }
  });

  it('holds back only what may still become a tag', () => {
    const splitter = createTagSplitter();
    expect(splitter.push('a < b')).toEqual([{ type: 'text', text: 'a < b' }]);
    expect(splitter.push(' <th')).toEqual([{ type: 'text', text: ' ' }]);
    expect(splitter.push('e>')).toEqual([{ type: 'text', text: '<the>' }]);
    expect(splitter.push('x<')).toEqual([{ type: 'text', text: 'x' }]);
    expect(splitter.push('<')).toEqual([{ type: 'text', text: '<' }]);
  });

  it('starts inside the reasoning when the template has opened it', () => {
    for (const pieces of [
      ['why</think>answer'],
      'why</think>answer'.split(''),
      ['<think>why</think>answer'],
      '<think>why</think>answer'.split(''),
    ]) {
      expect(split(pieces, true)).toEqual({ text: 'answer', reasoning: 'why' });
    }
  });

  it('gives content as text after all when the assumed reasoning never ends', () => {
    expect(split('plain answer <'.split(''), true)).toEqual({
      text: 'plain answer <',
      reasoning: 'plain answer ',
    });
    expect(split(['cut in thought'], true, true)).toEqual({ text: '', reasoning: 'cut in thought' });
    expect(split(['<think>opened, never closed'], true)).toEqual({
      text: '',
      reasoning: 'opened, never closed',
    });
  });

  it('knows a closing tag without an opening one for the end of reasoning, in the pieces that it still has', () => {
    expect(split(['Hours?\n</think>\n\nanswer'])).toEqual({ text: 'answer', reasoning: 'Hours?\n' });
    expect(split('a </think>b'.split(''))).toEqual({ text: 'a b', reasoning: '' });
    const splitter = createTagSplitter();
    splitter.push('Hours');
    expect(splitter.startedInside).toBe(false);
    splitter.push('?</think>');
    expect(splitter.startedInside).toBe(true);
    for (const plain of ['</think>answer', 'ends with `</think>` then', '<think>a</think>b</think>c']) {
      const other = createTagSplitter();
      other.push(plain);
      expect({ plain, startedInside: other.startedInside }).toEqual({ plain, startedInside: false });
    }
  });

  it('does not assume reasoning in the content when it comes by a field', () => {
    const splitter = createTagSplitter(true);
    splitter.reasoningApart();
    expect(splitter.push('answer')).toEqual([{ type: 'text', text: 'answer' }]);
  });

  it('stays linear over a long run of brackets', () => {
    const splitter = createTagSplitter();
    const began = cpuMs();
    expect(
      splitter
        .push('<'.repeat(1_000_000))
        .map(({ text }) => text)
        .join('').length,
    ).toBe(999_999);
    expect(cpuMs() - began).toBeLessThan(2000);
  });
});
