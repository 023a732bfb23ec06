import { expect, test } from 'vitest';
import { MasterCleanup } from '../../../../contract/pets/requests.ts';
import { cleanupOf, problemOf, selectionOf, type Edit } from './edits.ts';

const dot = (tool: 'brush' | 'unselect' | 'eraser', x: number, y: number): Edit => ({
  tool,
  points: [{ x, y }],
  radius: 2,
});
const cleanup = (...edits: Edit[]) => cleanupOf(selectionOf(20, 20, edits), edits);
const master = { masterUrl: '/a.png', masterRevision: 1 };

test('brush and wand make the mask, the eraser a stroke; the contract takes both', () => {
  const sent = cleanup(dot('brush', 5, 5), { tool: 'wand', runs: [[399, 1]] }, dot('eraser', 10.123, 10));
  expect(sent.mask?.runs.at(-1)).toEqual([399, 1]);
  expect(sent.strokes).toEqual([{ points: [[10.1, 10]], radius: 2 }]);
  expect(problemOf(sent)).toBeUndefined();
  expect(MasterCleanup.safeParse({ ...master, ...sent }).success).toBe(true);
});

test('a step undone is a step less, and nothing at all is not sent', () => {
  const edits = [dot('brush', 5, 5), dot('brush', 15, 15)];
  expect(cleanup(...edits.slice(0, 1))).toEqual(cleanup(dot('brush', 5, 5)));
  expect(problemOf(cleanup())).toBe('nothing');
  expect(problemOf(cleanup(dot('brush', 5, 5), dot('unselect', 5, 5)))).toBe('nothing');
});

test('more strokes than the service takes are reported before they are sent', () => {
  const strokes = Array.from({ length: 501 }, () => dot('eraser', 1, 1));
  expect(problemOf(cleanup(...strokes))).toBe('strokes');
});
