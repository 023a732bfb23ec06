import { describe, expect, it } from 'vitest';
import { csvCell } from './csv.ts';

describe('a CSV cell', () => {
  it.each([
    ['plain', 'plain'],
    ['怎么安装', '怎么安装'],
    [12, '12'],
    [-1, '-1'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    [' blank first', '" blank first"'],
    ['=1+1', `"'=1+1"`],
    ['+49 30', `"'+49 30"`],
    ['-2+3', `"'-2+3"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['\t=1', `"'\t=1"`],
    ['\r=1', `"'\r=1"`],
    ['＝1+1', `"'＝1+1"`],
    ['=HYPERLINK("http://evil.example","x")', `"'=HYPERLINK(""http://evil.example"",""x"")"`],
    ['a=b', 'a=b'],
  ])('%j is written %j', (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });
});
