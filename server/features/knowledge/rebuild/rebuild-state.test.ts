import { describe, expect, test } from 'vitest';
import { advance, idle, isOver, isRunning, remainingMs, progressFromNote } from './rebuild-state.ts';

describe('KN6: the phases', () => {
  test.each([
    ['idle', false, false],
    ['preparing', true, false],
    ['listing', true, false],
    ['processing', true, false],
    ['retrying', true, false],
    ['completed', false, true],
    ['error', false, true],
  ] as const)('%s: running %s, over %s', (phase, running, over) => {
    expect([isRunning({ ...idle, phase }), isOver({ ...idle, phase })]).toEqual([running, over]);
  });
});

describe('KN5: the percentage', () => {
  test('is the share of the articles that are done, 0 while they are listed and 100 at either end', () => {
    const listing = advance(idle, { phase: 'listing' });
    const processing = advance(listing, { phase: 'processing', totalArticles: 3, processedArticles: 1 });
    expect([listing.percentage, processing.percentage]).toEqual([0, 33]);
    expect(advance(processing, { processedArticles: 9 }).percentage).toBe(100);
    expect(advance(processing, { phase: 'retrying', processedArticles: 2 }).percentage).toBe(66);
    expect(advance(processing, { phase: 'error' }).percentage).toBe(100);
    expect(advance(idle, { phase: 'completed' }).percentage).toBe(100);
  });

  test('an empty site has 0 of 0 articles done', () => {
    expect(advance(idle, { phase: 'processing' }).percentage).toBe(0);
  });
});

test('the remaining time is estimated from the pace so far', () => {
  expect(remainingMs(1_000, 10, 90)).toBe(9_000);
  expect(remainingMs(1_000, 0, 90)).toBe(0);
});

describe('what a lease tells of the rebuild', () => {
  const processing = { ...idle, phase: 'processing' as const, processedArticles: 5 };
  const completed = { ...idle, phase: 'completed' as const };

  test('shows the state of a running rebuild and the outcome of an ended one', () => {
    expect(progressFromNote({ held: true, note: JSON.stringify(processing) })).toEqual(processing);
    expect(progressFromNote({ held: false, note: JSON.stringify(completed) })).toEqual(completed);
  });

  test('shows no rebuild whose process has died', () => {
    expect(progressFromNote({ held: false, note: JSON.stringify(processing) })).toEqual(idle);
  });

  test.each(['', 'not JSON', '{"phase":"dancing"}', 'null'])('nothing readable is told by %j', (note) => {
    expect(progressFromNote({ held: false, note })).toEqual(idle);
    expect(progressFromNote({ held: true, note })).toMatchObject({ phase: 'preparing' });
  });
});
