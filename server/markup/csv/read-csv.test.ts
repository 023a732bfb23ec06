import { expect, test } from 'vitest';
import { csvHead, csvLine } from './csv.ts';
import { readCsv, withoutGuard } from './read-csv.ts';

const cellsOf = (text: string, separator = ',') => [...readCsv(text, separator)].map(({ cells }) => cells);

test('CA9: what was written is read, with line breaks, quotation marks and a byte order mark', () => {
  const rows = [
    ['id', 'text'],
    ['a', 'one\r\ntwo "three", four'],
    ['', ' edges '],
    ['=1+1', "'quoted"],
  ];
  const text = csvHead(rows[0] ?? []) + rows.slice(1).map(csvLine).join('');
  expect(cellsOf(text).map((row) => row.map(withoutGuard))).toEqual(rows);
});

test('CA9: records are named by the line on which they begin', () => {
  const lines = [...readCsv('a,b\n"x\ny",1\n\nlast', ',')].map(({ line, cells }) => [line, cells[0]]);
  expect(lines).toEqual([
    [1, 'a'],
    [2, 'x\ny'],
    [5, 'last'],
  ]);
});

test('CA9: a quotation without an end is told, and loose text after one belongs to its cell', () => {
  expect([...readCsv('a,"b\nc', ',')]).toEqual([{ line: 1, cells: ['a', 'b\nc'], isOpen: true }]);
  expect(cellsOf('"a"b;c', ';')).toEqual([['ab', 'c']]);
  expect(cellsOf('a"b,c\r\rd')).toEqual([['a"b', 'c'], ['d']]);
  expect(cellsOf('')).toEqual([]);
});
