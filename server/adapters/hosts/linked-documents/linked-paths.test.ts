import { expect, test } from 'vitest';
import { createLinkedPaths } from './linked-paths.ts';

test('PAPER6: documents are counted by the articles that link to them, and only a first or last link changes which are read', () => {
  const paths = createLinkedPaths();
  paths.count([['/a.pdf', '/b.pdf'], ['/a.pdf']]);
  expect(paths.first()).toEqual(['/a.pdf', '/b.pdf']);
  expect(paths.change([], ['/b.pdf', '/a.pdf'])).toBe(false);
  expect(paths.change([], ['/c.pdf'])).toBe(true);
  expect(paths.change(['/a.pdf', '/b.pdf'], ['/a.pdf'])).toBe(false);
  expect(paths.change(['/b.pdf', '/a.pdf'], [])).toBe(true);
  expect(paths.first()).toEqual(['/a.pdf', '/c.pdf']);
  paths.count([['/d.pdf']]);
  expect(paths.first()).toEqual(['/d.pdf']);
});

test('PAPER6: what is beyond the most documents changes nothing until one before it is gone', () => {
  const paths = createLinkedPaths();
  const many = Array.from({ length: 2_000 }, (_, nth) => `/${nth}.pdf`);
  paths.count([many]);
  expect(paths.change([], ['/further.pdf'])).toBe(false);
  expect(paths.first()).toHaveLength(2_000);
  expect(paths.change(many.slice(0, 1), [])).toBe(true);
  expect(paths.first().at(-1)).toBe('/further.pdf');
});
