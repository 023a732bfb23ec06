import { describe, expect, it } from 'vitest';
import { sentences } from './sentences.ts';
import { cpuMs } from '../../test/fakes/cpu-time.ts';

const texts = (text: string) => sentences(text).map((sentence) => sentence.text);

describe('sentences', () => {
  it('end at Chinese and Latin marks and at line breaks', () => {
    expect(texts('第一句。第二句！Is it? Yes.\nNew line')).toEqual([
      '第一句。',
      '第二句！',
      'Is it?',
      'Yes.',
      'New line',
    ]);
  });

  it('do not end in numbers, host names, initials and abbreviations', () => {
    expect(texts('Dr. J. Smith paid $3.50 to Acme Inc. yesterday. Use node.js 24.1 e.g. here.')).toEqual([
      'Dr. J. Smith paid $3.50 to Acme Inc. yesterday.',
      'Use node.js 24.1 e.g. here.',
    ]);
  });

  it('do not end where a small letter goes on', () => {
    expect(texts('He left at 5 p.m. and slept. "Really?" she asked.')).toEqual([
      'He left at 5 p.m. and slept.',
      '"Really?" she asked.',
    ]);
  });

  it('keep the closing quotes and brackets', () => {
    expect(texts('他说：“好。”然后走了。（完了。）')).toEqual(['他说：“好。”', '然后走了。', '（完了。）']);
  });

  it('keep the number of a list with its item', () => {
    expect(texts('1. First step. 2. Second step.')).toEqual(['1. First step.', '2. Second step.']);
  });

  it('stand at the offsets they name and leave out nothing but blanks', () => {
    const text = '  One. 二。\n\n Three! “四？” five ';
    const found = sentences(text);
    for (const { text: own, start, end } of found) expect(text.slice(start, end)).toBe(own);
    expect(
      found
        .map(({ text: own }) => own)
        .join('')
        .replace(/\s/g, ''),
    ).toBe(text.replace(/\s/g, ''));
  });

  it('are none for blanks', () => {
    expect(sentences(' \n\t')).toEqual([]);
  });

  it('take time in proportion to the text', () => {
    const started = cpuMs();
    sentences('a. '.repeat(50_000) + '.'.repeat(50_000));
    expect(cpuMs() - started).toBeLessThan(40_000);
  });
});
