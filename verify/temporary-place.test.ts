import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTemporaryPlace, toldLeft } from './temporary-place.ts';

let below: string;
beforeEach(() => void (below = mkdtempSync(join(tmpdir(), 'docent-places-'))));
afterEach(() => rmSync(below, { recursive: true, force: true }));

test('a place is removed with what is left in it, which is told by name', () => {
  const place = makeTemporaryPlace(below);
  mkdirSync(join(place.folder, 'docent-tea-1/data'), { recursive: true });
  writeFileSync(join(place.folder, 'a.log'), 'text');
  const left = place.remove();
  expect(left).toEqual(['a.log', 'docent-tea-1']);
  expect(toldLeft(left)).toBe('left behind in the temporary folder: a.log, docent-tea-1');
  expect(readdirSync(below)).toEqual([]);
  expect(toldLeft(makeTemporaryPlace(below).remove())).toBe('');
});

test('what a killed run left is removed by the next one; that of a living process and of others stays', () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  const names = [`docent-run-${pid}-aaaaaa`, `docent-run-${process.pid}-bbbbbb`, 'docent-run-by-hand'];
  for (const name of names) mkdirSync(join(below, name, 'deep'), { recursive: true });
  const place = makeTemporaryPlace(below);
  expect(names.map((name) => existsSync(join(below, name)))).toEqual([false, true, true]);
  expect(place.remove()).toEqual([]);
});
