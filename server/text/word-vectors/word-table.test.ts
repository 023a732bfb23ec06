import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from './table/manifest.json' with { type: 'json' };
import { openWords, tablePath } from './shipped-words.ts';
import { cosine, readWordTable } from './word-table.ts';

/** A table of two dimensions; the numbers of a row are whole ones from -7 to 7. */
function tableOf(rows: Readonly<Record<string, readonly [x: number, y: number]>>) {
  const words = Object.keys(rows);
  const text = Buffer.from(words.join('\n'));
  const head = Buffer.alloc(16 + 4 * words.length);
  head.write('DWT1', 'latin1');
  for (const [at, value] of [words.length, 2, text.length].entries()) head.writeUInt32LE(value, 4 + 4 * at);
  for (const at of words.keys()) head.writeFloatLE(0.5, 16 + 4 * at);
  const costs = Buffer.alloc(words.length, 50);
  const numbers = Buffer.from(Object.values(rows).map(([x, y]) => (x + 8) | ((y + 8) << 4)));
  return readWordTable(Buffer.concat([head, costs, numbers, text]));
}

const small = await tableOf({
  tea: [6, 0],
  pot: [0, 6],
  '#pot': [0, 3],
  茶: [6, 0],
  茶壶: [3, 4],
  '#s': [-1, 0],
});

test('A vector is the mean of the rows of its words, of length 1', () => {
  expect([...small.embed('Tea pot')]).toEqual([expect.closeTo(Math.SQRT1_2), expect.closeTo(Math.SQRT1_2)]);
  expect([...small.embed('茶壶')]).toEqual([expect.closeTo(0.6), expect.closeTo(0.8)]);
});

test('A text without a known word has no direction', () => {
  expect([...small.embed('')]).toEqual([0, 0]);
  expect([...small.embed('12 — ?! Ωmega')].every(Number.isFinite)).toBe(true);
});

test('Words that are no row are cut into a start and insides, runs of Han into the likeliest words', () => {
  expect(small.wordsOf('TEAPOTS')).toEqual(['tea', '#pot', '#s']);
  expect(small.wordsOf('喝茶壶茶')).toEqual(['茶壶', '茶']);
});

test('Bytes of another form are refused, and a service without a table has none', async () => {
  await expect(readWordTable(Buffer.from('another file'))).rejects.toThrow('not a table of words');
  expect(await openWords(join(import.meta.dirname, 'nowhere.bin'))()).toBeUndefined();
});

const shipped = await openWords()();

test('LIN1: the table is opened in parts, and again after a failure', async () => {
  const open = openWords();
  const failure = new Error('the disk is away');
  await expect(open(() => Promise.reject(failure))).rejects.toBe(failure);
  let parts = 0;
  const table = await open(async () => void parts++);
  expect(parts).toBeGreaterThan(40);
  expect(table?.wordsOf('table')).toEqual(['table']);
});

test('The shipped table is the one that its manifest describes', () => {
  const bytes = readFileSync(tablePath);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(manifest.sha256);
  expect(bytes.length).toBeLessThanOrEqual(16_000_000);
  expect(shipped?.dimensions).toBe(manifest.dimensions);
  const shareAlike = manifest.inputs.filter(({ name, licence }) => /SA|gnome/i.test(`${licence} ${name}`));
  expect(shareAlike).toEqual([]);
});

test('A text of twenty thousand equal signs has a vector like any other', () => {
  for (const sign of ['a', '茶', 'ж', '가', 'カ', '#', 'é1'])
    expect(shipped?.embed(sign.repeat(20_000))).toHaveLength(manifest.dimensions);
});

const close = (one: string, other: string) =>
  cosine(shipped?.embed(one) ?? new Float32Array(), shipped?.embed(other) ?? new Float32Array());

test.each([
  [
    'en',
    'how do I change my password',
    'a forgotten password is reset by mail',
    'opening hours of the swimming pool',
  ],
  ['zh', '怎么修改密码', 'change the password', 'opening hours of the swimming pool'],
  ['fr', 'changer le mot de passe', 'change the password', 'print a document on both sides'],
  ['de', 'das Kennwort ändern', 'change the password', 'print a document on both sides'],
  ['es', 'imprimir un documento', 'print a document', 'change the password'],
  ['ja', 'パスワードを変更する', 'change the password', 'print a document on both sides'],
  ['ko', '비밀번호 변경', 'change the password', 'print a document on both sides'],
  ['pt', 'imprimir um documento', 'print a document', 'change the password'],
  ['ru', 'печать документа', 'print a document', 'change the password'],
])('A text in %s is nearer to the text that means the same', (_, text, same, other) => {
  expect(close(text, same)).toBeGreaterThan(close(text, other) + 0.1);
});

test('The cosine of texts below a heading is that of both together, whatever they hold', () => {
  const asked = shipped?.embed('how do I change my password') ?? new Float32Array();
  const cosineOf = shipped?.cosineBelow(asked);
  for (const heading of ['Account › Password', '', '? !', '帐户'])
    for (const text of ['It is reset by mail.', '?', '', '打开设置。', 'Σ ΟΔΟΣ \u0301e', 'pot '.repeat(300)])
      expect(cosineOf?.(heading, text)).toBe(
        cosine(asked, shipped?.embed(`${heading}\n${text}`) ?? new Float32Array()),
      );
});
