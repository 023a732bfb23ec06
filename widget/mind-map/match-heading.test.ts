import { expect, test } from 'vitest';
import { matchHeading } from './match-heading.ts';

const headings = [
  { id: 'setup', text: '1. Setup' },
  { id: 'costs', text: 'What it costs' },
  { id: 'h-4', text: '备份与恢复' },
  { id: 'run', text: 'Run it with Docker Compose' },
];
const found = (text: string, anchor = '', children = 0) =>
  matchHeading(
    {
      text,
      anchor,
      children: Array.from({ length: children }, () => ({ text: 'x', anchor: '', children: [] })),
    },
    headings,
  )?.id;

test('the heading with the very id wins over its words', () => {
  expect(found('What it costs', 'setup')).toBe('setup');
});
test('a heading that is called the same, whatever case, width and number', () => {
  expect(found('ｓｅｔｕｐ')).toBe('setup');
  expect(found('备份与恢复')).toBe('h-4');
  expect(found('Prices', 'Costs')).toBe('costs');
});
test('a chapter whose link broke leads to the heading most like it', () => {
  expect(found('Running with Docker Compose', 'gone')).toBe('run');
  expect(found('备份和恢复', '', 2)).toBeUndefined();
  expect(found('备份与恢复的步骤', 'gone')).toBe('h-4');
  expect(found('Something else entirely', 'gone')).toBeUndefined();
});
test('a point is no chapter because it shares words with one', () => {
  expect(found('docker compose')).toBeUndefined();
});
